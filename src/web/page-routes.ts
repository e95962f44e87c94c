/** The routes of pages. A page is rendered once for each language and for each version of what it shows. */
import { type Entry, NEVER_EXPIRES } from '../answers/cache.ts';
import { QUICK } from '../answers/compression.ts';
import type { HttpAnswer, RequestFacts, Route } from '../http/router.ts';
import type { WebContext } from './context.ts';
import { allLanguages, type Language, languageOf } from './language.ts';
import type { PageCaches } from './page-caches.ts';

/** A page may be a few minutes old. Nothing on it is personal. */
export const CACHED = { 'Cache-Control': 'public, max-age=300' } as const;
/** What was entered is on the page. */
export const NOT_CACHED = { 'Cache-Control': 'private, no-store' } as const;

type Handle = (request: RequestFacts, language: Language) => HttpAnswer | Promise<HttpAnswer>;

/** Errors of these routes are pages too. */
export const pageRoute = ({ root }: Pick<WebContext, 'root'>, path: string, handle: Handle): Route => ({
  path,
  method: 'GET',
  errorFormat: 'page',
  handle: async (request) => handle(request, languageOf(request, root)),
});

interface PageKey {
  readonly path: string;
  readonly language: Language;
  /** Changes with everything else that the page shows. */
  readonly version: string | number;
}

const textOf = ({ path, language: { texts, isChosen }, version }: PageKey): string =>
  `${path} ${texts.code} ${isChosen} ${version}`;

/** A page of `Route.prepare`. */
export const preparedPage = ({ prepared }: PageCaches, key: PageKey, render: () => string): Entry =>
  prepared.getOrPut(textOf(key), NEVER_EXPIRES, render);

/** A page of which there are too many to prepare them. Its first request waits for its compression, which must be quick. */
export const requestedPage = ({ requested }: PageCaches, key: PageKey, render: () => string): Entry =>
  requested.getOrPut(textOf(key), NEVER_EXPIRES, render, QUICK);

/** For `Route.prepare`: the page in every language. */
export const inAllLanguages = (
  { root }: Pick<WebContext, 'root'>,
  page: (language: Language) => Entry,
): (() => Entry)[] => allLanguages(root).map((language) => () => page(language));
