import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRIP } from '../faults/support/crash.ts';
import { makeEmptyFolder, NO_LIMITS, startProcess, untilPrinted } from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';
import { openBeside } from '../support/store.ts';

test('a service waits for the ingest lease of a process that died, and then publishes its first catalogue', async (t) => {
  const folder = makeEmptyFolder();
  t.after(() => removeFolder(folder));
  // A process that is killed during its ingest keeps the lease until it expires. The test takes the lease in its place.
  const store = await openBeside(folder);
  assert.notEqual(await store.leases.acquire('ingest', 10_000), null);
  await store.close();
  const service = await startProcess({ folder, limits: NO_LIMITS, execArgv: [] });
  t.after(() => service.kill());
  const response = await fetch(service.url + TRIP, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  await untilPrinted(service, /another process creates the first catalogue, or died while it did/);
});
