import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { TRIP } from '../faults/support/crash.ts';
import { makeEmptyFolder, NO_LIMITS, removeFolder, startProcess } from '../faults/support/process.ts';
import { openBeside } from '../support/store.ts';

test('a service that is killed during its first ingest publishes a catalogue at the next start', async (t) => {
  const folder = makeEmptyFolder();
  t.after(() => removeFolder(folder));
  for (const afterMs of [400, 900]) {
    removeFolder(folder);
    await startProcess({
      folder,
      execArgv: [],
      onStart: (child) => void delay(afterMs).then(() => child.kill('SIGKILL')),
    })
      .then((service) => service.kill())
      .catch(() => {});
  }
  removeFolder(folder);
  // The killed process still has the lease for ingests, so the next one waits until it expires.
  const store = await openBeside(folder);
  assert.notEqual(await store.leases.acquire('ingest', 10_000), null);
  await store.close();
  const service = await startProcess({ folder, limits: NO_LIMITS, execArgv: [] });
  t.after(() => service.kill());
  const response = await fetch(service.url + TRIP, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  assert.match(service.printed(), /another process creates the first catalogue, or died while it did/);
});
