import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareIds, compareStrings, namingOf, placeFactsOf } from './destination.ts';
import type { Coverage, Generation } from './plan.ts';
import { aListing } from './testing/builders.ts';

const factsOf = (coverage: Partial<Coverage>) => placeFactsOf(aListing({ coverage }).plan.coverage, 'TR');

test('the generation at a destination is the best of its networks, or that of the plan', () => {
  const generationAt = (...generations: readonly (Generation | null)[]) =>
    factsOf({
      generation: '3G',
      networks: {
        TR: generations.map((generation) => ({ name: 'North', generation })),
        GR: [{ name: 'South', generation: '5G' }],
      },
    }).generation;
  assert.equal(generationAt('4G', '5G', null, '2G'), '5G');
  assert.equal(generationAt('2G', '4G'), '4G');
  assert.equal(generationAt(null, '2G'), '2G');
  assert.equal(generationAt(null), '3G', 'the networks state none');
  assert.equal(generationAt(), '3G', 'no network is named');
});

test('stated exits decide whether traffic leaves locally, in place of the statement for the whole plan', () => {
  assert.equal(factsOf({ breakout: 'unknown', exits: null }).breakout, 'unknown');
  assert.equal(factsOf({ breakout: 'roaming', exits: ['GB', 'TR'] }).breakout, 'local');
  assert.equal(factsOf({ breakout: 'local', exits: ['GB'] }).breakout, 'roaming');
});

test('a plan is named after the whole country, after no place, or only after other places or a part of the country', () => {
  const country = { country: 'TR', part: null };
  const part = { country: 'TR', part: 'Cappadocia' };
  const other = { country: 'GR', part: null };
  assert.equal(namingOf([], 'TR'), 'none');
  assert.equal(namingOf([country], 'TR'), 'country');
  assert.equal(namingOf([other, country], 'TR'), 'country');
  assert.equal(namingOf([part], 'TR'), 'elsewhere');
  assert.equal(namingOf([other, part], 'TR'), 'elsewhere');
  assert.equal(namingOf([{ country: null, part: 'Africa' }], 'TR'), 'elsewhere');
});

test('strings are compared by code units, and plans by provider and then by id', () => {
  assert.deepEqual(['b', 'B', 'ä', 'a', 'a'].toSorted(compareStrings), ['B', 'a', 'a', 'b', 'ä']);
  assert.equal(compareStrings('a', 'a'), 0);
  const plans = ['birch/a', 'alder/b', 'alder/a', 'birch/a'].map((text) => {
    const [provider = '', id = ''] = text.split('/');
    return { provider, id };
  });
  assert.deepEqual(
    plans.toSorted(compareIds).map(({ provider, id }) => `${provider}/${id}`),
    ['alder/a', 'alder/b', 'birch/a', 'birch/a'],
  );
});
