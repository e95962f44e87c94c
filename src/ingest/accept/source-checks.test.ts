import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSource, type RunFigures } from './source-checks.ts';

const LAST = { plans: 100, medianUsdCents: 1000 };
/** A run like the last one, except for the given figures. */
const run = (figures: Partial<RunFigures> = {}): RunFigures => ({
  ...{ ...LAST, priceFault: null, mainRejection: null, change: null },
  ...figures,
});
const codeOf = (figures: Partial<RunFigures>, last = LAST, minimumPlans = 1) =>
  checkSource(run(figures), last, minimumPlans, false)?.code ?? 'through';

test('half the plans still go through, fewer do not', () => {
  assert.equal(codeOf({ plans: 50 }), 'through');
  assert.equal(codeOf({ plans: 49 }), 'halved');
});

test('five times the plans go through, and more are held if they are at least a thousand', () => {
  const grownTo = (plans: number, plansBefore: number) => codeOf({ plans }, { ...LAST, plans: plansBefore });
  assert.equal(grownTo(1000, 200), 'through');
  assert.equal(grownTo(1001, 200), 'grown');
  assert.equal(grownTo(999, 10), 'through');
});

test('a median that moves by two fifths, up or down, is not believed', () => {
  assert.equal(codeOf({ medianUsdCents: 1399 }), 'through');
  assert.equal(codeOf({ medianUsdCents: 1400 }), 'median_moved');
  assert.equal(codeOf({ medianUsdCents: 601 }), 'through');
  assert.equal(codeOf({ medianUsdCents: 600 }), 'median_moved');
});

test('fewer plans than the operator expects are short, and so is a feed without plans', () => {
  assert.equal(codeOf({ plans: 60 }, LAST, 61), 'short');
  assert.equal(codeOf({ plans: 0, medianUsdCents: null }), 'short');
});

test('a fault of the prices as a whole is reported before figures that changed', () => {
  assert.equal(codeOf({ plans: 3, medianUsdCents: 5, priceFault: 'all the same' }), 'suspicious');
});

test('no usable plan names the commonest reason', () => {
  const mainRejection = '9 of 10 rejected rows are missing_field (It has no validity.)';
  const empty = run({ plans: 0, medianUsdCents: null, mainRejection });
  assert.equal(checkSource(empty, null, 1, false)?.message, `no usable plan in the feed: ${mainRejection}`);
});

test('a sale of 30% passes, one of 45% is held', () => {
  assert.equal(codeOf({ medianUsdCents: 700 }), 'through');
  assert.equal(codeOf({ medianUsdCents: 550 }), 'median_moved');
});

test('a source without a past is judged by itself alone', () => {
  assert.equal(checkSource(run({ plans: 3, medianUsdCents: 5 }), null, 1, false), null);
});

test('a run that the operator forces goes through with any change, but never without plans', () => {
  const forced = (figures: Partial<RunFigures>) => checkSource(run(figures), LAST, 10, true);
  assert.equal(forced({ plans: 3, medianUsdCents: 5, priceFault: 'odd' }), null);
  assert.equal(forced({ plans: 0, medianUsdCents: null })?.code, 'short');
});
