import assert from 'node:assert/strict';
import dns, { lookup } from 'node:dns';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exchange, get } from '../faults/support/socket.ts';
import { someCaller, startTestService, type TestService } from '../support/service.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('the HTTP interface', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  test('a slash at the end of an API path is ignored', async () => {
    for (const path of [TRIP, '/api/v1/health', '/health', '/api/v1/countries?query=Bali']) {
      const answer = await service.get(path.replace(/(?=\?|$)/, '/'));
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('Content-Type') ?? '', /json/);
    }
    assert.equal((await service.get('/api/v1/nothing/')).status, 404);
    assert.equal((await service.get('/mcp/')).status, 405);
  });

  test('a preflight allows the headers that tracing adds', async () => {
    const { headers } = await service.get(TRIP, { method: 'OPTIONS' });
    assert.equal(
      headers.get('Access-Control-Allow-Headers'),
      'Accept, Content-Type, If-None-Match, traceparent, tracestate, baggage, sentry-trace',
    );
  });

  test('every GET route answers HEAD with the same status and headers and no body', async () => {
    for (const path of [
      TRIP,
      '/api/v1/countries',
      '/api/v1/health',
      '/health',
      '/openapi.json',
      '/server.json',
      '/mcp/server-card',
      '/.well-known/ai-catalog.json',
      '/.well-known/api-catalog',
    ]) {
      const caller = `192.0.2.${path.length}`;
      const get = await service.get(path, { caller });
      const head = await service.get(path, { caller, method: 'HEAD' });
      assert.equal(head.status, get.status, path);
      assert.equal(await head.text(), '');
      for (const name of ['content-type', 'etag', 'access-control-allow-origin', 'content-encoding']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
      }
      await get.arrayBuffer();
    }
  });

  test('a known path with another method answers 405 with Allow, an unknown path 404', async () => {
    for (const [path, allow] of [
      [TRIP, 'GET, HEAD, OPTIONS'],
      ['/api/v1/health', 'GET, HEAD, OPTIONS'],
      ['/go/a/b', 'GET, HEAD'],
    ] as const) {
      const answer = await service.get(path, { method: 'DELETE' });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), allow);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    for (const path of [
      '/api/v1/nothing',
      '/api/v2/plans',
      '/.well-known/oauth-authorization-server',
      '/register',
    ]) {
      const answer = await service.get(path);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  });

  test('every method that Node parses is 405 with Allow on a known path and 404 on an unknown one, never a fault', async () => {
    const port = Number(new URL(service.url).port);
    // CONNECT asks for a tunnel and has no path.
    for (const method of METHODS.filter(
      (name) => !['CONNECT', 'GET', 'HEAD', 'OPTIONS', 'POST'].includes(name),
    )) {
      for (const [path, status, allow] of [
        [TRIP, 405, 'GET, HEAD, OPTIONS'],
        ['/mcp', 405, 'POST'],
        ['/', 405, 'GET, HEAD'],
        ['/nothing', 404, undefined],
      ] as const) {
        const [answer] = await exchange(
          port,
          `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${someCaller()}\r\nConnection: close\r\n\r\n`,
        );
        assert.equal(answer?.status, status, `${method} ${path}`);
        assert.equal(answer.headers['allow'], allow, `${method} ${path}`);
      }
    }
    assert.deepEqual(
      service.logged.filter((line) => line.includes('fault')),
      [],
    );
  });

  test('two Host fields are 400, whatever they say, and the connection closes', async () => {
    const port = Number(new URL(service.url).port);
    for (const path of [TRIP, '/', '/mcp']) {
      const [answer, ...more] = await exchange(port, get(path, 'Host: service.example\r\n') + get(path));
      assert.equal(answer?.status, 400, path);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['connection'], 'close');
      assert.deepEqual(more, []);
    }
  });

  test('what looks for a login gets a 404 of a few plain bytes, by any method', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
      '/register',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await service.get(path, { method });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
        assert.ok((await answer.text()).length < 50);
      }
    }
    assert.match((await service.get('/registered')).headers.get('content-type') ?? '', /^text\/html/);
  });

  test('a slash behind /mcp is the same endpoint', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: PING };
    const answer = await service.get('/mcp/', post);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { jsonrpc: '2.0', id: 1, result: {} });
    const other = await service.get('/mcp/');
    assert.equal(other.status, 405);
    assert.equal(other.headers.get('allow'), 'POST');
  });

  test('errors on /mcp that are found before there is a request are JSON-RPC without CORS, and problems elsewhere', async () => {
    const port = Number(new URL(service.url).port);
    const faults: readonly (readonly [what: string, made: (path: string) => string, status: number])[] = [
      ['an unknown method', (path) => `HELLO ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
      ['a large head', (path) => get(path, `X-Large: ${'a'.repeat(20_000)}\r\n`), 431],
      ['many fields', (path) => get(path, 'X-Field: 1\r\n'.repeat(70)), 431],
      [
        'two ways to say where a body ends',
        (path) =>
          `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
      ],
      ['one after a good request', (path) => `${get('/robots.txt')}HELLO ${path} HTTP/1.1\r\n\r\n`, 400],
    ];
    for (const [what, made, status] of faults) {
      const refused = (await exchange(port, made('/mcp'))).at(-1);
      assert.equal(refused?.status, status, what);
      assert.equal(refused.headers['access-control-allow-origin'], undefined, what);
      assert.equal(refused.headers['cache-control'], 'no-store', what);
      assert.equal((JSON.parse(refused.body) as { jsonrpc: string }).jsonrpc, '2.0', what);
      const other = (await exchange(port, made(TRIP))).at(-1);
      assert.equal(other?.headers['access-control-allow-origin'], '*', what);
      assert.equal((JSON.parse(other.body) as { status: number }).status, status, what);
    }
  });

  test('OPTIONS on the API answers the preflight', async () => {
    const answer = await service.get('/api/v1/plans', {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'GET' },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /GET/);
  });

  test('every answer names its request and carries the security headers', async () => {
    const seen = new Set<string>();
    for (const path of [TRIP, '/api/v1/nothing', '/nothing', '/go/a/b', '/openapi.json', '/api/v1/plans']) {
      const { headers } = await service.get(path);
      const id = headers.get('x-request-id') ?? '';
      assert.match(id, /^[\w-]+$/);
      assert.ok(!seen.has(id));
      seen.add(id);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(headers.get('set-cookie'), null);
      assert.equal(headers.get('x-powered-by'), null);
    }
  });

  test('errors on the API are problem documents of one shape; on pages they are HTML', async () => {
    for (const path of ['/api/v1/nothing', '/api/v1/plans', '/api/v1/%ZZ']) {
      const answer = await service.get(path);
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8', path);
      const problem = (await answer.json()) as Record<string, unknown>;
      assert.equal(problem['status'], answer.status);
      assert.match(String(problem['type']), /^http:\/\/localhost:\d+\/docs\/errors#\w+$/);
      assert.ok(String(problem['type']).endsWith(`#${String(problem['code'])}`));
      assert.ok(String(problem['detail']).length > 10);
    }
    const page = await service.get('/nothing');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  });

  test('no header of a request changes what links say', async () => {
    const answer = await service.get(TRIP, {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    });
    assert.doesNotMatch(await answer.text(), /evil/);
  });

  test('no answer carries a stack trace or the inside of the service', async () => {
    for (const path of [
      '/api/v1/%00',
      '/go/%2e%2e/%2e%2e',
      `/api/v1/plans?${'x'.repeat(5000)}`,
      '/api/v1/plans?country=%FF',
    ]) {
      const text = await (await service.get(path)).text();
      assert.doesNotMatch(text, /node_modules|at .*\.ts|node:internal|\/src\//, path);
    }
  });
});

