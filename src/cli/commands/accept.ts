/** `esim accept`: the operator says that a change which the guards hold back is real. */
import { acceptNextRun, readRun } from '../../ingest/records.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import { requireSource } from '../sources.ts';
import { withStore } from '../store.ts';
import type { Surroundings } from '../surroundings.ts';

export async function accept(source: string, around: Surroundings): Promise<void> {
  const settings = readSettings(around.env);
  requireSource(await configFor(settings.sourcesFile, around.clock()), source);
  const run = await withStore(settings, around, async (store) => {
    await acceptNextRun(store.documents, source, around.clock());
    return readRun(store.documents, source);
  });
  if (run?.problem) around.out.write(`held back: ${run.problem.message}\n`);
  around.out.write(
    `${source}: its next run is taken as it comes; esim ingest --only ${source} runs it now\n`,
  );
}
