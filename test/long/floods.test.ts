/**
 * How long others wait with 100,000 plans: while 20 callers send requests without a quota within their burst limit, on
 * open and on new connections, and while the service prepares its pages after a start.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { idleSource, publishInChild } from '../../bench/compare/published.ts';
import { type Running, startService, stop } from '../../bench/compare/servers.ts';
import { quantile } from '../../bench/compare/timing.ts';
import { makeEmptyFolder, removeFolder } from '../faults/support/process.ts';
import { get, openClient, type RawClient, readResponses } from '../faults/support/socket.ts';

const PLANS = 100_000;
const CALLERS = 20;
/** Just below the burst limit. */
const REQUESTS = 90;
const CONNECTIONS = 5;
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

/**
 * Resolves when the connection has this number of responses or is closed. It reads each byte once, because the flood must
 * not delay the requests of others in this process.
 */
function allReceived({ socket, closed }: RawClient, count: number): Promise<void> {
  let begun = 0;
  const complete = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      for (let at = bytes.indexOf(STATUS_LINE); at !== -1; at = bytes.indexOf(STATUS_LINE, at + 1))
        begun += 1;
      if (begun >= count) resolve();
    });
  });
  return Promise.race([complete, closed]);
}
const STATUS_LINE = 'HTTP/1.1 ';

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

async function floodWith(requestOf: (n: number) => string): Promise<void> {
  const oneCaller = async (caller: number) => {
    const address = nextAddress();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, connection) => {
        const client = await openClient(service.port, address, false);
        const first = (caller * CONNECTIONS + connection) * REQUESTS;
        const count = REQUESTS / CONNECTIONS;
        client.socket.write(Array.from({ length: count }, (_, n) => requestOf(first + n)).join(''));
        await allReceived(client, count);
        client.socket.destroy();
      }),
    );
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => oneCaller(caller)));
}

const post = (args: object): string => {
  const params = { name: 'search_esim_plans', arguments: args };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`argument_name_${n}`, 1]));

const FLOODS: Readonly<Record<string, (n: number) => string>> = {
  'pages of a region with a trip': (n) => get(`/esim/europe?days=${1 + (n % 90)}`),
  'calls with 190 unknown arguments': () => post({ country: 'TR', days: 7, need: 'x', ...unknown(190) }),
  'calls with 1,900 unknown arguments': () => post({ country: 'TR', days: 7, need: 'x', ...unknown(1_900) }),
  'unknown places': (n) => get(`/compare?country=Zzqxw${n}&days=7&need=normal`),
};
for (const [name, requestOf] of Object.entries(FLOODS)) {
  for (const connections of ['open', 'new'] as const) {
    test(`while 20 callers request ${name}, others wait at most 100 ms on ${connections} connections (p99)`, async () => {
      const waits = await waitsOn(connections, () => floodWith(requestOf));
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
