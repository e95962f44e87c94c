/** Several service processes on one Redis are one service: the same allowance, the same answers, the same catalogue. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { esim } from '../cli/support.ts';
import { makeFolder, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';
import { writeOperatorFiles } from '../support/operator.ts';
import { publishInRedis } from '../support/published.ts';
import { until } from '../support/until.ts';
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
    const first = await store.snapshots.current();
    assert.ok(first !== null);
    await redis.ask('FLUSHALL');
    await until('a catalogue is published again', async () => {
      const now = await store.snapshots.current();
      return now !== null && now.publishedAt > first.publishedAt;
    });
    await store.close();
  } finally {
    await service.stop();
    await redis.stop();
    removeFolder(folder);
  }
});

test('a plan that is hidden in one place leaves the responses of every process, without a computation of the day', async () => {
  const folder = makeFolder();
  const redis = await Server.start();
  const limits = {
    ...LIMITS,
    'comparison.minute': 1_000_000,
    'comparison.day': 1_000_000,
    'comparison.service.day': 1_000_000,
  };
  const start = () => startProcess({ folder, env: { STORE_URL: redis.url }, limits });
  await publishInRedis(redis.url);
  const services = await Promise.all([start(), start()]);
  const comparison = async (index: number): Promise<Comparison> => {
    const response = await fetch(`${services[index]!.url}${TRIP}`);
    assert.equal(response.status, 200);
    return (await response.json()) as Comparison;
  };
  const budgetLeft = async () => {
    const text = await (await fetch(`${services[0]!.adminUrl}/metrics`)).text();
    return /^esim_limit_budget_left\{window="comparison\.uncached\.day"\} (\d+)$/m.exec(text)?.[1];
  };
  try {
    const [before] = await Promise.all([comparison(0), comparison(1)]);
    const left = await budgetLeft();
    const [first, second] = before.orders.Recommended;
    for (const [result, name] of [
      [first!, first!.go],
      [second!, `${second!.provider.id}/${second!.plan.id}`],
    ] as const) {
      const { code, stderr } = await esim(['hide', name, '--reason', 'gone'], { STORE_URL: redis.url });
      assert.equal(code, 0, stderr);
      for (const index of [0, 1])
        await until(`process ${index} follows`, async () => {
          const { orders } = await comparison(index);
          return Object.values(orders).every((list) => list.every(({ go }) => go !== result.go));
        });
    }
    const after = await Promise.all([comparison(0), comparison(1)]);
    for (const { query, considered } of after) {
      assert.equal(query.fresh_until, before.query.fresh_until);
      assert.equal(considered.plans, before.considered.plans - 2);
    }
    assert.equal(await budgetLeft(), left);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    removeFolder(folder);
  }
});
