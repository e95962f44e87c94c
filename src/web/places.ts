/** The pages of destinations and regions, and the list of all of them. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { NetworkUse } from '../catalogue/coverage-counts.ts';
import { LOWEST_PRICE_DAYS } from '../catalogue/lowest-prices.ts';
import { countryOf } from '../domain/countries.ts';
import { centsToUsd } from '../domain/money.ts';
import { regionContaining, regionNamed } from '../domain/places/region-destinations.ts';
import { GROUPS, type Region } from '../domain/places/regions.ts';
import type { CountryCode } from '../domain/plan.ts';
import { NEEDS, type Need, type Stop } from '../domain/trip.ts';
import type { WebContext } from './context.ts';
import { silhouette } from './globe.ts';
import { honestyBox, sampleBanner } from './home.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import { noteList, notesOf } from './notes.ts';
import { flag } from './pictures.ts';
import {
  countsText,
  lowestReadText,
  placePath,
  placeTiles,
  popularPlaces,
  regionLinks,
  regionPath,
  regionsWithPage,
  regionTripPath,
  withPlans,
} from './place-links.ts';
import { regionName } from './region-name.ts';
import { type Crumb, crumbLine, pathData } from './structured-data.ts';
import { EMPTY_FORM, languageField, placeBox, tripForm } from './trip/form.ts';
import { type TripOptions, USUAL } from './trip/typed.ts';

/** The networks that a page names: those that most plans use. It is not a ranking of plans. */
const NETWORKS_MAX = 6;

export function placePage(
  context: WebContext,
  catalogue: Catalogue,
  code: CountryCode,
  language: Language,
): string {
  const { texts, format } = language;
  const regions = regionsWithPage(catalogue).filter(({ countries }) => countries.includes(code));
  const place = format.country(code);
  const plans = catalogue.planCounts.get(code) ?? 0;
  const networks = catalogue.coverageCounts.networksIn(code, NETWORKS_MAX);
  const notes = notesOf(context, [code]);
  const labels = texts.place;
  const above = aboveOf(language);
  const title = labels.heading({ place });
  const description = labels.description({ place, n: plans });
  const cents = context.lowestPrices()?.byCountry.get(code)?.normal ?? null;
  // A searcher looks for the price of the usual need first.
  const normalPrice =
    cents !== null &&
    html`<b>${labels.normalFrom({ days: format.days(LOWEST_PRICE_DAYS), money: format.money(centsToUsd(cents)) })}</b>`;
  const main = html`<section class="hero">
${silhouette(code)}
${crumbLine(above, language)}
<h1>${flag(code, context.root)} ${title}</h1>
<p class="lead">${description} ${normalPrice}</p>
${tripForm(context, language, { ...EMPTY_FORM, country: place })}
</section>
${sampleBanner(catalogue.sample, texts)}
<section class="start">
${lowestPriceTiles(context, code, language)}
<div class="boxes">
${notes.length > 0 && html`<section class="panel-box"><h2>${texts.results.goodToKnow}</h2>\n${noteList(notes, language)}</section>`}
${networks.length > 0 && html`<section class="panel-box"><h2>${texts.card.networks}</h2>\n${networkBars(networks, plans, language)}</section>`}
</div>
${regions.length > 0 && html`<h2>${labels.regions}</h2>\n${regionLinks(regions, language)}`}
${honestyBox(context, language)}
</section>`;
  const self = placePath(code);
  const data = pathData([...above, { name: place, path: self }], context, language);
  return renderPage(context, { language, title, description, self, main, kind: 'home', data });
}

/** The page above that of a destination or a region. */
const aboveOf = ({ texts }: Language): readonly Crumb[] => [{ name: texts.nav.destinations, path: '/esim' }];

