/** Which language a page is in (`?lang=`, then what the browser asks for), and links that keep it. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
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

/** No browser sends a longer header. */
const HEADER_LENGTH_MAX = 500;

/** `root` is the path of BASE_URL, '' where it has none. */
export function languageOf({ query = '', headers }: Asking, root = ''): Language {
  const asked = query.includes('lang=') ? new URLSearchParams(query).get('lang') : null;
  const chosen = LANGUAGES.find(({ code }) => code === asked);
  const texts = chosen ?? acceptedLanguage(headers);
  const lang = chosen === undefined ? null : chosen.code;
  return {
    texts,
    format: formatFor(texts),
    chosen: lang !== null,
    link: (path) => root + (lang === null ? path : withLanguage(path, lang)),
  };
}

function acceptedLanguage(headers: IncomingHttpHeaders): Texts {
  const header = headers['accept-language'];
  if (header === undefined || header.length > HEADER_LENGTH_MAX) return DEFAULT_LANGUAGE;
  const code = new Negotiator({ headers }).language(LANGUAGES.map((texts) => texts.code));
  return LANGUAGES.find((texts) => texts.code === code) ?? DEFAULT_LANGUAGE;
}

/** A path of ours with a language in it; its fragment stays at the end. */
export function withLanguage(path: string, code: string): string {
  const [before = '', fragment] = path.split('#', 2);
  const mark = before.includes('?') ? '&' : '?';
  return `${before}${mark}lang=${code}${fragment === undefined ? '' : `#${fragment}`}`;
}
