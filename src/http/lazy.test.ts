import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyRoutes, type RouteHead } from './lazy.ts';
import type { HttpAnswer, RequestFacts, Route } from './route.ts';

const HEADS: readonly RouteHead[] = [
  { path: '/a', method: 'GET', area: 'page' },
  { path: '/b', method: 'POST', area: 'mcp' },
];
const answer = (body: string): HttpAnswer => ({ status: 200, headers: {}, body });
const asked = { query: 'q' } as RequestFacts;

function routesRead(known: readonly RouteHead[] = HEADS) {
  let reads = 0;
  const lazy = lazyRoutes(HEADS, async () => {
    reads += 1;
    return known.map((head): Route => ({ ...head, handle: ({ query }) => answer(`${head.path} ${query}`) }));
  });
  return { lazy, reads: () => reads };
}

test('the router knows every route before any code is read', () => {
  const { lazy, reads } = routesRead();
  assert.deepEqual(
    lazy.routes.map(({ path, method, area }) => ({ path, method, area })),
    HEADS,
  );
  assert.equal(reads(), 0);
});

test('the first request reads the code, once for all routes, and each is answered by its own', async () => {
  const { lazy, reads } = routesRead();
  const [a, b] = lazy.routes;
  const both = await Promise.all([a!.handle(asked), b!.handle(asked)]);
  assert.deepEqual(
    both.map(({ body }) => body),
    ['/a q', '/b q'],
  );
  assert.equal(reads(), 1);
});

test('once the code is read, an answer that needs no waiting is there at once', async () => {
  const { lazy } = routesRead();
  await lazy.load();
  assert.deepEqual(lazy.routes[0]!.handle(asked), answer('/a q'));
});

test('a route without code, and code that cannot be read, fail the request and nothing else', async () => {
  const { lazy } = routesRead(HEADS.slice(0, 1));
  await assert.rejects(async () => lazy.routes[1]!.handle(asked), /no code was found for the route \/b/);
  assert.deepEqual(await lazy.routes[0]!.handle(asked), answer('/a q'));
  const broken = lazyRoutes(HEADS, () => Promise.reject(new Error('unreadable')));
  await assert.rejects(async () => broken.routes[0]!.handle(asked), /unreadable/);
});
