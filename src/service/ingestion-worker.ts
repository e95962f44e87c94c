/** The entry of the thread that `ingestion.ts` starts for every ingest. */
import { readConfig } from '../ingest/config/load.ts';
import { runIngestThread } from '../ingest/run/worker.ts';
import { sampleConfig } from '../sample/sample-market.ts';

await runIngestThread(({ settings: { sourcesFile } }) =>
  sourcesFile === null ? sampleConfig({ now: Date.now() }) : readConfig(sourcesFile),
);
