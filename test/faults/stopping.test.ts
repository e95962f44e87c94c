import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { keepingAgent, sendRequest, Tally } from './support/clients.ts';
import { HELD, NOW, startEdge } from './support/edge.ts';
import { startNginx } from './support/nginx.ts';
import { makeFolder, NO_LIMITS, startProcess } from './support/process.ts';
import { get, openClient, readResponses } from './support/socket.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const CLIENTS = 8;
/** Far longer than a test, so that no timeout causes what the test waits for. */
const NEVER_MS = 600_000;
const PATIENT = { acceptMs: NEVER_MS, idleMs: NEVER_MS, totalMs: NEVER_MS } as const;

const statusesOf = (stream: string) => readResponses(stream).map(({ status }) => status);

const isClosed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });

test('a stop sends pending responses, and only the last response of a connection has `Connection: close`', async (t) => {
  const edge = await startEdge(t, { stopTimes: PATIENT });
  const client = await openClient(edge.port);
  client.socket.write(get(HELD) + get(HELD));
  await until('the requests have arrived', () => edge.waiting() === 1);
  const stopped = edge.stop();
  await until('the port is closed', () => isClosed(edge.port));
  await edge.respond('first');
  await edge.respond('second');
  await client.closed;
  assert.deepEqual(
    readResponses(client.received()).map(({ body, headers }) => [body, headers['connection']]),
    [
      ['first', 'keep-alive'],
      ['second', 'close'],
    ],
  );
  await stopped;
});

test('an idle connection can be used once more during a stop, and its response has `Connection: close`', async (t) => {
  const edge = await startEdge(t, { stopTimes: PATIENT });
  const idle = await openClient(edge.port);
  idle.socket.write(get(NOW));
  await until('the first response', () => readResponses(idle.received()).length === 1);
  const stopped = edge.stop();
  await until('the port is closed', () => isClosed(edge.port));
  idle.socket.write(get(NOW));
  await idle.closed;
  assert.deepEqual(
    readResponses(idle.received()).map(({ status, headers }) => [status, headers['connection']]),
    [
      [200, 'keep-alive'],
      [200, 'close'],
    ],
  );
  await stopped;
});

test('a stop closes idle connections after a while, and keeps those with a pending response', async (t) => {
  const edge = await startEdge(t, { stopTimes: { ...PATIENT, idleMs: 0 } });
  const [silent, idle, pending] = await Promise.all([1, 2, 3].map(() => openClient(edge.port)));
  idle!.socket.write(get(NOW));
  pending!.socket.write(get(HELD));
  await until('one has its response and one waits', () => edge.statuses.length === 1 && edge.waiting() === 1);
  const stopped = edge.stop();
  await Promise.all([silent!.closed, idle!.closed]);
  await edge.respond('late');
  await pending!.closed;
  assert.equal(readResponses(pending!.received())[0]?.body, 'late');
  await stopped;
});

test('a stop ends although a client never finishes its request and another never gets its response', async (t) => {
  const edge = await startEdge(t, { stopTimes: { ...PATIENT, totalMs: 50 } });
  const half = await openClient(edge.port);
  half.socket.write('POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n{');
  const pending = await openClient(edge.port);
  pending.socket.write(get(HELD));
  await until('the request has arrived', () => edge.waiting() === 1);
  await edge.stop();
  await Promise.all([half.closed, pending.closed]);
});

test('the service is not ready while it stops', async (t) => {
  const service = await startTestService({ stopTimes: PATIENT });
  const port = Number(new URL(service.url).port);
  const ready = async () => (await fetch(`${service.adminUrl}/readyz`)).text();
  assert.equal(await ready(), 'ready\n');
  const client = await openClient(port);
  client.socket.write(get('/robots.txt'));
  await until('the first response', () => readResponses(client.received()).length === 1);
  const stopped = service.stop();
  t.after(() => stopped);
  assert.equal(await ready(), 'not ready: stopping\n');
  client.socket.destroy();
});

