/** The trip that `/phone` and `/data` keep in their address, so that the visitor can go back to the comparison. */
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { hidden } from './form.ts';
import { VIEW_PARAMETERS } from './view.ts';

/** No parameter of a comparison is longer. */
const VALUE_LENGTH_MAX = 200;

export type KeptTrip = ReadonlyMap<string, string>;

export function keptTrip(query: URLSearchParams): KeptTrip {
  const values = VIEW_PARAMETERS.map((name) => [name, query.get(name) ?? ''] as const);
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
