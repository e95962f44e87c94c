/** Notifies the watchers of a store about new snapshots of any process. */
import type { Snapshot } from './port.ts';

/** Gets null if the store has lost its snapshots. */
type OnSnapshot = (snapshot: Snapshot | null) => void;

export class SnapshotWatchers {
  readonly #newest: () => Promise<Snapshot | null>;
  readonly #watchers = new Set<OnSnapshot>();
  /** Serial of the newest snapshot that this process has seen; 0: none. */
  #seen = 0;
  /** How often `#seen` was set. It shows a poll whether a snapshot was announced while it waited. */
  #timesSet = 0;

  constructor(newest: () => Promise<Snapshot | null>) {
    this.#newest = newest;
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  add(onSnapshot: OnSnapshot): () => void {
    // The wrapper lets the same function be added twice and removed once.
    const watcher: OnSnapshot = (snapshot) => onSnapshot(snapshot);
    this.#watchers.add(watcher);
    // A snapshot may have been announced since the last poll.
    void this.poll();
    return () => void this.#watchers.delete(watcher);
  }

  /** This process has read the newest snapshot, so its watchers need no notification. */
  markSeen(snapshot: Snapshot | null): void {
    this.#timesSet += 1;
    this.#seen = snapshot?.serial ?? 0;
  }

  /** A snapshot that was seen is ignored. A smaller serial is new too, because the store may have lost its data. */
  notify(snapshot: Snapshot | null): void {
    const isNew = (snapshot?.serial ?? 0) !== this.#seen;
    this.markSeen(snapshot);
    if (isNew) for (const watcher of this.#watchers) watcher(snapshot);
  }

  /** Reads the newest snapshot. A failure is ignored, because the next poll tries again. */
  async poll(): Promise<void> {
    if (this.isEmpty) return;
    const timesSetBefore = this.#timesSet;
    try {
      const newest = await this.#newest();
      // A snapshot that was announced meanwhile is newer than the reply.
      if (timesSetBefore === this.#timesSet) this.notify(newest);
    } catch {}
  }
}
