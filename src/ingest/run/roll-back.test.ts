import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from '../../store/port.ts';
import { snapshotBefore } from './roll-back.ts';

/** "A" was published; "a" is a rollback to it. Oldest first, serials from 1. */
const snapshotsOf = (history: string): Snapshot[] =>
  history
    .split('')
    .map(
      (letter, index): Snapshot => ({
        serial: index + 1,
        publishedAt: 0,
        content: { sha256: letter.toUpperCase(), bytes: 1 },
        observations: { sha256: 'seen', bytes: 1 },
        reason: letter === letter.toUpperCase() ? 'publish' : 'rollback',
        summary: { plans: 1, added: 0, removed: 0, priceChanges: 0 },
      }),
    )
    .reverse();

test('a rollback restores the newest earlier catalogue that differs, and the next rollback an older one', () => {
  const before = (history: string) => snapshotBefore(snapshotsOf(history))?.serial ?? null;
  assert.equal(before(''), null);
  assert.equal(before('A'), null);
  assert.equal(before('AB'), 1);
  assert.equal(before('ABB'), 1, 'the same plans seen again are no earlier catalogue');
  assert.equal(before('ABCb'), 1, 'a second rollback goes further back, and not to C again');
  assert.equal(before('ABaC'), 3, 'the snapshot that was served before C');
  assert.equal(before('ABA'), 2);
  assert.equal(before('ABaA'), null, 'B was rolled back, so it is never restored');
  assert.equal(before('ABCbB'), 1);
  const [current, ...earlier] = snapshotsOf('ABCx');
  assert.equal(
    snapshotBefore([{ ...current!, restored: 2 }, ...earlier])?.serial,
    1,
    'x restored B with overrides',
  );
});
