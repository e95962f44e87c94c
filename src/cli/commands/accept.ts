/** `esim accept`: accepts the next run of a source, or quarantined prices. */
import { acceptNextRun, acceptPrices, readRun } from '../../ingest/documents.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { UsageError } from '../errors.ts';
import { readStore, requireSource, requireSourcesFile, withStore } from '../store.ts';

export async function accept(source: string, plans: readonly string[], deps: Dependencies): Promise<void> {
  const settings = readSettings(deps.env);
  const config = await configFor(settings.sourcesFile, deps.clock());
  // Before the source is looked up: without the file, its id would be called unknown.
  await readStore(settings, deps, (store) => requireSourcesFile(settings, store));
  requireSource(config, source);
  const nextStep = `to run it now, use esim ingest --only ${source}\n`;
  await withStore(settings, deps, async ({ documents }) => {
    if (plans.length === 0) {
      await acceptNextRun(documents, source, deps.clock());
      const run = await readRun(documents, source);
      if (run?.problem) deps.out.write(`last problem: ${run.problem.message}\n`);
      deps.out.write(`${source}: the next run is accepted without source checks; ${nextStep}`);
      return;
    }
    const accepted = await acceptPrices(documents, source, plans);
    const unknown = plans.filter((plan) => !accepted.includes(plan));
    if (unknown.length > 0)
      throw new UsageError(
        `${source} has no quarantined price for ${unknown.join(', ')}; esim quarantine ${source} lists them`,
      );
    deps.out.write(`${source}: the next run accepts the price of ${accepted.join(', ')}; ${nextStep}`);
  });
}
