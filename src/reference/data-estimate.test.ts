import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { estimateData } from './data-estimate.ts';
import { BUNDLED_REFERENCE, loadReference } from './load.ts';

const { activities: file } = loadReference(BUNDLED_REFERENCE);
assert.ok(file !== null);

test('hours a day × days are added up and rounded up to a half gigabyte', () => {
  const hours = new Map([
    ['maps_navigation', 1],
    ['video_sd', 0.5],
  ]);
  // 7 days of 10 + 350 MB are 2.52 GB; low 5 + 150, high 36 + 500.
  assert.deepEqual(estimateData(file, hours, 7), { lowGb: 1.5, typicalGb: 3, highGb: 4 });
});

test('an exact half is not rounded up', () => {
  // The bundled file has 60 MB for an hour of `web`.
  assert.equal(estimateData(file, new Map([['web', 1]]), 25)?.typicalGb, 1.5);
});

test('without hours there is no estimate', () => {
  assert.equal(estimateData(file, new Map(), 7), null);
  assert.equal(estimateData(file, new Map([['unknown', 5]]), 7), null);
});

test('every bundled activity has a range, two sources and four languages', () => {
  for (const { id, low, typical, high, sources, name } of file.activities) {
    assert.ok(low > 0 && low <= typical && typical <= high, id);
    assert.ok(sources.length >= 2, id);
    assert.equal(Object.values(name).filter(Boolean).length, 4, id);
  }
});

test('the advice for assistants has the same table', () => {
  const advice = readFileSync(new URL('../../docs/travel-esim-advice.md', import.meta.url), 'utf8');
  for (const { name, low, typical, high } of file.activities)
    assert.ok(advice.includes(`| ${name.en} | ${low} | ${typical} | ${high} |`), name.en);
  assert.ok(advice.includes(file.compiled_on));
});
