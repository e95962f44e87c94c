/**
 * Creates the complete response for one trip from a catalogue and a time. REST, MCP, the pages and the command line
 * share it.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isoTime } from '../domain/calendar.ts';
import { compareTrip, type StopWithoutPlans, type TripComparison } from '../domain/compare.ts';
import { countryOf } from '../domain/countries.ts';
import type { Itinerary, Split } from '../domain/itinerary/itinerary.ts';
import { centsToUsd } from '../domain/money.ts';
import { regionOf } from '../domain/places/region-destinations.ts';
import type { CountryCode, Instant } from '../domain/plan.ts';
import { dataNeededMb } from '../domain/ranking/need.ts';
import { BRAND_PLACES } from '../domain/ranking/order.ts';
import type { Picked } from '../domain/ranking/picks.ts';
import type { RankedOffer } from '../domain/ranking/ranked.ts';
import type { Considered, EmptyCause } from '../domain/ranking/score.ts';
import {
  type Filters,
  LIST_MAX,
  NO_FILTERS,
  type Stop,
  stopsOf,
  type Trip,
  totalDays,
  travellersOf,
  withStops,
} from '../domain/trip.ts';
import type { NotesFile } from '../reference/schema.ts';
import { attributionOf } from './attribution.ts';
import { goodToKnowOf } from './facts.ts';
import { groupUsd, type ResultContext, resultOf } from './result.ts';
import type {
  Comparison,
  ItineraryOnWire,
  Notice,
  PickOnWire,
  SharingOnWire,
  Variant,
} from './schemas/comparison.ts';
import { type NoticeCode, noticeOf } from './sentences/notices.ts';
import { pickReasonOnWire } from './sentences/picks.ts';
import { similarProvider } from './similar-provider.ts';

export interface Identity {
  readonly serviceName: string;
  readonly baseUrl: string;
}

interface SerialiseOptions {
  readonly identity: Identity;
  readonly now: Instant;
  readonly freshUntil: Instant;
  /** Filters that remove offers before ranking. */
  readonly filters?: Filters;
  /** Notes of destinations; null or absent: none are shown. */
  readonly notes?: NotesFile | null;
  /** Whether a notice leads to the guide. */
  readonly hasGuide?: boolean;
}

/** The complete response, with `variants`. It is valid until `query.fresh_until`. */
export function serialiseComparison(
  catalogue: Catalogue,
  trip: Trip,
  { identity, now, freshUntil, filters = NO_FILTERS, notes = null, hasGuide = false }: SerialiseOptions,
): Comparison {
  const stops = stopsOf(trip);
  const compared = compareTrip((code) => catalogue.destination(code), trip, now, filters);
  const { ranking, itinerary } = compared;
  const context = { catalogue, trip, now, baseUrl: identity.baseUrl };
  const results = (list: readonly RankedOffer[]) =>
    list.map((ranked, index) => resultOf(ranked, index + 1, context));
  const needed = dataNeededMb(trip.need, totalDays(stops), trip.data);
  const country = countryOf(trip.country);
  const region = regionOf(trip.country);
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    country: trip.country,
    destination: {
      code: trip.country,
      name: region?.name ?? country?.name ?? null,
      region: region?.name ?? country?.region ?? null,
      kind: region === null ? 'country' : 'region',
    },
    query: {
      country: trip.country,
      days: trip.days,
      need: trip.need,
      include: 'variants',
      data_gb: trip.data === undefined ? null : trip.data.mb / 1000,
      then: stops.slice(1).map(stopOnWire),
      require: [...filters.require],
      max_usd: filters.maxUsdCents === null ? null : centsToUsd(filters.maxUsdCents),
      avoid_exits: [...filters.avoidExits],
      providers: [...filters.providers],
      avoid_providers: [...filters.avoidProviders],
      travellers: travellersOf(trip),
      // `withPhone` fills it in, because the cached response must not contain the phone.
      phone: null,
      limit: LIST_MAX,
      days_total: totalDays(stops),
      data_needed_gb: needed === null ? null : needed / 1000,
      computed_at: isoTime(now),
      fresh_until: isoTime(Math.min(freshUntil, compared.nextCouponChange ?? freshUntil)),
      catalogue: catalogue.version,
    },
    considered: consideredOnWire(ranking.considered),
    orders: {
      Recommended: results(ranking.recommended),
      Cheapest: results(ranking.cheapest),
      Fastest: results(ranking.fastest),
    },
    variants: variantsOnWire(compared, context),
    ...(itinerary === null ? {} : { itinerary: itineraryOnWire(itinerary, context) }),
    ...(travellersOf(trip) === 1 ? {} : { sharing: sharingOnWire(compared, context) }),
    ...closestOnWire(compared, context),
    picks: ranking.picks.map((pick) => pickOnWire(pick, context)),
    good_to_know: goodToKnowOf(
      notes,
      stops.map(({ country: code }) => code),
      now,
    ),
    notices: [
      ...noticesOf(catalogue, trip, compared, filters),
      ...(hasGuide ? [noticeOf('guide', `${identity.baseUrl}/guide`)] : []),
    ],
  };
}

