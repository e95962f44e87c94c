/** The trip that the pages of facts for travellers keep in their address. */
import { hidden } from './form.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { Language } from './language.ts';

/** The parameters of a comparison, which a page of facts keeps so that the visitor can go back to it. */
const TRIP_NAMES = [
  'country',
  'place',
  'days',
  'need',
  'then',
  'require',
  'data_gb',
  'travellers',
  'max_usd',
  'avoid_exits',
  'sort',
  'cur',
] as const;
/** No parameter of a comparison is longer. */
const VALUE_LENGTH_MAX = 200;

export type KeptTrip = ReadonlyMap<string, string>;

export function keptTrip(query: URLSearchParams): KeptTrip {
  const values = TRIP_NAMES.map((name) => [name, query.get(name) ?? ''] as const);
  return new Map(values.filter(([, value]) => value !== '' && value.length <= VALUE_LENGTH_MAX));
}

export const keptFields = (trip: KeptTrip): Html =>
  html`${[...trip].map(([name, value]) => hidden(name, value))}`;

/** The address of a page with the trip and further parameters. */
export function withTrip(path: string, trip: KeptTrip, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams([...trip, ...Object.entries(more)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A link to the comparison, if the page was reached from one. */
export const backLink = ({ link }: Language, trip: KeptTrip, label: string): Html | false =>
  trip.has('country') && html`<p><a href="${link(withTrip('/compare', trip))}">${label}</a></p>\n`;

/** Fills the marks of a text such as "{date}". An unknown mark stays as it is. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([a-z]+)\}/g, (mark, name: string) => values[name] ?? mark);
