import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import type { IngestConfig } from '../../src/ingest/config/load.ts';
import { withAdapters } from '../../src/sample/adapted.ts';
import { marketBeside } from '../../src/sample/beside.ts';
import { sampleSources } from '../../src/sample/sources.ts';
import { esim, temporaryFolder } from '../cli/support.ts';
import { startTestService } from '../support/service.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

/** Everything that the pipeline is given, the bytes of the feeds as digests. */
async function contentOf({ sources, ...rest }: IngestConfig): Promise<object> {
  const spelled = [];
  for (const { adapter, pages, ...source } of sources) {
    const feed = await Array.fromAsync(pages?.() ?? []);
    const digests = feed.map(({ number, contentType, body }) => [number, contentType, hash('sha256', body)]);
    spelled.push({ ...source, adapter: adapter.id, digests });
  }
  return { ...rest, sources: spelled };
}

test('the market made beside is the market made by the thread that reads it, to the byte', async () => {
  const { outline, feeds } = await marketBeside(NOW);
  assert.ok(feeds.size > 10, 'the test must see the feeds it judges');
  const beside = await contentOf(withAdapters(outline, (source) => feeds.get(source) ?? []));
  assert.deepEqual(beside, await contentOf(sampleSources({ now: NOW })));
});

test('a thread that fails or ends without a market is told, not waited for', async () => {
  await assert.rejects(marketBeside(NOW, threadOf('throw new Error("no room")')), /no room/);
  await assert.rejects(marketBeside(NOW, threadOf('')), /ended without it/);
});

test('a first start whose thread fails makes the market itself, and says so', async () => {
  const market = marketBeside(NOW, threadOf('throw new Error("no room")'));
  market.catch(() => {});
  const service = await startTestService({ market });
  try {
    const warned = service.logged.find((line) => line.includes('could not be made beside the start'));
    assert.match(warned ?? '', /no room/);
    const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal');
    assert.equal(answer.status, 200);
  } finally {
    await service.stop();
  }
});

test('a first start takes the market of its thread, and lets go of the feeds', async () => {
  const market = marketBeside(Date.now());
  const service = await startTestService({ market });
  try {
    const ingested = service.logged.find((line) => line.includes('"message":"ingested"')) ?? '{}';
    const { status, plans, kept } = JSON.parse(ingested) as { status: string; plans: number; kept: string[] };
    assert.equal(status, 'published');
    assert.ok(plans > 6_000, `${plans} plans`);
    assert.deepEqual(kept, []);
    assert.equal((await market).feeds.size, 0);
    assert.ok(!service.logged.some((line) => line.includes('beside the start')));
  } finally {
    await service.stop();
  }
});

test('a first start that fails while its market is made ends with one line', async () => {
  const folder = temporaryFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  try {
    const { port } = taken.address() as AddressInfo;
    const env = { STORE_URL: folder.storeUrl, HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
    const inUse = await esim(['serve'], { ...env, PORT: String(port) });
    assert.deepEqual([inUse.code, inUse.stderr], [1, `esim: port ${port} is already in use\n`]);
    const unusable = await esim(['serve'], { ...env, PORT: '0', STORE_URL: 'file:/dev/null/data' });
    assert.equal(unusable.code, 1);
    assert.match(unusable.stderr, /^esim: [^\n]+\n$/);
  } finally {
    taken.close();
    folder.remove();
  }
});
