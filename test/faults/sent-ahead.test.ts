import assert from 'node:assert/strict';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Connections } from '../../src/http/connections.ts';
import { headerSets } from '../../src/http/headers.ts';
import { createListener } from '../../src/http/listener.ts';
import { renderProblem } from '../../src/http/problems.ts';
import { createRawRefusals } from '../../src/http/client-errors.ts';
import { createRouter, type HttpAnswer } from '../../src/http/router.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { until } from '../redis/support.ts';
import { get, openClient, type RawAnswer, type RawClient, readAnswers } from './support/socket.ts';

const PEER = { caller: { key: 'ann' }, isProxy: false, agreements: [] };
const GUARD: Pick<Limiter, 'identify' | 'burst'> = {
  identify: () => PEER.caller,
  burst: () => ({ admitted: true, window: { name: 'burst', limit: 100, remaining: 99, resetAt: 0 }, now: 0 }),
};
const GOOD = { status: 200, headers: {} } as const;

interface Held {
  readonly port: number;
  /** Answers the oldest request of those that wait. */
  answer(body: string): void;
  /** How many wait, and how often a client's bytes were refused or given up. */
  waiting(): number;
  faults(): number;
  sockets(): number;
  /** How many clients have ended what they send. */
  ended(): number;
  readonly server: ReturnType<typeof createHttpServer>;
}

