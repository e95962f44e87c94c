/** The service in a separate process. On a message it runs a refresh, as its schedule would. */
import { ingestInWorker } from '../../src/ingest/run/in-worker.ts';
import { createLog } from '../../src/service/log.ts';
import { startService } from '../../src/service/service.ts';
import { readSettings } from '../../src/service/settings.ts';
import { askedSources } from './feeds.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

const settings = readSettings({ ...process.env, HOST: '127.0.0.1' });
const service = await startService(settings, {
  log: createLog(settings.logLevel),
  clock: Date.now,
  random: Math.random,
  env: process.env,
});

/** The processor time of this thread between two ticks of a timer of 1 ms: how long a request may have to wait. */
let busyMs: number[] = [];
let measuredFrom = performance.now();
let usage = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(usage);
  usage = process.threadCpuUsage();
  busyMs.push((user + system) / 1000);
}, 1);

async function refresh(): Promise<void> {
  const { storeUrl } = settings;
  const asked = { storeUrl, sourcesFile: null, whileServing: true, ...askedSources() };
  const report = await ingestInWorker(WORKER, asked, { env: process.env });
  const rows = report.sources.reduce((sum, { counts }) => sum + counts.rows, 0);
  const { status, snapshot } = report;
  process.send?.({ status, serial: snapshot?.serial ?? 0, summary: snapshot?.summary ?? null, rows });
}

process.on('disconnect', () => process.exit());
process.on('message', (question) => {
  // An error ends the process.
  if (question === 'refresh') void refresh();
  if (question === 'busy') {
    process.send?.({ busyMs, wallMs: performance.now() - measuredFrom });
    busyMs = [];
    measuredFrom = performance.now();
  }
});
process.send?.({ port: service.port, adminPort: service.adminPort });
