/** Which language a page speaks: `?lang=`, then what the browser asks for. */
import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_LANGUAGE, LANGUAGES, type Texts } from './texts/index.ts';

export interface Tongue {
  readonly texts: Texts;
  /** It was chosen in the address, so links keep it. */
  readonly chosen: boolean;
}

/** Longer headers come from no browser. */
const HEADER_LENGTH_MAX = 500;

export function tongueOf(query: string, headers: IncomingHttpHeaders): Tongue {
  const asked = query.includes('lang=') ? new URLSearchParams(query).get('lang') : null;
  const chosen = LANGUAGES.find(({ code }) => code === asked);
  if (chosen !== undefined) return { texts: chosen, chosen: true };
  return { texts: acceptedLanguage(headers['accept-language']), chosen: false };
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

/** `lang=…` for links, where it was chosen. */
export function langQuery({ texts, chosen }: Tongue): string {
  return chosen ? `lang=${texts.code}` : '';
}

/** A path of ours in the chosen language. */
export function localHref(path: string, tongue: Tongue): string {
  const lang = langQuery(tongue);
  if (lang === '') return path;
  const [before = '', fragment] = path.split('#', 2);
  return `${before}${before.includes('?') ? '&' : '?'}${lang}${fragment === undefined ? '' : `#${fragment}`}`;
}
