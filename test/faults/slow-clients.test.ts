import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { HELD, LARGE, NOW, startEdge } from './support/edge.ts';
import { NO_LIMITS } from './support/process.ts';
import { exchange, get, openClient, readResponses } from './support/socket.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

/** Short timeouts keep the test quick. `scripts/slow-clients.ts` tests the real ones, which are seconds. */
const SHORT = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 } as const;
/** For clients that must be heard first, also on a busy machine. */
const LONGER = { headersTimeout: 1_500, requestTimeout: 2_000, connectionsCheckingInterval: 10 } as const;

describe('the connection of a slow client is closed', () => {
  const SLOW = {
    'a client that sends nothing': '',
    'a client that never finishes its headers': `${get(NOW).slice(0, -2)}X-Slow: `,
    'a client that never finishes its body':
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
  };
  for (const [who, bytes] of Object.entries(SLOW)) {
    test(`${who}, even if it continues to send single bytes`, async (t) => {
      const edge = await startEdge(t, { timeouts: SHORT });
      const client = await openClient(edge.port);
      client.socket.write(bytes);
      const drip = setInterval(() => bytes !== '' && client.socket.writable && client.socket.write('a'), 10);
      await client.closed;
      clearInterval(drip);
      assert.equal(client.received(), '');
      assert.equal(edge.waiting(), 0);
    });
  }

  test('a client that never reads its responses, before all of its pipelined requests are handled', async (t) => {
    const edge = await startEdge(t, { timeouts: { inactivityTimeout: 1_500 } });
    const client = await openClient(edge.port);
    t.after(() => client.socket.destroy());
    client.socket.pause();
    client.socket.write(get(LARGE).repeat(5_000));
    await until('the first response', () => edge.statuses.length > 0);
    await until('the connection is closed', () => edge.connections.open === 0, 60_000);
    assert.ok(edge.statuses.length < 5_000);
  });

  test('not the connection of a client that waits for a response', async (t) => {
    const edge = await startEdge(t, { timeouts: LONGER });
    const client = await openClient(edge.port);
    client.socket.write(get(HELD, 'Connection: close\r\n'));
    await until('the request has arrived', () => edge.waiting() === 1);
    const slow = await openClient(edge.port);
    await slow.closed;
    await edge.respond('late');
    await client.closed;
    assert.equal(readResponses(client.received())[0]?.body, 'late');
  });
});

/** Afterwards the event loop first runs the timers that are due, and then reads what was sent. */
async function pauseProcess(ms: number, send = () => {}): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  send();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a pause of the process is not the fault of a client', () => {
  test('a request that arrives during a pause is answered, although the headers are late', async (t) => {
    const edge = await startEdge(t, { timeouts: LONGER });
    const client = await openClient(edge.port);
    await until('the connection is accepted', () => edge.connections.open === 1);
    const send = () => client.socket.write(get(NOW, 'Connection: close\r\n'));
    await pauseProcess(LONGER.headersTimeout + 100, send);
    await client.closed;
    assert.equal(readResponses(client.received())[0]?.body, 'now');
  });

  test('the rest of a body that arrives during a pause is read', async (t) => {
    const edge = await startEdge(t, { timeouts: LONGER });
    const client = await openClient(edge.port);
    const head = 'POST /mcp HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n';
    client.socket.write(`${head}Content-Length: 4\r\n\r\n{`);
    await until('the beginning is read', () => edge.bytesRead() > head.length);
    await pauseProcess(LONGER.requestTimeout + 100, () => client.socket.write('  }'));
    await edge.respond('whole');
    await client.closed;
    assert.equal(readResponses(client.received())[0]?.body, 'whole');
  });

  test('a client that waits for a response still gets it', async (t) => {
    const edge = await startEdge(t, { timeouts: { inactivityTimeout: 300 } });
    const client = await openClient(edge.port);
    client.socket.write(get(HELD, 'Connection: close\r\n'));
    await until('the request has arrived', () => edge.waiting() === 1);
    await pauseProcess(400);
    await edge.respond('late');
    await client.closed;
    assert.equal(readResponses(client.received())[0]?.body, 'late');
  });
});

describe('malformed and oversized requests', () => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startTestService({ limits: NO_LIMITS });
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  const CLOSE = 'Connection: close\r\n';
  const manyFields = (count: number) =>
    Array.from({ length: count }, (_, index) => `X-Field-${index}: 1\r\n`).join('');
  const CASES: readonly [what: string, bytes: string, status: number][] = [
    ['too many header fields', get(TRIP, manyFields(65) + CLOSE), 431],
    ['as many header fields as allowed', get(TRIP, manyFields(62) + CLOSE), 200],
    ['a header field that is too large', get(TRIP, `X-Large: ${'a'.repeat(9_000)}\r\n`), 431],
    ['an address that is too long', get(`/api/v1/plans?${'a'.repeat(5_000)}`, CLOSE), 414],
    ['bytes that are not a request', 'HELLO THERE\r\n\r\n', 400],
    ['an invalid length', get(TRIP, 'Content-Length: many\r\n'), 400],
    [
      'two lengths',
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no Host header', `GET ${TRIP} HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['an unknown expectation', get(TRIP, `Expect: a miracle\r\n${CLOSE}`), 200],
  ];
  for (const [what, bytes, status] of CASES) {
    test(`${what}: ${status}`, async () => {
      const [response] = await exchange(port, bytes);
      assert.equal(response?.status, status);
      if (status >= 400) assert.equal(response.headers['cache-control'], 'no-store');
      assert.notEqual(response.headers['x-request-id'], undefined);
      assert.doesNotMatch(response.body, /node:internal|\n\s+at |node_modules|\.ts:\d/);
      const [next] = await exchange(port, get(TRIP, CLOSE));
      assert.equal(next?.status, 200);
    });
  }

  test('a 304 has no body and keeps the connection', async () => {
    const [first] = await exchange(port, get(TRIP, CLOSE));
    const client = await openClient(port);
    client.socket.write(get(TRIP, `If-None-Match: ${first?.headers['etag']}\r\n`));
    client.socket.write(get('/robots.txt', CLOSE));
    await client.closed;
    assert.deepEqual(
      readResponses(client.received()).map(({ status, body }) => [status, body === '']),
      [
        [304, true],
        [200, false],
      ],
    );
  });
});
