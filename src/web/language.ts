/** Chooses the language of a page (`?lang=`, then the Accept-Language header) and makes links that keep it. */
import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { ALL_TEXTS, ENGLISH, type Texts } from '../texts/texts.ts';
import { type Format, formatFor } from './format.ts';

export interface Language {
  readonly texts: Texts;
  readonly format: Format;
  /** Whether the address names the language. Links then keep it. */
  readonly isChosen: boolean;
  /** The address of a page, with the path of BASE_URL and the chosen language. */
  readonly link: (path: string) => string;
  /** The path of BASE_URL, or ''. */
  readonly root: string;
}

export interface LanguageRequest {
  readonly query?: string;
  readonly headers: IncomingHttpHeaders;
}

/** The first one of a query. The rest of the query may be long and is not decoded here. */
const LANGUAGE_PARAMETER = /(?:^|&)lang=([^&]*)/;
/** No browser sends a longer header. */
const HEADER_LENGTH_MAX = 500;

/** `root` is the path of BASE_URL, or ''. */
export function languageOf({ query = '', headers }: LanguageRequest, root: string): Language {
  const requested = LANGUAGE_PARAMETER.exec(query)?.[1];
  const requestedTexts = ALL_TEXTS.find(({ code }) => code === requested);
  return languageIn(requestedTexts ?? acceptedLanguage(headers), requestedTexts !== undefined, root);
}

const languageIn = (texts: Texts, isChosen: boolean, root: string): Language => ({
  texts,
  get format() {
    return formatFor(texts);
  },
  isChosen,
  root,
  link: (path) => root + (isChosen ? withLanguage(path, texts.code) : path),
});

/** Each language twice: with and without `lang` in its links. */
export const allLanguages = (root: string): Language[] =>
  ALL_TEXTS.flatMap((texts) => [languageIn(texts, false, root), languageIn(texts, true, root)]);

function acceptedLanguage(headers: IncomingHttpHeaders): Texts {
  const header = headers['accept-language'];
  if (header === undefined || header.length > HEADER_LENGTH_MAX) return ENGLISH;
  const code = new Negotiator({ headers }).language(ALL_TEXTS.map((texts) => texts.code));
  return ALL_TEXTS.find((texts) => texts.code === code) ?? ENGLISH;
}

/** Adds the language to a path, before its fragment. */
export function withLanguage(path: string, code: string): string {
  const [before = '', fragment] = path.split('#', 2);
  const mark = before.includes('?') ? '&' : '?';
  return `${before}${mark}lang=${code}${fragment === undefined ? '' : `#${fragment}`}`;
}
