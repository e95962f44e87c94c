import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectionTo } from './guards.ts';

const last = { at: 0, plans: 100, medianUsdCents: 1000 };
const code = (plans: number, medianUsdCents: number | null, suspicion: string | null = null, minimum = 1) =>
  objectionTo({ plans, medianUsdCents, suspicion, refusals: null }, last, minimum, false)?.code ?? 'through';

test('half the plans still go through, fewer do not', () => {
  assert.equal(code(50, 1000), 'through');
  assert.equal(code(49, 1000), 'halved');
});

test('a median that moves by two fifths, up or down, is not believed', () => {
  assert.equal(code(100, 1399), 'through');
  assert.equal(code(100, 1400), 'median_moved');
  assert.equal(code(100, 601), 'through');
  assert.equal(code(100, 600), 'median_moved');
});

test('fewer plans than the operator expects are short; suspicion comes before figures', () => {
  assert.equal(code(60, 1000, null, 61), 'short');
  assert.equal(code(100, 1000, 'all the same'), 'suspicious');
  assert.equal(code(0, null), 'short');
});

test('no usable plan names the commonest reason', () => {
  const refusals = '9 of 10 refused rows are missing_field (It has no validity.)';
  const run = { plans: 0, medianUsdCents: null, suspicion: null, refusals };
  assert.equal(objectionTo(run, null, 1, false)?.message, `no usable plan in the feed: ${refusals}`);
});

test('a sale of 30% passes, one of 45% is held', () => {
  assert.equal(code(100, 700), 'through');
  assert.equal(code(100, 550), 'median_moved');
});

test('a source without a past is judged by itself alone', () => {
  const run = { plans: 3, medianUsdCents: 5, suspicion: null, refusals: null };
  assert.equal(objectionTo(run, null, 1, false), null);
});

test("the operator's word lets any change through, but never an empty feed", () => {
  const run = { plans: 3, medianUsdCents: 5, suspicion: 'odd', refusals: null };
  assert.equal(objectionTo(run, last, 10, true), null);
  assert.equal(
    objectionTo({ plans: 0, medianUsdCents: null, suspicion: null, refusals: null }, last, 1, true)?.code,
    'short',
  );
});
