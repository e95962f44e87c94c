/**
 * The ranking of docs/ranking.md as SQL: the same formulas in the same integers, for three engines. What it reads is
 * in `tables.ts`, what it answers in `listed.ts`.
 */

import { NONE } from '../../../src/domain/columns.ts';
import { demandOf } from '../../../src/domain/fit.ts';
import { PROVIDER_PLACES_MAX } from '../../../src/domain/ranking/weights.ts';
import type { Trip } from '../../../src/domain/trip.ts';
import { LISTED_COLUMNS, type Listed } from './listed.ts';
import { ENDLESS_DAYS, ENDLESS_MB } from './offers.ts';

/** Where the engines spell differently. */
export interface Dialect {
  readonly least: string;
  readonly greatest: string;
  /** Division that drops the remainder. */
  readonly div: string;
  /** Ends a step whose columns are worked out once, instead of wherever a later step names them. */
  readonly fence: string;
  /** Parameters in the order of `parametersOf`, numbered from 1. */
  readonly parameter: (number: number) => string;
}

/** Big integers, because `node:sqlite` hands any other number over as a fraction. */
export function parametersOf(trip: Trip, now: number, limit: number): [string, ...bigint[]] {
  const { days, neededMb, unlimitedOnly } = demandOf(trip);
  const numbers = [days, neededMb, unlimitedOnly ? 1 : 0, Math.floor(now / 1_000), limit];
  return [trip.country, ...numbers.map(BigInt)];
}

/** A price and a number of copies in one number, so that one minimum finds the lowest price and then the fewest copies. */
const COPIES_ROOM = 16;

/** What of a row is still needed once it is fitted: the less is kept, the quicker. */
const FITTED =
  'plan, provider, copies, price, one, covered, usable, mb, fresh, validity, per_day, clock, fixed, new_only, speed, is_5g';
const LISTED = 'plan, copies, price, one, covered, usable, fresh, clock, fixed, shortfall, slow';

