import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../support/until.ts';
import { type Edge, HELD, NOW, startEdge } from './support/edge.ts';
import { get, openClient, type RawClient, readResponses } from './support/socket.ts';

const [ANN, BEN, CLEO] = ['127.0.1.1', '127.0.1.2', '127.0.1.3'] as const;

/** A connection that the service has accepted and that has had one response. */
async function openServed({ port }: Edge, from: string): Promise<RawClient> {
  const client = await openClient(port, from);
  client.socket.write(get(NOW));
  await until('the first response', () => statusesOf(client).length === 1);
  return client;
}

const openMany = (edge: Edge, from: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openServed(edge, from)));

/** Sends one request. Returns the status, or null if the connection was dropped. */
async function requestFrom({ port }: Edge, from: string): Promise<number | null> {
  const client = await openClient(port, from);
  client.socket.write(get(NOW, 'Connection: close\r\n'));
  await client.closed;
  return statusesOf(client)[0] ?? null;
}

const statusesOf = (client: RawClient) => readResponses(client.received()).map(({ status }) => status);

describe('limits on connections', () => {
  test('connections above the limit of a caller are dropped, others are served, and a close makes room', async (t) => {
    const edge = await startEdge(t, { maxPerCaller: 3 });
    const [first] = await openMany(edge, ANN, 3);
    assert.equal(await requestFrom(edge, ANN), null);
    assert.equal(await requestFrom(edge, BEN), 200);
    assert.equal(edge.connections.refused.caller, 1);
    first!.socket.destroy();
    await until('the connection is closed', () => edge.connections.open === 2);
    assert.equal(await requestFrom(edge, ANN), 200);
  });

  test('beyond the total limit every connection is dropped', async (t) => {
    const edge = await startEdge(t, { max: 4 });
    await openMany(edge, ANN, 2);
    await openMany(edge, BEN, 2);
    assert.equal(await requestFrom(edge, CLEO), null);
    assert.deepEqual(edge.connections.refused, { caller: 0, total: 1 });
  });

  test('a trusted proxy may hold more connections than a caller', async (t) => {
    const edge = await startEdge(t, { maxPerCaller: 1, proxy: ANN });
    await openMany(edge, ANN, 5);
    assert.equal(await requestFrom(edge, ANN), 200);
  });
});

describe('a caller that the burst limit refuses', () => {
  test('keeps its connection and is not blocked, if it waits for each response', async (t) => {
    const edge = await startEdge(t, { burst: 2 });
    const client = await openServed(edge, ANN);
    for (let count = 2; count <= 5; count += 1) {
      client.socket.write(get(NOW));
      await until('the next response', () => statusesOf(client).length === count);
    }
    assert.deepEqual(statusesOf(client), [200, 200, 429, 429, 429]);
    assert.equal(await requestFrom(edge, ANN), 429);
  });

  test('is blocked for 30 seconds, if the refused request was pipelined behind an unanswered one', async (t) => {
    let now = 1_000;
    const edge = await startEdge(t, { burst: 5, now: () => now });
    const [idle] = await openMany(edge, ANN, 1);
    const other = await openServed(edge, BEN);
    const flood = await openClient(edge.port, ANN);
    flood.socket.write(get(HELD).repeat(500));
    await idle!.closed;
    for (const body of ['1', '2', '3', '4']) await edge.respond(body);
    await flood.closed;
    const responses = readResponses(flood.received());
    assert.deepEqual(
      responses.map(({ status, headers }) => [status, headers['connection']]),
      [...Array(4).fill([200, 'keep-alive']), [429, 'close']],
    );
    assert.deepEqual(
      edge.statuses.filter((status) => status === 429),
      [429],
    );

    assert.equal(await requestFrom(edge, ANN), null);
    assert.equal(await requestFrom(edge, BEN), 200);
    other.socket.write(get(NOW));
    await until('the other caller is served', () => statusesOf(other).length === 2);
    now += 30_001;
    assert.equal(await requestFrom(edge, ANN), 429, 'admitted again; this burst limit never refills');
  });

  test('is blocked too, if its requests are refused before a route is found', async (t) => {
    const edge = await startEdge(t, { burst: 5 });
    const flood = await openClient(edge.port, ANN);
    flood.socket.write(get('/api/v1/nothing').repeat(500));
    await flood.closed;
    assert.deepEqual(statusesOf(flood), [404, 404, 404, 404, 404, 429]);
    assert.equal(await requestFrom(edge, ANN), null);
  });

  const MANY_FIELDS = Array.from({ length: 65 }, (_, index) => `X-Field-${index}: 1\r\n`).join('');
  for (const [what, bytes, status] of [
    ['malformed requests', 'HELLO THERE\r\n\r\n', 400],
    ['heads that are too large', get(NOW, `X-Large: ${'a'.repeat(9_000)}\r\n`), 431],
    ['requests with too many header fields', get(NOW, MANY_FIELDS), 431],
  ] as const) {
    const exchanged = async ({ port }: Edge, from: string) => {
      const client = await openClient(port, from);
      client.socket.write(bytes);
      await client.closed;
      return statusesOf(client);
    };

    test(`gets 429 for ${what} too, and has no tokens for other requests`, async (t) => {
      const edge = await startEdge(t, { burst: 3 });
      assert.equal(await requestFrom(edge, ANN), 200);
      for (const expected of [status, status, 429, 429])
        assert.deepEqual(await exchanged(edge, ANN), [expected]);
      assert.equal(await requestFrom(edge, ANN), 429);
      assert.equal(await requestFrom(edge, BEN), 200);
    });

    test(`is not refused for ${what} of a trusted proxy, which take no token`, async (t) => {
      const edge = await startEdge(t, { burst: 1, proxy: ANN });
      for (let count = 0; count < 3; count += 1) assert.deepEqual(await exchanged(edge, ANN), [status]);
      assert.equal(await requestFrom(edge, ANN), 200);
    });
  }

  test('is not blocked, if it is a trusted proxy', async (t) => {
    const edge = await startEdge(t, { burst: 5, proxy: ANN });
    const idle = await openServed(edge, ANN);
    const flood = await openClient(edge.port, ANN);
    flood.socket.write(get(NOW).repeat(500));
    await flood.closed;
    assert.deepEqual(statusesOf(flood), [200, 200, 200, 200, 429]);
    assert.equal(await requestFrom(edge, ANN), 429);
    assert.ok(!idle.socket.closed);
  });
});
