import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Draft } from './adapter.ts';
import { createInterner } from './intern.ts';
import { draft } from './testing.ts';

/** What must tell two coverages apart, spelt out: the slow, obvious way. */
const spelt = ({ places, excludedPlaces = [], networks = [], scope, generation, breakout, roaming }: Draft) =>
  JSON.stringify([
    scope ?? null,
    generation ?? null,
    breakout ?? null,
    roaming ?? null,
    places,
    excludedPlaces,
    networks,
  ]);

const word = fc.constantFrom('TR', 'GR', 'A', '', '4G', '5G', 'null', 'undefined');
const coverage = fc.record({
  places: fc.array(word, { maxLength: 3 }),
  excludedPlaces: fc.array(word, { maxLength: 2 }),
  networks: fc.array(
    fc.record({ place: fc.option(word), name: word, generations: fc.array(word, { maxLength: 2 }) }),
    { maxLength: 3 },
  ),
  generation: fc.constantFrom(null, '4G' as const, '5G' as const),
  roaming: fc.constantFrom(null, true, false),
});

test('two drafts share a coverage exactly where all that makes it is equal', () => {
  fc.assert(
    fc.property(fc.array(coverage, { minLength: 2, maxLength: 12 }), (rows) => {
      const find = createInterner<number>();
      const ids = new Map<string, number>();
      for (const row of rows) {
        const one = draft(row);
        const id = find(one, (fresh) => fresh);
        const key = spelt(one);
        assert.equal(id, ids.get(key) ?? ids.size);
        ids.set(key, id);
      }
    }),
    { numRuns: 300 },
  );
});
