/**
 * Processor time of the serving thread for one request: cached comparison, refusal and MCP call, beside bare `node:http`
 * and beside what one would build instead. Every peer sends the same bytes, and those of the comparison have a limiter.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALL, CALL_HEADERS } from '../call.ts';
import { loadCount, median } from '../load.ts';
import { threadNanos } from '../processor.ts';
import { capture, type Running, startPeer, startService, stop } from './servers.ts';
import { type Line, ratioOf } from './table.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const GET = { 'Accept-Encoding': 'br' };

/** Until then, functions are still being compiled. */
const WARM_UP = 20_000;
/** In each round, so that a round of all servers takes about ten seconds. */
const REQUESTS = 4_000;

interface Contestant {
  readonly name: string;
  readonly server: Running;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly post?: string;
}

const urlOf = ({ port }: Running, path: string) => `http://127.0.0.1:${port}${path}`;

/** The time of an MCP response and the ages in it are those of the moment at which it is sent. */
const TIMES = /(sent_at|price_age_hours|verified_days_ago)\\?":(?:\\?"[^"\\]*|[\d.]+)/g;
const withoutTimes = (body: Buffer): string => body.toString().replaceAll(TIMES, '$1');

const isSameBody = (post: string | undefined, one: Buffer, other: Buffer): boolean =>
  post === undefined ? one.equals(other) : withoutTimes(one) === withoutTimes(other);

/** Microseconds for each request. */
async function cost({ server, path, headers, post }: Contestant, amount: number): Promise<number> {
  const { pid } = server.child;
  const before = threadNanos(pid);
  await loadCount({
    url: urlOf(server, path),
    headers,
    amount,
    ...(post === undefined ? {} : { body: post }),
  });
  return (threadNanos(pid) - before) / amount / 1_000;
}

export async function httpLines(rounds: number): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-compare-'));
  const running: Running[] = [];
  const up = async (starting: Promise<Running>) => {
    const server = await starting;
    running.push(server);
    return server;
  };
  try {
    const service = await up(startService(folder, 'cached'));
    const refusing = await up(startService(folder, 'refused', { 'comparison.minute': 1 }));
    for (const server of [service, refusing]) {
      for (let index = 0; index < 3; index++) await capture(urlOf(server, TRIP), GET);
    }
    const cached = await capture(urlOf(service, TRIP), GET);
    const refused = await capture(urlOf(refusing, TRIP), GET);
    const call = await capture(urlOf(service, '/mcp'), CALL_HEADERS, CALL);
    const get = { path: TRIP, headers: GET };
    const mcp = { path: '/mcp', headers: CALL_HEADERS, post: CALL };
    const contestants: Contestant[] = [
      { name: 'cached', server: service, ...get },
      { name: 'bare', server: await up(startPeer('bare.ts', cached)), ...get },
      { name: 'fastify', server: await up(startPeer('peers/fastify.ts', cached)), ...get },
      { name: 'hono', server: await up(startPeer('peers/hono.ts', cached)), ...get },
      { name: 'express', server: await up(startPeer('peers/express.ts', cached)), ...get },
      { name: 'refused', server: refusing, ...get },
      { name: 'bare refused', server: await up(startPeer('bare.ts', refused)), ...get },
      { name: 'mcp', server: service, ...mcp },
      { name: 'bare mcp', server: await up(startPeer('bare.ts', call)), ...mcp },
      { name: 'sdk', server: await up(startPeer('peers/sdk.ts', call)), ...mcp },
    ];
    for (const { name, server, path, headers, post } of contestants) {
      const { status, body } = await capture(urlOf(server, path), headers, post);
      const expected = name.includes('refused') ? refused : post === undefined ? cached : call;
      // A refusal states the seconds to wait, and the SDK orders the members of a message differently.
      const isSame = name.includes('refused') || name === 'sdk' || isSameBody(post, body, expected.body);
      if (status !== expected.status || !isSame) throw new Error(`${name} responds differently: ${status}`);
    }
    for (const contestant of contestants) await cost(contestant, WARM_UP);
    const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
    // Every round measures each server once, because the speed of a machine changes over time.
    for (let round = 0; round < rounds; round += 1) {
      for (const contestant of contestants) {
        costs.get(contestant.name)!.push(await cost(contestant, REQUESTS));
      }
    }
    const micros = (name: string) => `${median(costs.get(name)!).toFixed(0)} µs`;
    const line = (what: string, ours: string, other: string, against: string, atLeast?: number): Line => ({
      what,
      ours: micros(ours),
      against: `${against}: ${micros(other)}`,
      ...ratioOf(costs.get(other)!, costs.get(ours)!),
      unit: '×',
      goal: atLeast === undefined ? null : { atLeast },
    });
    const [comparison, tool] = ['Cached comparison', 'MCP call, cached trip'];
    return [
      line(comparison, 'cached', 'bare', 'bare node:http', 0.62),
      line(comparison, 'cached', 'fastify', 'Fastify, @fastify/rate-limit'),
      line(comparison, 'cached', 'hono', 'Hono, hono-rate-limiter', 1),
      line(comparison, 'cached', 'express', 'Express 5, express-rate-limit', 1),
      line('Refusal (429)', 'refused', 'bare refused', 'bare node:http', 0.62),
      line(tool, 'mcp', 'bare mcp', 'bare node:http', 0.45),
      line(tool, 'mcp', 'sdk', 'official SDK, ready result', 5),
    ];
  } finally {
    await Promise.all(running.map(stop));
    rmSync(folder, { recursive: true, force: true });
  }
}