test('a client that connected and sent requests before SIGTERM gets its responses', async (t) => {
  const folder = makeFolder();
  const service = await startProcess({ folder, limits: NO_LIMITS, stopTimes: PATIENT });
  t.after(async () => {
    await service.kill();
    removeFolder(folder);
  });
  // The kernel accepts the connections. The process finds them together with the signal.
  service.child.kill('SIGSTOP');
  const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(service.port)));
  for (const [index, { socket }] of clients.entries()) {
    const trip = (days: number) => get(`/api/v1/plans?country=TR&days=${days}&need=light`);
    socket.write(trip(20 + 2 * index) + trip(21 + 2 * index));
  }
  service.child.kill('SIGTERM');
  service.child.kill('SIGCONT');
  for (const client of clients) {
    await client.closed;
    assert.deepEqual(statusesOf(client.received()), [200, 200]);
  }
});

test('SIGTERM loses no request of busy clients, which go elsewhere after their next response', async (t) => {
  const folders = [makeFolder(), makeFolder()] as const;
  const start = (folder: string) => startProcess({ folder, limits: NO_LIMITS, stopTimes: PATIENT });
  const [first, second] = await Promise.all(folders.map(start));
  t.after(async () => {
    await Promise.all([first!.kill(), second!.kill()]);
    for (const folder of folders) removeFolder(folder);
  });
  const tally = new Tally();
  let elsewhere = 0;
  let isOver = false;
  const client = async (index: number) => {
    const agent = keepingAgent();
    let { port } = first!;
    while (!isOver) {
      const result = await sendRequest(agent, { port, path: TRIP, caller: `198.51.100.${index + 1}` });
      tally.add(result);
      if (typeof result === 'object' && port === second!.port) elsewhere += 1;
      if (result === 'refused' || (result !== 'lost' && result.closes)) port = second!.port;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  await until('the clients are busy', () => tally.answered > 200, 120_000);
  await first!.stop();
  await until('they are busy elsewhere', () => elsewhere > 200, 120_000);
  isOver = true;
  await Promise.all(clients);
  assert.equal(tally.lost, 0);
  assert.deepEqual(tally.wrong, []);
});

/** With this pause, eight clients still send hundreds of requests during each restart. */
const PAUSE_MS = 10;
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

test('behind nginx, a rolling restart of two processes loses no request', async (t) => {
  const folders = [makeFolder(), makeFolder()] as const;
  const ports = [await freePort(), await freePort()] as const;
  // Requests may go to either process, so both have the same public address.
  const serve = (at: 0 | 1) =>
    startProcess({
      folder: folders[at],
      limits: NO_LIMITS,
      env: { PORT: String(ports[at]), BASE_URL: 'https://esim.example' },
      stopTimes: { totalMs: NEVER_MS },
    });
  const running = [await serve(0), await serve(1)];
  const nginx = await startNginx(ports);
  t.after(async () => {
    await nginx.stop();
    await Promise.all(running.map((service) => service.kill()));
    for (const folder of folders) removeFolder(folder);
  });

  const tally = new Tally();
  let isOver = false;
  // Every other client sends POST, which a proxy does not retry by itself.
  const client = async (index: number) => {
    const agent = keepingAgent();
    const posts = index % 2 === 0 ? { path: '/mcp', post: PING } : { path: '/robots.txt' };
    while (!isOver) {
      const result = await sendRequest(agent, { port: nginx.port, from: `127.0.4.${index + 1}`, ...posts });
      tally.add(result === 'refused' ? 'lost' : result);
      // The processes that start need the processor too.
      await delay(PAUSE_MS);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  // The next process is stopped only after nginx uses the restarted one.
  const seen = (processes: number) =>
    until(`${processes} processes have responded`, () => tally.by.size === processes, 120_000);
  await seen(2);
  for (const at of [0, 1] as const) {
    await running[at]!.stop();
    running[at] = await serve(at);
    await seen(3 + at);
  }
  isOver = true;
  await Promise.all(clients);
  t.diagnostic(`${tally.answered} responses`);
  if (tally.wrong.length > 0) t.diagnostic(nginx.accesses().slice(-2_000));
  assert.equal(tally.lost, 0);
  assert.deepEqual(tally.wrong, []);
});
