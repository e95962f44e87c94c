/**
 * This folder has the pages for travellers and developers, and their errors, as HTML. Every page
 * and text is rendered and compressed once, or once for each snapshot of the catalogue.
 */

import { NEVER_EXPIRES } from '../answers/cache.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { PLACE_TEXT_MAX } from '../domain/places/meaning.ts';
import { regionOf } from '../domain/places/region-destinations.ts';
import type { Region } from '../domain/places/regions.ts';
import { readDestination } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import { type Problem, unavailable } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts, Route } from '../http/router.ts';
import { sendEncoded } from '../http/send.ts';
import { FOR_A_DAY, sendAsset } from './assets.ts';
import { compareRoute, redirect, respond } from './compare.ts';
import { contextOf, type PageOptions, placesWithPlans, type WebContext } from './context.ts';
import { dataRoute } from './data.ts';
import { placesLike } from './destinations.ts';
import { changelog, docPage, docPages } from './docs/pages.ts';
import { guideRoutes } from './guide.ts';
import { homePage } from './home.ts';
import type { Language } from './language.ts';
import { TEXT_PAGES } from './layout.ts';
import { createPageCaches, type PageCaches } from './page-caches.ts';
import { CACHED, inAllLanguages, pageRoute, preparedPage, requestedPage } from './page-routes.ts';
import { phoneRoutes } from './phone.ts';
import {
  placePath,
  regionNameAmong,
  regionPath,
  regionsWithPage,
  regionTripPath,
  regionWithPage,
} from './place-links.ts';
import { placePage, placesPage, regionPage } from './places.ts';
import { problemPage } from './problem.ts';
import { placeLanguage } from './region-name.ts';
import { sellerRoutes } from './sellers.ts';
import { sendOnce, sendPage } from './send.ts';
import { textPage } from './text-pages.ts';
import { EMPTY_FORM } from './trip/form.ts';
import { typedTrip, usableOptions } from './trip/typed.ts';
import { llmsTxt, robotsTxt, securityTxt, sitemap } from './wellknown.ts';

const TEXT_HEADERS = { ...CACHED, Vary: 'Accept-Encoding', 'Access-Control-Allow-Origin': '*' } as const;

export function webRoutes(options: PageOptions, caches = createPageCaches(options.clock)): Route[] {
  const context = contextOf(options);
  const docs = docPages(context);
  const markdownDocs = docs.flatMap(({ path, markdown }) => (markdown === null ? [] : [{ path, markdown }]));
  const llms = () => llmsTxt(context, docs);
  /** The beginning of the UTC day. */
  const today = () => Math.floor(context.clock() / DAY_MS) * DAY_MS;
  const catalogueVersion = () => versionOf(context, context.catalogue());
  const get = (path: string, handle: Parameters<typeof pageRoute>[2]) => pageRoute(context, path, handle);
  /** It is rendered again when the text of `dependsOn` changes. */
  const page = (
    path: string,
    render: (language: Language) => string,
    dependsOn: () => string = () => '',
  ): Route => {
    const rendered = (language: Language) =>
      preparedPage(caches, { path, language, version: dependsOn() }, () => render(language));
    return {
      ...get(path, (request, language) => sendPage(rendered(language), request, language, CACHED)),
      prepare: () => inAllLanguages(context, rendered),
    };
  };
  /** Any website may read these texts, because they contain nothing personal. */
  const text = (
    path: string,
    type: string,
    make: () => string,
    dependsOn: () => string = () => '',
  ): Route => {
    const made = () => caches.prepared.getOrPut(`${path} ${dependsOn()}`, NEVER_EXPIRES, make);
    return {
      ...get(path, (request) => sendEncoded(made(), request, TEXT_HEADERS, `${type}; charset=utf-8`)),
      prepare: () => [made],
    };
  };

  return [
    page('/', (language) => homePage(context, language), catalogueVersion),
    compareRoute(context),
    placesRoute(context, caches),
    placeRoute(context, caches),
    ...phoneRoutes(context, caches),
    dataRoute(context),
    ...sellerRoutes(context, caches),
    ...guideRoutes(context, caches),
    // `phoneRoutes` has the page of phones.
    ...TEXT_PAGES.filter((name) => name !== 'phone').map((name) =>
      page(`/${name}`, (language) => textPage(context, name, language)),
    ),
    ...docs.map((doc) => page(doc.path, (language) => docPage(context, doc, language))),
    ...markdownDocs.map(({ path, markdown }) => text(`${path}.md`, 'text/markdown', markdown)),
    text('/changelog', 'text/markdown', () => changelog(context)),
    get('/assets/:file', (request, language) => asset(context, request, language)),
    get('/places.json', (request, language) => suggestions(context, request, language)),
    get('/favicon.svg', (request) => sendAsset(context.assets.icon, request, FOR_A_DAY)),
    get('/favicon.ico', (request) => sendAsset(context.assets.oldIcon, request, FOR_A_DAY)),
    text('/sitemap.xml', 'application/xml', () => sitemap(context, docs), catalogueVersion),
    text('/robots.txt', 'text/plain', () => robotsTxt(context)),
    text('/llms.txt', 'text/plain', llms),
    text('/llms-full.txt', 'text/plain', () =>
      [llms(), ...markdownDocs.map(({ markdown }) => markdown())].join('\n'),
    ),
    text(
      '/.well-known/security.txt',
      'text/plain',
      () => securityTxt(context, today()),
      () => String(today()),
    ),
  ];
}

