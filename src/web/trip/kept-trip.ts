/** The trip that `/phone` and `/data` keep in their address, so that the visitor can go back to the comparison. */
import { PROVIDERS_MAX } from '../../domain/trip.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { hidden } from './form.ts';
import { VIEW_PARAMETERS } from './view.ts';

/** Twenty ids of providers are shorter. Each link of a page repeats the values, so that a long one would take time. */
const VALUE_MAX = 1_000;

/** The parameters of a comparison that are not empty, with as many values of one that is repeated as the longest list has. */
export type KeptTrip = URLSearchParams;

export function keptTrip(query: URLSearchParams): KeptTrip {
  const trip = new URLSearchParams();
  for (const name of VIEW_PARAMETERS)
    for (const value of query.getAll(name).slice(0, PROVIDERS_MAX))
      if (value !== '' && value.length <= VALUE_MAX) trip.append(name, value);
  return trip;
}

export const keptFields = (trip: KeptTrip): Html =>
  html`${[...trip].map(([name, value]) => hidden(name, value))}`;

/** The trip with other values of some parameters. null: without this parameter. */
export function changedTrip(trip: KeptTrip, changes: Readonly<Record<string, string | null>>): KeptTrip {
  const changed = new URLSearchParams(trip);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** The address of a page with the trip and further parameters. */
export function withTrip(path: string, trip: KeptTrip, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams([...trip, ...Object.entries(more)]).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** A link to the comparison, if the page was reached from one. */
export const backLink = ({ link }: Language, trip: KeptTrip, label: string): Html | false =>
  trip.has('country') && html`<p><a href="${link(withTrip('/compare', trip))}">${label}</a></p>\n`;
