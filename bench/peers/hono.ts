/** Hono with its Node server and hono-rate-limiter. */
import { CACHE, headersWithoutLimits, LIMIT, TRIP, WINDOW_MS } from './answer.ts';
import { peer } from './install.ts';

interface Context {
  body(bytes: Buffer, status: number, headers: object): unknown;
  readonly env: { readonly incoming: { readonly socket: { readonly remoteAddress: string } } };
  readonly req: { readonly url: string };
}
interface App {
  readonly fetch: unknown;
  use(middleware: unknown): void;
  get(path: string, handle: (context: Context) => unknown): void;
}

const { Hono } = await peer<{ Hono: new () => App }>('hono');
const { serve } = await peer<{
  serve: (options: object, listening: (info: { port: number }) => void) => void;
}>('@hono/node-server');
const { rateLimiter } = await peer<{ rateLimiter: (options: object) => unknown }>('hono-rate-limiter');

const app = new Hono();
const keyGenerator = (context: Context) => context.env.incoming.socket.remoteAddress;
app.use(rateLimiter({ windowMs: WINDOW_MS, limit: LIMIT, keyGenerator }));
app.get('/api/v1/plans', (context) => {
  const { url } = context.req;
  const { status, bytes } = CACHE.get(url.slice(url.length - TRIP.length))!;
  return context.body(bytes, status, headersWithoutLimits);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(port));
