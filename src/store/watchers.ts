/** Notifies the watchers of a store about new snapshots of any process. */
import type { Snapshot } from './port.ts';

/** null: the store has lost its snapshots. */
type OnSnapshot = (snapshot: Snapshot | null) => void;

export class SnapshotWatchers {
  readonly #newest: () => Promise<Snapshot | null>;
  readonly #watchers = new Set<OnSnapshot>();
  /** Serial of the newest snapshot that this process has seen. */
  #seen = 0;
  #changes = 0;

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
    this.#changes += 1;
    this.#seen = snapshot?.serial ?? 0;
  }

  /** Compares with `!==`, because a serial becomes smaller if the store lost its data. */
  notify(snapshot: Snapshot | null): void {
    const isNew = (snapshot?.serial ?? 0) !== this.#seen;
    this.markSeen(snapshot);
    if (isNew) for (const watcher of this.#watchers) watcher(snapshot);
  }

  /** Reads the newest snapshot. A failure is ignored, because the next poll tries again. */
  async poll(): Promise<void> {
    if (this.isEmpty) return;
    const before = this.#changes;
    try {
      const newest = await this.#newest();
      // A snapshot that was announced meanwhile is newer than this reply.
      if (before === this.#changes) this.notify(newest);
    } catch {}
  }
}