/** The real server, listener and refusals; requests for `/api/v1/plans` and the bodies of `/mcp` wait until they are answered by hand. */
async function startHeld(t: TestContext, stalledMs?: number): Promise<Held> {
  const waiting: ((answer: HttpAnswer) => void)[] = [];
  let faults = 0;
  const hold = () => new Promise<HttpAnswer>((resolve) => void waiting.push(resolve));
  const connections = new Connections({ maxPerCaller: 100, peerOf: () => PEER, onCrowded: () => {} });
  const common = {
    site: {
      find: createRouter([
        { path: '/api/v1/plans', method: 'GET', errorFormat: 'api', handle: hold },
        { path: '/api/v1/now', method: 'GET', errorFormat: 'api', handle: () => ({ ...GOOD, body: 'now' }) },
        { path: '/large', method: 'GET', errorFormat: 'page', handle: () => ({ ...GOOD, body: LARGE }) },
        { path: '/mcp', method: 'POST', errorFormat: 'mcp', handle: hold },
      ]),
      render: (_area: unknown, problem: Parameters<typeof renderProblem>[0]) =>
        renderProblem(problem, 'https://esim.example'),
    },
    headers: headerSets('https://esim.example'),
    connections,
    requestId: () => 'id',
    counts: { add: () => {} },
  };
  const onFault = (error: unknown) => assert.fail(String(error));
  const listener = createListener({
    ...common,
    limiter: GUARD,
    isOverloaded: () => false,
    onFault,
    ...(stalledMs !== undefined && { stalledMs }),
  });
  const raw = createRawRefusals({ ...common, clock: Date.now });
  const server = createHttpServer({
    listener,
    connections,
    ...raw,
    onClientError(error, socket) {
      raw.onClientError(error, socket);
      faults += 1;
    },
  });
  let ended = 0;
  server.on('connection', (socket: Socket) => {
    socket.on('end', () => {
      ended += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    answer: (body) => waiting.shift()?.({ ...GOOD, body: Buffer.from(body) }),
    waiting: () => waiting.length,
    faults: () => faults,
    sockets: () => connections.open,
    ended: () => ended,
    server,
  };
}

const LARGE = 'a'.repeat(1_000_000);
const HELD = '/api/v1/plans';
const NOW = '/api/v1/now';

async function send(held: Held, bytes: string): Promise<RawClient> {
  const client = await openClient(held.port);
  client.socket.write(bytes);
  return client;
}

async function answersOf(client: RawClient): Promise<RawAnswer[]> {
  await client.closed;
  return readAnswers(client.received());
}

const FAULTS: readonly [string, string, number][] = [
  ['a head beyond 8 KiB', get(NOW, `X-Large: ${'a'.repeat(20_000)}\r\n`), 431],
  ['bytes that are no request', 'HELLO THERE\r\n\r\n', 400],
  ['a broken length', get(NOW, 'Content-Length: many\r\n'), 400],
  ['a line that continues the one before', get(NOW, 'X-Long: a\r\n b\r\n'), 400],
  ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  [
    'a broken body',
    'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nnone\r\n',
    400,
  ],
];
for (const [what, bytes, status] of FAULTS) {
  test(`${what} behind requests that are not answered yet is refused after their answers`, async (t) => {
    const held = await startHeld(t);
    const client = await send(held, get(`${HELD}?1`) + get(NOW) + get(`${HELD}?2`) + bytes);
    await until('the fault is seen', () => held.faults() > 0);
    assert.equal(held.waiting(), 2);
    assert.equal(client.received(), '');
    held.answer('first');
    held.answer('third');
    const answers = await answersOf(client);
    assert.deepEqual(
      answers.slice(0, 3).map(({ body }) => body),
      ['first', 'now', 'third'],
    );
    const [refusal, ...more] = answers.slice(3);
    assert.equal(refusal?.status, status);
    assert.equal(refusal.headers['x-request-id'], 'id');
    assert.equal(refusal.headers['x-content-type-options'], 'nosniff');
    assert.equal(refusal.headers['cache-control'], 'no-store');
    assert.equal(refusal.headers['connection'], 'close');
    assert.deepEqual(more, []);
    assert.equal(held.faults(), 1, 'what comes after a fault is not looked at');
  });
}

test('half a request and the end of what a client sends costs it no answer that is owed', async (t) => {
  const held = await startHeld(t);
  const client = await openClient(held.port);
  client.socket.end(`${get(HELD)}GET /api/v1/no`);
  await until('the fault is seen', () => held.faults() > 0);
  held.answer('first');
  const [first, second, ...more] = await answersOf(client);
  assert.deepEqual([first?.body, second?.status, more], ['first', 400, []]);
});

test('what follows a request that says it is the last is neither answered nor costs an answer', async (t) => {
  const held = await startHeld(t);
  const client = await send(held, get(HELD, 'Connection: close\r\n') + get(NOW));
  await until('the request has come', () => held.waiting() === 1);
  held.answer('first');
  assert.deepEqual(
    (await answersOf(client)).map(({ body }) => body),
    ['first'],
  );
});

test('a head that is not complete in time costs no answer that is owed, and is closed without a word', async (t) => {
  const held = await startHeld(t);
  held.server.headersTimeout = 1;
  const client = await send(held, `${get(HELD)}GET /api/v1/no`);
  await until('the fault is seen', () => held.faults() > 0);
  held.answer('first');
  assert.deepEqual(
    (await answersOf(client)).map(({ body }) => body),
    ['first'],
  );
});

test('a client that takes none of what it is owed is let go all the same', async (t) => {
  // As the service has it, but shorter.
  const held = await startHeld(t, 100);
  const client = await openClient(held.port);
  client.socket.pause();
  t.after(() => client.socket.destroy());
  client.socket.write(`${get('/large').repeat(20)}HELLO THERE\r\n\r\n`);
  await until('it is connected', () => held.sockets() === 1);
  await until('it is let go', () => held.sockets() === 0);
});

test('a client that goes away while it is owed an answer leaves nothing behind', async (t) => {
  const held = await startHeld(t);
  const client = await send(held, `${get(HELD)}HELLO THERE\r\n\r\n`);
  await until('the fault is seen', () => held.faults() > 0);
  client.socket.resetAndDestroy();
  held.answer('first');
  await until('it is let go', () => held.sockets() === 0);
});

test('a client that has said all it wants to say still gets answers that take a while', async (t) => {
  const held = await startHeld(t);
  const client = await openClient(held.port);
  client.socket.end(get(`${HELD}?1`) + get(`${HELD}?2`));
  await until('all of it has come', () => held.waiting() === 2 && held.ended() === 1);
  held.answer('first');
  held.answer('second');
  assert.deepEqual(
    (await answersOf(client)).map(({ body }) => body),
    ['first', 'second'],
  );
});

test('a client that goes on sending after its last answer has not lost what it did not take yet', async (t) => {
  const held = await startHeld(t);
  for (const [more, status] of [
    [get('/', `X-Large: ${'a'.repeat(500_000)}\r\n`), 431],
    [`POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n${'a'.repeat(500_000)}`, 413],
  ] as const) {
    const client = await send(held, get(HELD) + more);
    await until('the request has come', () => held.waiting() === 1);
    held.answer(LARGE);
    const answers = await answersOf(client);
    assert.deepEqual(
      answers.map((answer) => [answer.status, answer.body === LARGE]),
      [
        [200, true],
        [status, false],
      ],
    );
  }
});

test('a client that never stops sending after its last answer is cut', async (t) => {
  const held = await startHeld(t);
  const client = await openClient(held.port);
  const drip = () => {
    if (client.socket.writable) client.socket.write('a'.repeat(100_000), drip);
  };
  client.socket.write('HELLO THERE\r\n\r\n', drip);
  await client.closed;
  await until('it is let go', () => held.sockets() === 0);
});

const expecting = (body: string) =>
  `POST /mcp HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n${body}`;

test('a client that waits to be asked for its body is asked, but never within another answer', async (t) => {
  const held = await startHeld(t);
  const alone = await send(held, expecting(''));
  await until('it is asked', () => alone.received() === 'HTTP/1.1 100 Continue\r\n\r\n');
  alone.socket.write(`hello${get(NOW, 'Connection: close\r\n')}`);
  await until('the body has come', () => held.waiting() === 1);
  held.answer('first');
  assert.match((await answersOf(alone)).at(-1)?.body ?? '', /now$/);

  const behind = await send(held, get(HELD) + expecting('hello'));
  await until('both have come', () => held.waiting() === 2);
  held.answer('first');
  held.answer('second');
  assert.deepEqual(
    (await answersOf(behind)).map(({ body, headers }) => [body, headers['connection']]),
    [
      ['first', 'keep-alive'],
      ['second', 'close'],
    ],
  );
});

test('a request whose body is cut off is refused once, whatever it would have been told', async (t) => {
  const held = await startHeld(t);
  const client = await openClient(held.port);
  client.socket.end(get(HELD, 'Content-Length: 500\r\n'));
  assert.deepEqual(
    (await answersOf(client)).map(({ status }) => status),
    [400],
  );
  held.answer('too late');
  await new Promise((resolve) => setImmediate(resolve));
});
