/** `esim accept`: the operator says that a change, or a single price, which is held back is real. */
import { acceptNextRun, acceptPrices, readRun } from '../../ingest/documents.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { UsageError } from '../failure.ts';
import { requireSource, withStore } from '../store.ts';

export async function accept(source: string, plans: readonly string[], around: Dependencies): Promise<void> {
  const settings = readSettings(around.env);
  requireSource(await configFor(settings.sourcesFile, around.clock()), source);
  const next = `esim ingest --only ${source} runs it now\n`;
  await withStore(settings, around, async ({ documents }) => {
    if (plans.length === 0) {
      await acceptNextRun(documents, source, around.clock());
      const run = await readRun(documents, source);
      if (run?.problem) around.out.write(`held back: ${run.problem.message}\n`);
      around.out.write(`${source}: its next run is taken as it comes; ${next}`);
      return;
    }
    const accepted = await acceptPrices(documents, source, plans);
    const unknown = plans.filter((plan) => !accepted.includes(plan));
    if (unknown.length > 0)
      throw new UsageError(`${source} holds back no ${unknown.join(', ')}; see esim withheld ${source}`);
    around.out.write(`${source}: the next run takes the price of ${accepted.join(', ')}; ${next}`);
  });
}