/** A linked trip for each need with its lowest price. */
function lowestPriceTiles(context: WebContext, code: CountryCode, language: Language): Html {
  const { texts, format, link } = language;
  const lowest = context.lowestPrices();
  const byNeed = lowest?.byCountry.get(code);
  const price = (need: Need) => {
    const cents = byNeed?.[need];
    // The prices are not computed yet.
    if (cents === undefined) return '';
    return cents === null ? html`<small>${texts.results.noMatch}</small>` : format.money(centsToUsd(cents));
  };
  const tile = (need: Need) =>
    html`<li><a href="${link(`/compare?country=${code}&days=${LOWEST_PRICE_DAYS}&need=${need}`)}" rel="nofollow"><span>${texts.needs[need].name}<small>${texts.needs[need].means}</small></span> <b>${price(need)}</b></a></li>\n`;
  return html`<h2>${texts.place.lowest({ days: format.days(LOWEST_PRICE_DAYS) })}</h2>
<ul class="place-grid">
${NEEDS.map(tile)}</ul>
${lowest !== null && html`<p class="fine">${lowestReadText(context, language)}</p>`}`;
}

/** How many plans use each network, as bars of all plans. */
const networkBars = (
  networks: readonly NetworkUse[],
  plans: number,
  { texts }: Language,
): Html => html`<ol class="networks">
${networks.map(([name, count]) => html`<li><span>${name}</span> <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.round((count / plans) * 1000) / 10}" height="10"/></svg> <small>${texts.place.plans({ n: count })}</small></li>\n`)}</ol>`;

/** The destinations of a region that a page shows with their lowest prices. `Region.countries` has the best-known first. */
const BEST_KNOWN_MAX = 12;

/**
 * The page of a region: its destinations with plans, and how many plans work in at least half of them. `trip` is what
 * was entered with the name of the region. The tiles lead to comparisons for it, or if it is null, to the pages of the
 * destinations.
 */
export function regionPage(
  context: WebContext,
  catalogue: Catalogue,
  region: Region,
  language: Language,
  trip: TripOptions | null = null,
): string {
  const { texts } = language;
  const { place: labels } = texts;
  const codes = withPlans(region.countries, catalogue);
  const half = Math.ceil(codes.length / 2);
  const name = regionName(region, texts);
  const plans = catalogue.coverageCounts.plansInRegion(region, half);
  const lead = labels.regional({ n: plans, atLeast: half, all: codes.length });
  const days = Number(trip?.days ?? USUAL.days);
  const pathOf = (code: CountryCode) =>
    trip === null ? placePath(code) : tripPath([{ country: code, days }], trip);
  const main = html`<section class="hero">
${crumbLine(aboveOf(language), language)}
<h1>${labels.heading({ place: name })}</h1>
<p class="lead">${lead}</p>
${wholeRegion(region, days, trip ?? USUAL, language)}${tripsThrough(codes, days, trip ?? USUAL, language)}${tripForm(context, language, { ...EMPTY_FORM, ...trip, country: regionNamed(region.name) === null ? '' : name })}
</section>
${sampleBanner(catalogue.sample, texts)}
<section class="start">
<h2>${texts.home.popular}</h2>
${placeTiles(context, codes.slice(0, BEST_KNOWN_MAX), language, pathOf)}
<h2>${texts.nav.destinations}</h2>
${regionList(catalogue, region, language)}
${honestyBox(context, language)}
</section>`;
  return renderPage(context, {
    language,
    title: labels.heading({ place: name }),
    description: lead,
    self: trip === null ? regionPath(region) : regionTripPath(region, trip),
    main,
    kind: 'home',
    isIndexed: trip === null,
    data: pathData([...aboveOf(language), { name, path: regionPath(region) }], context, language),
  });
}

/** The comparison of plans for the region as a whole, or for the one that contains it; null: neither is a destination. */
function wholeRegion(
  region: Region,
  days: number,
  options: TripOptions,
  { texts, format, link }: Language,
): Html | null {
  const destination = regionNamed(region.name) ?? regionContaining(region.countries);
  if (destination === null) return null;
  const path = tripPath([{ country: destination.code, days }], options);
  const words = texts.place.wholeRegion({
    region: regionName(destination.group, texts),
    days: format.days(days),
  });
  return html`<p><a href="${link(path)}" rel="nofollow">${words}</a></p>
`;
}

/** The numbers of stops of the trips that the page of a region links to. */
const LINKED_STOPS = [3, 5];