const pickOnWire = (
  { titles, offer, differenceCents, reasons }: Picked<RankedOffer>,
  context: ResultContext,
): PickOnWire => ({
  picks: [...titles],
  result: resultOf(offer, ONLY_RESULT, context),
  difference_usd: differenceCents === null ? null : centsToUsd(differenceCents),
  reasons: reasons.map(pickReasonOnWire),
});

function closestOnWire(
  { emptied }: TripComparison,
  context: ResultContext,
): { closest?: NonNullable<Comparison['closest']> } {
  if (emptied?.closest == null) return {};
  const { ranked, fails } = emptied.closest;
  return { closest: { result: resultOf(ranked, ONLY_RESULT, context), fails: [...fails] } };
}
const isDestination = (code: string): boolean => regionOf(code) !== null || countryOf(code) !== null;

/** The rank of a result that is not in a list. */
const ONLY_RESULT = 1;

const stopOnWire = ({ country, days }: Stop) => ({ country, days });

function itineraryOnWire({ recommended, cheapest }: Itinerary, context: ResultContext): ItineraryOnWire {
  const { trip } = context;
  const withGroup = (split: Split) => ({
    ...splitOnWire(split, context),
    group_usd: groupUsd(split.cents, trip),
  });
  return { recommended: recommended && withGroup(recommended), cheapest: cheapest && withGroup(cheapest) };
}

const splitOnWire = (
  { cents, comparableCents, furtherPurchasesCents, purchases, legs }: Split,
  context: ResultContext,
) => ({
  usd: centsToUsd(cents),
  comparable_usd: centsToUsd(comparableCents),
  further_purchases_usd: centsToUsd(furtherPurchasesCents),
  purchases,
  legs: legs.map(({ stops, ranked }) => ({
    stops: stops.map(stopOnWire),
    result: ranked && resultOf(ranked, ONLY_RESULT, { ...context, trip: withStops(context.trip, stops) }),
  })),
});

function sharingOnWire({ sharing }: TripComparison, context: ResultContext): SharingOnWire | null {
  if (sharing === null) return null;
  const { trip, recommended, cheapest } = sharing;
  const data_gb = trip.data === undefined ? null : trip.data.mb / 1000;
  const shared = (split: Split) => ({ data_gb, ...splitOnWire(split, { ...context, trip }) });
  return { recommended: shared(recommended), cheapest: shared(cheapest) };
}

/** The notice about a stop that the itinerary leaves out. */
const STOP_NOTICES = {
  no_plans: 'stop_without_plans',
  sold_out: 'stop_without_plans',
  too_old: 'stop_without_plans',
  sold_out_or_too_old: 'stop_without_plans',
  none_unlimited: 'stop_without_unlimited_plans',
  filters: 'stop_emptied_by_filters',
  new_customers_only: 'stop_for_new_customers_only',
} as const satisfies Record<StopWithoutPlans['cause'], NoticeCode>;

function noticesOf(catalogue: Catalogue, trip: Trip, comparison: TripComparison, filters: Filters): Notice[] {
  const stops = stopsOf(trip);
  const countries = [...new Set(stops.map(({ country }) => country))];
  const hasPlans = countries.some((country) => catalogue.destination(country) !== null);
  return [
    ...(catalogue.sample ? [noticeOf('sample_data')] : []),
    ...unknownProviderNotices(catalogue, filters),
    ...countries.flatMap((country) => destinationNotices(catalogue, country)),
    ...itineraryNotices(comparison, filters),
    ...listNotices(comparison, stops.length, countries),
    ...groupNotices(comparison, travellersOf(trip)),
    ...(comparison.itinerary === null ? [] : [noticeOf('no_variants_with_then')]),
    ...(hasPlans ? [noticeOf('keep_conditions'), noticeOf('speeds_are_advertised')] : []),
    noticeOf('prices_are_estimates'),
  ];
}

const unknownProviderNotices = (catalogue: Catalogue, { providers, avoidProviders }: Filters): Notice[] =>
  [...providers, ...avoidProviders]
    .filter((id) => catalogue.provider(id) === null)
    .map((id) => {
      const similar = similarProvider(id, catalogue.providers);
      return noticeOf('unknown_provider', similar === null ? [id] : [id, similar]);
    });

function destinationNotices(catalogue: Catalogue, country: CountryCode): Notice[] {
  const notices: Notice[] = [];
  if (regionOf(country) !== null) notices.push(noticeOf('region', country));
  else if (countryOf(country) === null) notices.push(noticeOf('not_a_country', country));
  if (isDestination(country) && catalogue.destination(country) === null)
    notices.push(noticeOf('no_plans_for_country', country));
  return notices;
}

