import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { type Edge, HELD, LARGE, LARGE_BODY, NOW, startEdge } from './support/edge.ts';
import { get, openClient, type RawClient, type RawResponse, readResponses } from './support/socket.ts';

async function send({ port }: Edge, bytes: string): Promise<RawClient> {
  const client = await openClient(port);
  client.socket.write(bytes);
  return client;
}

async function responsesOf(client: RawClient): Promise<RawResponse[]> {
  await client.closed;
  return readResponses(client.received());
}

const bodies = (responses: readonly RawResponse[]) => responses.map(({ body }) => body);
const CLOSE = 'Connection: close\r\n';

test('ten pipelined requests get complete responses in their order', async (t) => {
  const edge = await startEdge(t);
  const paths = [HELD, NOW, LARGE, HELD, NOW, NOW, HELD, LARGE, NOW];
  const client = await send(edge, paths.map((path) => get(path)).join('') + get(HELD, CLOSE));
  await until('the requests have arrived', () => edge.waiting() > 0);
  assert.equal(edge.waiting(), 1, 'the next request starts when the response before it is sent');
  assert.equal(client.received(), '');
  for (const body of ['first', 'second', 'third', 'fourth']) await edge.respond(body);
  assert.deepEqual(bodies(await responsesOf(client)), [
    'first',
    'now',
    LARGE_BODY,
    'second',
    'now',
    'now',
    'third',
    LARGE_BODY,
    'now',
    'fourth',
  ]);
});

test('requests of other connections are served between the pipelined requests of one packet', async (t) => {
  const [ann, ben] = ['127.0.1.1', '127.0.1.2'] as const;
  const handled: string[] = [];
  const edge = await startEdge(t, {
    onHandled(address) {
      // The request of the other client arrives while the first pipelined one is handled.
      if (handled.push(address) === 1) other.socket.write(get(NOW, CLOSE));
    },
  });
  const other = await openClient(edge.port, ben);
  const pipelining = await openClient(edge.port, ann);
  pipelining.socket.write(get(NOW).repeat(94) + get(NOW, CLOSE));
  assert.equal((await responsesOf(pipelining)).length, 95);
  assert.equal((await responsesOf(other)).length, 1);
  const before = handled.indexOf(ben);
  assert.ok(before > 0 && before < 10, `${before} pipelined requests were handled first`);
});

test('a client that does not read has one response in memory, whatever it has pipelined', async (t) => {
  let handled = 0;
  const edge = await startEdge(t, {
    onHandled(address) {
      if (address === '127.0.1.1') handled += 1;
    },
  });
  const silent = await openClient(edge.port, '127.0.1.1');
  t.after(() => silent.socket.destroy());
  silent.socket.pause();
  silent.socket.write(get(LARGE).repeat(95));
  // The buffers of the system take a few responses. Then other clients are served and this one is not.
  let before: number;
  do {
    before = handled;
    for (let count = 0; count < 10; count += 1) await responsesOf(await send(edge, get(NOW, CLOSE)));
  } while (handled === 0 || handled > before);
  assert.ok(handled < 50, `${handled} of 95 responses of a megabyte were created`);
});

test('what a client sends in advance is read when it is needed, and every request gets its response', async (t) => {
  const edge = await startEdge(t);
  const body = 'a'.repeat(40_000);
  const post = `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n`;
  const posts = `${post}\r\n${body}`.repeat(49);
  const client = await send(edge, `${posts}${post}${CLOSE}\r\n${body}`);
  await until('the first request has arrived', () => edge.waiting() === 1);
  // The event loop reads every connection whose requests it can handle.
  for (let count = 0; count < 10; count += 1) await responsesOf(await send(edge, get(NOW, CLOSE)));
  assert.ok(edge.bytesRead() < 500_000, `${edge.bytesRead()} of two million bytes were read`);
  const expected = Array.from({ length: 50 }, (_, count) => `response ${count}`);
  for (const response of expected) await edge.respond(response);
  assert.deepEqual(bodies(await responsesOf(client)), expected);
});

test('a connection is kept for further requests, and the response to HEAD has only headers', async (t) => {
  const edge = await startEdge(t);
  const client = await send(edge, get(NOW));
  await until('the first response', () => readResponses(client.received()).length === 1);
  client.socket.write(get(NOW, CLOSE).replace('GET', 'HEAD'));
  await client.closed;
  const [first, head, ...more] = readResponses(client.received(), (index) => index === 1);
  assert.equal(first?.headers['connection'], 'keep-alive');
  assert.deepEqual([head?.status, head?.headers['content-length'], head?.body], [200, '3', '']);
  assert.deepEqual(more, []);
});

