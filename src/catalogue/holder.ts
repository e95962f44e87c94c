/**
 * Holds the catalogue that requests read. Follows the store's snapshots; a new one replaces the old in a single
 * assignment once it is completely loaded and checked. One that is refused changes nothing and is reported.
 */
import { type Snapshot, type SnapshotStore, StoreError } from '../store/port.ts';
import type { Catalogue } from './catalogue.ts';
import { KEPT_SNAPSHOTS } from './publish.ts';
import { loadCatalogue, readContent, readObservations, type SnapshotContent } from './read-snapshot.ts';
import { OtherFormatError } from './snapshot-format.ts';

export type HolderEvent =
  | { readonly kind: 'loaded'; readonly message: string; readonly snapshot: Snapshot }
  /** `snapshot` is not served; the previous one still is. */
  | { readonly kind: 'refused'; readonly message: string; readonly snapshot: Snapshot }
  /** The store did not answer; it is asked again. */
  | { readonly kind: 'unreachable'; readonly message: string };

export interface CatalogueHolder {
  /** null: no snapshot has been loaded yet. */
  readonly current: () => Catalogue | null;
  /** Resolves once the newest loadable snapshot is held, or none was found to be usable. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface HolderOptions {
  readonly snapshots: SnapshotStore;
  readonly onEvent: (event: HolderEvent) => void;
  /** Runs a task once, later; returns the function that cancels it. Passed in so that tests need not wait. */
  readonly later?: (task: () => void, delayMs: number) => () => void;
}

/** How soon a store that did not answer is asked again. */
const RETRY_MS = 5_000;

function onTimer(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs).unref();
  return () => clearTimeout(timer);
}

export function createCatalogueHolder({
  snapshots,
  onEvent,
  later = onTimer,
}: HolderOptions): CatalogueHolder {
  let held: {
    readonly snapshot: Snapshot;
    readonly content: SnapshotContent;
    readonly catalogue: Catalogue;
  } | null = null;
  /** Snapshots that are damaged or of another format: loading them again would not help. */
  const refused = new Set<string>();
  let stopped = false;
  let stopWatching: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;
  let refreshing: Promise<void> | null = null;
  let askedAgain = false;

  async function load(snapshot: Snapshot): Promise<void> {
    const { sha256 } = snapshot.content;
    // The same plans seen again share their content: only the observations are loaded.
    const content =
      held?.snapshot.content.sha256 === sha256
        ? held.content
        : await readContent(await snapshots.getBlob(snapshot.content));
    const observations = await readObservations(
      await snapshots.getBlob(snapshot.observations),
      sha256,
      content,
    );
    const catalogue = await loadCatalogue(content, observations, sha256, snapshot.serial);
    if (stopped) return;
    held = { snapshot, content, catalogue };
    const message = `catalogue snapshot ${snapshot.serial} loaded: ${catalogue.planCount} plans`;
    onEvent({ kind: 'loaded', message, snapshot });
  }

  /** The newest snapshot that can be loaded, newest first, down to the one already held. */
  async function refresh(): Promise<void> {
    let isFormatTold = false;
    for (const snapshot of await snapshots.list(KEPT_SNAPSHOTS)) {
      if (stopped || (held && keyOf(held.snapshot) === keyOf(snapshot))) return;
      if (refused.has(keyOf(snapshot))) continue;
      try {
        await load(snapshot);
        return;
      } catch (error) {
        if (isOutage(error)) throw error;
        refused.add(keyOf(snapshot));
        // After an upgrade, all kept snapshots may have the other format. One line is enough.
        if (error instanceof OtherFormatError && isFormatTold) continue;
        isFormatTold ||= error instanceof OtherFormatError;
        const consequence = held
          ? `snapshot ${held.snapshot.serial} stays in use`
          : 'looking for an earlier one';
        const message = `catalogue snapshot ${snapshot.serial} refused, ${consequence}: ${messageOf(error)}`;
        onEvent({ kind: 'refused', message, snapshot });
      }
    }
  }

  async function refreshUntilQuiet(): Promise<void> {
    do {
      askedAgain = false;
      try {
        await refresh();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (stopped) return;
        onEvent({
          kind: 'unreachable',
          message: `the store did not answer for the catalogue: ${error.message}`,
        });
        cancelRetry?.();
        cancelRetry = later(() => void follow(), RETRY_MS);
        return;
      }
    } while (askedAgain && !stopped);
  }

  /** One refresh at a time; a snapshot that is announced meanwhile is loaded at its end. */
  function follow(): Promise<void> {
    askedAgain = true;
    refreshing ??= refreshUntilQuiet().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    current: () => held?.catalogue ?? null,
    async start() {
      // Watching begins first, so that a snapshot announced during the first load is not missed.
      stopWatching ??= snapshots.watch(() => void follow());
      await follow();
    },
    async stop() {
      stopped = true;
      stopWatching?.();
      cancelRetry?.();
      await refreshing;
    },
  };
}

/** Not the serial alone: a store that lost its database counts from one again. */
const keyOf = ({ serial, content, observations }: Snapshot): string =>
  `${serial} ${content.sha256} ${observations.sha256}`;

/** A store that cannot answer now, as opposed to one that answers that the snapshot is damaged. */
function isOutage(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'missing_blob' && error.code !== 'altered_blob';
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
