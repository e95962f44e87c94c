import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { REGION_DESTINATIONS } from '../domain/places/region-destinations.ts';
import { GROUPS } from '../domain/places/regions.ts';
import { createCatalogue } from './catalogue.ts';
import { anyMarket, marketOf, PLAIN_PLAN } from './testing/market.ts';

test('the counts of a catalogue are those of its plans', () => {
  fc.assert(
    fc.property(anyMarket, (market) => {
      const { coverageCounts, planCounts, destinations } = createCatalogue(market);
      const coverages = market.plans.map(({ plan }) => plan.coverage);
      assert.deepEqual(
        destinations.map(({ code, plans }) => [code, plans]),
        [...planCounts].sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      for (const [code, plans] of planCounts) {
        assert.equal(plans, coverages.filter((one) => one.destinations.includes(code)).length);
        for (const [name, used] of coverageCounts.networksIn(code, 100)) {
          const using = coverages.filter(
            (one) =>
              one.destinations.includes(code) && one.networks[code]?.some((network) => network.name === name),
          );
          assert.equal(used, using.length, `${code} ${name}`);
        }
      }
      for (const region of GROUPS) {
        for (const minimum of [1, 2, 3]) {
          const working = coverages.filter(
            (one) => one.destinations.filter((code) => region.countries.includes(code)).length >= minimum,
          );
          assert.equal(coverageCounts.plansInRegion(region, minimum), working.length, region.name);
        }
      }
    }),
  );
});

test('the networks of a destination begin with those that most plans use', () => {
  const [market] = fc.sample(anyMarket, { numRuns: 1, seed: 7 });
  const { coverageCounts, planCounts } = createCatalogue(market!);
  for (const code of planCounts.keys()) {
    const all = coverageCounts.networksIn(code, 100).map(([, plans]) => plans);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    assert.ok(coverageCounts.networksIn(code, 1).length <= 1);
  }
});

test('the number of plans of a region is that of the plans that are compared for it', () => {
  for (const { code, core } of REGION_DESTINATIONS) {
    const half = Math.ceil(core.length / 2);
    const plans = [half - 1, half, core.length].map((covered) => ({
      ...PLAIN_PLAN,
      id: `covers-${covered}`,
      coverage: { ...PLAIN_PLAN.coverage, destinations: ['JM', ...core.slice(0, covered)].toSorted() },
    }));
    const catalogue = createCatalogue(marketOf(plans));
    assert.equal(catalogue.coverageCounts.plansFor(code), 2, code);
    assert.equal(catalogue.destination(code)?.entries.length, 2, code);
  }
});
