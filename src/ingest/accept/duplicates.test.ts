import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Draft } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { candidate } from '../testing/plans.ts';
import { checkRows } from './check-rows.ts';
import { removeTwins } from './duplicates.ts';

const survivors = (rows: readonly Candidate[]) =>
  checkRows(rows).candidates.map(({ plan }) => `${plan.id} ${plan.price.usdCents}`);

test('of the same terms the cheapest stays, then the newest, then the lower id', () => {
  const row = (externalId: string, usd: string, updatedAt?: string) =>
    candidate({ externalId, prices: { USD: usd }, ...(updatedAt === undefined ? {} : { updatedAt }) });
  assert.deepEqual(survivors([row('a', '9'), row('b', '8'), row('c', '10')]), ['b 800']);
  assert.deepEqual(survivors([row('a', '9', '2026-11-01'), row('b', '9', '2026-11-02')]), ['b 900']);
  assert.deepEqual(survivors([row('b', '9'), row('a', '9')]), ['a 900']);
});

test('names that differ only in case, spaces and punctuation are one, and other signs make two', () => {
  const twinsOf = (one: string, other: string) =>
    removeTwins([candidate({ name: one }), candidate({ externalId: 'other', name: other })]).removed.length;
  assert.equal(twinsOf('Anatolia Twin 10 GB', 'anatolia twin, 10GB'), 1);
  assert.equal(twinsOf('Anatolia (10 GB)', 'Anatolia – 10 GB'), 1);
  assert.equal(twinsOf('Anatolia 10 GB', 'Anatolia+ 10 GB'), 0);
});

test('plans that differ in anything that a traveller is told are two', () => {
  const changes: readonly Partial<Draft>[] = [
    { days: 31 },
    { name: 'Anatolia Plus 10 GB' },
    { places: ['GR'] },
    { hotspot: true },
    { throttleKbps: 128 },
    { soldPerDay: true },
    { hotspotBytes: 5_000_000_000 },
    { newCustomersOnly: true },
    { networks: [{ place: 'TR', name: 'Anatel', generation: null }] },
  ];
  for (const change of changes) {
    const { removed } = removeTwins([candidate(), candidate({ externalId: 'other', ...change })]);
    assert.equal(removed.length, 0, JSON.stringify(change));
  }
});

test('of rows of one id with other terms none is published, and the cheapest is quarantined', () => {
  const rows = [candidate({ prices: { USD: '9' } }), candidate({ prices: { USD: '8' }, days: 7 })];
  const { candidates, setAside, reusedIdCount } = checkRows(rows);
  assert.deepEqual([candidates, reusedIdCount], [[], 1]);
  assert.deepEqual(
    setAside.map(({ quarantined: { reason, old, new: read } }) => [reason, old, read]),
    [['id_reused', null, '10 GB, 7 days, TR, $8.00 (USD)']],
  );
  const hotspots = [candidate(), candidate({ places: ['GR'], hotspotBytes: 5_000_000_000 })];
  assert.equal(checkRows(hotspots).reusedIdCount, 1);
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
  const rows = ['TR', 'GR', 'CY'].map((place) => candidate({ places: [place] }));
  const { candidates, duplicates } = checkRows(rows);
  assert.deepEqual(
    candidates.map(({ plan }) => plan.coverage.destinations),
    [['CY', 'GR', 'TR']],
  );
  assert.deepEqual(
    duplicates.map(({ reason, detail }) => `${reason} ${detail}`),
    Array(2).fill('duplicate same as "tr-10gb-30d", which now includes its places'),
  );
});
