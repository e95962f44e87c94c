/** Several service processes on one Redis are one service: the same allowance, the same answers, the same catalogue. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeFolder, removeFolder, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { publishInRedis } from '../support/published.ts';
import { awayFromMidnight, openStore, Server } from './support.ts';

const PROCESSES = 4;
const CLIENTS = 50;
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const LIMITS = { 'burst.capacity': 1_000_000, 'burst.perSecond': 1_000_000 };

describe('four processes on one Redis', () => {
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

  /** At most so many at once; how many were admitted. */
  async function admitted(sent: number, path: string, callerOf: (index: number) => string): Promise<number> {
    let next = 0;
    let good = 0;
    const client = async () => {
      for (let index = next++; index < sent; index = next++) {
        const answer = await ask(index, path, callerOf(index));
        await answer.arrayBuffer();
        assert.ok(answer.status === 200 || answer.status === 429, `status ${answer.status}`);
        if (answer.status === 200) good += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return good;
  }

  test('all serve the same snapshot, and one computation serves all', async () => {
    const first = await (await ask(0, TRIP, '198.51.100.1')).text();
    for (const [index] of services.entries())
      assert.equal(await (await ask(index, TRIP, '198.51.100.1')).text(), first);
  });

  for (const [name, limit, path] of [
    ['comparison.minute', 12, TRIP],
    ['list.minute', 30, '/api/v1/countries'],
  ] as const) {
    for (const times of [0.9, 1, 2, 10]) {
      const sent = Math.floor(limit * times);
      test(`${name}: of ${sent} requests over all processes exactly ${Math.min(sent, limit)} are admitted`, async () => {
        const caller = `203.0.113.${limit + times * 10}`;
        assert.equal(await admitted(sent, path, () => caller), Math.min(sent, limit));
      });
    }
  }

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
  const service = await startProcess({ folder, env: { STORE_URL: redis.url }, limits: LIMITS });
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
