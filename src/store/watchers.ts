/** Tells the watchers of a store about new snapshots, whoever announced them. */
import type { Snapshot } from './port.ts';

export class SnapshotWatchers {
  readonly #newest: () => Promise<Snapshot | null>;
  readonly #watchers = new Set<(snapshot: Snapshot) => void>();
  /** Serial of the newest snapshot that this process knows. */
  #seen = 0;
  #changes = 0;

  constructor(newest: () => Promise<Snapshot | null>) {
    this.#newest = newest;
  }

  get isEmpty(): boolean {
    return this.#watchers.size === 0;
  }

  add(onSnapshot: (snapshot: Snapshot) => void): () => void {
    // Wrapped, so that the same function may watch twice and stop once.
    const watcher = (snapshot: Snapshot) => onSnapshot(snapshot);
    this.#watchers.add(watcher);
    // A snapshot may have been announced since this process last asked.
    void this.poll();
    return () => void this.#watchers.delete(watcher);
  }

  /** This process has read the newest snapshot, so its watchers need not be told. */
  know(snapshot: Snapshot | null): void {
    this.#changes += 1;
    this.#seen = snapshot?.serial ?? 0;
  }

  /** A serial may also fall, if the store lost its data. */
  tell(snapshot: Snapshot): void {
    const isNew = snapshot.serial !== this.#seen;
    this.know(snapshot);
    if (isNew) for (const watcher of this.#watchers) watcher(snapshot);
  }

  /** Asks for the newest snapshot. A failure is not reported: the next poll asks again. */
  async poll(): Promise<void> {
    if (this.isEmpty) return;
    const before = this.#changes;
    try {
      const newest = await this.#newest();
      // What was told meanwhile is newer than this answer.
      if (before === this.#changes) {
        if (newest === null) this.know(null);
        else this.tell(newest);
      }
    } catch {}
  }
}
