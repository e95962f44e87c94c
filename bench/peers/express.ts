/**
 * A typical alternative: Express, express-rate-limit, an MCP server of the official SDK for each request, and
 * `Array.sort` over plain plans. It has the same routes and windows as the service, and sends its port to its parent.
 *
 * PEER_CACHE=1 caches responses as objects in a Map (sent by `res.json`).
 * PEER_LIMIT sets the limit of the minute.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { NEEDS, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../../test/support/fast-market.ts';
import { peer } from './install.ts';
import { plainMarket, type Sort } from './plain.ts';

type Handler = (
  request: IncomingMessage & { query: Record<string, string>; body: unknown },
  response: Answer,
) => unknown;
type Answer = ServerResponse & { json(body: unknown): void; status(code: number): Answer };
interface App {
  use(...handlers: unknown[]): void;
  get(path: string, ...handlers: unknown[]): void;
  post(path: string, ...handlers: unknown[]): void;
  listen(port: number, host: string, done: () => void): Server;
}
interface Express {
  readonly default: (() => App) & { json(): unknown };
}
interface RateLimit {
  readonly rateLimit: (options: object) => unknown;
}

const { default: express } = await peer<Express>('express');
const { rateLimit } = await peer<RateLimit>('express-rate-limit');

const PLANS = Number(process.env['PEER_PLANS'] ?? 7_000);
const LIMIT = Number(process.env['PEER_LIMIT'] ?? 1_000_000_000);
const keepsAnswers = process.env['PEER_CACHE'] === '1';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const market = plainMarket(fastMarket({ plans: PLANS, now: Date.now() }));
const kept = new Map<string, object>();

function remember<T extends object>(key: string, make: () => T): T {
  const known = keepsAnswers ? kept.get(key) : undefined;
  if (known !== undefined) return known as T;
  const made = make();
  if (keepsAnswers) kept.set(key, made);
  return made;
}

const TRIP = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  days: z.coerce.number().int().min(1).max(90),
  need: z.enum(NEEDS),
});
const ATTRIBUTION = { text: 'Data by peer', url: 'http://localhost:8080', required: true };

const comparison = (trip: Trip) => ({
  attribution: ATTRIBUTION,
  country: trip.country,
  query: trip,
  orders: {
    Recommended: market.list(trip, 'recommended'),
    Cheapest: market.list(trip, 'cheapest'),
    Fastest: market.list(trip, 'fastest'),
  },
  notices: ['Prices are estimates until checkout'],
});

const keyOf = ({ country, days, need }: Trip) => `${country}:${days}:${need}`;

const plans: Handler = (request, response) => {
  const trip = TRIP.safeParse(request.query);
  if (!trip.success) return response.status(422).json({ errors: trip.error.issues });
  response.setHeader('Access-Control-Allow-Origin', '*');
  return response.json(remember(keyOf(trip.data), () => comparison(trip.data)));
};

function mcpServer(): McpServer {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  const tool = {
    description: 'Ranks eSIM plans for a trip.',
    inputSchema: {
      ...TRIP.shape,
      sort: z.enum(['recommended', 'cheapest', 'fastest']).default('recommended'),
    },
  };
  server.registerTool('search_esim_plans', tool, ({ sort, ...trip }: Trip & { sort: Sort }) => {
    const found = remember(`${keyOf(trip)}:${sort}`, () => ({
      attribution: ATTRIBUTION,
      country: trip.country,
      query: { ...trip },
      sort,
      plans: market.list(trip, sort),
    }));
    return { content: [{ type: 'text' as const, text: JSON.stringify(found) }], structuredContent: found };
  });
  return server;
}

const mcp: Handler = async (request, response) => {
  const server = mcpServer();
  // With `undefined`, the SDK has no session.
  const options = { sessionIdGenerator: undefined, enableJsonResponse: true };
  const transport = new StreamableHTTPServerTransport(options as object);
  response.on('close', () => void transport.close().then(() => server.close()));
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, request.body);
};

/** The minute and day of a caller, and the day of all callers: the windows of the service for a comparison. */
const windows = [
  rateLimit({ windowMs: MINUTE_MS, limit: LIMIT, standardHeaders: true }),
  rateLimit({ windowMs: DAY_MS, limit: 1_000_000_000, standardHeaders: true }),
  rateLimit({ windowMs: DAY_MS, limit: 1_000_000_000, keyGenerator: () => 'all' }),
];

const app = express();
app.get('/api/v1/plans', ...windows, plans);
app.get('/api/v1/countries', ...windows, ((_request, response) =>
  response.json({ countries: market.countries })) as Handler);
app.post('/mcp', ...windows, express.json(), mcp);
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
