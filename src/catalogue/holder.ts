/**
 * Holds the catalogue that requests read, and follows the snapshots of the store. A new snapshot replaces the old one
 * after it is completely loaded and checked. A snapshot that cannot be loaded is reported and changes nothing. If this
 * happens at the start, the newest intact snapshot of the same kind is used: the sample market never stands in for
 * configured sources.
 */
import type { Instant } from '../domain/plan.ts';
import { isFaultOfSnapshot, type Snapshot, type SnapshotStore, StoreError } from '../store/port.ts';
import type { Catalogue } from './catalogue.ts';
import { computeLowestPrices, type LowestPrices } from './lowest-prices.ts';
import { KEPT_SNAPSHOTS } from './publish.ts';
import { loadCatalogue, readSnapshot, type SnapshotMarket } from './read-snapshot.ts';
import { OtherFormatError } from './snapshot-format.ts';

export type HolderEvent =
  | { readonly kind: 'loaded'; readonly message: string; readonly snapshot: Snapshot }
  /** A snapshot cannot be loaded, the store does not respond, or the lowest prices cannot be computed. */
  | { readonly kind: 'failed'; readonly message: string };

interface HolderOptions {
  readonly snapshots: SnapshotStore;
  /** Without it, no lowest prices are computed. Only the pages need them. */
  readonly clock?: () => Instant;
  readonly onEvent: (event: HolderEvent) => void;
  /** Runs a task once after a delay, and returns a function that cancels it. Tests pass their own. */
  readonly later?: (task: () => void, delayMs: number) => () => void;
}

/** The pause before the next attempt if the store does not respond. */
const RETRY_MS = 5_000;

function onTimer(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs).unref();
  return () => clearTimeout(timer);
}