/** Trips through the best-known destinations of a region. Their days are divided: 20 days with 3 stops are 7, 7 and 6. */
function tripsThrough(
  codes: readonly CountryCode[],
  days: number,
  options: TripOptions,
  { texts, format, link }: Language,
): Html | null {
  const numbers = LINKED_STOPS.filter((stops) => stops <= codes.length && stops <= days);
  if (numbers.length === 0) return null;
  const trips = numbers.map((stops) =>
    codes
      .slice(0, stops)
      .map((country, at) => ({ country, days: Math.floor((days + stops - 1 - at) / stops) })),
  );
  return html`<p>${texts.place.through}</p>
<ul class="examples">
${trips.map((stops) => html`<li><a href="${link(tripPath(stops, options))}" rel="nofollow">${format.list(stops.map(({ country }) => format.country(country)))}, ${format.days(days)}</a></li>\n`)}</ul>
`;
}

function tripPath([first, ...then]: readonly Stop[], { need, travellers }: TripOptions): string {
  const query = new URLSearchParams({ country: first?.country ?? '', days: String(first?.days), need });
  const further = then.map(({ country, days }) => `${country}:${days}`).join();
  const group = travellers === USUAL.travellers ? '' : `&travellers=${travellers}`;
  return `/compare?${query.toString()}${further === '' ? '' : `&then=${further}`}${group}`;
}

const regionLists = new WeakMap<Catalogue, Map<string, Html>>();

/**
 * The destinations of a region, rendered once for each snapshot and language: the page of a region with a trip is
 * rendered for each request, and the list takes longer than the rest of it.
 */
function regionList(catalogue: Catalogue, region: Region, language: Language): Html {
  const lists = regionLists.get(catalogue) ?? new Map<string, Html>();
  regionLists.set(catalogue, lists);
  const key = `${region.name} ${language.texts.code} ${language.link('/')}`;
  const known = lists.get(key) ?? placeList(catalogue, withPlans(region.countries, catalogue), language);
  lists.set(key, known);
  return known;
}

/** Destinations by name, with their numbers of plans. */
function placeList(
  catalogue: Catalogue,
  codes: readonly CountryCode[],
  { texts, format, link }: Language,
): Html {
  const named = codes.map((code) => ({
    code,
    name: format.country(code),
    plans: catalogue.planCounts.get(code) ?? 0,
  }));
  return html`<ul class="places">
${named
  .sort((a, b) => format.compare(a.name, b.name))
  .map(
    ({ code, plans, name }) =>
      html`<li><a href="${link(placePath(code))}">${name}</a> <small>${texts.place.plans({ n: plans })}</small></li>\n`,
  )}</ul>`;
}

/** Every destination with plans: a search, the popular ones, regions, and continents. */
export function placesPage(context: WebContext, language: Language): string {
  const { texts } = language;
  const { root } = context;
  const { all: title, search, find, regions } = texts.place;
  const catalogue = context.catalogue();
  const description = catalogue === null ? title : countsText(catalogue, language);
  const main = html`<article class="doc">
<h1>${title}</h1>
<p>${description}</p>
<form class="find" action="${root}/esim" method="get" role="search">
${languageField(language)}<label for="q">${search}</label>
${placeBox('q', '', { root, texts, faults: new Map() })}
<button class="go" type="submit">${find}</button>
</form>
${
  catalogue !== null &&
  html`<h2>${texts.home.popular}</h2>
${popularPlaces(context, catalogue, language)}
<h2>${regions}</h2>
${regionLinks(regionsWithPage(catalogue), language)}
${continents(catalogue, language)}`
}
</article>`;
  return renderPage(context, { language, title, description, self: '/esim', main, kind: 'text' });
}

function continents(catalogue: Catalogue, language: Language): Html[] {
  const { texts, format } = language;
  const byContinent = Map.groupBy(catalogue.destinations, ({ code }) => countryOf(code)?.region ?? '');
  const named = [...byContinent].map(([name, places]) => {
    // Only "Antarctic" is the region of countries but not a group, so it gets the name of Antarctica.
    const region = GROUPS.find((group) => group.name === name);
    return { name: region === undefined ? format.country('AQ') : regionName(region, texts), places };
  });
  return named
    .sort((a, b) => b.places.length - a.places.length)
    .map(
      ({ name, places }) =>
        html`<h2>${name}</h2>\n${placeList(
          catalogue,
          places.map(({ code }) => code),
          language,
        )}\n`,
    );
}
