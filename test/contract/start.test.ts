/** What an operator sees while a service starts that has no catalogue yet. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StartCancelled } from '../../src/service/parts.ts';
import { startService } from '../../src/service/service.ts';
import { readSettings } from '../../src/service/settings.ts';
import { openStore } from '../../src/store/open.ts';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';

/** A service whose first read waits until another process, played by this test, has released the ingest lease. */
async function startWaiting(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'esim-start-'));
  t.after(() => removeFolder(folder));
  const adminPort = await freePort();
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PORT: String(adminPort),
    ADMIN_HOST: '127.0.0.1',
    STORE_URL: `file:${folder}`,
  };
  const settings = readSettings(env);
  const other = await openStore({
    url: settings.storeUrl,
    mode: 'write',
    clock: Date.now,
    policies: settings.limits.policies,
    onEvent: () => {},
  });
  t.after(() => other.close());
  const token = await other.leases.acquire('ingest', 600_000);
  assert.ok(token !== null);
  const logged: string[] = [];
  const line = (message: string) => void logged.push(message);
  const stop = new AbortController();
  const starting = startService(settings, {
    log: { debug: line, info: line, warn: line, error: line },
    clock: Date.now,
    random: Math.random,
    env,
    signal: stop.signal,
    preparesPages: false,
  });
  const admin = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${adminPort}${path}`);
    return { status: response.status, text: await response.text() };
  };
  await until('the first read waits', async () => logged.some((message) => message.includes('waiting')));
  return { starting, admin, logged, stop, release: () => other.leases.release('ingest', token) };
}

test('the admin port is open while the feeds are read for the first time, and says that the service starts', async (t) => {
  const { starting, admin, release } = await startWaiting(t);
  assert.deepEqual(await admin('/livez'), { status: 200, text: 'alive\n' });
  assert.deepEqual(await admin('/readyz'), { status: 503, text: 'not ready: starting\n' });
  assert.deepEqual(await admin('/health'), { status: 503, text: 'not ready: starting\n' });
  const metrics = await admin('/metrics');
  assert.equal(metrics.status, 200);
  assert.match(metrics.text, /^esim_ready 0$/m);
  assert.match(metrics.text, /^esim_process_/m);
  await release();
  const service = await starting;
  t.after(() => service.stop());
  assert.deepEqual(await admin('/readyz'), { status: 200, text: 'ready\n' });
  assert.match((await admin('/metrics')).text, /^esim_ready 1$/m);
});

test('a start that still reads the feeds can be cancelled', async (t) => {
  const { starting, admin, logged, stop } = await startWaiting(t);
  stop.abort();
  await assert.rejects(starting, StartCancelled);
  await assert.rejects(admin('/livez'), 'the admin port is closed');
  assert.ok(!logged.some((message) => message.includes('no catalogue')), logged.join('\n'));
});
