/** How long others wait while some callers pipeline requests without a quota, within their limits. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { quantile } from '../../bench/compare/timing.ts';
import { untilIdle } from '../../bench/processor.ts';
import { makeFolder, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { get, openClient, type RawClient, readResponses } from '../faults/support/socket.ts';
import { removeFolder } from '../support/folder.ts';

const folder = makeFolder();
let service: ServiceProcess;
before(async () => {
  // Every measured request is from one address, which must not reach its own burst limit.
  service = await startProcess({ folder, limits: { 'burst.capacity': 100, 'burst.perSecond': 100 } });
  // The first request for a page renders it.
  await flood(['127.0.8.8']);
  await untilIdle(service.child.pid);
});
after(async () => {
  await service.kill();
  removeFolder(folder);
});

const portOf = () => Number(new URL(service.url).port);

async function oneRequestMs(client: RawClient): Promise<number> {
  const before = readResponses(client.received()).length;
  const startedAt = performance.now();
  client.socket.write(get('/robots.txt'));
  await new Promise<void>((resolve) => {
    const onData = () => {
      if (readResponses(client.received()).length === before) return;
      client.socket.off('data', onData);
      resolve();
    };
    client.socket.on('data', onData);
  });
  return performance.now() - startedAt;
}

/** Floods from another thread, so that the flood does not delay the measured requests in this one. */
async function flood(addresses: readonly string[]): Promise<void> {
  const flooder = new Worker(new URL('./flooder.ts', import.meta.url), {
    workerData: { port: portOf(), name: 'documents and pages', addresses, connections: 1 },
  });
  await once(flooder, 'exit');
}

/** Measures one request after the other until the flood has all its responses. */
async function waitsDuringFlood(addresses: readonly string[]): Promise<number[]> {
  const measured = await openClient(portOf(), '127.0.9.9');
  let isOver = false;
  const flooded = flood(addresses).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await oneRequestMs(measured));
    await delay(PAUSE_MS);
  }
  await flooded;
  measured.socket.destroy();
  return waits;
}
const PAUSE_MS = 10;

const addressesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.1.${first + index}`);

test('one packet of 95 requests delays nobody by more than 50 ms', async () => {
  const waits = await waitsDuringFlood(addressesFrom(1, 1));
  assert.ok(Math.max(...waits) <= 50, `${Math.max(...waits).toFixed(0)} ms`);
});

test('while 20 addresses pipeline, the p99 of /robots.txt for others stays below 100 ms', async () => {
  const waits = await waitsDuringFlood(addressesFrom(10, 20));
  assert.ok(quantile(waits, 0.99) < 100, `p99 ${quantile(waits, 0.99).toFixed(0)} ms of ${waits.length}`);
});
