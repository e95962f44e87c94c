/**
 * Holds the catalogue that requests read. Follows the store's editions; a new one replaces the old in a single
 * assignment once it is wholly loaded and checked. One that is refused changes nothing and is reported.
 */
import { type Snapshot, type SnapshotStore, StoreError } from '../store/port.ts';
import { type Catalogue, OtherFormatError } from './catalogue.ts';
import { decodeGently } from './decode.ts';
import { KEPT_EDITIONS } from './publish.ts';

export type LibraryEvent =
  | {
      readonly kind: 'loaded';
      readonly message: string;
      readonly edition: Snapshot;
      readonly catalogue: Catalogue;
    }
  /** `edition` is not served; what was served before still is. */
  | { readonly kind: 'refused'; readonly message: string; readonly edition: Snapshot }
  /** The store itself did not answer; asked again by itself. */
  | { readonly kind: 'unreachable'; readonly message: string };

export interface Library {
  /** null: no edition has been loaded yet. */
  readonly current: () => Catalogue | null;
  /** Resolves once the newest loadable edition is held, or none was found to be usable. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface LibraryOptions {
  readonly snapshots: SnapshotStore;
  readonly onEvent: (event: LibraryEvent) => void;
  /** Runs a task once, later; returns the way to cancel. Passed in so that tests need not wait. */
  readonly later?: (task: () => void, delayMs: number) => () => void;
}

/** A store that did not answer is asked again: soon enough for an operator, rare enough for a struggling store. */
const RETRY_MS = 5_000;

function onTimer(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs).unref();
  return () => clearTimeout(timer);
}

export function createLibrary({ snapshots, onEvent, later = onTimer }: LibraryOptions): Library {
  let held: {
    readonly edition: Snapshot;
    readonly content: Uint8Array;
    readonly catalogue: Catalogue;
  } | null = null;
  /** Editions that are damaged or of another format: asking for them again would not help. */
  const refused = new Set<string>();
  let stopped = false;
  let stopWatching: (() => void) | null = null;
  let cancelRetry: (() => void) | null = null;
  let refreshing: Promise<void> | null = null;
  let askedAgain = false;

  async function load(edition: Snapshot): Promise<void> {
    // Plans seen again share their content: only the observations need to travel.
    const same = held?.edition.content.sha256 === edition.content.sha256;
    const content = same ? held!.content : await snapshots.getBlob(edition.content);
    const observations = await snapshots.getBlob(edition.observations);
    const catalogue = await decodeGently(content, observations, edition.serial, edition.content.sha256);
    if (stopped) return;
    held = { edition, content, catalogue };
    const message = `catalogue edition ${edition.serial} loaded: ${catalogue.planCount} plans`;
    onEvent({ kind: 'loaded', message, edition, catalogue });
  }

  /** The newest edition that can be loaded, newest first, down to the one already held. */
  async function refresh(): Promise<void> {
    let isFormatTold = false;
    for (const edition of await snapshots.list(KEPT_EDITIONS)) {
      if (stopped || (held && keyOf(held.edition) === keyOf(edition))) return;
      if (refused.has(keyOf(edition))) continue;
      try {
        await load(edition);
        return;
      } catch (error) {
        if (isOutage(error)) throw error;
        refused.add(keyOf(edition));
        // After a change of program all kept editions are of the other format, which is one piece of news.
        if (error instanceof OtherFormatError && isFormatTold) continue;
        isFormatTold ||= error instanceof OtherFormatError;
        const serving = held ? `edition ${held.edition.serial} stays in use` : 'looking for an earlier one';
        const message = `catalogue edition ${edition.serial} refused, ${serving}: ${messageOf(error)}`;
        onEvent({ kind: 'refused', message, edition });
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

  /** One refresh at a time; an edition announced meanwhile is looked for once more at its end. */
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
      // Watching begins first, so that an edition announced during the first load is not missed.
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

/** A store that cannot answer now, as opposed to one that answers that the edition is damaged. */
function isOutage(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'missing_blob' && error.code !== 'altered_blob';
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