export class CatalogueHolder {
  readonly #options: HolderOptions;
  #loaded: {
    readonly snapshot: Snapshot;
    readonly market: SnapshotMarket;
    readonly catalogue: Catalogue;
  } | null = null;
  /** Snapshots that are damaged or of another format. They are not loaded again. */
  readonly #refused = new Map<string, 'damaged' | 'other_format'>();
  #isNewestDamaged = false;
  #prices: LowestPrices | null = null;
  #onPrices: (() => void) | null = null;
  #isStopped = false;
  #stopWatching: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #refreshing: Promise<void> | null = null;
  #isRefreshRequested = false;

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  /** null: no snapshot has been loaded yet. */
  readonly current = (): Catalogue | null => this.#loaded?.catalogue ?? null;

  /** True while the newest snapshot is damaged, so that an earlier one or none is in use. */
  readonly isNewestDamaged = (): boolean => this.#isNewestDamaged;

  /** The lowest prices of the current catalogue, or of the one before while they are computed; null: none yet. */
  readonly lowestPrices = (): LowestPrices | null => this.#prices;

  /** Calls a function whenever the lowest prices of a new catalogue are known. */
  onPrices(listener: () => void): void {
    this.#onPrices = listener;
  }

  /** Resolves when the newest loadable snapshot is loaded, when there is none, or when the store does not respond. */
  async start(): Promise<void> {
    // Watching starts first, so that a snapshot that is announced during the first load is not missed.
    this.#stopWatching ??= this.#options.snapshots.watch(() => void this.#follow());
    await this.#follow();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopWatching?.();
    this.#cancelRetry?.();
    await this.#refreshing;
  }

  /** Runs one refresh at a time. A snapshot that is announced during a refresh is loaded after it. */
  #follow(): Promise<void> {
    this.#isRefreshRequested = true;
    this.#refreshing ??= this.#refreshUntilCurrent();
    return this.#refreshing;
  }

  async #refreshUntilCurrent(): Promise<void> {
    const { onEvent, later = onTimer } = this.#options;
    try {
      do {
        this.#isRefreshRequested = false;
        await this.#refresh();
      } while (this.#isRefreshRequested);
    } catch (error) {
      // Any other error is a mistake in the program and ends the process.
      if (!(error instanceof StoreError)) throw error;
      if (this.#isStopped) return;
      onEvent({
        kind: 'failed',
        message: `the catalogue could not be read from the store: ${error.message}`,
      });
      this.#cancelRetry?.();
      this.#cancelRetry = later(() => void this.#follow(), RETRY_MS);
    } finally {
      // No await is between the last check of `#isRefreshRequested` and this line, so no request is lost.
      this.#refreshing = null;
    }
  }

  async #refresh(): Promise<void> {
    const listed = await this.#options.snapshots.list(KEPT_SNAPSHOTS);
    await this.#loadNewest(listed);
    const [newest] = listed;
    this.#isNewestDamaged = newest !== undefined && this.#refused.get(keyOf(newest)) === 'damaged';
  }

  /** Loads the newest snapshot that can be loaded. Stops at the one that is already loaded. */
  async #loadNewest(listed: readonly Snapshot[]): Promise<void> {
    const refused: { readonly snapshot: Snapshot; readonly error: Error }[] = [];
    try {
      for (const snapshot of listed) {
        if (!isSameKind(snapshot, listed[0])) continue;
        const key = keyOf(snapshot);
        if (this.#loaded && keyOf(this.#loaded.snapshot) === key) return;
        // A stop waits for the refresh, so it must not begin to read a large snapshot.
        if (this.#isStopped) return;
        if (this.#refused.has(key)) continue;
        try {
          await this.#load(snapshot);
          return;
        } catch (error) {
          if (!isFaultOfSnapshot(error)) throw error;
          const isOtherFormat = error instanceof OtherFormatError;
          this.#refused.set(key, isOtherFormat ? 'other_format' : 'damaged');
          // After an upgrade, all stored snapshots may have the other format. One line is enough.
          if (isOtherFormat && refused.some((one) => one.error instanceof OtherFormatError)) continue;
          refused.push({ snapshot, error: error as Error });
        }
      }
    } finally {
      // Only now it is known which snapshot is in use instead.
      for (const { snapshot, error } of refused) this.#reportRefused(snapshot, error);
    }
  }

  #reportRefused({ serial }: Snapshot, { message: reason }: Error): void {
    const inUse = this.#loaded
      ? `snapshot ${this.#loaded.snapshot.serial} is in use`
      : 'no snapshot is in use until a source is read';
    const message = `catalogue snapshot ${serial} refused, ${inUse}: ${reason}`;
    this.#options.onEvent({ kind: 'failed', message });
  }

  async #load(snapshot: Snapshot): Promise<void> {
    const { snapshots, clock, onEvent } = this.#options;
    // If the plans are the same, only the observations are loaded.
    const market = await readSnapshot(snapshots, snapshot, this.#loaded?.market);
    const catalogue = await loadCatalogue(market, snapshot.serial);
    if (this.#isStopped) return;
    this.#loaded = { snapshot, market, catalogue };
    const message = `catalogue snapshot ${snapshot.serial} loaded: ${catalogue.planCount} plans`;
    onEvent({ kind: 'loaded', message, snapshot });
    if (clock !== undefined) void this.#computePrices(catalogue, clock());
  }

  /** Runs in slices while the catalogue is already served. */
  async #computePrices(catalogue: Catalogue, now: Instant): Promise<void> {
    try {
      const isObsolete = () => this.#isStopped || this.#loaded?.catalogue !== catalogue;
      const computed = await computeLowestPrices(catalogue, now, isObsolete);
      if (computed === null) return;
      this.#prices = computed;
      this.#onPrices?.();
    } catch (error) {
      const message = `the lowest prices could not be computed: ${(error as Error).message}`;
      this.#options.onEvent({ kind: 'failed', message });
    }
  }
}

/** The serial alone is not unique, because a store that lost its data starts again at one. */
const keyOf = ({ serial, content, observations }: Snapshot): string =>
  `${serial} ${content.sha256} ${observations.sha256}`;

/** A snapshot of an earlier version does not state its kind. */
const isSameKind = ({ sample }: Snapshot, newest: Snapshot | undefined): boolean =>
  sample === undefined || newest?.sample === undefined || sample === newest.sample;
