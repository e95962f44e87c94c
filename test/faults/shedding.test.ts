import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createFront } from '../../src/http/front.ts';
import { headerSets } from '../../src/http/headers.ts';
import { renderProblem } from '../../src/http/render.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { Guard } from '../../src/limits/guard.ts';
import { get, openClient, readAnswers } from './support/socket.ts';

/** Nobody must be asked who they are while the house is full. */
const noGuard = new Proxy({} as Guard, {
  get: () => {
    throw new Error('the guard was asked');
  },
});

test('while the process is late everything is refused once for each connection, before anything else is done', async (t) => {
  let overloaded = true;
  const answered: number[] = [];
  let passedOn = 0;
  const server = createHttpServer(
    createFront(
      {
        guard: noGuard,
        routes: [
          {
            path: '/api/v1/plans',
            method: 'GET',
            area: 'api',
            handle: () => {
              throw new Error('the route was asked');
            },
          },
        ],
        render: (_area, problem) => renderProblem(problem, 'https://esim.example'),
        headers: headerSets('https://esim.example'),
        isOverloaded: () => overloaded,
        requestId: () => 'id',
        onFault: (error) => assert.fail(String(error)),
        onAnswer: (_area, status) => answered.push(status),
      },
      () => {
        passedOn += 1;
      },
    ),
    () => {},
  );
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
  overloaded = false;
  assert.equal(passedOn, 0);
});
