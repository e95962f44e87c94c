/** One altered byte in the stored catalogue: what is served then, and what health says about it. */
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { esim, temporaryFolder } from '../cli/support.ts';
import { writeFeed, writeOperatorFiles, writeSources } from '../support/operator.ts';
import { copyPublished } from '../support/published.ts';
import { startTestService } from '../support/service.ts';
import { openBeside } from '../support/store.ts';
import { until } from '../support/until.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

interface Health {
  readonly status: string;
  readonly sample: boolean;
  readonly reasons: readonly { readonly code: string }[];
  readonly catalogue: { readonly plans: number; readonly sources: readonly { readonly status: string }[] };
}

/** An operator with one feed in a file. The store has the sample market first. */
async function openOperator(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const at = (name: string) => join(folder.path, name);
  const SOURCES_FILE = writeOperatorFiles(folder.path);
  const STORE_URL = folder.storeUrl;
  copyPublished(at('data'));
  const database = at('data/esim.db');
  return {
    at,
    setPaused: (paused: boolean) => writeSources(folder.path, { paused }),
    publish: async (plans: number) => {
      writeFeed(folder.path, plans);
      const done = await esim(['ingest'], { STORE_URL, SOURCES_FILE });
      assert.equal(done.code, 0, done.stderr);
    },
    loseFeed: () => renameSync(at('feed.json'), at('lost.json')),
    findFeed: () => renameSync(at('lost.json'), at('feed.json')),
    damageNewest: () => {
      const db = new DatabaseSync(database);
      const newest = db.prepare('SELECT content_sha256 FROM snapshots ORDER BY serial DESC LIMIT 1').get();
      const hash = String(newest?.['content_sha256']);
      const packed = db.prepare('SELECT packed FROM blobs WHERE sha256 = ?').get(hash)?.['packed'];
      const bytes = Buffer.from(packed as Uint8Array);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = bytes[middle]! ^ 1;
      db.prepare('UPDATE blobs SET packed = ? WHERE sha256 = ?').run(bytes, hash);
      db.close();
    },
    env: { STORE_URL, SOURCES_FILE },
    start: async (env: Readonly<Record<string, string>> = { SOURCES_FILE }) => {
      const service = await startTestService({ folder: at('data'), env });
      const stop = () => service.stop({ keepFolder: true });
      t.after(stop);
      const health = async () => (await (await fetch(`${service.adminUrl}/health`)).json()) as Health;
      return { ...service, health, stop };
    },
  };
}

test('an earlier snapshot of the own feeds is served, and health is degraded until the feeds are read again', async (t) => {
  const operator = await openOperator(t);
  await operator.publish(30);
  await operator.publish(31);
  operator.damageNewest();
  // A paused feed is not read, and while the test holds the lease, nothing is published. So the damage stays visible.
  operator.setPaused(true);
  const store = await openBeside(operator.at('data'));
  const lease = await store.leases.acquire('ingest', 600_000);
  assert.ok(lease !== null);
  const service = await operator.start();
  const { status, reasons, sample, catalogue } = await service.health();
  assert.deepEqual([status, sample, catalogue.plans], ['degraded', false, 30]);
  assert.ok(reasons.some(({ code }) => code === 'snapshot_damaged'));
  assert.equal((await service.get(TRIP)).status, 200);
  const shown = await esim(['status', '--json'], operator.env);
  assert.match(shown.stdout, /"code": "snapshot_damaged"/);
  await service.stop();
  await store.leases.release('ingest', lease);
  await store.close();

  operator.setPaused(false);
  const again = await operator.start();
  await until('the feed is read again', async () => (await again.health()).status === 'ok');
  assert.equal((await again.health()).catalogue.plans, 31);
});

test('the sample market does not stand in for own feeds: they are read at once, and until then comparisons are 503', async (t) => {
  const operator = await openOperator(t);
  await operator.publish(30);
  operator.damageNewest();
  operator.loseFeed();
  const failing = await operator.start();
  const { status, sample, catalogue } = await failing.health();
  assert.deepEqual([status, sample, catalogue.plans], ['failing', false, 0]);
  assert.equal((await failing.get(TRIP)).status, 503);
  const asked = await failing.get('/api/v1/health');
  assert.deepEqual([asked.status, asked.headers.get('retry-after')], [503, '60']);
  assert.deepEqual(
    catalogue.sources.map(({ status }) => status),
    ['never_read'],
  );
  await failing.stop();

  operator.findFeed();
  const service = await operator.start();
  assert.deepEqual([(await service.health()).sample, (await service.health()).catalogue.plans], [false, 30]);
  assert.equal((await service.get(TRIP)).status, 200);
});

test('without SOURCES_FILE the start is refused although the snapshot of the own feeds cannot be read', async (t) => {
  const operator = await openOperator(t);
  await operator.publish(30);
  operator.damageNewest();
  await assert.rejects(operator.start({}), { name: 'SampleRefused' });
});