const MALFORMED: readonly [what: string, bytes: string, status: number, format: string][] = [
  ['a head beyond 8 KiB', get('/mcp', `X-Large: ${'a'.repeat(9_000)}\r\n`), 431, 'mcp'],
  ['bytes that are not a request', 'HELLO THERE\r\n\r\n', 400, 'api'],
  ['an invalid length', get('/page', 'Content-Length: many\r\n'), 400, 'page'],
  [
    'an invalid length behind the address of a page',
    get(NOW, 'Referer: /docs\r\nContent-Length: many\r\n'),
    400,
    'api',
  ],
  ['a folded header line', get(NOW, 'X-Long: a\r\n b\r\n'), 400, 'api'],
  [
    'an invalid body',
    'POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nnone\r\n',
    400,
    'mcp',
  ],
];
for (const [what, bytes, status, format] of MALFORMED) {
  test(`${what}: an error in our format and the end of the connection`, async (t) => {
    const edge = await startEdge(t);
    const [response, ...more] = await responsesOf(await send(edge, bytes));
    assert.equal(response?.status, status);
    assert.equal(response.headers['x-error-format'], format);
    assert.equal(response.headers['x-request-id'], 'id');
    assert.equal(response.headers['x-content-type-options'], 'nosniff');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['connection'], 'close');
    assert.deepEqual(more, []);
    assert.deepEqual(edge.statuses, [status]);
  });

  test(`${what}: responses to earlier requests are sent first`, async (t) => {
    const edge = await startEdge(t);
    const client = await send(edge, get(HELD) + get(NOW) + get(HELD) + bytes);
    await until('the error is handled', () => edge.clientErrors() > 0);
    assert.equal(client.received(), '');
    await edge.respond('first');
    await edge.respond('third');
    const responses = await responsesOf(client);
    assert.deepEqual(bodies(responses.slice(0, 3)), ['first', 'now', 'third']);
    assert.deepEqual(
      responses.slice(3).map((response) => [response.status, response.headers['x-error-format']]),
      [[status, format]],
    );
  });
}

test('a request behind one that closes the connection is not handled', async (t) => {
  const edge = await startEdge(t);
  const client = await send(edge, get(HELD, CLOSE) + get(HELD));
  await until('the first has arrived', () => edge.waiting() > 0);
  assert.equal(edge.waiting(), 1);
  await edge.respond('first');
  assert.deepEqual(bodies(await responsesOf(client)), ['first']);
});

test('a client that disconnects while its response is pending leaves nothing behind', async (t) => {
  const edge = await startEdge(t);
  const client = await send(edge, `${get(HELD)}HELLO THERE\r\n\r\n`);
  await until('the error is handled', () => edge.clientErrors() > 0);
  client.socket.resetAndDestroy();
  await until('the connection is closed', () => edge.connections.open === 0);
  await edge.respond('first');
  const [next] = await responsesOf(await send(edge, get(NOW, CLOSE)));
  assert.equal(next?.body, 'now');
});

const expecting = (body: string) =>
  `POST /mcp HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n${body}`;

test('a client that expects 100 Continue gets it and then sends its body', async (t) => {
  const edge = await startEdge(t);
  const client = await send(edge, expecting(''));
  await until('100 Continue', () => client.received() === 'HTTP/1.1 100 Continue\r\n\r\n');
  client.socket.write(`hello${get(NOW, CLOSE)}`);
  await until('the body has arrived', () => edge.waiting() === 1);
  await edge.respond('first');
  assert.deepEqual(bodies(await responsesOf(client)), ['first', 'now']);
});

test('100 Continue never interrupts an earlier response', async (t) => {
  const edge = await startEdge(t);
  const client = await send(edge, get(HELD) + expecting('hello') + get(NOW, CLOSE));
  await edge.respond('first');
  await edge.respond('second');
  assert.deepEqual(bodies(await responsesOf(client)), ['first', 'second', 'now']);
});

const TOO_LARGE = 70_000;
const LARGE_POSTS = {
  'Content-Length': `Content-Length: ${TOO_LARGE}\r\n\r\n${'a'.repeat(TOO_LARGE)}`,
  chunks: `Transfer-Encoding: chunked\r\n\r\n${`2000\r\n${'a'.repeat(0x2000)}\r\n`.repeat(9)}0\r\n\r\n`,
};
for (const [how, rest] of Object.entries(LARGE_POSTS)) {
  test(`a body that is too large, by ${how}, gets a 413 and the connection stays open`, async (t) => {
    const edge = await startEdge(t);
    const client = await send(edge, `POST /mcp HTTP/1.1\r\nHost: a\r\n${rest}`);
    await until('the 413', () => readResponses(client.received()).length === 1);
    client.socket.write(get(NOW, CLOSE));
    const [refused, next] = await responsesOf(client);
    assert.deepEqual([refused?.status, refused?.headers['connection']], [413, 'keep-alive']);
    assert.equal(refused?.headers['x-error-format'], 'mcp');
    assert.equal(next?.body, 'now');
    assert.equal(edge.waiting(), 0);
  });
}

test('a request whose body is cut off is refused once, and its handler is never called', async (t) => {
  const edge = await startEdge(t);
  const client = await openClient(edge.port);
  client.socket.end('POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nabc');
  assert.deepEqual(
    (await responsesOf(client)).map(({ status }) => status),
    [400],
  );
  assert.equal(edge.waiting(), 0);
});
