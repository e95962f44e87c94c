/**
 * How long others wait with 100,000 plans: while 20 callers send requests without a quota within their burst limit, on
 * open and on new connections, and while the service prepares its pages after a start.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { idleSource, publishInChild } from '../../bench/compare/published.ts';
import { type Running, startService, stop } from '../../bench/compare/servers.ts';
import { quantile } from '../../bench/compare/timing.ts';
import { makeEmptyFolder } from '../faults/support/process.ts';
import { get, openClient, type RawClient, readResponses } from '../faults/support/socket.ts';
import { removeFolder } from '../support/folder.ts';

const PLANS = 100_000;
const CALLERS = 20;
/** The requests of `flooder.ts`. */
const FLOODS = [
  'pages of a region with a trip',
  'calls with 190 unknown arguments',
  'calls with 1,900 unknown arguments',
  'unknown places',
];
const PAUSE_MS = 5;

const folder = makeEmptyFolder();
let service: Running;
/** The waits of others in the first seconds after the start. */
let waitsAfterStart: number[];
before(async () => {
  await publishInChild(`${folder}/floods`, PLANS);
  service = await startService(
    folder,
    'floods',
    { 'burst.capacity': 100, 'burst.perSecond': 10 },
    idleSource(folder),
  );
  waitsAfterStart = await waitsOn('open', () => delay(6_000));
});
after(async () => {
  await stop(service);
  removeFolder(folder);
});

/** Every caller has its own burst limit, and no address is used twice. */
let addresses = 0;
const nextAddress = (): string => {
  addresses += 1;
  return `127.0.${2 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
};

/** Resolves at the next bytes, or with false if the connection is closed. */
const receivesMore = ({ socket, closed }: RawClient): Promise<boolean> =>
  Promise.race([
    new Promise<boolean>((resolve) => socket.once('data', () => resolve(true))),
    closed.then(() => false),
  ]);

/** Milliseconds of each request of others until the flood ends. */
async function waitsOn(connections: 'open' | 'new', flood: () => Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const flooded = flood().finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    // A connection stays below the burst limit of its caller.
    const requests = connections === 'open' ? 50 : 1;
    const startedAt = performance.now();
    const client = await openClient(service.port, nextAddress());
    for (let count = 0; count < requests && !isOver; count += 1) {
      const sentAt = connections === 'open' ? performance.now() : startedAt;
      client.socket.write(get('/robots.txt'));
      while (readResponses(client.received()).length === count)
        assert.ok(await receivesMore(client), 'the connection of another caller was closed');
      waits.push(performance.now() - sentAt);
      await delay(PAUSE_MS);
    }
    client.socket.destroy();
  }
  await flooded;
  return waits;
}

/** Floods the service from another thread, so that the flood does not delay the requests of others in this one. */
async function floodWith(name: string): Promise<void> {
  const addresses = Array.from({ length: CALLERS }, nextAddress);
  const flooder = new Worker(new URL('./flooder.ts', import.meta.url), {
    workerData: { port: service.port, name, addresses, connections: 5 },
  });
  await once(flooder, 'exit');
}

for (const name of FLOODS) {
  for (const connections of ['open', 'new'] as const) {
    test(`while 20 callers request ${name}, others wait at most 100 ms on ${connections} connections (p99)`, async () => {
      const waits = await waitsOn(connections, () => floodWith(name));
      const p99 = quantile(waits, 0.99);
      console.log(
        `${name}, ${connections}: p50 ${quantile(waits, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)} ms of ${waits.length}`,
      );
      assert.ok(p99 <= 100, `p99 ${p99.toFixed(0)} ms`);
    });
  }
}

test('in the first seconds after a start, others wait at most 20 ms (p99.9) and 100 ms (maximum)', () => {
  const [p999, longest] = [quantile(waitsAfterStart, 0.999), Math.max(...waitsAfterStart)];
  console.log(
    `after the start: p99.9 ${p999.toFixed(1)} ms, longest ${longest.toFixed(1)} ms of ${waitsAfterStart.length}`,
  );
  assert.ok(longest <= 100, `longest ${longest.toFixed(0)} ms`);
  assert.ok(p999 <= 20, `p99.9 ${p999.toFixed(0)} ms`);
});
