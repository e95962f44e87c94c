/** The drawbacks of the reference implementation (rule 5). Only the table of percentages is shared. */
import type { Plan } from '../../plan.ts';
import {
  DAILY_SLOWED,
  DAILY_SLOWED_BUT_WORKS,
  DAILY_STOPS,
  FAIR_USE_UNSTATED,
  type Falling,
  LEAST_BASE_CENTS,
  LOW_TOP_KBPS,
  PERCENT,
  PURCHASES,
  REDUCED_SPEED,
  RESERVE,
} from '../../ranking/drawbacks-table.ts';
import { daysSince, type Paid } from './price.ts';
import {
  type Asked,
  type AskedRegion,
  amountMb,
  atTheRate,
  daysOf,
  type Gets,
  kindOf,
  rateOf,
  restWorks,
} from './trip.ts';

/** One row of the table. A plan has at most one drawback in each row. */
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
  'coupon_age',
  'naming',
  'ads',
  'region',
] as const;
export type Row = (typeof ROWS)[number];

export interface Drawback {
  readonly row: Row;
  readonly percent: number;
  readonly cents: number;
}

const HOUR_MS = 3_600_000;

/** For integers, rounded half up. */
const halfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** Falls from the percentage at the rate to that at twice the rate and above. */
function falling({ atRate: most, atTwice: least }: Falling, amount: number, rate: number): number {
  const above = Math.min(amount, 2 * rate) - rate;
  return halfUp(most * rate - (most - least) * above, rate);
}

function dataPercent(plan: Plan, asked: Asked, gets: Gets): number {
  const { need } = asked;
  const kind = kindOf(plan);
  const slowed = plan.allowance.afterCap === 'throttle';
  if (kind === 'uncapped') return 0;
  if (kind === 'unstated') return FAIR_USE_UNSTATED[need];
  if (!gets.meets) {
    if (kind === 'whole' || kind === 'renewing') return RESERVE.percentWithout;
    const daily = slowed ? DAILY_SLOWED : DAILY_STOPS;
    return need === 'unlimited' ? daily.unlimited : daily.atRate;
  }
  if (!gets.atFullSpeedAlone) return REDUCED_SPEED[need];
  if (kind === 'whole' || kind === 'renewing') {
    const [base, parts] = atTheRate(asked);
    const reserve = gets.fullSpeedMb! * parts - base;
    const enough = RESERVE.enoughPercentOfRate * base;
    return 100 * reserve >= enough ? 0 : halfUp(RESERVE.percentWithout * (enough - 100 * reserve), enough);
  }
  const [rate, parts] = rateOf(asked);
  const amount = amountMb(plan) * parts;
  const works = restWorks(plan, asked);
  const table = !slowed ? DAILY_STOPS : works ? DAILY_SLOWED_BUT_WORKS : DAILY_SLOWED;
  return need === 'unlimited' ? table.unlimited : falling(table, amount, rate);
}

function lastDayPercent({ validity }: Plan, asked: Asked, { validDays }: Gets): number {
  if (validity.soldPerDay || validDays !== daysOf(asked)) return 0;
  return validity.starts === 'first_use' ? PERCENT.no_spare_day : PERCENT.no_spare_day_clock;
}

/** The stops, or the core countries of the region that the plan covers. */
const placesOf = ({ destinations }: Plan['coverage'], { stops, region }: Asked): readonly string[] =>
  region === undefined
    ? stops.map(({ country }) => country)
    : region.core.filter((country) => destinations.includes(country));

/** Core countries of the region that the plan does not cover. */
export const missingOf = ({ coverage }: Plan, { core }: AskedRegion): readonly string[] =>
  core.filter((country) => !coverage.destinations.includes(country));

const missingPercent = (plan: Plan, region: AskedRegion): number =>
  Math.ceil((100 * missingOf(plan, region).length) / region.core.length);

/** The worst generation of all stops: 2 to 5, or 0 if it is unknown, which ranks between 4G and 3G. */
export function generationThere({ coverage }: Plan, asked: Asked): number {
  const each = placesOf(coverage, asked).map((country) => {
    const named = (coverage.networks[country] ?? []).flatMap(({ generation }) => generation ?? []);
    const all = named.length > 0 ? named : coverage.generation === null ? [] : [coverage.generation];
    return Math.max(0, ...all.map((generation) => Number(generation[0])));
  });
  return each.toSorted((a, b) => generationPercent(b) - generationPercent(a))[0]!;
}

function generationPercent(generation: number): number {
  const { generation_4g, generation_unknown, generation_3g, generation_2g } = PERCENT;
  return { 5: 0, 4: generation_4g, 0: generation_unknown, 3: generation_3g, 2: generation_2g }[generation]!;
}

