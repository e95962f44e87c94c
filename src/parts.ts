import type { Log } from './log.ts';
import type { MadeMarket } from './sample/beside.ts';

/** What a process brings to the service; tests bring their own. */
export interface ServiceParts {
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  /** Where credentials are read from, by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sample market, where a thread makes it while the start reads code. */
  readonly market?: Promise<MadeMarket>;
}
