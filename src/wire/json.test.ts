import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../catalogue/decode.ts';
import { encode } from '../catalogue/encode.ts';
import { NEEDS } from '../domain/trip.ts';
import { fastMarket } from '../sample/fast.ts';
import { spellComparison } from './comparison.ts';
import { comparisonJson } from './json.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

test('a comparison written in pieces is the same text as written whole', () => {
  const { content, observations } = encode(fastMarket({ plans: 2_000, now: NOW }));
  const catalogue = decode(content, observations, 1);
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
