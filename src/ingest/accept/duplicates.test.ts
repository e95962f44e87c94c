import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Candidate, createNormaliser } from '../normalise/normalise.ts';
import { crossCheck } from '../run/read-source.ts';
import { candidate, draft, settings } from '../testing/plans.ts';
import type { Draft } from '../types.ts';
import { findDuplicates } from './duplicates.ts';

const survivors = (rows: readonly Candidate[]) => {
  const lost = new Set(findDuplicates(rows).map(({ loser }) => loser));
  return rows.filter((_, index) => !lost.has(index)).map(({ plan }) => `${plan.id} ${plan.price.usdCents}`);
};

test('of the same terms the cheapest stays, then the newest, then the lower id', () => {
  const row = (externalId: string, usd: string, updatedAt?: string) =>
    candidate({ externalId, prices: { USD: usd }, ...(updatedAt === undefined ? {} : { updatedAt }) });
  assert.deepEqual(survivors([row('a', '9'), row('b', '8'), row('c', '10')]), ['b 800']);
  assert.deepEqual(survivors([row('a', '9', '2026-11-01'), row('b', '9', '2026-11-02')]), ['b 900']);
  assert.deepEqual(survivors([row('b', '9'), row('a', '9')]), ['a 900']);
});

test('one id is one plan', () => {
  const rows = [candidate({ prices: { USD: '9' } }), candidate({ prices: { USD: '8' }, days: 7 })];
  assert.deepEqual(survivors(rows), ['tr-10gb-30d 800']);
});

test('plans that differ in anything that a traveller is told are two', () => {
  const changes: readonly Partial<Draft>[] = [
    { days: 31 },
    { name: 'Anatolia Plus 10 GB' },
    { places: ['GR'] },
    { hotspot: true },
    { throttleKbps: 128 },
    { soldPerDay: true },
    { newCustomersOnly: true },
    { networks: [{ place: 'TR', name: 'Anatel', generations: [] }] },
  ];
  // One reader for all, as in a run: equal coverages share an id only there.
  for (const change of changes) {
    const other = candidate({ externalId: 'other', ...change });
    const differs =
      change.places === undefined && change.networks === undefined ? other : { ...other, coverageId: 1 };
    assert.equal(findDuplicates([candidate(), differs]).length, 0, JSON.stringify(change));
  }
});

test('which rows stay does not depend on their order', () => {
  const row = fc
    .record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      usd: fc.constantFrom('7', '8', '9'),
      days: fc.constantFrom(7, 30),
    })
    .map(({ id, usd, days }) => candidate({ externalId: `${id}${days}${usd}`, prices: { USD: usd }, days }));
  const both = fc
    .array(row, { maxLength: 8 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
  fc.assert(
    fc.property(both, ([rows, shuffled]) =>
      assert.deepEqual(survivors(rows).sort(), survivors(shuffled).sort()),
    ),
    { numRuns: 50 },
  );
});

test('a plan that its feed lists once for each country has all of them', () => {
  const normalise = createNormaliser(settings());
  const rows = ['TR', 'GR', 'CY'].map((place) => normalise(draft({ places: [place] })));
  const said: string[] = [];
  const { kept } = crossCheck(
    rows.filter((row) => row.ok),
    [],
    { add: (_ref, reason, detail) => void said.push(`${reason} ${detail}`) },
  );
  assert.deepEqual(
    kept.map(({ plan }) => plan.coverage.destinations),
    [['CY', 'GR', 'TR']],
  );
  assert.deepEqual(said, [
    'duplicate same as "tr-10gb-30d", which has its places now',
    'duplicate same as "tr-10gb-30d", which has its places now',
  ]);
});
