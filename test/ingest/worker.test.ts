import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readSourcesInProgress } from '../../src/ingest/documents/in-progress.ts';
import { readRuns } from '../../src/ingest/documents/runs.ts';
import { type IngestWorkerOptions, ingestInWorker } from '../../src/ingest/run/in-worker.ts';
import type { IngestEvent } from '../../src/ingest/run/report.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';
import { openBeside } from '../support/store.ts';

const ENTRY = new URL('./support/worker-market.ts', import.meta.url);
const SERVICE_ENTRY = new URL('../../src/service/ingestion-worker.ts', import.meta.url);

/** The id of the source in every market of the entry. */
const SOURCE = 'shop';

/**
 * Creates a folder for a store. A store that counts requests writes its last counts when it closes, so `closeFirst` closes
 * it before the folder is removed.
 */
async function folder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'esim-ingest-'));
  let counting: Pick<Store, 'close'> | null = null;
  t.after(async () => {
    await counting?.close();
    await rm(path, { recursive: true, force: true });
  });
  return {
    storeUrl: pathToFileURL(path).href,
    closeFirst: (store: Pick<Store, 'close'>) => {
      counting = store;
    },
  };
}

/** Ingests one of the markets of the entry for tests. While the service is serving, the thread has a low priority. */
const ingestMarket = (
  storeUrl: string,
  market: string,
  {
    whileServing = true,
    ...options
  }: Partial<IngestWorkerOptions> & { readonly whileServing?: boolean } = {},
) =>
  ingestInWorker(
    ENTRY,
    { storeUrl, sourcesFile: null, whileServing },
    { ...options, env: { MARKET: market } },
  );

test('a worker thread ingests into the store from which the service serves', async (t) => {
  const { storeUrl, closeFirst } = await folder(t);
  const store = await openStore({
    url: storeUrl,
    mode: 'serve',
    clock: Date.now,
    onEvent: () => {},
  });
  closeFirst(store);
  const events: IngestEvent[] = [];
  const report = await ingestMarket(storeUrl, 'small', {
    onEvent: (event) => void events.push(event),
  });
  assert.equal(report.status, 'published');
  assert.equal((await store.snapshots.current())?.serial, report.snapshot?.serial);
  assert.deepEqual(
    (await readRuns(store.documents)).map(({ source }) => source),
    [SOURCE],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['started', 'source_started', 'parsing', 'page', 'source_read'],
  );
});

test('a thread without a usable configuration fails with the reason in one line', async (t) => {
  const { storeUrl } = await folder(t);
  await assert.rejects(ingestMarket(storeUrl, 'other'), /there is no such market/);
  const missing = { storeUrl, sourcesFile: '/nowhere/sources.json', whileServing: true };
  await assert.rejects(ingestInWorker(SERVICE_ENTRY, missing, { env: {} }), /sources\.json: cannot be read/);
});

test('a feed that needs more memory than the thread may have ends the thread, not the service', async (t) => {
  const { storeUrl } = await folder(t);
  const work = ingestMarket(storeUrl, 'hungry', { memoryMb: 64 });
  await assert.rejects(work, { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  const store = await openBeside(fileURLToPath(storeUrl));
  t.after(() => store.close());
  assert.deepEqual(await readSourcesInProgress(store.documents), [SOURCE]);
});

test('a stopped thread publishes nothing and releases the ingest lease', async (t) => {
  const { storeUrl } = await folder(t);
  const stopping = new AbortController();
  const running = ingestMarket(storeUrl, 'endless', {
    // With a low priority on a busy machine, it would be ended before it releases the lease.
    whileServing: false,
    signal: stopping.signal,
    onEvent: ({ type }) => type === 'page' && stopping.abort(),
  });
  await assert.rejects(running, /stopped/);
  const report = await ingestMarket(storeUrl, 'small');
  assert.equal(report.status, 'published');
  assert.equal(report.snapshot?.serial, 1);
});

test('a thread that is stopped while a feed keeps it busy records no source as unfinished', async (t) => {
  const { storeUrl } = await folder(t);
  const store = await openBeside(fileURLToPath(storeUrl));
  t.after(() => store.close());
  const stopping = new AbortController();
  const running = ingestMarket(storeUrl, 'busy', {
    documents: store.documents,
    signal: stopping.signal,
    onEvent: ({ type }) => type === 'page' && stopping.abort(),
  });
  await assert.rejects(running, /stopped/);
  assert.deepEqual(await readSourcesInProgress(store.documents), []);
});
