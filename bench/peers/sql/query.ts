/** The ranking of docs/ranking.md as one SQL statement for SQLite, rule by rule. What it reads is in `tables.ts`. */
import { ENDLESS_MB, FIXED_ROWS, KINDS } from './tables.ts';

const RATE_MB = { light: 300, normal: 1_000, heavy: 3_000, unlimited: 3_000 } as const;
const WORKING_KBPS = { light: 500, normal: 1_000, heavy: 3_000, unlimited: 1_000 } as const;
const SLOWED_PERCENT = { light: 15, normal: 20, heavy: 30, unlimited: 20 } as const;
const UNSTATED_PERCENT = { light: 5, normal: 10, heavy: 20, unlimited: 15 } as const;

export interface Question {
  readonly country: string;
  readonly days: number;
  readonly need: keyof typeof RATE_MB;
}

/** Named parameters; big integers, because `node:sqlite` hands any other number over as a fraction. */
export function parametersOf(trip: Question, now: number): Record<string, string | bigint> {
  const rate = RATE_MB[trip.need];
  const isUnlimited = trip.need === 'unlimited';
  const numbers = {
    days: trip.days,
    rate,
    at_rate: rate * trip.days,
    needed: isUnlimited ? rate * trip.days : Math.max(1_000, rate * trip.days),
    working: WORKING_KBPS[trip.need],
    unlimited: isUnlimited ? 1 : 0,
    slowed: SLOWED_PERCENT[trip.need],
    unstated: UNSTATED_PERCENT[trip.need],
    now: Math.floor(now / 1_000),
  };
  const entries = Object.entries(numbers).map(([name, value]) => [name, BigInt(value)] as const);
  return { country: trip.country, ...Object.fromEntries(entries) };
}

const up = (a: string, b: string) => `((${a} + ${b} - 1) / (${b}))`;
const halfUp = (a: string, b: string) => `((2 * (${a}) + (${b})) / (2 * (${b})))`;
/** `most` at the rate, `least` at twice the rate. */
const falling = (most: number, least: number) =>
  halfUp(`${most} * $rate - ${most - least} * (min(amount, 2 * $rate) - $rate)`, '$rate');

const { whole, renewing, daily, uncapped, unstated } = KINDS;
const IS_WHOLE = `kind IN (${whole}, ${renewing})`;
const PERIODS = up('min($days, validity)', 'period');

const COPIES = `CASE WHEN new_only OR per_day THEN 1 ELSE min(10, max(
    ${up('$days', 'validity')},
    CASE WHEN rest >= $working THEN 1
         WHEN kind = ${whole} THEN ${up('$needed', 'max(1, amount)')}
         WHEN kind = ${renewing} THEN max(
           ${up('$needed', `max(1, amount * ${PERIODS})`)},
           ${up('$rate * min(period, $days)', 'max(1, amount)')})
         ELSE 1 END)) END`;

const FULL_SPEED = `CASE kind WHEN ${whole} THEN copies * amount
    WHEN ${renewing} THEN copies * amount * ${PERIODS}
    WHEN ${daily} THEN min($days, valid) * amount
    WHEN ${uncapped} THEN ${ENDLESS_MB} ELSE 0 END`;

const SHORT = `CASE kind WHEN ${whole} THEN max(0, $needed - full_speed)
    WHEN ${renewing} THEN max(0, $needed - full_speed, $rate * min(period, $days) - copies * amount)
    WHEN ${daily} THEN max(0, $at_rate - full_speed) ELSE 0 END`;

const DATA_PERCENT = `CASE WHEN kind = ${uncapped} THEN 0
    WHEN kind = ${unstated} THEN $unstated
    WHEN NOT meets THEN CASE WHEN ${IS_WHOLE} THEN 12 WHEN rest < 0 THEN 15 WHEN $unlimited THEN 12 ELSE 10 END
    WHEN short > 0 THEN $slowed
    WHEN ${IS_WHOLE} THEN CASE WHEN 5 * (full_speed - $at_rate) >= $at_rate THEN 0
      ELSE ${halfUp('12 * (6 * $at_rate - 5 * full_speed)', '$at_rate')} END
    WHEN rest < 0 THEN CASE WHEN $unlimited THEN 15 ELSE ${falling(15, 5)} END
    WHEN rest >= $working THEN CASE WHEN $unlimited THEN 5 ELSE 3 END
    ELSE CASE WHEN $unlimited THEN 12 ELSE ${falling(10, 3)} END END`;

/** The order whose drawbacks are compared; further purchases and the coupon's row are apart. */
const TRIP_ROWS = ['p_data', 'p_last', 'p_age'];
const cents = (percent: string) => halfUp(`${percent} * max(500, price)`, '100');

const COMPARABLE = [
  'price',
  `min(1000 * (copies - 1), ${cents('p_purchases')})`,
  `min(list - price, ${cents('2')})`,
  ...[...TRIP_ROWS, ...FIXED_ROWS].map(cents),
].join(' + ');

