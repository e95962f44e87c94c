/** Express 5 with express-rate-limit. */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CACHE, headersWithoutLimits, LIMIT, WINDOW_MS } from './answer.ts';
import { peer } from './install.ts';

interface Response extends ServerResponse {
  status(status: number): Response;
  set(headers: object): Response;
  send(body: Buffer): Response;
}
interface App {
  use(middleware: unknown): void;
  get(path: string, handle: (request: { url: string }, response: Response) => void): void;
  listen(port: number, host: string, listening: () => void): Server;
}

const { default: express } = await peer<{ default: () => App }>('express');
const { rateLimit } = await peer<{ rateLimit: (options: object) => unknown }>('express-rate-limit');

const app = express();
app.use(rateLimit({ windowMs: WINDOW_MS, limit: LIMIT, standardHeaders: true }));
app.get('/api/v1/plans', (request, response) => {
  const { status, bytes } = CACHE.get(request.url)!;
  response.status(status).set(headersWithoutLimits).send(bytes);
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
