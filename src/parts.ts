import type { Log } from './log.ts';

/** What a process brings to the service; tests bring their own. */
export interface ServiceParts {
  readonly log: Log;
  readonly clock: () => number;
  readonly random: () => number;
  /** Where credentials are read from, by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
