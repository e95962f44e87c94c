import type { IngestConfig } from '../ingest/config/load.ts';
import { UsageError } from './errors.ts';

/** A name that is not configured is a slip of the pen: the right ones are listed. */
export function requireSource({ sources }: IngestConfig, id: string): void {
  if (sources.some((source) => source.id === id)) return;
  throw new UsageError(
    `there is no source "${id}"; there are ${sources.map((source) => source.id).join(', ')}`,
  );
}
