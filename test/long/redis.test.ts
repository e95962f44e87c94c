/** What goes wrong with Redis while real service processes are asked over HTTP all the time, and what callers see of it. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { makeFolder, NO_LIMITS, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { type Fault, serialsOf, surviveFault, untilQuiet } from '../faults/support/survive.ts';
import { DAY_LIMIT } from '../faults/support/traffic.ts';
import { awayFromMidnight, Server, SlowLine, startChild } from '../redis/support.ts';
import { removeFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const LIMITS = { ...NO_LIMITS, 'comparison.day': DAY_LIMIT };

describe('two processes under load on one Redis', () => {
  const folder = makeFolder();
  let redis: Server;
  let line: SlowLine;
  let services: ServiceProcess[] = [];

  before(async () => {
    await awayFromMidnight();
    redis = await Server.start('--appendonly', 'yes', '--appendfsync', 'everysec');
    line = new SlowLine(redis.port);
    const env = { STORE_URL: await line.listen(), LOG_LEVEL: 'error', TEST_STORE_DEADLINE: 'usual' };
    const start = () => startProcess({ folder, env, limits: LIMITS, execArgv: [] });
    services = [await start(), await start()];
    await untilQuiet(services);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await line.close();
    await redis.stop();
    removeFolder(folder);
  });

  const serials = () => serialsOf(services);

  const survive = (t: TestContext, fault: Fault) => surviveFault(t, services, fault);

  test('Redis is killed and restarted with its data', (t) =>
    survive(t, { begin: () => redis.kill(), end: () => redis.restart() }));

  test('Redis stands still and goes on', (t) =>
    survive(t, {
      begin: async () => redis.signal('SIGSTOP'),
      end: async () => redis.signal('SIGCONT'),
    }));

  test('Redis answers a second late', (t) =>
    survive(t, {
      begin: async () => {
        line.latencyMs = 1_000;
      },
      end: async () => {
        line.latencyMs = 0;
      },
    }));

  test('Redis is out of memory', (t) =>
    survive(t, {
      begin: async () => void (await redis.ask('CONFIG', 'SET', 'maxmemory', '1')),
      end: async () => void (await redis.ask('CONFIG', 'SET', 'maxmemory', '0')),
    }));

  test('Redis becomes a read-only replica', (t) =>
    survive(t, {
      // Of a master that is nowhere: the data stay, writes are refused.
      begin: async () => void (await redis.ask('REPLICAOF', '127.0.0.1', '1')),
      end: async () => void (await redis.ask('REPLICAOF', 'NO', 'ONE')),
    }));

  test('Redis forgets its scripts: nobody notices', (t) =>
    survive(t, {
      isNoticed: false,
      begin: async () => void (await redis.ask('SCRIPT', 'FLUSH')),
      end: async () => void (await redis.ask('SCRIPT', 'FLUSH')),
    }));

  test('a process is killed in the middle of publishing: nobody notices', async (t) => {
    const before = await serials();
    await survive(t, {
      isNoticed: false,
      begin: async () => {
        const blobs = async () => ((await redis.ask('KEYS', '{esim:s}:blob:*')) as string[]).length;
        const there = await blobs();
        const { child, line: said } = await startChild('./publisher.ts', {
          url: redis.url,
          keyPrefix: 'esim',
        });
        await said;
        await until('some of it is there', async () => (await blobs()) > there);
        child.kill('SIGKILL');
      },
      end: async () => {},
    });
    assert.deepEqual(await serials(), before);
  });

  // Last, because health says for the rest of the day that counts were lost.
  test('Redis is killed and comes back with nothing: counts start from zero, and health shows it', async (t) => {
    await survive(t, {
      begin: () => redis.kill(),
      end: async () => {
        await redis.wipe();
        await redis.restart();
      },
      // Everything that was counted is lost.
      overBy: DAY_LIMIT,
    });
    for (const service of services) {
      await until('health says so', async () => {
        const answer = await fetch(`${service.url}/health`, { headers: { 'x-forwarded-for': '10.78.0.1' } });
        const { protection } = (await answer.json()) as { protection: { status: string; store: string } };
        return protection.status === 'degraded';
      });
    }
  });
});
