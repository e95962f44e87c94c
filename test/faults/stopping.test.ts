import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Started, start, temporaryFolder } from '../cli/support.ts';
import { freePort, Server, until } from '../redis/support.ts';
import { copyPublished } from '../support/published.ts';
import { ask, keepingAgent, Tally } from './support/clients.ts';
import { startNginx } from './support/nginx.ts';
import { NO_LIMITS } from './support/process.ts';
import { get, openClient, readAnswers } from './support/socket.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const CLIENTS = 20;
const STOPPED_WITHIN_MS = 3_000;

interface Serving extends Started {
  readonly port: number;
}

/** The real command, on a store of its own unless one is named. */
async function serve(t: TestContext, storeUrl?: string, port = 0, trusted = '127.0.0.1'): Promise<Serving> {
  const folder = temporaryFolder();
  copyPublished(join(folder.path, 'data'));
  const limitsFile = join(folder.path, 'limits.json');
  writeFileSync(limitsFile, JSON.stringify(NO_LIMITS));
  const service = start(['serve'], {
    STORE_URL: storeUrl ?? folder.storeUrl,
    // The same for all: one answers in another's place.
    BASE_URL: 'https://esim.example',
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: trusted,
    LIMITS_FILE: limitsFile,
  });
  t.after(async () => {
    service.child.kill('SIGKILL');
    await service.finished;
    folder.remove();
  });
  const line = (await service.said('"msg":"listening"'))
    .split('\n')
    .find((text) => text.includes('"listening"'));
  return { ...service, port: (JSON.parse(line ?? '{}') as { port: number }).port };
}

const isClosed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });

/** How long it takes to end after SIGTERM; it must end well. */
async function stop({ child, finished }: Serving): Promise<number> {
  const started = performance.now();
  child.kill('SIGTERM');
  const { code } = await finished;
  assert.equal(code, 0);
  return performance.now() - started;
}

