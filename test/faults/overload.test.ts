import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HELD, startEdge } from './support/edge.ts';
import { get, openClient, readResponses } from './support/socket.ts';

test('while the service is overloaded, each connection gets one 503 and closes, before the burst limit applies', async (t) => {
  const edge = await startEdge(t, { burst: 0, isOverloaded: () => true });
  for (const [path, format] of [
    [`${HELD}?country=TR`, 'api'],
    ['/mcp', 'mcp'],
    ['/', 'page'],
  ] as const) {
    const client = await openClient(edge.port);
    client.socket.write(get(path).repeat(50));
    await client.closed;
    const [response, ...more] = readResponses(client.received());
    assert.equal(response?.status, 503);
    assert.equal(response.headers['x-error-format'], format);
    assert.equal(response.headers['retry-after'], '2');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['connection'], 'close');
    assert.equal((JSON.parse(response.body) as { code: string }).code, 'overloaded');
    assert.deepEqual(more, []);
  }
  assert.deepEqual(edge.statuses, [503, 503, 503]);
  assert.equal(edge.waiting(), 0);
});
