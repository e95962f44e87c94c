import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../../store/port.ts';
import { snapshotBefore } from './snapshot-before.ts';

/**
 * "A" was published; "a" is a rollback to the newest earlier A, or to the snapshot with the serial `restoredSerial`. Oldest
 * first, serials from 1.
 */
function snapshotsOf(history: string, restoredSerial?: number): Snapshot[] {
  const letters = history.split('');
  const snapshots = letters.map((letter, index): Snapshot => {
    const isRollback = letter !== letter.toUpperCase();
    const restored = restoredSerial ?? history.lastIndexOf(letter.toUpperCase(), index) + 1;
    return {
      serial: index + 1,
      publishedAt: 0,
      content: { sha256: letter.toUpperCase(), bytes: 1 },
      observations: { sha256: 'seen', bytes: 1 },
      reason: isRollback ? 'rollback' : 'publish',
      ...(isRollback && { restored }),
      summary: { plans: 1, added: 0, removed: 0, priceChanges: 0 },
    };
  });
  return snapshots.reverse();
}

const before = (history: string, restoredSerial?: number): number | null =>
  snapshotBefore(snapshotsOf(history, restoredSerial))?.serial ?? null;

test('a rollback restores the newest earlier catalogue that differs, and the next rollback an older one', () => {
  assert.equal(before(''), null);
  assert.equal(before('A'), null);
  assert.equal(before('AB'), 1);
  assert.equal(before('ABB'), 1, 'the same plans seen again are no earlier catalogue');
  assert.equal(before('ABCb'), 1, 'a second rollback goes further back, and not to C again');
  assert.equal(before('ABaC'), 3, 'the snapshot that was served before C');
  assert.equal(before('ABA'), 2);
  assert.equal(before('ABaA'), null, 'B was rolled back, so it is never restored');
  assert.equal(before('ABCbB'), 1);
});

test('after a rollback, the next one restores nothing newer than what the operator went back to', () => {
  assert.equal(before('ZABACa'), 3, 'the operator restored the newer A');
  assert.equal(before('ZABACa', 2), 1, 'the operator restored the older A');
  assert.equal(before('ZABACaA', 2), 1, 'the restored catalogue was published again');
  assert.equal(before('ABCx', 2), 1, 'x is B with overrides');
});

test('a rollback that does not state what it restored restored the newest publication of its catalogue', () => {
  const [current, ...earlier] = snapshotsOf('ZABACa');
  const { restored: _, ...withoutRestored } = current!;
  assert.equal(snapshotBefore([withoutRestored, ...earlier])?.serial, 3);
});
