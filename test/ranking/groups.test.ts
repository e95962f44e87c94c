import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { oracleMarket } from '../../src/catalogue/testing/oracle-market.ts';
import { type OracleItinerary, oracleItinerary } from '../../src/domain/testing/oracle/itinerary.ts';
import type { Market } from '../../src/domain/testing/oracle/trip.ts';
import { NEEDS, NO_FILTERS, type Stops, tripOf } from '../../src/domain/trip.ts';
import { serialiseComparison } from '../../src/wire/comparison.ts';
import type { SharedSplit } from '../../src/wire/schemas/comparison.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const BYTES_PER_GB = 1_000_000_000;
const market = fastMarket({ now: NOW, plans: 1_500, seed: 3 });
/** A third of the plans has a cap of its hotspot, from 0 to 39 GB. */
const catalogue = createCatalogue({
  ...market,
  plans: market.plans.map(({ plan, observation }, at) => {
    const hotspotBytes = at % 3 === 0 ? (at % 40) * BYTES_PER_GB : null;
    return { plan: { ...plan, extras: { ...plan.extras, hotspotBytes } }, observation };
  }),
});

const TRIPS: readonly Stops[] = [
  [{ country: 'TR', days: 7 }],
  [{ country: 'US', days: 1 }],
  [
    { country: 'KR', days: 5 },
    { country: 'JP', days: 4 },
  ],
];
const GROUPS = [2, 3, 5, 9];

const centsOf = (usd: number): number => Math.round(usd * 100);

/** All plans of the stops, each once. */
function marketFor(stops: Stops): Market {
  const markets = stops.map(({ country }) => oracleMarket(catalogue, country, NOW));
  const listings = new Map(markets.flatMap((one) => one.listings).map((listing) => [listing.plan, listing]));
  return { ...markets[0]!, listings: [...listings.values()] };
}

/** What a split states, with the keys of its plans. */
const figuresOf = ({ usd, comparable_usd, further_purchases_usd, purchases, legs }: SharedSplit) => ({
  cents: centsOf(usd),
  comparableCents: centsOf(comparable_usd),
  furtherPurchasesCents: centsOf(further_purchases_usd),
  purchases,
  legs: legs.map(({ stops, result }) => [stops, result && `${result.provider.id}/${result.plan.id}`]),
});

const oracleFigures = ({
  cents,
  comparableCents,
  furtherPurchasesCents,
  purchases,
  legs,
}: OracleItinerary) => ({
  cents,
  comparableCents,
  furtherPurchasesCents,
  purchases,
  legs: legs.map(({ stops, plan }) => [stops, plan?.key ?? null]),
});

test('a group shares the best plans of all splits whose hotspot is enough, and own prices are multiplied', () => {
  let shared = 0;
  let split = 0;
  for (const stops of TRIPS) {
    const all = marketFor(stops);
    for (const need of NEEDS)
      for (const travellers of GROUPS)
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
          const asked = {
            stops,
            need,
            maxUsdCents: maxUsdCents === null ? null : maxUsdCents * travellers,
            data: mb === null ? undefined : { mb, days: query.days_total },
            isShared: true,
          };
          const isNone = notices.some(({ code }) => code === 'nothing_to_share');
          for (const [way, by] of [
            ['recommended', 'comparableCents'],
            ['cheapest', 'cents'],
          ] as const) {
            const best = oracleItinerary(all, asked, by);
            const expected = best !== null && best.unserved === 0 ? best : null;
            assert.equal(isNone, expected === null, name);
            const ours = sharing?.[way] ?? null;
            assert.deepEqual(ours && figuresOf(ours), expected && oracleFigures(expected), `${name}, ${way}`);
            if (ours === null) continue;
            shared += 1;
            if (ours.legs.length > 1) split += 1;
            assert.equal(ours.data_gb, mb === null ? null : mb / 1_000, name);
            for (const { result } of ours.legs) assert.equal(result?.price.group_usd, null, name);
          }
        }
  }
  assert.ok(shared > 40 && split > 10, `${shared} ways of sharing, ${split} of them with several plans`);
});
