/** Several service processes on one Redis are one service: the same allowance, the same answers, the same catalogue. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeFolder, removeFolder, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { writeOperatorFiles } from '../support/operator.ts';
import { publishInRedis } from '../support/published.ts';
import { awayFromMidnight, openStore, Server } from './support.ts';

const PROCESSES = 2;
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const LIMITS = { 'burst.capacity': 1_000_000, 'burst.perSecond': 1_000_000 };

describe('several processes on one Redis', () => {
  const folder = makeFolder();
  let redis: Server;
  let services: ServiceProcess[] = [];

  const ask = (index: number, path: string, caller: string) =>
    fetch(`${services[index % services.length]!.url}${path}`, { headers: { 'x-forwarded-for': caller } });

  before(async () => {
    await awayFromMidnight();
    redis = await Server.start();
    const start = () => startProcess({ folder, env: { STORE_URL: redis.url }, limits: LIMITS });
    await publishInRedis(redis.url);
    services = await Promise.all(Array.from({ length: PROCESSES }, start));
  });
  after(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    removeFolder(folder);
  });

  test('all serve the same snapshot, and one computation serves all', async () => {
    const first = await (await ask(0, TRIP, '198.51.100.1')).text();
    for (const [index] of services.entries())
      assert.equal(await (await ask(index, TRIP, '198.51.100.1')).text(), first);
  });

  test('a refusal in one process is a refusal in all, with the same reset', async () => {
    const caller = '192.0.2.1';
    for (let index = 0; index < 12; index++) assert.equal((await ask(index, TRIP, caller)).status, 200);
    for (const [index] of services.entries()) {
      const refused = await ask(index, TRIP, caller);
      assert.equal(refused.status, 429);
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 60);
    }
  });
});

test('two processes that start on an empty Redis at the same time read the feeds once', async () => {
  const folder = makeFolder();
  const redis = await Server.start();
  const start = () => startProcess({ folder, env: { STORE_URL: redis.url }, limits: LIMITS });
  const services = await Promise.all([start(), start()]);
  try {
    const { store } = await openStore(redis.url);
    assert.deepEqual(
      (await store.snapshots.list(10)).map(({ serial }) => serial),
      [1],
    );
    await store.close();
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    removeFolder(folder);
  }
});

test('a service publishes its catalogue again after Redis has lost its data', async () => {
  const folder = makeFolder();
  const redis = await Server.start();
  const env = { STORE_URL: redis.url, SOURCES_FILE: writeOperatorFiles(folder) };
  const service = await startProcess({ folder, env, limits: LIMITS });
  try {
    const { store } = await openStore(redis.url);
    const published = new Promise<void>((resolve) => {
      store.snapshots.watch((snapshot) => {
        if (snapshot !== null) resolve();
      });
    });
    await redis.ask('FLUSHALL');
    assert.equal(await store.snapshots.current(), null);
    await published;
    await store.close();
  } finally {
    await service.stop();
    await redis.stop();
    removeFolder(folder);
  }
});
