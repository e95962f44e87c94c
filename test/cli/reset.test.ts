/** `esim limits --reset`: counts that a wrong clock froze are let go, in a folder and in Redis. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { DEFAULT_POLICIES } from '../../src/limits/policies.ts';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';
import { openStore as openRedis, PATIENT, Server } from '../redis/support.ts';
import { until } from '../support/until.ts';
import { esim, type Folder, temporaryFolder } from './support.ts';

const AHEAD_MS = 40 * 86_400_000;
const MINUTE_LIMIT = DEFAULT_POLICIES['comparison.minute'].limit;

const openFolder = ({ storeUrl }: Folder, aheadMs: number): Promise<Store> => {
  const clock = () => Date.now() + aheadMs;
  return openStore({
    url: storeUrl,
    mode: 'serve',
    clock,
    onEvent: () => {},
  });
};

async function admitted({ counters }: Store, caller: string): Promise<number> {
  for (let count = 0; count < 100; count += 1) {
    if (!(await counters.take('comparison', callerNamed(caller))).admitted) return count;
  }
  throw new Error('never refused');
}

test('a folder: refused while the service runs, done once it has stopped, and callers have their allowance again', async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const ahead = await openFolder(folder, AHEAD_MS);
  t.after(() => ahead.close());
  const secret = await ahead.counters.secret();
  assert.equal(await admitted(ahead, 'c'), MINUTE_LIMIT);
  const refused = await esim(['limits', '--reset'], { STORE_URL: folder.storeUrl });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^esim: a service uses this folder[^\n]*\n$/);
  await ahead.close();

  const frozen = await openFolder(folder, 0);
  t.after(() => frozen.close());
  assert.equal(await admitted(frozen, 'c'), 0);
  await frozen.close();
  const done = await esim(['limits', '--reset'], { STORE_URL: folder.storeUrl });
  assert.equal(done.code, 0, done.stderr);
  assert.equal(done.stdout, 'all counters are zero; make sure that the clock is correct\n');
  const free = await openFolder(folder, 0);
  t.after(() => free.close());
  assert.equal(await admitted(free, 'c'), MINUTE_LIMIT);
  assert.deepEqual(await free.counters.secret(), secret);
  // While its folder is still there.
  await free.close();
});

test('Redis: done beside running processes, which continue at the right time', async (t) => {
  const { server, open } = await redis(t);
  let aheadMs = AHEAD_MS;
  const here = await open(() => Date.now() + aheadMs);
  assert.equal(await admitted(here, 'c'), MINUTE_LIMIT);
  aheadMs = 0;
  assert.equal(await admitted(here, 'c'), 0);
  const done = await esim(['limits', '--reset'], { STORE_URL: server.url });
  assert.equal(done.code, 0, done.stderr);
  await until('the running process admits again', async () =>
    here.counters.take('comparison', callerNamed('other')).then(({ now }) => now < Date.now() + 1_000),
  );
  assert.equal(await admitted(here, 'c'), MINUTE_LIMIT);
  assert.equal(here.status().state, 'ok');
});

test('--reset goes alone: it prints no table', async () => {
  assert.equal((await esim(['limits', '--reset', '--usage'])).code, 2);
});

async function redis(t: TestContext) {
  const server = await Server.start();
  const stores: Store[] = [];
  t.after(async () => {
    for (const store of stores) await store.close();
    await server.stop();
  });
  const open = async (timeSource: () => number): Promise<Store> => {
    const { store } = await openRedis(server.url, {
      ...PATIENT,
      timeSource,
      random: (bytes) => randomBytes(bytes),
    });
    stores.push(store);
    return store;
  };
  return { server, open };
}
