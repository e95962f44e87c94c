import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readRuns, readUnfinished } from '../../src/ingest/documents.ts';
import { type IngestWorkerOptions, ingestInWorker } from '../../src/ingest/run/in-worker.ts';
import type { IngestEvent } from '../../src/ingest/run/report.ts';
import { openStore } from '../../src/store/open.ts';
import { openBeside } from '../support/store.ts';

const ENTRY = new URL('./support/worker-market.ts', import.meta.url);
const SERVICE_ENTRY = new URL('../../src/service/ingestion-worker.ts', import.meta.url);

/** `close` runs before the folder is removed, because a store writes its last counts when it closes. */
async function folder(t: TestContext, close: () => Promise<void> = async () => {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'esim-ingest-'));
  t.after(async () => {
    await close();
    await rm(path, { recursive: true, force: true });
  });
  return pathToFileURL(path).href;
}

/** Ingests one of the markets of the entry for tests. */
const ingestMarket = (storeUrl: string, market: string, options: Partial<IngestWorkerOptions> = {}) =>
  ingestInWorker(
    ENTRY,
    { storeUrl, sourcesFile: null, whileServing: true },
    { ...options, env: { MARKET: market } },
  );

test('a thread of its own ingests into the store that the service serves from', async (t) => {
  const storeUrl = await folder(t, () => store.close());
  const store = await openStore({
    url: storeUrl,
    mode: 'serve',
    clock: Date.now,
    onEvent: () => {},
  });
  const events: IngestEvent[] = [];
  const report = await ingestMarket(storeUrl, 'small', {
    onEvent: (event) => void events.push(event),
  });
  assert.equal(report.status, 'published');
  assert.equal((await store.snapshots.current())?.serial, report.snapshot?.serial);
  assert.deepEqual(
    (await readRuns(store.documents)).map(({ source }) => source),
    ['small'],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['started', 'source_started', 'parsing', 'page', 'source_read'],
  );
});

test('a thread that cannot work says why in one line', async (t) => {
  const storeUrl = await folder(t);
  await assert.rejects(ingestMarket(storeUrl, 'other'), /there is no such market/);
  const missing = { storeUrl, sourcesFile: '/nowhere/sources.json', whileServing: true };
  await assert.rejects(ingestInWorker(SERVICE_ENTRY, missing, { env: {} }), /sources\.json: cannot be read/);
});

test('a feed that needs more memory than the thread may have ends the thread, not the service', async (t) => {
  const storeUrl = await folder(t);
  const work = ingestMarket(storeUrl, 'hungry', { memoryMb: 64 });
  await assert.rejects(work, { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  const store = await openBeside(fileURLToPath(storeUrl));
  t.after(() => store.close());
  assert.deepEqual(await readUnfinished(store.documents), ['small']);
});

test('a thread that is stopped ends, publishes nothing and leaves the right to ingest to the next', async (t) => {
  const storeUrl = await folder(t);
  const stopping = new AbortController();
  const running = ingestMarket(storeUrl, 'endless', {
    signal: stopping.signal,
    onEvent: ({ type }) => type === 'page' && stopping.abort(),
  });
  await assert.rejects(running, /stopped/);
  const report = await ingestMarket(storeUrl, 'small');
  assert.equal(report.status, 'published');
  assert.equal(report.snapshot?.serial, 1);
});

test('a thread that is stopped while a feed keeps it busy leaves no source as unfinished', async (t) => {
  const storeUrl = await folder(t);
  const store = await openBeside(fileURLToPath(storeUrl));
  t.after(() => store.close());
  const stopping = new AbortController();
  const running = ingestMarket(storeUrl, 'busy', {
    documents: store.documents,
    signal: stopping.signal,
    onEvent: ({ type }) => type === 'page' && stopping.abort(),
  });
  await assert.rejects(running, /stopped/);
  assert.deepEqual(await readUnfinished(store.documents), []);
});