/** Why an itinerary leaves out stops, or why there is none. */
function itineraryNotices({ itinerary, stopsWithoutPlans }: TripComparison, filters: Filters): Notice[] {
  if (itinerary === null) return [];
  const stopped = Map.groupBy(stopsWithoutPlans, ({ cause }) => STOP_NOTICES[cause]);
  const notices: Notice[] = Array.from(stopped, ([code, stops]) =>
    noticeOf(
      code,
      stops.map(({ country }) => country),
    ),
  );
  if (itinerary.cheapest === null && filters.maxUsdCents !== null)
    notices.push(noticeOf('no_itinerary_within_price', centsToUsd(filters.maxUsdCents).toFixed(2)));
  return notices;
}

/** The notice for each cause of empty lists that names the destinations. */
const CAUSE_NOTICES = {
  sold_out: 'all_sold_out',
  too_old: 'all_prices_too_old',
  sold_out_or_too_old: 'all_sold_out_or_too_old',
  none_unlimited: 'no_unlimited_plans',
} as const satisfies Partial<Record<EmptyCause, NoticeCode>>;

/** Why the lists are empty, or how to read them. */
function listNotices(
  { ranking, emptied, onlyMisses }: TripComparison,
  stopCount: number,
  countries: CountryCode[],
): Notice[] {
  const { emptyCause: cause } = ranking;
  const notices: Notice[] = [];
  if (cause === 'no_plans' && stopCount > 1) notices.push(noticeOf('no_plan_for_all_stops'));
  if (cause !== null && cause in CAUSE_NOTICES) {
    const where = countries.length === 1 ? countries[0]! : countries;
    notices.push(noticeOf(CAUSE_NOTICES[cause as keyof typeof CAUSE_NOTICES], where));
  }
  if (emptied !== null) {
    // `alone`: filters that no plan passes. `together`: filters that no plan passes all at once.
    const { alone, together, lowestCents } = emptied;
    if (alone.length > 0) notices.push(noticeOf('nothing_qualifies', [...alone]));
    else notices.push(noticeOf('nothing_qualifies_together', [...together]));
    notices.push(...lowestPriceNotices(lowestCents));
  }
  if (cause !== null) return notices;
  if (onlyMisses !== null)
    notices.push(noticeOf('only_misses_qualify'), ...lowestPriceNotices(onlyMisses.lowestCents));
  else if (ranking.considered.meetTheNeed === 0) notices.push(noticeOf('nothing_meets_need'));
  if (ranking.isBrandLimited) notices.push(noticeOf('brand_limit', String(BRAND_PLACES)));
  if (ranking.withoutGenerations !== null)
    notices.push(noticeOf('fastest_means_little', [...ranking.withoutGenerations]));
  return notices;
}

const lowestPriceNotices = (cents: number | null): Notice[] =>
  cents === null ? [] : [noticeOf('lowest_price', centsToUsd(cents).toFixed(2))];

function groupNotices({ sharing }: TripComparison, travellers: number): Notice[] {
  if (travellers === 1) return [];
  const count = String(travellers);
  const alone = noticeOf('price_is_for_one', count);
  return sharing === null ? [alone, noticeOf('nothing_to_share', count)] : [alone];
}

function variantsOnWire({ variants, ranking }: TripComparison, context: ResultContext): Variant[] {
  const [asked = null] = ranking.cheapest;
  return variants.map(({ trip, best }) => ({
    days: trip.days,
    best: best && resultOf(best, ONLY_RESULT, { ...context, trip }),
    difference_usd: best && asked && centsToUsd(best.price.cents - asked.price.cents),
  }));
}

const consideredOnWire = (considered: Considered): Comparison['considered'] => ({
  plans: considered.plans,
  meet_the_need: considered.meetTheNeed,
  left_out_by_require: { ...considered.leftOutByRequire },
  left_out_by_max_usd: considered.leftOutByMaxUsd,
  left_out_by_avoid_exits: { ...considered.leftOutByAvoidExits },
  left_out_by_providers: considered.leftOutByProviders,
  left_out_by_avoid_providers: considered.leftOutByAvoidProviders,
});

/** The same response without `variants`, and without the notice about missing ones. */
export function withoutVariants(comparison: Comparison): Comparison {
  const plain = {
    ...comparison,
    query: { ...comparison.query, include: null },
    notices: comparison.notices.filter(({ code }) => code !== 'no_variants_with_then'),
  };
  delete plain.variants;
  return plain;
}

/** At most `limit` results in each list. */
export function shortened(comparison: Comparison, limit: number): Comparison {
  const { Recommended, Cheapest, Fastest } = comparison.orders;
  return {
    ...comparison,
    query: { ...comparison.query, limit },
    orders: {
      Recommended: Recommended.slice(0, limit),
      Cheapest: Cheapest.slice(0, limit),
      Fastest: Fastest.slice(0, limit),
    },
  };
}
