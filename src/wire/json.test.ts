import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../catalogue/decode.ts';
import { encode } from '../catalogue/encode.ts';
import { rank } from '../domain/ranking/rank.ts';
import { NEEDS } from '../domain/trip.ts';
import { fastMarket } from '../sample/fast.ts';
import { spellComparison } from './comparison.ts';
import { comparisonJson } from './json.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const { content, observations } = encode(fastMarket({ plans: 2_000, now: NOW }));
const catalogue = decode(content, observations, 1);

test('a comparison written in pieces is the same text as written whole', () => {
  const identity = { serviceName: 'Eşim "quoted"', baseUrl: 'http://localhost:8080' };
  // The last is no destination: empty lists.
  for (const country of ['TR', 'US', 'XX']) {
    for (const need of NEEDS) {
      const trip = { country, days: 7, need };
      const comparison = spellComparison(catalogue, trip, { identity, now: NOW, freshUntil: NOW + 1 });
      assert.equal(comparisonJson(comparison), JSON.stringify(comparison));
    }
  }
});

test('the parts of a score are not made in the order of the wire, so that V8 keeps whole numbers and fractions apart', () => {
  const trip = { country: 'TR', days: 7, need: 'normal' } as const;
  const [ranked] = rank(catalogue.view(trip.country)!, trip, NOW).cheapest;
  const identity = { serviceName: 'Eşim', baseUrl: 'http://localhost:8080' };
  const { orders } = spellComparison(catalogue, trip, { identity, now: NOW, freshUntil: NOW + 1 });
  const onWire = Object.keys(orders.Cheapest[0]!.why.parts);
  assert.deepEqual(Object.keys(ranked!.parts).toSorted(), onWire.toSorted());
  assert.notDeepEqual(Object.keys(ranked!.parts), onWire);
});
