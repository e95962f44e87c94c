import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cheapestFor } from '../domain/ranking/rank.ts';
import { NEEDS } from '../domain/trip.ts';
import { createCatalogue } from './catalogue.ts';
import { computeLowestPrices, LOWEST_PRICE_DAYS } from './lowest-prices.ts';
import { anyMarket, marketOf, NOON, PLAIN_PLAN } from './testing/market.ts';

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

test('a computation that became obsolete ends without a result', async () => {
  const plans = Array.from({ length: 2_000 }, (_, index) => ({ ...PLAIN_PLAN, id: `p${index}` }));
  const catalogue = createCatalogue(marketOf(plans));
  assert.ok((await computeLowestPrices(catalogue, NOON)) !== null);
  // Each plan takes a millisecond, so that the first slice ends before the computation.
  const slow = {
    ...catalogue,
    *plans() {
      for (const plan of catalogue.plans()) {
        const until = performance.now() + 1;
        while (performance.now() < until);
        yield plan;
      }
    },
  };
  assert.equal(await computeLowestPrices(slow, NOON, () => true), null);
});
