/**
 * Ranking told once more, slowly and obviously, on plain plans: trips are lived day by day, copies are split
 * into orders in every possible way, and all plans are sorted in full. Tests hold the quick one against it.
 */
import type { Coupon } from '../coupon.ts';
import type { Instant, Plan } from '../plan.ts';
import type { ScoreParts } from '../ranking/ranked.ts';
import type { Trip } from '../trip.ts';
import type { Listing } from './builders.ts';
import { isSuperfluous } from './oracle.dominance.ts';
import { bestPrice, type OraclePrice } from './oracle.price.ts';
import { oracleParts, oracleScore } from './oracle.score.ts';
import { generationThere, inRowOrder, networksThere } from './view.ts';

export interface Outcome {
  readonly coveredDays: number;
  readonly fullSpeedMb: number;
  readonly usableMb: number;
  readonly shortMb: number;
  readonly shortDays: number;
}

export interface Entry {
  readonly plan: Plan;
  readonly generation: number;
  readonly networks: number;
  readonly ageSeconds: number;
  readonly copies: number;
  readonly oneCopyCents: number;
  readonly price: OraclePrice;
  readonly outcome: Outcome;
  readonly meets: boolean;
  readonly fullSpeed: boolean;
  readonly shortfall: number;
  readonly dataAtSamePrice: number;
}

export interface ScoredEntry extends Entry {
  readonly parts: ScoreParts;
  readonly score: number;
}

const RATES = { light: 300, normal: 1_000, heavy: 3_000, unlimited: 3_000 };
const HOUR_SECONDS = 3_600;

function neededMb(trip: Trip): number {
  const amount = RATES[trip.need] * trip.days;
  return trip.need === 'unlimited' || amount > 1_000 ? amount : 1_000;
}

function isFast(kbps: number | null): boolean {
  return kbps !== null && kbps >= 1_000;
}

/** Live the trip: which copy runs on each day, and what it gives on that day. */
function live(plan: Plan, trip: Trip, copies: number): Outcome {
  const { allowance, validity } = plan;
  let coveredDays = 0;
  for (let day = 1; day <= trip.days; day++) {
    const copyOfTheDay = validity.days === null ? 1 : Math.ceil(day / validity.days);
    if (copyOfTheDay <= copies) coveredDays++;
  }
  const mb = Math.floor((allowance.bytes ?? 0) / 1_000_000);
  const fairUseMb =
    allowance.fullSpeedBytesPerDay === null ? 1_000 : Math.floor(allowance.fullSpeedBytesPerDay / 1_000_000);
  let fullSpeedMb = 0;
  let held = 0;
  if (allowance.model === 'total') {
    for (let copy = 0; copy < copies; copy++) fullSpeedMb += mb;
    held = fullSpeedMb;
  } else if (allowance.model === 'unlimited' && allowance.uncapped === true) {
    fullSpeedMb = Number.POSITIVE_INFINITY;
    held = fullSpeedMb;
  } else {
    const daily = allowance.model === 'per_day' ? mb : fairUseMb;
    for (let day = 0; day < coveredDays; day++) fullSpeedMb += daily;
    held = trip.need === 'unlimited' ? daily * trip.days : fullSpeedMb;
  }
  const endless = allowance.afterCap === 'throttle' && isFast(allowance.throttleKbps);
  const usableMb = endless ? Number.POSITIVE_INFINITY : held;
  return {
    coveredDays,
    fullSpeedMb,
    usableMb,
    shortMb: usableMb >= neededMb(trip) ? 0 : neededMb(trip) - usableMb,
    shortDays: trip.days - coveredDays,
  };
}

/** Of what is held against the need at full speed alone. */
function meetsAtFullSpeed(plan: Plan, trip: Trip, copies: number): boolean {
  const { shortMb } = live({ ...plan, allowance: { ...plan.allowance, afterCap: 'stop' } }, trip, copies);
  return shortMb === 0;
}

function evaluate(listing: Listing, coupons: readonly Coupon[], trip: Trip, now: Instant): Entry {
  const { plan } = listing;
  const { validity } = plan;
  const most = validity.soldPerDay || plan.facts.newCustomersOnly === true ? 1 : 10;
  const outcomes = Array.from({ length: most }, (_, index) => live(plan, trip, index + 1));
  const last = outcomes.at(-1)!;
  const least = 1 + outcomes.findIndex((o) => o.shortMb === last.shortMb && o.shortDays === last.shortDays);
  const daysInOneOrder = Math.min(trip.days, validity.days ?? trip.days);
  const oneCopyCents = plan.price.usdCents * (validity.soldPerDay ? daysInOneOrder : 1);
  const price = bestPrice(plan, oneCopyCents, least, most, coupons, trip, now);

  const lived = outcomes[price.copies - 1]!;
  const slow = plan.allowance.maxKbps !== null && !isFast(plan.allowance.maxKbps);
  const outcome = slow ? { ...lived, usableMb: 0, shortMb: neededMb(trip) } : lived;
  const meets = outcome.shortMb === 0 && outcome.shortDays === 0;
  const tenThousandths = (part: number, of: number) =>
    Number((BigInt(part) * 10_000n + BigInt(of) - 1n) / BigInt(of));
  return {
    plan,
    generation: generationThere(plan, trip.country),
    networks: networksThere(plan, trip.country),
    ageSeconds: Math.max(0, Math.floor(now / 1_000) - Math.floor(listing.observedAt / 1_000)),
    copies: price.copies,
    oneCopyCents,
    price,
    outcome,
    meets,
    fullSpeed: meets && meetsAtFullSpeed(plan, trip, price.copies),
    shortfall: Math.max(
      tenThousandths(outcome.shortMb, neededMb(trip)),
      tenThousandths(outcome.shortDays, trip.days),
    ),
    dataAtSamePrice: outcomes[price.mostCopiesAtThisPrice - 1]!.fullSpeedMb,
  };
}

