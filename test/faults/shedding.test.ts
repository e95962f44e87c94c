import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Connections } from '../../src/http/connections.ts';
import { headerSets } from '../../src/http/headers.ts';
import { createListener } from '../../src/http/listener.ts';
import { renderProblem } from '../../src/http/problems.ts';
import { createRouter } from '../../src/http/router.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { get, openClient, readAnswers } from './support/socket.ts';

/** Nobody must be asked who they are while the house is full. */
const noLimiter = new Proxy({} as Limiter, {
  get: () => {
    throw new Error('the limiter was asked');
  },
});

const PEER = { caller: { key: 'ann' }, isProxy: false, agreements: [] };

test('while the process is late everything is refused once for each connection, before anything else is done', async (t) => {
  const answered: number[] = [];
  const connections = new Connections({ maxPerCaller: 100, peerOf: () => PEER, onCrowded: () => {} });
  const never = () => assert.fail('there was a request');
  const listener = createListener({
    limiter: noLimiter,
    site: {
      find: createRouter([{ path: '/api/v1/plans', method: 'GET', errorFormat: 'api', handle: never }]),
      render: (_area, problem) => renderProblem(problem, 'https://esim.example'),
    },
    headers: headerSets('https://esim.example'),
    connections,
    isOverloaded: () => true,
    requestId: () => 'id',
    onFault: (error) => assert.fail(String(error)),
    counts: { add: (_area, status) => answered.push(status) },
  });
  const server = createHttpServer({ listener, connections, onClientError: never, onTooMany: never });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  for (const path of ['/api/v1/plans?country=TR&days=7&need=normal', '/mcp', '/']) {
    const client = await openClient(port);
    client.socket.write(get(path).repeat(50));
    await client.closed;
    const [answer, ...more] = readAnswers(client.received());
    assert.equal(answer?.status, 503);
    assert.equal(answer.headers['retry-after'], '2');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['connection'], 'close');
    assert.equal((JSON.parse(answer.body) as { code: string }).code, 'overloaded');
    assert.deepEqual(more, []);
  }
  assert.deepEqual(answered, [503, 503, 503]);
});