export function networksThere({ coverage }: Plan, asked: Asked): number {
  const networksIn = (country: string) => (coverage.networks[country] ?? []).length;
  return Math.min(...placesOf(coverage, asked).map(networksIn));
}

/** At each stop; unknown if neither the exits nor the plan as a whole state it. */
export function exitsThere(
  { coverage }: Plan,
  { stops, region }: Asked,
): ('local' | 'roaming' | 'unknown')[] {
  const { exits } = coverage;
  if (region !== undefined && exits !== null)
    return [exits.some((exit) => region.countries.includes(exit)) ? 'local' : 'roaming'];
  return stops.map(({ country }) => {
    if (coverage.exits === null) return coverage.breakout;
    return coverage.exits.includes(country) ? 'local' : 'roaming';
  });
}

/** The name of a plan names the region, or each place of the trip. */
export const isNamedForAll = (plan: Plan, asked: Asked): boolean =>
  (asked.region?.names ?? []).some((name) => plan.name.includes(name)) ||
  placesOf(plan.coverage, asked).every((country) =>
    plan.named.some((place) => place.country === country && place.part === null),
  );

function exitPercent(exits: readonly string[]): number {
  if (exits.includes('roaming')) return PERCENT.exit_elsewhere;
  return exits.includes('unknown') ? PERCENT.exit_unknown : 0;
}

function agePercent(observedAt: number, now: number): number {
  const ageMs = Math.floor(now / 1_000) * 1_000 - Math.floor(observedAt / 1_000) * 1_000;
  if (ageMs <= 24 * HOUR_MS) return 0;
  return ageMs <= 48 * HOUR_MS ? PERCENT.price_aging : PERCENT.price_stale;
}

const purchasesPercent = (further: number): number =>
  further === 0 ? 0 : PURCHASES.second + PURCHASES.eachFurther * (further - 1);

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
    purchases: purchasesPercent(further),
    data: dataPercent(plan, asked, gets),
    last_day: lastDayPercent(plan, asked, gets),
    generation: generationPercent(generationThere(plan, asked)),
    top_speed:
      plan.allowance.maxKbps !== null && plan.allowance.maxKbps < LOW_TOP_KBPS ? PERCENT.low_top_speed : 0,
    hotspot:
      facts.hotspot === null ? PERCENT.hotspot_unknown : facts.hotspot ? 0 : PERCENT.hotspot_not_allowed,
    identity_check:
      facts.identityCheck === null
        ? PERCENT.identity_check_unknown
        : facts.identityCheck
          ? PERCENT.identity_check_required
          : 0,
    networks: networks === 0 ? PERCENT.no_network_named : networks === 1 ? PERCENT.one_network : 0,
    exit: exitPercent(exitsThere(plan, asked)),
    age: agePercent(observedAt, now),
    converted: price.rate === null ? 0 : PERCENT.converted,
    suggested: price.basis === 'rrp' ? PERCENT.suggested : 0,
    tax: { included: 0, unknown: PERCENT.tax_unknown, excluded: PERCENT.tax_excluded }[price.tax],
    coupon: paid.coupon === null ? 0 : PERCENT.coupon,
    coupon_age:
      paid.coupon === null || daysSince(paid.coupon.verifiedAt, now) <= 7 ? 0 : PERCENT.coupon_aging,
    naming: plan.named.length === 0 || isNamedForAll(plan, asked) ? 0 : PERCENT.named_elsewhere,
    ads: facts.ads === true ? PERCENT.ads : 0,
    region: asked.region === undefined ? 0 : missingPercent(plan, asked.region),
  };
  const saved = paid.listCents - paid.cents;
  const mostOf: Partial<Record<Row, number>> = {
    purchases: PURCHASES.mostCentsEach * further,
    coupon: saved,
    coupon_age: Math.max(0, saved - halfUp(PERCENT.coupon * Math.max(LEAST_BASE_CENTS, paid.cents), 100)),
  };
  const leastBase = (row: Row) => (row === 'purchases' ? PURCHASES.leastBaseCents : LEAST_BASE_CENTS);
  return ROWS.filter((row) => percents[row] > 0).map((row) => ({
    row,
    percent: percents[row],
    cents: Math.min(
      halfUp(percents[row] * Math.max(leastBase(row), paid.cents), 100),
      mostOf[row] ?? Number.POSITIVE_INFINITY,
    ),
  }));
}

/** The drawback of all purchases of an itinerary after the first. */
export function furtherPurchasesCents(purchases: number, cents: number): number {
  const further = purchases - 1;
  if (further <= 0) return 0;
  const worth = halfUp(purchasesPercent(further) * Math.max(PURCHASES.leastBaseCents, cents), 100);
  return Math.min(worth, PURCHASES.mostCentsEach * further);
}
