/** Addresses of the pages of destinations and regions, and lists of links to them. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { PLACE_LANGUAGES } from '../domain/places/names.ts';
import { GROUPS, type Region } from '../domain/places/regions.ts';
import type { CountryCode } from '../domain/plan.ts';
import { placeLanguage } from './destinations.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import type { Texts } from './texts/index.ts';

export const placePath = (code: CountryCode): string => `/esim/${code}`;

/** "Southeast Asia" has the address `/esim/southeast-asia`. */
export const regionPath = ({ name }: Region): string =>
  placePath(name.toLowerCase().replaceAll(/[^a-z]+/g, '-'));

export const regionNamed = (name: string): Region | undefined =>
  GROUPS.find((region) => region.name === name);

export function regionName({ name, translations }: Region, texts: Texts): string {
  return translations[PLACE_LANGUAGES.indexOf(placeLanguage(texts)) - 1] || name;
}

/** The countries of the list that have plans. */
export function withPlans(countries: readonly CountryCode[], catalogue: Catalogue): CountryCode[] {
  const known = new Set(catalogue.destinations.map(({ code }) => code));
  return countries.filter((code) => known.has(code));
}

/** Regions with at least two destinations that have plans. */
export const regionsOf = (catalogue: Catalogue): Region[] =>
  GROUPS.filter(({ countries }) => withPlans(countries, catalogue).length > 1);

/** Among the most visited countries of each continent. Only those with plans are shown. */
const POPULAR = ['ES', 'FR', 'US', 'IT', 'TR', 'JP', 'GB', 'TH', 'GR', 'MX', 'ID', 'AE', 'KR', 'EG', 'AU'];
const POPULAR_MAX = 12;

export function popularPlaces(catalogue: Catalogue, { format, link }: Language): Html {
  const codes = withPlans(POPULAR, catalogue).slice(0, POPULAR_MAX);
  return html`<ul class="examples">
${codes.map((code) => html`<li><a href="${link(placePath(code))}"><b>${format.country(code)}</b></a></li>\n`)}</ul>`;
}

export const regionLinks = (regions: readonly Region[], { texts, link }: Language): Html =>
  html`<ul class="examples">
${regions.map((region) => html`<li><a href="${link(regionPath(region))}"><b>${regionName(region, texts)}</b></a></li>\n`)}</ul>`;
