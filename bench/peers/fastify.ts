/** Fastify with @fastify/rate-limit. */
import { CACHE, headersWithoutLimits, LIMIT, WINDOW_MS } from './answer.ts';
import { peer } from './install.ts';

interface Reply {
  code(status: number): Reply;
  headers(headers: object): Reply;
  send(body: Buffer): Reply;
}
interface App {
  register(plugin: unknown, options: object): Promise<void>;
  get(path: string, handle: (request: { url: string }, reply: Reply) => Reply): void;
  listen(options: object): Promise<string>;
}

const { default: fastify } = await peer<{ default: (options: object) => App }>('fastify');
const { default: rateLimit } = await peer<{ default: unknown }>('@fastify/rate-limit');

const app = fastify({ keepAliveTimeout: 65_000 });
await app.register(rateLimit, { max: LIMIT, timeWindow: WINDOW_MS });
app.get('/api/v1/plans', (request, reply) => {
  const { status, bytes } = CACHE.get(request.url)!;
  return reply.code(status).headers(headersWithoutLimits).send(bytes);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(Number(new URL(url).port));
