import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readRuns, readUnfinished } from '../../src/ingest/documents.ts';
import { ingestInWorker, type WorkerSettings } from '../../src/ingest/run/in-worker.ts';
import type { IngestEvent } from '../../src/ingest/types.ts';
import { openStore } from '../../src/store/open.ts';
import { openBeside } from '../support/store.ts';

const MARKET = new URL('./support/worker-market.ts', import.meta.url).href;

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'esim-ingest-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return pathToFileURL(path).href;
}

const settings = (storeUrl: string, name: string): WorkerSettings => ({
  storeUrl,
  sourcesFile: null,
  marketModule: { url: MARKET, name },
});

test('a thread of its own ingests into the store that the service serves from', async (t) => {
  const storeUrl = await folder(t);
  const store = await openStore({
    url: storeUrl,
    mode: 'serve',
    clock: Date.now,
    onEvent: () => {},
  });
  t.after(() => store.close());
  const events: IngestEvent[] = [];
  const report = await ingestInWorker(settings(storeUrl, 'smallMarket'), {
    env: {},
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
    ['started', 'source_started', 'page', 'source_read'],
  );
});

test('a thread that cannot work says why in one line', async (t) => {
  const storeUrl = await folder(t);
  await assert.rejects(
    ingestInWorker(settings(storeUrl, 'noSuchMarket'), { env: {} }),
    /has no "noSuchMarket"/,
  );
  const missing = { storeUrl, sourcesFile: '/nowhere/sources.json', marketModule: null };
  await assert.rejects(ingestInWorker(missing, { env: {} }), /sources\.json: cannot be read/);
});

test('a feed that needs more memory than the thread may have ends the thread, not the service', async (t) => {
  const storeUrl = await folder(t);
  const work = ingestInWorker(settings(storeUrl, 'hungryMarket'), { env: {}, memoryMb: 64 });
  await assert.rejects(work, { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  const store = await openBeside(fileURLToPath(storeUrl));
  t.after(() => store.close());
  assert.deepEqual(await readUnfinished(store.documents), ['small']);
});

test('a thread that is stopped ends, publishes nothing and leaves the right to ingest to the next', async (t) => {
  const storeUrl = await folder(t);
  const stopping = new AbortController();
  const running = ingestInWorker(settings(storeUrl, 'endlessMarket'), {
    env: {},
    signal: stopping.signal,
    onEvent: ({ type }) => type === 'page' && stopping.abort(),
  });
  await assert.rejects(running, /stopped/);
  const report = await ingestInWorker(settings(storeUrl, 'smallMarket'), { env: {} });
  assert.equal(report.status, 'published');
  assert.equal(report.snapshot?.serial, 1);
});