async function letBusyClientsGo(t: TestContext, first: Serving, second: Serving): Promise<void> {
  const tally = new Tally();
  let elsewhere = 0;
  let isOver = false;
  const client = async (index: number) => {
    const agent = keepingAgent();
    let port = first.port;
    while (!isOver) {
      const told = await ask(agent, { port, path: TRIP, caller: `198.51.100.${index + 1}` });
      tally.add(told);
      if (typeof told === 'object' && port === second.port) elsewhere += 1;
      // Told that the connection closes, or not let in: from now on it asks elsewhere.
      if (told === 'refused' || (told !== 'lost' && told.closes)) port = second.port;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  await until('the clients are busy', () => tally.answered > 500, 30_000);
  const took = await stop(first);
  await until('they are busy elsewhere', () => elsewhere > 500, 30_000);
  isOver = true;
  await Promise.all(clients);
  t.diagnostic(`${tally.answered} answered, ended in ${took.toFixed(0)} ms`);
  assert.equal(tally.lost, 0);
  assert.deepEqual(tally.wrong, []);
  assert.ok(took <= STOPPED_WITHIN_MS, `it took ${took} ms to end`);
}

test('SIGTERM lets 20 busy clients go one answer later and loses no request, on the embedded store', async (t) => {
  await letBusyClientsGo(t, await serve(t), await serve(t));
});

test('SIGTERM lets 20 busy clients go one answer later and loses no request, on Redis', async (t) => {
  const redis = await Server.start();
  t.after(() => redis.stop());
  await letBusyClientsGo(t, await serve(t, redis.url), await serve(t, redis.url));
});

test('whoever has connected and asked before SIGTERM is answered, all that was sent ahead', async (t) => {
  const service = await serve(t);
  // The kernel takes them in; the process finds them together with the signal.
  service.child.kill('SIGSTOP');
  const clients = await Promise.all(Array.from({ length: 6 }, () => openClient(service.port)));
  for (const [index, { socket }] of clients.entries()) {
    const trip = (days: number) => get(`/api/v1/plans?country=TR&days=${days}&need=light`);
    socket.write(trip(20 + 2 * index) + trip(21 + 2 * index));
  }
  const stopped = stop(service);
  service.child.kill('SIGCONT');
  for (const client of clients) {
    await client.closed;
    assert.deepEqual(
      readAnswers(client.received()).map(({ status }) => status),
      [200, 200],
    );
  }
  assert.ok((await stopped) <= STOPPED_WITHIN_MS);
});

test('an idle connection is answered once more after SIGTERM, and told that it was the last time', async (t) => {
  const service = await serve(t);
  const idle = await openClient(service.port);
  idle.socket.write(get('/robots.txt'));
  await until('the first answer', () => readAnswers(idle.received()).length === 1);
  const stopped = stop(service);
  await until('nobody else is taken in', () => isClosed(service.port));
  idle.socket.write(get('/robots.txt'));
  await idle.closed;
  const [first, last] = readAnswers(idle.received());
  assert.notEqual(first?.headers['connection'], 'close');
  assert.equal(last?.status, 200);
  assert.equal(last.headers['connection'], 'close');
  assert.ok((await stopped) <= STOPPED_WITHIN_MS);
});

for (const [who, trusted] of [
  ['a stranger', '192.0.2.1'],
  ['a trusted proxy', '127.0.0.1'],
] as const) {
  test(`half a request of ${who} is waited for after SIGTERM, when idle connections are closed`, async (t) => {
    const service = await serve(t, undefined, 0, trusted);
    const [idle, half, first] = await Promise.all([1, 2, 3].map(() => openClient(service.port)));
    for (const { socket } of [idle!, half!]) socket.write(get('/robots.txt'));
    await until('both are answered', () =>
      [idle!, half!].every((client) => readAnswers(client.received()).length === 1),
    );
    const [begun, rest] = ['GET /robots.txt HTTP/1.1\r\nHo', 'st: a\r\n\r\n'];
    for (const { socket } of [half!, first!]) socket.write(begun);
    const stopped = stop(service);
    await idle!.closed;
    for (const { socket } of [half!, first!]) socket.write(rest);
    await Promise.all([half!.closed, first!.closed]);
    assert.deepEqual(
      [half!, first!].map((client) => readAnswers(client.received()).map(({ status }) => status)),
      [[200, 200], [200]],
    );
    assert.ok((await stopped) <= STOPPED_WITHIN_MS);
  });
}

test('neither an idle connection nor a body that drips holds the stop', async (t) => {
  const service = await serve(t);
  const silent = await openClient(service.port);
  const idle = await openClient(service.port);
  idle.socket.write(get('/robots.txt'));
  const dripping = await openClient(service.port);
  dripping.socket.write(
    'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
  );
  const drip = setInterval(() => dripping.socket.write('{'), 50);
  t.after(() => clearInterval(drip));
  await until('the first answer', () => readAnswers(idle.received()).length === 1);
  assert.ok((await stop(service)) <= STOPPED_WITHIN_MS);
  await Promise.all([silent.closed, idle.closed, dripping.closed]);
});

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

test('behind nginx with kept connections, a rolling restart of two processes fails no request', async (t) => {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  for (const { path } of folders) copyPublished(join(path, 'data'));
  const stores = folders.map(({ storeUrl }) => storeUrl);
  const [one, two] = [await freePort(), await freePort()];
  let first = await serve(t, stores[0], one);
  let second = await serve(t, stores[1], two);
  const nginx = await startNginx([one, two]);
  t.after(async () => {
    await nginx.stop();
    for (const folder of folders) folder.remove();
  });

  const tally = new Tally();
  let isOver = false;
  // From addresses of their own, so that the hash of the example sends them to both processes. Every other one posts,
  // which a proxy does not send again.
  const client = async (index: number) => {
    const agent = keepingAgent();
    const posts = index % 2 === 0 ? { path: '/mcp', post: PING } : { path: '/robots.txt' };
    while (!isOver) {
      const told = await ask(agent, { port: nginx.port, from: `127.0.4.${index + 1}`, ...posts });
      tally.add(told === 'refused' ? 'lost' : told);
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  // The next process is stopped when nginx has come back to this one, as whoever restarts by hand would wait.
  const seen = (processes: number) =>
    until(`${processes} processes have answered`, () => tally.by.size === processes, 60_000);
  await seen(2);
  await stop(first);
  first = await serve(t, stores[0], one);
  await seen(3);
  await stop(second);
  second = await serve(t, stores[1], two);
  await seen(4);
  isOver = true;
  await Promise.all(clients);
  t.diagnostic(`${tally.answered} answered`);
  if (tally.wrong.length > 0) t.diagnostic(nginx.errors().slice(-2_000));
  assert.equal(tally.lost, 0);
  assert.deepEqual(tally.wrong, []);
});