/** Changes with the catalogue and with the lowest prices that are computed from it. */
const versionOf = ({ lowestPrices }: WebContext, catalogue: Catalogue | null): string =>
  `${catalogue?.version ?? 'none'} ${lowestPrices()?.computedAt ?? ''}`;

const NO_ASSET: Problem = { code: 'not_found', detail: 'This file is of another version of the pages.' };
const NO_PLACE: Problem = { code: 'not_found', detail: 'We have no page for this destination.' };

async function asset(context: WebContext, request: RequestFacts, language: Language): Promise<HttpAnswer> {
  const file = request.params['file'] ?? '';
  const flag = context.assets.flag(file);
  if (flag !== null) return sendAsset(flag, request, FOR_A_DAY);
  const found = context.assets.find(file);
  return found !== null ? sendAsset(found, request) : problemPage(context, NO_ASSET, language);
}

/** The suggestions of the destination box as JSON. */
function suggestions(context: WebContext, request: RequestFacts, { format }: Language): HttpAnswer {
  const text = new URLSearchParams(request.query).get('q') ?? '';
  return {
    status: 200,
    headers: { ...CACHED, 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Language' },
    body: JSON.stringify(placesLike(text, placesWithPlans(context), format)),
  };
}

/** The one country or region that a text means; null if it has no page. */
function placeMeant(text: string, { texts }: Language, catalogue: Catalogue): CountryCode | Region | null {
  const meant = readDestination(text.replaceAll('-', ' '), placeLanguage(texts));
  if (meant.kind === 'found') {
    const { code, name } = meant.country;
    if (regionOf(code) !== null) return regionWithPage(catalogue, name);
    return catalogue.planCounts.has(code) ? code : null;
  }
  return meant.kind === 'group' ? regionWithPage(catalogue, regionNameAmong(meant.choices)) : null;
}

/**
 * The list of all destinations takes quota like the same list of the API. A search takes none: it redirects to the page
 * of the destination, or to the form, which explains the fault and offers choices.
 */
function placesRoute(context: WebContext, caches: PageCaches): Route {
  const rendered = (language: Language) => {
    const version = versionOf(context, context.catalogue());
    return preparedPage(caches, { path: '/esim', language, version }, () => placesPage(context, language));
  };
  const route = pageRoute(context, '/esim', async (request, language) => {
    const searched = new URLSearchParams(request.query).get('q')?.trim() ?? '';
    if (searched !== '') {
      const catalogue = context.catalogue();
      const meant = catalogue === null ? null : placeMeant(searched, language, catalogue);
      if (meant === null) return redirect(language.link(`/compare?country=${encodeURIComponent(searched)}`));
      return redirect(language.link(typeof meant === 'string' ? placePath(meant) : regionPath(meant)));
    }
    const outcome = await context.queries.countries(request.caller);
    return respond(context, outcome, request, language, { page: rendered(language) });
  });
  return { ...route, prepare: () => inAllLanguages(context, rendered) };
}

/** Every spelling redirects to the one address of a destination or region. Only the page of a region uses a trip. */
function placeRoute(context: WebContext, caches: PageCaches): Route {
  // A new snapshot may arrive while pages are prepared, so the key has the catalogue that the page is rendered from.
  const regionIn = (catalogue: Catalogue, region: Region, language: Language) => {
    const key = { path: regionPath(region), language, version: versionOf(context, catalogue) };
    return preparedPage(caches, key, () => regionPage(context, catalogue, region, language));
  };
  const countryIn = (catalogue: Catalogue, country: CountryCode, language: Language) => {
    const key = { path: placePath(country), language, version: versionOf(context, catalogue) };
    return requestedPage(caches, key, () => placePage(context, catalogue, country, language));
  };
  const route = pageRoute(context, '/esim/:country', (request, language) => {
    const searched = request.params['country'] ?? '';
    const catalogue = context.catalogue();
    const text = searched.replaceAll('-', ' ');
    const form = { ...EMPTY_FORM, country: text.slice(0, PLACE_TEXT_MAX) };
    const retry = { self: placePath(encodeURIComponent(searched)), form, searched: text };
    // Search engines keep a page after a 503, and remove it after a 404.
    if (catalogue === null) return problemPage(context, unavailable('data'), language, retry);
    const meant = placeMeant(searched, language, catalogue);
    if (meant === null) return problemPage(context, NO_PLACE, language, retry);
    if (typeof meant === 'string') {
      if (meant !== searched) return redirect(language.link(placePath(meant)));
      return sendPage(countryIn(catalogue, meant, language), request, language, CACHED);
    }
    const query = new URLSearchParams(request.query);
    const trip = usableOptions(typedTrip(query));
    // The pages of countries and regions are below the same path.
    if (regionPath(meant) !== placePath(searched))
      return redirect(language.link(regionTripPath(meant, trip)));
    if (['days', 'need', 'travellers'].some((name) => query.has(name)))
      return sendOnce(regionPage(context, catalogue, meant, language, trip), 200, language, CACHED);
    return sendPage(regionIn(catalogue, meant, language), request, language, CACHED);
  });
  return {
    ...route,
    // Only the regions, because they are few.
    prepare: () => {
      const catalogue = context.catalogue();
      if (catalogue === null) return [];
      return regionsWithPage(catalogue).flatMap((region) =>
        inAllLanguages(context, (language) => regionIn(catalogue, region, language)),
      );
    },
  };
}