/** Lower first. Infinity equals itself. */
type Key = (entry: ScoredEntry) => number;

function sortBy(entries: readonly ScoredEntry[], keys: readonly Key[]): ScoredEntry[] {
  // Entries come in the order of provider id and plan id, and the sort is stable.
  return entries.toSorted((a, b) => {
    for (const key of keys) {
      if (key(a) < key(b)) return -1;
      if (key(a) > key(b)) return 1;
    }
    return 0;
  });
}

const misses: Key = (entry) => (entry.meets ? 0 : 1);
const closeness: Key = (entry) => (entry.meets ? 0 : entry.shortfall);
const cents: Key = (entry) => entry.price.cents;

function cheapestKeys(trip: Trip): readonly Key[] {
  return [
    misses,
    closeness,
    (entry) => (entry.plan.facts.newCustomersOnly === true ? 1 : 0),
    cents,
    (entry) => -entry.dataAtSamePrice,
    ({ plan: { validity } }) => {
      const days = validity.days ?? Number.POSITIVE_INFINITY;
      return -(validity.soldPerDay ? Math.min(days, trip.days) : days);
    },
  ];
}

const FASTEST_KEYS: readonly Key[] = [
  misses,
  closeness,
  (entry) => (entry.fullSpeed ? 0 : 1),
  (entry) => -entry.generation,
  (entry) => -(entry.plan.allowance.maxKbps ?? 20_000),
  (entry) => (entry.plan.coverage.breakout === 'local' ? 0 : 1),
  (entry) => -entry.networks,
  cents,
];

const RECOMMENDED_KEYS: readonly Key[] = [misses, closeness, (entry) => -entry.score, cents];

/** First everybody within five of a provider, then those passed over, then the misses. */
function withVariety(sorted: readonly ScoredEntry[]): ScoredEntry[] {
  const meeting = sorted.filter((entry) => entry.meets);
  const place = (entry: ScoredEntry) =>
    meeting.filter((other) => other.plan.provider === entry.plan.provider).indexOf(entry);
  return [
    ...meeting.filter((entry) => place(entry) < 5),
    ...meeting.filter((entry) => place(entry) >= 5),
    ...sorted.filter((entry) => !entry.meets),
  ];
}

export interface OracleRanking {
  readonly recommended: readonly ScoredEntry[];
  readonly cheapest: readonly ScoredEntry[];
  readonly fastest: readonly ScoredEntry[];
}

export function oracleRank(
  listings: readonly Listing[],
  coupons: readonly Coupon[],
  trip: Trip,
  now: Instant,
): OracleRanking {
  const entries = inRowOrder(listings)
    .filter(({ plan }) => plan.coverage.destinations.includes(trip.country))
    .filter(({ plan }) => plan.facts.inStock !== false)
    .filter(({ plan }) => trip.need !== 'unlimited' || plan.allowance.model === 'unlimited')
    .map((listing) => evaluate(listing, coupons, trip, now))
    .filter((entry) => entry.ageSeconds <= 7 * 24 * HOUR_SECONDS);
  const meeting = entries.filter((entry) => entry.meets);
  const unrestricted = meeting.filter((entry) => entry.plan.facts.newCustomersOnly !== true);
  const marks = [unrestricted, meeting, entries].find((group) => group.length > 0) ?? [];
  const mark = Math.min(...marks.map((entry) => entry.price.cents));
  const scored = entries.map((entry): ScoredEntry => {
    const parts = oracleParts(entry, mark, neededMb(trip), trip.days);
    return { ...entry, parts, score: oracleScore(parts) };
  });
  const kept = scored.filter((entry) => !isSuperfluous(entry, scored));
  return {
    recommended: withVariety(sortBy(kept, RECOMMENDED_KEYS)).slice(0, 20),
    cheapest: sortBy(kept, cheapestKeys(trip)).slice(0, 20),
    fastest: sortBy(kept, FASTEST_KEYS).slice(0, 20),
  };
}
