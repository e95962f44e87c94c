/** The entry of the ingest thread of this benchmark. */
import { runIngestThread } from '../../src/ingest/run/worker.ts';
import { marketOnDisk } from './feeds.ts';

await runIngestThread(() => marketOnDisk({ now: Date.now() }));
