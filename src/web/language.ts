/** Which language a page is in (`?lang=`, then what the browser asks for), and links that keep it. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Format, formatFor } from './format.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Texts } from './texts/index.ts';

export interface Language {
  readonly texts: Texts;
  readonly format: Format;
  /** It was chosen in the address, so links keep it. */
  readonly chosen: boolean;
  /** The address of a page of ours: below the path of BASE_URL, in the chosen language. */
  readonly link: (path: string) => string;
}

export interface Asking {
  readonly query?: string;
  readonly headers: IncomingHttpHeaders;
}

/** Longer headers come from no browser. */
const HEADER_LENGTH_MAX = 500;

/** `root` is the path of BASE_URL, '' where it has none. */
export function languageOf({ query = '', headers }: Asking, root = ''): Language {
  const asked = query.includes('lang=') ? new URLSearchParams(query).get('lang') : null;
  const chosen = LANGUAGES.find(({ code }) => code === asked);
  const texts = chosen ?? acceptedLanguage(headers['accept-language']);
  const lang = chosen === undefined ? null : chosen.code;
  return {
    texts,
    format: formatFor(texts),
    chosen: lang !== null,
    link: (path) => root + (lang === null ? path : withLanguage(path, lang)),
  };
}

function acceptedLanguage(header: string | undefined): Texts {
  if (header === undefined || header.length > HEADER_LENGTH_MAX) return DEFAULT_LANGUAGE;
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { code: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { code } of wanted) {
    const found = LANGUAGES.find((texts) => texts.code === code);
    if (found !== undefined) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** A path of ours with a language in it; its fragment stays at the end. */
export function withLanguage(path: string, code: string): string {
  const [before = '', fragment] = path.split('#', 2);
  const mark = before.includes('?') ? '&' : '?';
  return `${before}${mark}lang=${code}${fragment === undefined ? '' : `#${fragment}`}`;
}