export function rankingSql({ least, greatest, div, fence, parameter }: Dialect): string {
  const [country, days, needed, unlimited, now, limit] = [1, 2, 3, 4, 5, 6].map(parameter);
  const upwards = (a: string, b: string) => `(((${a}) + (${b}) - 1) ${div} (${b}))`;
  const copiesFor = (most: string, isCounted: string) => `${least}(${most}, ${greatest}(
      ${upwards(days!, 'validity')},
      CASE WHEN ${isCounted} THEN ${upwards(needed!, 'amount')} ELSE 1 END))`;
  const validityValue = `(6000 + (4000 * clock) ${div} 10000)`;
  const share = {
    price: `CASE WHEN price <= mark.cents THEN 10000 ELSE (10000 * ${greatest}(1, mark.cents)) ${div} price END`,
    headroom: `CASE WHEN usable <= ${needed} THEN 0 WHEN usable >= 2 * ${needed} THEN 10000
                    ELSE (10000 * (usable - ${needed})) ${div} ${needed} END`,
    validity: `CASE WHEN covered = ${days} THEN ${validityValue}
                    ELSE (((10000 * covered) ${div} ${days}) * ${validityValue}) ${div} 10000 END`,
    passing: `(4000 - 2000 * fresh + CASE WHEN price < copies * one THEN 0 ELSE 1000 END)`,
  };
  const score = `(4000 * ${share.price} + 1000 * ${share.headroom} + 1000 * ${share.validity}
    + 1500 * ${share.passing} + fixed) ${div} 100`;
  const reasons = `concat_ws(',',
    CASE WHEN short_mb > 0 THEN 'short_of_data:' || short_mb END,
    CASE WHEN short_days > 0 THEN 'short_of_days:' || short_days END,
    CASE WHEN new_only = 1 THEN 'new_customers_only' END,
    CASE WHEN shortfall > 0 THEN NULL
         WHEN price = lowest THEN 'cheapest'
         WHEN is_5g = 1 AND price = lowest_5g THEN 'cheapest_5g'
         WHEN lowest > 0 AND (price - lowest) * 10 <= lowest
           THEN 'near_cheapest:' || ${upwards('(price - lowest) * 100', 'lowest')} END,
    CASE WHEN fair_use_unstated = 1 THEN 'fair_use_unstated' END,
    CASE WHEN trip_mb IS NULL THEN 'no_data_limit'
         WHEN slow_kbps <> ${NONE} THEN 'slow_after_cap:' || slow_kbps END,
    CASE WHEN full_speed = 1 AND is_5g = 1 THEN 'full_speed_5g' END,
    CASE WHEN shortfall = 0 AND ${unlimited} = 0 AND 2 * (trip_mb - ${needed}) >= ${needed}
         THEN 'spare_data:' || (trip_mb - ${needed}) END,
    CASE WHEN is_local = 1 THEN 'local_breakout' END,
    CASE WHEN networks >= 2 THEN 'several_networks:' || networks END,
    CASE WHEN hotspot = 1 THEN 'hotspot_allowed' END,
    CASE WHEN no_identity_check = 1 THEN 'no_identity_check' END,
    CASE WHEN fresh = 0 THEN 'fresh_price' END,
    CASE WHEN short_days = 0 THEN 'covers_trip:' || CASE
      WHEN per_day = 1 THEN ${days} WHEN validity = ${ENDLESS_DAYS} THEN 0 ELSE validity END END)`;
  return `
WITH best AS MATERIALIZED (
  SELECT plan, min(cents * ${COPIES_ROOM} + CASE WHEN per_day = 1 THEN 1 ELSE units END) AS fewest,
    min(cents * ${COPIES_ROOM} + ${COPIES_ROOM - 1} - CASE WHEN per_day = 1 THEN 1 ELSE units END) AS fullest
  FROM deals
  WHERE country = ${country} AND begins <= ${now} AND ends > ${now}
    AND CASE WHEN per_day = 1 THEN units = ${least}(${days}, validity)
             ELSE units >= ${copiesFor('most', 'counted = 1')} END
  GROUP BY plan
), asked AS NOT MATERIALIZED (
  SELECT offers.*, best.fewest ${div} ${COPIES_ROOM} AS deal, best.fewest, best.fullest,
    CASE WHEN ${now} - observed <= 86400 THEN 0 WHEN ${now} - observed <= 172800 THEN 1 ELSE 2 END AS fresh,
    CASE WHEN per_day = 1 OR new_only = 1 THEN 1
         ELSE ${copiesFor('10', 'whole = 1 AND remainder = 0')} END AS fewest_listed,
    CASE WHEN per_day = 1 THEN cents * ${least}(${days}, validity) ELSE cents END AS one
  FROM offers LEFT JOIN best ON best.plan = offers.plan
  WHERE offers.country = ${country} AND unlimited >= ${unlimited} AND observed >= ${now} - 604800 ${fence}
), bought AS NOT MATERIALIZED (
  SELECT *,
    CASE WHEN deal < fewest_listed * one THEN fewest % ${COPIES_ROOM} ELSE fewest_listed END AS copies,
    CASE WHEN deal < fewest_listed * one THEN deal ELSE fewest_listed * one END AS price,
    CASE WHEN deal <= fewest_listed * one THEN ${COPIES_ROOM - 1} - fullest % ${COPIES_ROOM}
         WHEN one > 0 THEN fewest_listed WHEN per_day = 1 OR new_only = 1 THEN 1 ELSE 10 END AS most_for_price
  FROM asked ${fence}
), served AS NOT MATERIALIZED (
  SELECT *, ${least}(${days}, copies * validity) AS covered FROM bought ${fence}
), amounts AS NOT MATERIALIZED (
  SELECT *, ${least}(${ENDLESS_MB}, amount * CASE WHEN whole = 1 THEN most_for_price ELSE covered END) AS mb,
    CASE WHEN ${unlimited} = 1 THEN amount * ${days}
         ELSE amount * CASE WHEN whole = 1 THEN copies ELSE covered END END AS counted
  FROM served ${fence}
), used AS NOT MATERIALIZED (
  SELECT *, CASE WHEN too_slow = 1 THEN 0 WHEN remainder = 1 THEN ${ENDLESS_MB} ELSE counted END AS usable
  FROM amounts ${fence}
), fitted AS MATERIALIZED (
  SELECT ${FITTED}, ${greatest}(
      CASE WHEN usable >= ${needed} THEN 0 ELSE ${upwards(`(${needed} - usable) * 10000`, needed!)} END,
      ${upwards(`(${days} - covered) * 10000`, days!)}) AS shortfall,
    CASE WHEN counted >= ${needed} THEN 0 ELSE 1 END AS slow
  FROM used
), mark AS MATERIALIZED (
  SELECT coalesce(
      min(CASE WHEN shortfall = 0 AND new_only = 0 THEN price END),
      min(CASE WHEN shortfall = 0 THEN price END),
      min(price)) AS cents,
    min(CASE WHEN shortfall = 0 THEN price END) AS lowest,
    min(CASE WHEN shortfall = 0 AND is_5g = 1 THEN price END) AS lowest_5g
  FROM fitted
), dearer AS MATERIALIZED (
  SELECT DISTINCT rivals.plan
  FROM rivals JOIN fitted ON fitted.plan = rivals.plan JOIN fitted AS rival ON rival.plan = rivals.rival
  WHERE rivals.country = ${country} AND rival.price < fitted.price AND rival.one <= fitted.one
    AND rival.shortfall <= fitted.shortfall AND rival.fresh <= fitted.fresh
), kept AS MATERIALIZED (
  SELECT * FROM fitted WHERE NOT EXISTS (SELECT 1 FROM dearer WHERE dearer.plan = fitted.plan)
), listed AS NOT MATERIALIZED (
  SELECT 0 AS list, row_number() OVER (ORDER BY turn, shortfall, score DESC, price, plan) AS place, ${LISTED}, score
  FROM (
    SELECT *, CASE WHEN shortfall > 0 THEN 2 WHEN row_number() OVER (
        PARTITION BY provider ORDER BY shortfall, score DESC, price, plan) <= ${PROVIDER_PLACES_MAX} THEN 0 ELSE 1 END AS turn
    FROM (SELECT ${LISTED}, provider, ${score} AS score FROM kept CROSS JOIN mark ${fence}) AS scored
    ORDER BY turn, shortfall, score DESC, price, plan LIMIT ${limit}) AS recommended
  UNION ALL SELECT 1, row_number() OVER (ORDER BY newcomers, price, mb DESC, lasts DESC, plan), ${LISTED}, ${score} FROM (
    SELECT ${LISTED}, mb, shortfall * 2 + new_only AS newcomers,
      CASE WHEN per_day = 1 THEN ${least}(validity, ${days}) ELSE validity END AS lasts
    FROM kept ORDER BY newcomers, price, mb DESC, lasts DESC, plan LIMIT ${limit}) AS cheapest CROSS JOIN mark
  UNION ALL SELECT 2, row_number() OVER (ORDER BY slowness, speed, price, plan), ${LISTED}, ${score} FROM (
    SELECT ${LISTED}, speed, shortfall * 2 + CASE WHEN shortfall = 0 THEN slow ELSE 1 END AS slowness
    FROM kept ORDER BY slowness, speed, price, plan LIMIT ${limit}) AS fastest CROSS JOIN mark
), spelled AS NOT MATERIALIZED (
  SELECT listed.list, listed.place, listed.plan, listed.copies, listed.price, listed.score, listed.shortfall, listed.fresh,
    mark.lowest, mark.lowest_5g,
    ${greatest}(0, ${needed} - usable) AS short_mb, ${days} - covered AS short_days,
    CASE WHEN amount = ${ENDLESS_MB} THEN NULL WHEN whole = 1 THEN amount * copies ELSE amount * covered END AS trip_mb,
    CASE WHEN shortfall = 0 AND slow = 0 THEN 1 ELSE 0 END AS full_speed, copies * one AS list_price,
    ${share.price} AS price_share, ${share.headroom} AS headroom_share,
    offers.speed_share, ${share.validity.replaceAll('clock', 'listed.clock')} AS validity_share,
    offers.certainty_share + ${share.passing} AS certainty_share, offers.ease_share,
    new_only, is_5g, fair_use_unstated, slow_kbps, is_local, networks, hotspot, no_identity_check, per_day, validity
  FROM listed JOIN offers ON offers.country = ${country} AND offers.plan = listed.plan CROSS JOIN mark ${fence}
)
SELECT ${LISTED_COLUMNS.slice(0, -1).join(', ')}, ${reasons} AS reasons FROM spelled ORDER BY list, place`;
}

/** An engine that is loaded and ready to rank. */
export interface Engine {
  readonly name: string;
  readonly rank: (trip: Trip, now: number, limit?: number) => Promise<readonly Listed[]>;
  readonly close: () => Promise<void>;
}
