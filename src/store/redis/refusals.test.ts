import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusals } from './refusals.ts';

const NOW = 1_800_000_000_000;

function listening(max?: number): { refusals: Refusals; pass: (ms: number) => void } {
  let monotonic = 500;
  const refusals = new Refusals(() => monotonic, max);
  refusals.setListening(true);
  return {
    refusals,
    pass: (ms) => {
      monotonic += ms;
    },
  };
}

const minute = (waitMs: number) =>
  ({ name: 'comparison.minute', limit: 12, now: NOW, frees: NOW + waitMs }) as const;
const serviceDay = (waitMs: number) =>
  ({ name: 'comparison.service.day', limit: 2_000, now: NOW, frees: NOW + waitMs }) as const;

describe('a remembered refusal', () => {
  it('tells a shorter wait as time goes on, and is over to the millisecond', () => {
    const { refusals, pass } = listening();
    refusals.remember('comparison', 'c', refusals.mark, minute(10_500));
    assert.equal(refusals.recall('comparison', 'c')?.retryAfterSeconds, 11);
    pass(8_000);
    const later = refusals.recall('comparison', 'c');
    assert.deepEqual([later?.retryAfterSeconds, later?.now], [3, NOW + 8_000]);
    assert.equal(later?.window.resetAt, NOW + 8_000 + 3_000);
    pass(2_499);
    assert.equal(refusals.recall('comparison', 'c')?.retryAfterSeconds, 1);
    pass(1);
    assert.equal(refusals.recall('comparison', 'c'), null);
    assert.equal(refusals.size, 0);
  });

  it('holds for its own caller and kind only', () => {
    const { refusals } = listening();
    refusals.remember('comparison_uncached', 'c', refusals.mark, minute(10_000));
    assert.equal(refusals.recall('comparison_uncached', 'd'), null);
    assert.equal(refusals.recall('comparison', 'c'), null);
  });

  it('is not kept where a give-back was heard after the question, or messages may be missed', () => {
    const { refusals } = listening();
    const { mark } = refusals;
    refusals.forgetAll();
    refusals.remember('list', 'c', mark, minute(10_000));
    assert.equal(refusals.recall('list', 'c'), null);
    refusals.remember('list', 'c', refusals.mark, minute(10_000));
    assert.notEqual(refusals.recall('list', 'c'), null);
    refusals.setListening(false);
    refusals.remember('list', 'c', refusals.mark, minute(10_000));
    assert.equal(refusals.recall('list', 'c'), null);
  });

  it('of a spent service budget holds for everybody, except in the last minute before it frees', () => {
    const { refusals, pass } = listening();
    refusals.rememberSpent(refusals.mark, serviceDay(120_000));
    assert.equal(refusals.recall('comparison', 'anybody')?.window.name, 'comparison.service.day');
    assert.equal(refusals.recall('comparison_uncached', 'anybody')?.retryAfterSeconds, 120);
    assert.equal(refusals.recall('list', 'anybody'), null);
    pass(60_000);
    assert.equal(refusals.recall('comparison', 'anybody'), null);
  });

  it('names the window that frees last of those it knows', () => {
    const { refusals } = listening();
    refusals.remember('comparison', 'c', refusals.mark, minute(10_000));
    refusals.rememberSpent(refusals.mark, serviceDay(50_000));
    assert.equal(refusals.recall('comparison', 'c')?.window.name, 'comparison.service.day');
  });

  it('takes a bounded place: the oldest goes', () => {
    const { refusals } = listening(3);
    for (const caller of ['a', 'b', 'c', 'd'])
      refusals.remember('list', caller, refusals.mark, minute(10_000));
    assert.equal(refusals.size, 3);
    assert.equal(refusals.recall('list', 'a'), null);
    assert.notEqual(refusals.recall('list', 'd'), null);
  });
});