test('a client that goes away in the middle of its body is no fault in the log', async () => {
  const service = await startTestService();
  try {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    // Answered on another connection, so the half body has been taken in by then.
    await (await service.get('/openapi.json')).arrayBuffer();
    socket.resetAndDestroy();
    await once(socket, 'close');
    for (let asked = 0; asked < 5; asked++) await (await service.get('/openapi.json')).arrayBuffer();
    assert.deepEqual(
      service.logged.filter((line) => line.includes('fault')),
      [],
    );
  } finally {
    await service.stop();
  }
});

describe('outbound links', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  test('lead to the provider’s https page, are not stored and not indexed', async () => {
    const body = await service.json<{ orders: { Cheapest: { go: string }[] } }>(TRIP);
    const go = body.orders.Cheapest[0]?.go ?? '';
    const answer = await service.get(go);
    assert.equal(answer.status, 302);
    assert.match(answer.headers.get('location') ?? '', /^https:\/\/[\w.-]+\.example\//);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('x-robots-tag'), 'noindex');
  });

  test('answer 404 for a plan that never was, whatever stands in the path', async () => {
    for (const path of [
      '/go/driftlark/no-such-plan',
      '/go/nobody/x',
      '/go/https:%2F%2Fevil.example/x',
      '/go/A/B',
    ]) {
      const answer = await service.get(path);
      assert.equal(answer.status, 404, path);
      assert.equal(answer.headers.get('location'), null);
      assert.equal(answer.headers.get('x-robots-tag'), 'noindex');
    }
  });
});

test('localhost is both loopback addresses, on the public and the admin port, whatever the hosts file says', async (t) => {
  // As a hosts file that knows one of them only, or none.
  t.mock.method(dns, 'lookup', (name: string, ...rest: unknown[]) => {
    if (name === 'localhost') throw new Error('the hosts file was asked');
    return lookup(name, ...(rest as [never]));
  });
  const service = await startTestService({ env: { HOST: 'localhost', ADMIN_HOST: 'localhost' } });
  t.after(() => service.stop());
  for (const host of ['127.0.0.1', '[::1]']) {
    const [url, adminUrl] = [service.url, service.adminUrl].map((address) =>
      address.replace('127.0.0.1', host),
    );
    assert.equal((await fetch(`${url}/robots.txt`)).status, 200, host);
    assert.equal((await fetch(`${adminUrl}/livez`)).status, 200, host);
  }
});
