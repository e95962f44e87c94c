import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot } from './port.ts';
import { SnapshotWatchers } from './watchers.ts';

test('watchers are notified once of a new snapshot, and once if the store has lost its snapshots', async () => {
  let newest: Snapshot | null = null;
  const watchers = new SnapshotWatchers(async () => newest);
  const notified: (number | null)[] = [];
  watchers.add((snapshot) => notified.push(snapshot?.serial ?? null));
  for (const serial of [null, 7, 7, null, null, 1]) {
    newest = serial === null ? null : ({ serial } as Snapshot);
    await watchers.poll();
  }
  assert.deepEqual(notified, [7, null, 1]);
});
