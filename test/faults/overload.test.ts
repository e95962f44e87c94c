import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../src/http/turns.ts';
import { startTestService } from '../support/service.ts';
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

test('the service is overloaded while the next caller waits for more than 250 ms', async (t) => {
  const service = await startTestService({ detectsOverload: true });
  t.after(() => service.stop());
  for (const [delayMs, status] of [
    [250, 200],
    [251, 503],
    [0, 200],
  ] as const) {
    t.mock.getter(Turns.prototype, 'delayMs', () => delayMs);
    assert.equal((await service.get('/robots.txt')).status, status, `${delayMs} ms`);
  }
});
