/** The ranking of docs/ranking.md as SQL: the same formulas in the same integers, for three engines. */
import { demandOf } from '../../../src/domain/fit.ts';
import type { Trip } from '../../../src/domain/trip.ts';

/** Where the engines spell differently. */
export interface Dialect {
  readonly least: string;
  readonly greatest: string;
  /** Division that drops the remainder. */
  readonly div: string;
  /** Parameters in the order of `parametersOf`, numbered from 1. */
  readonly parameter: (number: number) => string;
}

export interface Listed {
  readonly list: number;
  readonly plan: number;
  readonly copies: number;
  readonly price: number;
  readonly score: number;
}

/** From the columns of a result, whatever an engine makes of its numbers. */
export const listedOf = ([list, plan, copies, price, score]: readonly unknown[]): Listed => ({
  list: Number(list),
  plan: Number(plan),
  copies: Number(copies),
  price: Number(price),
  score: Number(score),
});

/** Anything at least this large is without limit. */
const ENDLESS_MB = 1_000_000_000;

/** Big integers, because `node:sqlite` hands any other number over as a fraction. */
export function parametersOf(trip: Trip, now: number, limit: number): [string, ...bigint[]] {
  const { days, neededMb, unlimitedOnly } = demandOf(trip);
  const numbers = [days, neededMb, unlimitedOnly ? 1 : 0, Math.floor(now / 1_000), limit];
  return [trip.country, ...numbers.map(BigInt)];
}

/** What of a row the three orders and the score still need once it is fitted: the less is kept, the quicker. */
const FITTED = 'plan, copies, price, one, covered, usable, age, clock, fixed, new_only, speed, networks, mb';
const LISTED = 'plan, copies, price, one, covered, usable, age, clock, fixed';

export function rankingSql({ least, greatest, div, parameter }: Dialect): string {
  const [country, days, needed, unlimited, now, limit] = [1, 2, 3, 4, 5, 6].map(parameter);
  const upwards = (a: string, b: string) => `((${a}) + (${b}) - 1) ${div} (${b})`;
  const validityValue = `(6000 + (4000 * clock) ${div} 10000)`;
  const score = `(
    4000 * CASE WHEN price <= mark.cents THEN 10000 ELSE (10000 * ${greatest}(1, mark.cents)) ${div} price END
    + 1000 * CASE WHEN usable <= ${needed} THEN 0 WHEN usable >= 2 * ${needed} THEN 10000
                  ELSE (10000 * (usable - ${needed})) ${div} ${needed} END
    + 1000 * CASE WHEN covered = ${days} THEN ${validityValue}
                  ELSE (((10000 * covered) ${div} ${days}) * ${validityValue}) ${div} 10000 END
    + 1500 * (CASE WHEN age <= 86400 THEN 4000 WHEN age <= 172800 THEN 2000 ELSE 0 END
              + CASE WHEN price < copies * one THEN 0 ELSE 1000 END)
    + fixed) ${div} 100`;
  return `
WITH asked AS NOT MATERIALIZED (
  SELECT *, ${now} - observed AS age,
    CASE WHEN per_day = 1 OR new_only = 1 THEN 1 ELSE ${least}(10, ${greatest}(
      ${upwards(days!, 'validity')},
      CASE WHEN whole = 1 AND remainder = 0 THEN ${upwards(needed!, 'amount')} ELSE 1 END)) END AS copies,
    CASE WHEN per_day = 1 THEN cents * ${least}(${days}, validity) ELSE cents END AS one
  FROM offers
  WHERE country = ${country} AND unlimited >= ${unlimited} AND observed >= ${now} - 604800
), served AS NOT MATERIALIZED (
  SELECT *, copies * one - (copies * one * percent_off) ${div} 10000 AS price,
    ${least}(${days}, copies * validity) AS covered
  FROM asked
), amounts AS NOT MATERIALIZED (
  SELECT *, amount * CASE WHEN whole = 1 THEN copies ELSE covered END AS mb,
    CASE WHEN ${unlimited} = 1 THEN amount * ${days}
         ELSE amount * CASE WHEN whole = 1 THEN copies ELSE covered END END AS counted
  FROM served
), used AS NOT MATERIALIZED (
  SELECT *, CASE WHEN too_slow = 1 THEN 0 WHEN remainder = 1 THEN ${ENDLESS_MB} ELSE counted END AS usable
  FROM amounts
), fitted AS MATERIALIZED (
  SELECT ${FITTED}, ${greatest}(
      CASE WHEN usable >= ${needed} THEN 0 ELSE ${upwards(`(${needed} - usable) * 10000`, needed!)} END,
      ${upwards(`(${days} - covered) * 10000`, days!)}) AS shortfall,
    CASE WHEN counted >= ${needed} THEN 0 ELSE 1 END AS slow,
    CASE WHEN per_day = 1 THEN ${least}(validity, ${days}) ELSE validity END AS lasts
  FROM used
), mark AS MATERIALIZED (
  SELECT coalesce(
    min(CASE WHEN shortfall = 0 AND new_only = 0 THEN price END),
    min(CASE WHEN shortfall = 0 THEN price END),
    min(price)) AS cents
  FROM fitted
)
SELECT 0 AS list, plan, copies, price, score FROM (
  SELECT plan, copies, price, shortfall, ${score} AS score FROM fitted CROSS JOIN mark
  ORDER BY shortfall, score DESC, price, plan LIMIT ${limit}) AS recommended
UNION ALL SELECT 1 AS list, plan, copies, price, ${score} FROM (
  SELECT ${LISTED} FROM fitted
  ORDER BY shortfall * 2 + new_only, price, mb DESC, lasts DESC, plan LIMIT ${limit}) AS cheapest CROSS JOIN mark
UNION ALL SELECT 2 AS list, plan, copies, price, ${score} FROM (
  SELECT ${LISTED} FROM fitted
  ORDER BY shortfall * 2 + CASE WHEN shortfall = 0 THEN slow ELSE 1 END,
    speed, networks DESC, price, plan LIMIT ${limit}) AS fastest CROSS JOIN mark`;
}

/** An engine that is loaded and ready to rank. */
export interface Engine {
  readonly name: string;
  readonly rank: (trip: Trip, now: number, limit?: number) => Promise<readonly Listed[]>;
  readonly close: () => Promise<void>;
}
