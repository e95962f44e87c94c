/** What a result page shows, and the address of it. */
import { centsToUsd } from '../../domain/money.ts';
import { type Filters, type Sort, stopsOf, type Trip, travellersOf } from '../../domain/trip.ts';
import { parametersOf, TRIP_PARAMETERS } from '../../wire/parameters/table.ts';
import type { ExchangeRates } from '../context.ts';
import type { FilterField, TypedFilters } from './typed.ts';

/** More plans do not fit side by side. */
export const PICKS_MAX = 3;

/** What a result page shows: a trip with filters, an order and chosen plans. */
export interface View extends Filters {
  readonly trip: Trip;
  readonly sort: Sort;
  /** Plans of the side-by-side view, as `provider/plan`. A fourth one is refused with a sentence. */
  readonly picks: readonly string[];
  /** Places that were typed instead of their countries, such as "Barcelona". */
  readonly places: readonly string[];
  /** The currency of approximate prices next to the USD; null: none. */
  readonly currency: string | null;
  /** Filters of the address that could not be read. The page names them, and shows the plans without them. */
  readonly misread: readonly Misread[];
}

export interface Misread {
  readonly field: FilterField | 'require';
  readonly text: string;
}

export const shownPicks = ({ picks }: View): readonly string[] => picks.slice(0, PICKS_MAX);

/** A view with the exchange rates that approximate prices use; null: there are none. */
export interface PricedView extends View {
  readonly rates: ExchangeRates | null;
}

export const filterTexts = ({
  trip,
  maxUsdCents,
  avoidExits,
  providers,
  avoidProviders,
}: View): TypedFilters => ({
  data_gb: trip.data === undefined ? '' : String(trip.data.mb / 1000),
  max_usd: maxUsdCents === null ? '' : String(centsToUsd(maxUsdCents)),
  avoid_exits: avoidExits.join(),
  providers: providers.join(),
  avoid_providers: avoidProviders.join(),
});

/** The part of the query of a view that the API accepts too. */
export function tripQuery(view: View): string {
  const { trip, require } = view;
  const [first, ...further] = stopsOf(trip);
  const then = further.map(({ country, days }) => `${country}:${days}`).join();
  const { data_gb, max_usd, ...lists } = filterTexts(view);
  const travellers = travellersOf(trip) === 1 ? '' : String(travellersOf(trip));
  const optional = { then, data_gb, travellers, require: require.join(), max_usd, ...lists };
  const given = Object.entries(optional).filter(([, value]) => value !== '');
  const more = given.map(([name, value]) => `&${name}=${value}`).join('');
  return `country=${first?.country}&days=${first?.days}&need=${trip.need}${more}`;
}

/** The query of a comparison: the trip, the filters, the order, the picks and how it is shown. */
export function viewQuery(view: View): string {
  const order = view.sort === 'recommended' ? '' : `&sort=${view.sort}`;
  const picks = view.picks.map((name) => `&pick=${name}`).join('');
  const places = view.places.map((name) => `&place=${encodeURIComponent(name)}`).join('');
  const currency = view.currency === null ? '' : `&cur=${view.currency}`;
  const misread = view.misread.map(({ field, text }) => `&${field}=${encodeURIComponent(text)}`).join('');
  return `${tripQuery(view)}${misread}${order}${picks}${places}${currency}`;
}

/** The address of a comparison, as it is shared. */
export const comparePath = (view: View): string => `/compare?${viewQuery(view)}`;

/** The parameters that decide which plans are shown. */
const PLAN_PARAMETERS = parametersOf(TRIP_PARAMETERS, 'page')
  .map(([name]) => name)
  .filter((name) => name !== 'sort');
/** The parameters of a comparison, without the plans that were picked. */
export const VIEW_PARAMETERS = [...PLAN_PARAMETERS, 'place', 'sort', 'cur'];

/** Compares only what decides which plans are shown. The redirect to the canonical address also removes empty parameters. */
export function isCanonical(given: URLSearchParams, wanted: URLSearchParams): boolean {
  if (given.has('stop1') || [...given.values()].includes('')) return false;
  return [...PLAN_PARAMETERS, 'pick'].every(
    (name) => given.getAll(name).join(' ') === wanted.getAll(name).join(' '),
  );
}
