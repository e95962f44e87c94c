/**
 * That the SQL really ranks as the service does: `node bench/peers/sql/check.ts [plans] [trips]`.
 * All three lists of every engine hold the same plans in the same order, with the same fits, prices, scores and reasons, for
 * fresh, aging and stale prices.
 */
import assert from 'node:assert/strict';
import { catalogueOf } from '../../compare/market.ts';
import { bandsOf, tripsFor } from '../../compare/trips.ts';
import { rankedLists } from './listed.ts';
import { openEngines } from './open.ts';

const plans = Number(process.argv[2] ?? 10_000);
const tripCount = Number(process.argv[3] ?? 200);
const HOUR_MS = 3_600_000;
/** Prices of a market are all seen at about the same time. */
const AGES_HOURS = [0, 30, 100];

const catalogue = catalogueOf(plans);
const engines = await openEngines(catalogue);
try {
  const trips = tripsFor(bandsOf(catalogue)[3]!, tripCount);
  for (const [index, trip] of trips.entries()) {
    const now = Date.now() + AGES_HOURS[index % AGES_HOURS.length]! * HOUR_MS;
    const expected = rankedLists(catalogue, trip, now);
    for (const { name, rank: rankBySql } of engines.all) {
      assert.deepEqual(await rankBySql(trip, now), expected, `${name}: ${JSON.stringify(trip)}`);
    }
  }
  console.log(`${tripCount} trips among ${plans} plans: the same three lists from all engines`);
} finally {
  await engines.close();
}