/** `a` makes `b` pointless. */
const NO_WORSE = [
  'a.new_only <= b.new_only',
  'a.miss <= b.miss',
  'a.price <= b.price',
  'a.copies <= b.copies',
  ...[...TRIP_ROWS, ...FIXED_ROWS].map((row) => `a.${row} <= b.${row}`),
  // Hotspot stated to be there has no drawback, so its row says all.
  ...['top_up', 'phone', 'top', 'networks', 'first_use', 'rest_rank'].map((name) => `a.${name} >= b.${name}`),
  `(a.copies < b.copies OR
    ((a.kind = ${unstated}) = (b.kind = ${unstated}) AND a.full_speed >= b.full_speed AND a.valid >= b.valid))`,
].join(' AND ');
const COMPARED = [
  'new_only, miss, price, copies',
  ...TRIP_ROWS,
  ...FIXED_ROWS,
  'top_up, phone, top, networks, first_use, rest_rank, full_speed, valid',
].join(', ');
const prefixed = (table: string) =>
  COMPARED.split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ');
const BETTER = `((${prefixed('a')}) <> (${prefixed('b')})
    OR a.named > b.named OR (a.named = b.named AND a.plan < b.plan))`;

/** Rows are numbered in the order of provider id and plan id, so `plan` is the last key of every order. */
export const RANKING_SQL = `
WITH fitted AS MATERIALIZED (
  SELECT *, ${COPIES} AS copies FROM offers
  WHERE country = $country AND observed >= $now - 604800 AND (unlimited OR NOT $unlimited)
), given AS MATERIALIZED (
  SELECT *, CASE WHEN per_day THEN min($days, validity) ELSE copies * validity END AS valid FROM fitted
), counted AS MATERIALIZED (
  SELECT *, ${FULL_SPEED} AS full_speed FROM given
), held AS MATERIALIZED (
  SELECT *, ${SHORT} AS short, max(0, $days - valid) AS short_days, cents * (CASE WHEN per_day THEN valid ELSE copies END) AS list
  FROM counted
), priced AS MATERIALIZED (
  SELECT held.*,
    short_days = 0 AND slow >= $working AND (short = 0 OR rest >= $working) AS meets,
    max(3.0 * short_days / $days, CASE WHEN slow < $working THEN 1.0 WHEN rest >= $working THEN 0.0
      ELSE 1.0 * short / CASE WHEN kind = ${daily} THEN $at_rate ELSE $needed END END) AS miss,
    list - coalesce((
      SELECT max(min(list, c.most, CASE WHEN c.amount > 0 THEN c.amount ELSE list * c.basis_points / 10000 END))
      FROM coupons c WHERE c.country = $country AND c.plan = held.plan
        AND c.least <= list AND c.begins <= $now AND $now < c.ends), 0) AS price
  FROM held
), judged AS MATERIALIZED (
  SELECT *, ${DATA_PERCENT} AS p_data,
    CASE WHEN copies = 1 THEN 0 ELSE 40 * copies - 60 END AS p_purchases,
    CASE WHEN per_day OR valid <> $days THEN 0 WHEN first_use THEN 5 ELSE 8 END AS p_last,
    CASE WHEN $now - observed <= 86400 THEN 0 WHEN $now - observed <= 172800 THEN 3 ELSE 10 END AS p_age,
    CASE WHEN kind = ${uncapped} THEN 1000000000 ELSE 2 * rest END AS rest_rank
  FROM priced
), kept AS MATERIALIZED (
  SELECT *, ${COMPARABLE} AS comparable, meets AND short = 0 AND kind <> ${unstated} AS full,
    CASE WHEN kind = ${unstated} THEN $needed ELSE full_speed END AS data
  FROM judged b
  WHERE NOT EXISTS (SELECT 1 FROM judged a WHERE a.brand = b.brand AND a.plan <> b.plan AND ${NO_WORSE} AND ${BETTER})
), placed AS MATERIALIZED (
  SELECT plan, meets, miss, comparable, new_only, price, copies, data, valid, full, generation, top, p_exit, networks,
    CASE WHEN meets THEN row_number() OVER (PARTITION BY brand, meets ORDER BY new_only, comparable, price, plan) > 3
         ELSE 0 END AS late
  FROM kept
), misses AS (SELECT plan, row_number() OVER (ORDER BY miss, comparable, plan) AS place FROM placed WHERE NOT meets),
met AS MATERIALIZED (
  SELECT plan,
    row_number() OVER (ORDER BY late, new_only, comparable, price, plan) AS recommended,
    row_number() OVER (ORDER BY new_only, price, copies, data DESC, valid DESC, plan) AS cheapest,
    row_number() OVER (ORDER BY full DESC, generation DESC, top DESC, p_exit, copies, networks DESC, comparable, plan) AS fastest
  FROM placed WHERE meets
)
SELECT list, plan FROM (
  SELECT 0 AS list, recommended AS place, plan FROM met
  UNION ALL SELECT 1, cheapest, plan FROM met
  UNION ALL SELECT 2, fastest, plan FROM met
  UNION ALL SELECT lists.list, (SELECT count(*) FROM met) + place, plan
    FROM misses, (SELECT 0 AS list UNION ALL SELECT 1 UNION ALL SELECT 2) lists
) WHERE place <= 20 ORDER BY list, place`;
