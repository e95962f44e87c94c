/** Concurrent requests for the same trip share one computation, and each gets its own quota decision. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { awayFromMidnight, Server } from '../redis/support.ts';
import { removeFolder } from '../support/folder.ts';
import { publishInRedis } from '../support/published.ts';
import { makeFolder, type ServiceProcess, startProcess } from './support/process.ts';

const CALLERS = 100;
const ATTEMPTS_MAX = 50;
const trip = (days: number) => `/api/v1/plans?country=TR&days=${days}&need=normal`;

interface Seen {
  readonly statuses: Readonly<Record<number, number>>;
  readonly windows: ReadonlySet<string | undefined>;
}

async function requestTogether(services: readonly ServiceProcess[], path: string): Promise<Seen> {
  const statuses: Record<number, number> = {};
  const windows = new Set<string | undefined>();
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      const request = () =>
        fetch(`${services[caller % services.length]!.url}${path}`, {
          headers: { 'x-forwarded-for': `203.0.113.${caller + 1}` },
        });
      let response = await request();
      // On a busy machine Redis may respond too late, which is a 503 that takes no unit.
      for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS_MAX; attempt += 1) {
        await response.arrayBuffer();
        response = await request();
      }
      const body = (await response.json()) as { limit?: { name: string } };
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status === 429) windows.add(body.limit?.name);
    }),
  );
  return { statuses, windows };
}

for (const [store, processes, healthBudget] of [
  ['the embedded store', 1, 1],
  ['Redis', 2, 0],
] as const) {
  describe(`a hundred concurrent callers with the same request, on ${store} with ${processes} process(es)`, () => {
    const folder = makeFolder();
    const services: ServiceProcess[] = [];
    let redis: Server | null = null;
    before(async () => {
      await awayFromMidnight();
      redis = store === 'Redis' ? await Server.start() : null;
      const env = redis === null ? {} : { STORE_URL: redis.url };
      const limits = { 'comparison.uncached.day': 1, 'health.uncached.day': healthBudget };
      const start = () => startProcess({ folder, env, limits });
      if (redis !== null) await publishInRedis(redis.url);
      services.push(...(await Promise.all(Array.from({ length: processes }, start))));
    });
    after(async () => {
      await Promise.all(services.map((service) => service.stop()));
      await redis?.stop();
      removeFolder(folder);
    });

    test('one remaining computation serves all of them', async () => {
      const { statuses } = await requestTogether(services, trip(7));
      assert.deepEqual(statuses, { 200: CALLERS });
    });

    test('without a remaining computation, all are refused by that budget', async () => {
      const { statuses, windows } = await requestTogether(services, trip(8));
      assert.deepEqual(statuses, { 429: CALLERS });
      assert.deepEqual([...windows], ['comparison.uncached.day']);
    });

    test(`with a budget of ${healthBudget} health checks, all get the same response`, async () => {
      const { statuses, windows } = await requestTogether(services, '/api/v1/health');
      assert.deepEqual(statuses, healthBudget === 0 ? { 429: CALLERS } : { 200: CALLERS });
      assert.deepEqual([...windows], healthBudget === 0 ? ['health.uncached.day'] : []);
    });
  });
}
