/** Finds the snapshot that a rollback without a number restores. */
import type { Snapshot } from '../../store/port.ts';

/** null: there is none. `history` is sorted newest first. */
export function snapshotBefore(history: readonly Snapshot[]): Snapshot | null {
  const [current] = history;
  if (current === undefined) return null;
  const hasSameContent = (snapshot: Snapshot) => snapshot.content.sha256 === current.content.sha256;
  // The next older entry was current when a rollback was made. The operator rejected it, so it is never restored.
  const rejected = new Set(
    history.flatMap(({ reason }, at) => (reason === 'rollback' ? [history[at + 1]?.content.sha256] : [])),
  );
  const candidates = history.slice(startInHistory(history) + 1);
  return (
    candidates.find((snapshot) => !hasSameContent(snapshot) && !rejected.has(snapshot.content.sha256)) ?? null
  );
}

/**
 * The position in the history from which the operator goes back: that of the current snapshot, or, after a rollback, that of
 * the snapshot that the rollback restored, also if the same catalogue was published again since. Snapshots between the two
 * are newer than what the operator went back to.
 */
function startInHistory(history: readonly Snapshot[]): number {
  const content = history[0]?.content.sha256;
  const firstOther = history.findIndex((snapshot) => snapshot.content.sha256 !== content);
  const repeats = firstOther === -1 ? history : history.slice(0, firstOther);
  const rollback = repeats.find(({ reason }) => reason === 'rollback');
  if (rollback === undefined) return 0;
  const { restored } = rollback;
  const position = history.findIndex(({ serial, reason, content: { sha256 } }) =>
    // Rollbacks of versions before the first release do not state what they restored. If the restored snapshot is no longer
    // kept, the search goes on from the next older one.
    restored === undefined ? reason === 'publish' && sha256 === content : serial <= restored,
  );
  return Math.max(0, position);
}
