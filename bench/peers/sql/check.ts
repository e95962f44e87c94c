/**
 * That the SQL really ranks as the service does: `node bench/peers/sql/check.ts [plans] [trips]`.
 * On a market without coupons, where both follow the same rules: every price and score of the service's lists is that
 * of SQL, and its Cheapest and Fastest are SQL's whole orders with some plans ("dearer and no better") passed over.
 */
import assert from 'node:assert/strict';
import type { DestinationView } from '../../../src/domain/columns.ts';
import { rank } from '../../../src/domain/ranking/rank.ts';
import { catalogueOf } from '../../compare/market.ts';
import { bandsOf, tripsFor } from '../../compare/trips.ts';
import { openEngines } from './open.ts';
import type { Listed } from './query.ts';

const plans = Number(process.argv[2] ?? 10_000);
const tripCount = Number(process.argv[3] ?? 50);
/** More than any destination has. */
const WHOLE_ORDER = 1_000_000;

const catalogue = catalogueOf(plans);
const views = new Map<string, DestinationView>();
function bareView(country: string): DestinationView | null {
  const known = views.get(country);
  const view = known ?? catalogue.view(country);
  if (view === null || known !== undefined) return view;
  const bare = { ...view, coupons: new Map() };
  views.set(country, bare);
  return bare;
}

/** Whether `part` stands in `whole` in its own order. */
function isWithin(part: readonly number[], whole: readonly number[]): boolean {
  let at = 0;
  for (const plan of whole) if (plan === part[at]) at++;
  return at === part.length;
}

const now = Date.now();
const engines = await openEngines(catalogue, bareView);
try {
  for (const trip of tripsFor(bandsOf(catalogue)[3]!, tripCount)) {
    const lists = rank(bareView(trip.country)!, trip, now);
    for (const { name, rank: rankBySql } of engines.all) {
      const listed = await rankBySql(trip, now, WHOLE_ORDER);
      const byPlan = new Map<number, Listed>(listed.map((row) => [row.plan, row]));
      for (const { row, price, score, fit } of Object.values(lists).flat()) {
        const found = byPlan.get(row);
        assert.deepEqual(
          [found?.price, found?.score, found?.copies],
          [price.cents, score, fit.copies],
          `${name}: plan ${row} for ${JSON.stringify(trip)}`,
        );
      }
      const order = (list: number) => listed.filter((row) => row.list === list).map(({ plan }) => plan);
      assert.ok(
        isWithin(
          lists.cheapest.map(({ row }) => row),
          order(1),
        ),
        `${name}: another Cheapest`,
      );
      assert.ok(
        isWithin(
          lists.fastest.map(({ row }) => row),
          order(2),
        ),
        `${name}: another Fastest`,
      );
    }
  }
  console.log(`${tripCount} trips among ${plans} plans: the same prices, scores and orders in all engines`);
} finally {
  await engines.close();
}
