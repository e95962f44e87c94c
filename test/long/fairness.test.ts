/** How long others wait while some callers pipeline requests without a quota, within their limits. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { quantile } from '../../bench/compare/timing.ts';
import { makeFolder, removeFolder, type ServiceProcess, startProcess } from '../faults/support/process.ts';
import { get, openClient, type RawClient, readResponses } from '../faults/support/socket.ts';
import { until } from '../support/until.ts';

const folder = makeFolder();
let service: ServiceProcess;
before(async () => {
  // Every measured request is from one address, which must not reach its own burst limit.
  service = await startProcess({ folder, limits: { 'burst.capacity': 100, 'burst.perSecond': 100 } });
  // The first request for a page renders it.
  const client = await openClient(portOf(), '127.0.8.8');
  client.socket.write(packet);
  await until('all responses', () => isAnswered(client));
  client.socket.destroy();
});
after(async () => {
  await service.kill();
  removeFolder(folder);
});

/** Just below the burst limit. */
const REQUESTS_PER_PACKET = 95;
const PATHS = [
  '/llms-full.txt',
  '/docs/api',
  '/compare?country=Zzqxw&days=7&need=normal',
  '/sitemap.xml',
  '/',
];
const packet = Array.from({ length: REQUESTS_PER_PACKET }, (_, index) =>
  get(PATHS[index % PATHS.length]!),
).join('');

const portOf = () => Number(new URL(service.url).port);
const isAnswered = (client: RawClient) =>
  client.received().split('HTTP/1.1 ').length - 1 === REQUESTS_PER_PACKET;

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

/** Measures one request after the other until all pipelined requests have their responses. */
async function waitsDuringFlood(addresses: readonly string[]): Promise<number[]> {
  const measured = await openClient(portOf(), '127.0.9.9');
  const callers = await Promise.all(addresses.map((address) => openClient(portOf(), address)));
  for (const { socket } of callers) socket.write(packet);
  const waits: number[] = [];
  while (!callers.every(isAnswered)) {
    waits.push(await oneRequestMs(measured));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  for (const { socket } of [measured, ...callers]) socket.destroy();
  return waits;
}

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
