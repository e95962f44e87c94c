/** What crosses between the serving thread and the ingest thread: plain data only. */
import type { IngestConfig } from './config/load.ts';
import type { IngestEvent, IngestReport } from './events.ts';

export interface WorkerSettings {
  readonly storeUrl: string;
  /** The operator's file; null: the market comes from `marketModule`. */
  readonly sourcesFile: string | null;
  /**
   * A market made in the process itself: the file URL of a module, and the name of its function that gives the
   * configuration. Given by name, because this folder must not import what is built on top of it.
   */
  readonly marketModule: { readonly url: string; readonly name: string } | null;
  readonly only?: readonly string[];
  readonly dueOnly?: boolean;
  readonly explain?: boolean;
}

/** What `marketModule` names. */
export type MakeMarket = (input: { readonly now: number }) => IngestConfig | Promise<IngestConfig>;

export interface WorkerData {
  readonly settings: WorkerSettings;
  /** The variables that may hold credentials. Handed over in memory, never on a command line. */
  readonly env: Readonly<Record<string, string>>;
}

export type WorkerMessage =
  | { readonly type: 'event'; readonly event: IngestEvent }
  | { readonly type: 'report'; readonly report: IngestReport }
  | { readonly type: 'failed'; readonly message: string };
