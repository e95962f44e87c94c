import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { oracleMarket } from '../../src/catalogue/testing/oracle-market.ts';
import { type Candidate, candidatesOf } from '../../src/domain/testing/oracle/oracle.ts';
import { NEEDS, NO_FILTERS, type Stop, TRAVELLERS_MAX, tripOf } from '../../src/domain/trip.ts';
import { serialiseComparison } from '../../src/wire/comparison.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const BYTES_PER_GB = 1_000_000_000;
const market = fastMarket({ now: NOW, plans: 2_500, seed: 3 });
/** A third of the plans has a cap of its hotspot, from 0 to 39 GB. */
const catalogue = createCatalogue({
  ...market,
  plans: market.plans.map(({ plan, observation }, at) => {
    const hotspotBytes = at % 3 === 0 ? (at % 40) * BYTES_PER_GB : null;
    return { plan: { ...plan, extras: { ...plan.extras, hotspotBytes } }, observation };
  }),
});

const TRIPS: readonly (readonly [Stop, ...Stop[]])[] = [
  [{ country: 'TR', days: 7 }],
  [{ country: 'US', days: 1 }],
  [
    { country: 'ES', days: 3 },
    { country: 'FR', days: 2 },
    { country: 'IT', days: 4 },
  ],
];

const isForNew = ({ plan }: Candidate): number => Number(plan.facts.newCustomersOnly === true);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The whole order Recommended, beyond its 20 places. */
function recommended(kept: readonly Candidate[], brandOf: (one: Candidate) => string): Candidate[] {
  const meeting = kept
    .filter(({ meets }) => meets)
    .toSorted(
      (a, b) =>
        isForNew(a) - isForNew(b) ||
        a.comparableCents - b.comparableCents ||
        a.cents - b.cents ||
        byText(a.plan.provider, b.plan.provider) ||
        byText(a.plan.id, b.plan.id),
    );
  const isEarly = (one: Candidate) =>
    meeting.filter((other) => brandOf(other) === brandOf(one)).indexOf(one) < 3;
  return [...meeting.filter(isEarly), ...meeting.filter((one) => !isEarly(one))];
}

const centsOf = (usd: number): number => Math.round(usd * 100);

test('a group of 2 to 9 shares the first recommended plan whose hotspot is enough, and every price is multiplied', () => {
  for (const stops of TRIPS)
    for (const need of NEEDS)
      for (let travellers = 2; travellers <= TRAVELLERS_MAX; travellers += 1)
        for (const maxUsdCents of [null, 1_500]) {
          const { sharing, orders, itinerary, query, notices } = serialiseComparison(
            catalogue,
            tripOf(stops, need, null, travellers),
            {
              identity: { serviceName: 'Eşim', baseUrl: 'https://esim.example' },
              now: NOW,
              freshUntil: NOW + 900_000,
              filters: { ...NO_FILTERS, maxUsdCents },
            },
          );
          const name = `${stops.length} stops, ${need}, ${travellers} travellers, ${maxUsdCents}`;
          for (const { price } of Object.values(orders).flat())
            assert.equal(centsOf(price.group_usd ?? 0), centsOf(price.usd) * travellers, name);
          for (const way of [itinerary?.recommended, itinerary?.cheapest])
            if (way) assert.equal(centsOf(way.group_usd ?? 0), centsOf(way.usd) * travellers, name);
          const needed = query.data_needed_gb;
          const mb = needed === null ? null : needed * 1_000 * travellers;
          const { kept, brandOf } = candidatesOf(oracleMarket(catalogue, stops[0].country, NOW), {
            stops,
            need,
            maxUsdCents: maxUsdCents === null ? null : maxUsdCents * travellers,
            data: mb === null ? undefined : { mb, days: query.days_total },
          });
          const expected = recommended(kept, brandOf).find((one) => {
            const { facts, extras } = one.plan;
            const isEnough =
              extras.hotspotBytes === null || (mb !== null && extras.hotspotBytes >= mb * 1_000_000);
            return isForNew(one) === 0 && facts.hotspot === true && isEnough;
          });
          assert.equal(
            notices.some(({ code }) => code === 'nothing_to_share'),
            expected === undefined,
            name,
          );
          if (expected === undefined || !sharing) {
            assert.equal(sharing, null, name);
            assert.equal(expected, undefined, name);
            continue;
          }
          assert.equal(`${sharing.result.provider.id}/${sharing.result.plan.id}`, expected.key, name);
          assert.deepEqual(
            [sharing.data_gb, centsOf(sharing.usd), centsOf(sharing.comparable_usd)],
            [mb === null ? null : mb / 1_000, expected.cents, expected.comparableCents],
            name,
          );
          assert.equal(sharing.result.price.group_usd, null);
        }
});
