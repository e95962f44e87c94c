/** Addresses of the pages of destinations and regions, and lists of links to them. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { LOWEST_PRICE_DAYS } from '../catalogue/lowest-prices.ts';
import { centsToUsd } from '../domain/money.ts';
import type { PlaceMatch } from '../domain/places/meaning.ts';
import { GROUPS, type Region } from '../domain/places/regions.ts';
import type { CountryCode } from '../domain/plan.ts';
import { NEED_RULES } from '../domain/ranking/need.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { flag } from './pictures.ts';
import { regionName } from './region-name.ts';
import { type TripOptions, USUAL } from './trip/typed.ts';

export const placePath = (code: CountryCode): string => `/esim/${code}`;

/** "Southeast Asia" has the address `/esim/southeast-asia`. */
export const regionPath = ({ name }: Region): string =>
  `/esim/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

/** The address of a region's page, with the options of the trip that differ from the usual trip. */
export function regionTripPath(region: Region, { days, need, travellers }: TripOptions): string {
  const query = new URLSearchParams({
    ...(days !== USUAL.days && { days }),
    ...(need !== USUAL.need && { need }),
    ...(travellers !== USUAL.travellers && { travellers }),
  }).toString();
  return query === '' ? regionPath(region) : `${regionPath(region)}?${query}`;
}

/** The countries of the list that have plans. */
export const withPlans = (countries: readonly CountryCode[], catalogue: Catalogue): CountryCode[] =>
  countries.filter((code) => catalogue.planCounts.has(code));

/** A region has a page if at least two of its destinations have plans. */
export const regionsWithPage = (catalogue: Catalogue): Region[] =>
  GROUPS.filter(({ countries }) => withPlans(countries, catalogue).length > 1);

/** The region with this English name; null: it has no page. */
export const regionWithPage = (catalogue: Catalogue, name: string | null): Region | null =>
  regionsWithPage(catalogue).find((region) => region.name === name) ?? null;

/** The English name of the region among the `choices` of a text; null: none of them is a region. */
export const regionNameAmong = (choices: readonly PlaceMatch[]): string | null =>
  choices.find(({ place }) => place?.kind === 'group')?.place?.names[0] ?? null;

/** Among the most visited countries of each continent. Only those with plans are shown. */
const POPULAR = ['ES', 'FR', 'US', 'IT', 'TR', 'JP', 'GB', 'TH', 'GR', 'MX', 'ID', 'AE', 'KR', 'EG', 'AU'];
const POPULAR_MAX = 12;
/** A line of a wide window. */
const POPULAR_MIN = 4;

/** In a small catalogue, the destinations with the most plans fill the line. */
export function popularPlaces(context: WebContext, catalogue: Catalogue, language: Language): Html {
  const popular = withPlans(POPULAR, catalogue).slice(0, POPULAR_MAX);
  const others = catalogue.destinations
    .filter(({ code }) => !popular.includes(code))
    .toSorted((a, b) => b.plans - a.plans)
    .map(({ code }) => code);
  const shown = [...popular, ...others].slice(0, Math.max(popular.length, POPULAR_MIN));
  return placeTiles(context, shown, language);
}

/**
 * Destinations in the given order, each with its flag and the lowest price for the need `normal`. They lead to their
 * pages unless `pathOf` says otherwise.
 */
export function placeTiles(
  context: WebContext,
  codes: readonly CountryCode[],
  language: Language,
  pathOf: (code: CountryCode) => string = placePath,
): Html {
  const { texts, format, link } = language;
  const { root } = context;
  const lowest = context.lowestPrices();
  const gb = format.gb(NEED_RULES.normal.mbPerDay / 1000);
  const hint = texts.place.tiles({ days: format.days(LOWEST_PRICE_DAYS), gb });
  const tile = (code: CountryCode) => {
    const name = format.country(code);
    const cents = lowest?.byCountry.get(code)?.normal ?? null;
    const price =
      cents !== null && html` <b><small>${texts.place.from}</small> ${format.money(centsToUsd(cents))}</b>`;
    return html`<li><a href="${link(pathOf(code))}">${flag(code, root)}<span>${name}</span>${price}</a></li>\n`;
  };
  return html`<ul class="place-grid">
${codes.map(tile)}</ul>
${lowest !== null && html`<p class="fine">${hint} ${lowestReadText(context, language)}</p>`}`;
}

/** When the prices were read of which the lowest ones are shown, or that they are invented. */
export function lowestReadText({ catalogue }: WebContext, { texts, format }: Language): string | null {
  const { newest = null, oldest = null, sample = false } = catalogue() ?? {};
  if (sample) return texts.place.lowestInvented;
  if (newest === null || oldest === null) return null;
  const [from = '', to = ''] = [oldest, newest].map((at) => format.dateTime(new Date(at).toISOString()));
  return from === to ? texts.place.lowestReadOn({ time: to }) : texts.place.lowestReadBetween({ from, to });
}

export const regionLinks = (regions: readonly Region[], { texts, link }: Language): Html =>
  html`<ul class="examples">
${regions.map((region) => html`<li><a href="${link(regionPath(region))}"><b>${regionName(region, texts)}</b></a></li>\n`)}</ul>`;

/** "1,203 plans for 190 destinations". */
export const countsText = ({ planCount, destinations }: Catalogue, { texts }: Language): string =>
  texts.home.counts({ plans: planCount, destinations: destinations.length });
