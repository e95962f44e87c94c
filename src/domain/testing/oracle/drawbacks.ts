/** The oracle's drawbacks (rule 5), with its own copy of the page's table. */
import type { Plan } from '../../plan.ts';
import type { Paid } from './price.ts';
import { type Asked, amountMb, atTheRate, daysOf, type Gets, kindOf, rateOf, restWorks } from './trip.ts';

/** One row of the table: a plan has at most one drawback in each. */
export const ROWS = [
  'purchases',
  'data',
  'last_day',
  'generation',
  'top_speed',
  'hotspot',
  'identity_check',
  'networks',
  'exit',
  'age',
  'converted',
  'suggested',
  'tax',
  'coupon',
  'naming',
  'ads',
] as const;
export type Row = (typeof ROWS)[number];

export interface Drawback {
  readonly row: Row;
  readonly percent: number;
  readonly cents: number;
}

const HOUR_MS = 3_600_000;

/** Whole numbers; half of one is rounded up. */
const halfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** `most` at the rate, falling to `least` at twice the rate and staying there. */
function falling(most: number, least: number, amount: number, rate: number): number {
  const above = Math.min(amount, 2 * rate) - rate;
  return halfUp(most * rate - (most - least) * above, rate);
}

function dataPercent(plan: Plan, asked: Asked, gets: Gets): number {
  const { need } = asked;
  const kind = kindOf(plan);
  const slowed = plan.allowance.afterCap === 'throttle';
  if (kind === 'uncapped') return 0;
  if (kind === 'unstated') return { light: 5, normal: 10, heavy: 20, unlimited: 15 }[need];
  if (!gets.meets) {
    if (kind === 'whole' || kind === 'renewing') return 12;
    return slowed ? (need === 'unlimited' ? 12 : 10) : 15;
  }
  if (!gets.atFullSpeedAlone) return { light: 15, normal: 20, heavy: 30, unlimited: 20 }[need];
  if (kind === 'whole' || kind === 'renewing') {
    const [base, parts] = atTheRate(asked);
    const reserve = gets.fullSpeedMb! * parts - base;
    return 5 * reserve >= base ? 0 : halfUp(12 * (base - 5 * reserve), base);
  }
  const [rate, parts] = rateOf(asked);
  const amount = amountMb(plan) * parts;
  if (!slowed) return need === 'unlimited' ? 15 : falling(15, 5, amount, rate);
  if (restWorks(plan, asked)) return need === 'unlimited' ? 5 : 3;
  return need === 'unlimited' ? 12 : falling(10, 3, amount, rate);
}

function lastDayPercent({ validity }: Plan, asked: Asked, { validDays }: Gets): number {
  if (validity.soldPerDay || validDays !== daysOf(asked)) return 0;
  return validity.starts === 'first_use' ? 5 : 8;
}

/** 2 to 5, 0 where unknown; the worst of all stops, where unknown counts as between 4G and 3G. */
export function generationThere({ coverage }: Plan, { stops }: Asked): number {
  const each = stops.map(({ country }) => {
    const named = (coverage.networks[country] ?? []).flatMap(({ generation }) => generation ?? []);
    const all = named.length > 0 ? named : coverage.generation === null ? [] : [coverage.generation];
    return Math.max(0, ...all.map((generation) => Number(generation[0])));
  });
  return each.toSorted((a, b) => generationPercent(b) - generationPercent(a))[0]!;
}

function generationPercent(generation: number): number {
  return { 5: 0, 4: 2, 0: 4, 3: 30, 2: 60 }[generation]!;
}

export function networksThere({ coverage }: Plan, { stops }: Asked): number {
  return Math.min(...stops.map(({ country }) => (coverage.networks[country] ?? []).length));
}

/** At each stop; unknown where neither the exits nor the plan as a whole say it. */
export function exitsThere({ coverage }: Plan, { stops }: Asked): ('local' | 'roaming' | 'unknown')[] {
  return stops.map(({ country }) => {
    if (coverage.exits === null) return coverage.breakout;
    return coverage.exits.includes(country) ? 'local' : 'roaming';
  });
}

export const isNamedForAll = ({ named }: Plan, { stops }: Asked): boolean =>
  stops.every(({ country }) => named.some((place) => place.country === country && place.part === null));

function agePercent(observedAt: number, now: number): number {
  const ageMs = Math.floor(now / 1_000) * 1_000 - Math.floor(observedAt / 1_000) * 1_000;
  if (ageMs <= 24 * HOUR_MS) return 0;
  return ageMs <= 48 * HOUR_MS ? 3 : 10;
}

export function drawbacksOf(
  plan: Plan,
  asked: Asked,
  gets: Gets,
  paid: Paid,
  observedAt: number,
  now: number,
): readonly Drawback[] {
  const { facts, price } = plan;
  const further = gets.copies - 1;
  const networks = networksThere(plan, asked);
  const percents: Readonly<Record<Row, number>> = {
    purchases: further === 0 ? 0 : 20 + 40 * (further - 1),
    data: dataPercent(plan, asked, gets),
    last_day: lastDayPercent(plan, asked, gets),
    generation: generationPercent(generationThere(plan, asked)),
    top_speed: plan.allowance.maxKbps !== null && plan.allowance.maxKbps < 10_000 ? 5 : 0,
    hotspot: facts.hotspot === null ? 4 : facts.hotspot ? 0 : 15,
    identity_check: facts.identityCheck === null ? 2 : facts.identityCheck ? 10 : 0,
    networks: networks === 0 ? 2 : networks === 1 ? 1 : 0,
    exit: exitsThere(plan, asked).every((exit) => exit === 'local') ? 0 : 2,
    age: agePercent(observedAt, now),
    converted: price.rate === null ? 0 : 1,
    suggested: price.basis === 'rrp' ? 4 : 0,
    tax: { included: 0, unknown: 1, excluded: 5 }[price.tax],
    coupon: paid.couponId === null ? 0 : 2,
    naming: plan.named.length === 0 || isNamedForAll(plan, asked) ? 0 : 25,
    ads: facts.ads === true ? 10 : 0,
  };
  const mostOf: Partial<Record<Row, number>> = {
    purchases: 1_000 * further,
    coupon: paid.listCents - paid.cents,
  };
  return ROWS.filter((row) => percents[row] > 0).map((row) => ({
    row,
    percent: percents[row],
    cents: Math.min(
      halfUp(percents[row] * Math.max(500, paid.cents), 100),
      mostOf[row] ?? Number.POSITIVE_INFINITY,
    ),
  }));
}

/** What all purchases of an itinerary after the first one add to its comparable price. */
export function furtherPurchasesCents(purchases: number, cents: number): number {
  const further = purchases - 1;
  if (further <= 0) return 0;
  return Math.min(halfUp((20 + 40 * (further - 1)) * Math.max(500, cents), 100), 1_000 * further);
}
