import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cheapestFor } from '../domain/ranking/rank.ts';
import { NEEDS } from '../domain/trip.ts';
import { createCatalogue } from './catalogue.ts';
import { computeLowestPrices, LOWEST_PRICE_DAYS } from './lowest-prices.ts';
import { anyMarket, marketOf, NOON, PLAIN_PLAN } from './testing/market.ts';
import { countPauses } from './testing/pauses.ts';

test('each lowest price is that of the cheapest offer that is not only for new customers, if it meets the need', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyMarket, async (market) => {
      // An hour after an observation, so that prices are usable.
      const now = (market.plans[0]?.observation.observedAt ?? NOON) + 3_600_000;
      const catalogue = createCatalogue(market);
      const { byCountry, computedAt } = (await computeLowestPrices(catalogue, now)) ?? assert.fail();
      assert.equal(computedAt, now);
      assert.deepEqual(
        [...byCountry.keys()],
        catalogue.destinations.map(({ code }) => code),
      );
      for (const [country, prices] of byCountry) {
        const { entries, coupons } = catalogue.destination(country) ?? assert.fail();
        const forEverybody = {
          coupons,
          entries: entries.filter(({ plan }) => plan.facts.newCustomersOnly !== true),
        };
        for (const need of NEEDS) {
          const first = cheapestFor(forEverybody, { country, days: LOWEST_PRICE_DAYS, need }, now);
          const expected = first?.fit.meetsNeed === true ? first.price.cents : null;
          assert.equal(prices[need], expected, `${country} ${need}`);
          if (expected !== null) compared += 1;
        }
      }
    }),
  );
  assert.ok(compared > 20, 'the test must see prices');
});

test('the computation runs in slices, and ends without a result if it became obsolete', async (t) => {
  const plans = Array.from({ length: 1_000 }, (_, index) => ({ ...PLAIN_PLAN, id: `p${index}` }));
  const catalogue = createCatalogue(marketOf(plans));
  const pauses = countPauses(t);
  assert.ok((await computeLowestPrices(catalogue, NOON)) !== null);
  // A slice of 3 ms has at most three of the thousand plans.
  assert.ok(pauses() > 300, `${pauses()} pauses`);
  const before = pauses();
  assert.equal(await computeLowestPrices(catalogue, NOON, () => true), null);
  assert.equal(pauses() - before, 1);
});
