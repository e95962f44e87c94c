/** The service in a separate process. On a message it runs a refresh, as its schedule would. */
import { ingestInWorker } from '../../src/ingest/run/in-worker.ts';
import { createLog } from '../../src/service/log.ts';
import { startService } from '../../src/service/service.ts';
import { readSettings } from '../../src/service/settings.ts';
import { askedSources } from './feeds.ts';

const settings = readSettings({ ...process.env, HOST: '127.0.0.1' });
const service = await startService(settings, {
  log: createLog(settings.logLevel),
  clock: Date.now,
  random: Math.random,
  env: process.env,
});
const ENTRY = new URL('./worker.ts', import.meta.url);

/** The processor time of this thread in each millisecond, for which a request may have to wait. */
let turns: number[] = [];
let since = performance.now();
let usage = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(usage);
  usage = process.threadCpuUsage();
  turns.push((user + system) / 1000);
}, 1);

async function refresh(): Promise<void> {
  const { storeUrl } = settings;
  const asked = { storeUrl, sourcesFile: null, whileServing: true, ...askedSources() };
  const report = await ingestInWorker(ENTRY, asked, { env: process.env });
  const rows = report.sources.reduce((sum, { counts }) => sum + counts.rows, 0);
  const { status, snapshot } = report;
  process.send?.({ status, serial: snapshot?.serial ?? 0, summary: snapshot?.summary ?? null, rows });
}

process.on('disconnect', () => process.exit());
process.on('message', (question) => {
  if (question === 'refresh') {
    refresh().catch((error: unknown) => {
      throw error;
    });
  }
  if (question === 'turns') {
    process.send?.({ turns, wallMs: performance.now() - since });
    turns = [];
    since = performance.now();
  }
});
process.send?.({ port: service.port, adminPort: service.adminPort });
