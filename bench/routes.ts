/**
 * The processor time of every route, for its cheapest and its dearest known input, in one service process. Routes that
 * take no quota may need at most 1 ms on two idle arm64 cores; the program fails if one needs more.
 *
 * node bench/routes.ts [text in the name of the routes]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CALL, CALL_HEADERS } from './call.ts';
import { capture, startService, stop } from './compare/servers.ts';
import { processNanos } from './processor.ts';

const FREE_MAX_MICROS = 1_000;
/** Before these, functions are still being compiled. */
const WARM_UP = 300;
const REQUESTS = 200;
/** An idle service uses less than a hundredth of a processor. */
const IDLE_MS = 500;
const IDLE_MAX_NANOS = 5_000_000;

interface Input {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: string;
}
/** `index`: different for every request, for inputs that must not repeat. */
type MakeInput = (index: number) => Input;

interface Case {
  readonly name: string;
  readonly isCounted?: boolean;
  /** Different inputs of which each is sent once, without a warm-up: the request that renders a page. */
  readonly isFirstOnly?: boolean;
  readonly input: MakeInput;
}

const path =
  (fixed: string): MakeInput =>
  () => ({ path: fixed });
const compressed =
  (fixed: string): MakeInput =>
  () => ({ path: fixed, headers: { 'Accept-Encoding': 'br, gzip', 'Accept-Language': 'de-DE,de;q=0.9' } });
const message = (method: string, params: object): MakeInput => {
  const post = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return () => ({ path: '/mcp', headers: CALL_HEADERS, post });
};
const body =
  (post: string): MakeInput =>
  () => ({ path: '/mcp', headers: CALL_HEADERS, post });

/** Just below the largest body. */
const BODY_BYTES = 65_000;
const nested = (bytes: number) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;
const call = (args: unknown) => ({ name: 'search_esim_plans', arguments: args });
const LONG = 'Zzqxwv jklmnp '.repeat(200).slice(0, 2_500).replaceAll(' ', '+');

const FIXED = [
  ...['/', '/esim/TR', '/esim/europe', '/how-we-rank', '/phone', '/privacy', '/accessibility', '/terms'],
  ...['/docs', '/docs/api', '/docs/mcp', '/docs/ranking', '/docs/limits', '/docs/errors', '/docs/feeds'],
  ...['/docs/api.md', '/docs/ranking.md', '/changelog', '/llms.txt', '/llms-full.txt', '/sitemap.xml'],
  ...['/robots.txt', '/.well-known/security.txt', '/openapi.json', '/server.json', '/mcp/server-card'],
  ...[
    '/.well-known/ai-catalog.json',
    '/.well-known/api-catalog',
    '/favicon.svg',
    '/icon.png',
    '/places.json',
    '/phones.json',
    '/data',
  ],
];

/** Pages of destinations, which are rendered at their first request. The `n`th input is another page. */
const FIRST_PAGES = ['DE', 'FR', 'IT', 'ES', 'JP', 'TH', 'GB', 'US', 'GR', 'PT'];

/** The address of the plan cards contains their version, so it is read from the service. */
let cardsUri = '';

const CASES: readonly Case[] = [
  {
    name: '/esim/…, first request of a page',
    isFirstOnly: true,
    input: (n) => ({ path: `/esim/${FIRST_PAGES[n]}`, headers: { 'Accept-Encoding': 'br' } }),
  },
  ...FIXED.flatMap((fixed): Case[] => [
    { name: fixed, input: path(fixed) },
    { name: `${fixed}, compressed, German`, input: compressed(fixed) },
  ]),
  { name: '/docs/api, another query each time', input: (n) => ({ path: `/docs/api?days=${n}&country=TR` }) },
  { name: '/esim, every destination', isCounted: true, input: compressed('/esim') },
  { name: '/esim/…, unknown place', input: (n) => ({ path: `/esim/zzqx${n}wvjk` }) },
  { name: '/esim?q=, unknown place', input: (n) => ({ path: `/esim?q=${LONG}${n}` }) },
  { name: '/compare, no trip', input: path('/compare') },
  {
    name: '/compare, unknown place',
    input: (n) => ({ path: `/compare?country=zzqx${n}&days=7&need=normal` }),
  },
  {
    name: '/compare, long place',
    input: (n) => ({ path: `/compare?country=${n}${LONG}&days=7&need=normal` }),
  },
  {
    name: '/compare, seven faults',
    input: (n) => ({
      path: `/compare?country=Turkei${n}&days=0&need=x&${'then=Zzqxw:0&'.repeat(6)}require=${'a,'.repeat(500)}`,
    }),
  },
  { name: '/places.json, similar', input: (n) => ({ path: `/places.json?q=turk${n}` }) },
  { name: '/places.json, long', input: (n) => ({ path: `/places.json?q=${n}${LONG}` }) },
  { name: '/go, unknown plan', input: (n) => ({ path: `/go/nobody/plan-${n}` }) },
  { name: '404', input: (n) => ({ path: `/nothing/${n}` }) },
  { name: '404, API', input: (n) => ({ path: `/api/v1/nothing/${n}` }) },
  {
    name: '/api/v1/plans, 422',
    input: (n) => ({ path: `/api/v1/plans?country=${n}&${'a=b&'.repeat(900)}`.slice(0, 4_000) }),
  },
  {
    name: '/mcp, initialize',
    input: message('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    }),
  },
  { name: '/mcp, ping', input: message('ping', {}) },
  { name: '/mcp, tools/list', input: message('tools/list', {}) },
  {
    name: '/mcp, tools/list, compressed',
    input: (n) => ({
      ...message('tools/list', {})(n),
      headers: { ...CALL_HEADERS, 'Accept-Encoding': 'br' },
    }),
  },
  {
    name: '/mcp, tools/list, gzip',
    input: (n) => ({
      ...message('tools/list', {})(n),
      headers: { ...CALL_HEADERS, 'Accept-Encoding': 'gzip' },
    }),
  },
  {
    name: '/mcp, resources/read, compressed',
    input: (n) => ({
      ...message('resources/read', { uri: cardsUri })(n),
      headers: { ...CALL_HEADERS, 'Accept-Encoding': 'br' },
    }),
  },
  { name: '/mcp, resources/list', input: message('resources/list', {}) },
  {
    name: '/mcp, wrong arguments',
    input: message('tools/call', call({ country: 'Nowhere land', days: 0, need: 'x' })),
  },
  {
    name: '/mcp, unknown place',
    input: message('tools/call', call({ country: `${LONG}`, days: 7, need: 'normal' })),
  },
  {
    name: '/mcp, many unknown members',
    input: message(
      'tools/call',
      call(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`a${n}`, 1]))),
    ),
  },
  { name: '/mcp, 60 KB of nesting', input: body(nested(BODY_BYTES)) },
  {
    name: '/mcp, nesting in the arguments',
    input: body(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${JSON.stringify(call(null)).replace('null', nested(60_000))}}`,
    ),
  },
  { name: '/mcp, 60 KB of objects', input: body(`[${'{},'.repeat(BODY_BYTES / 3)}{}]`) },
  { name: '/mcp, 60 KB of digits', input: body(`{"jsonrpc":"2.0","id":${'9'.repeat(BODY_BYTES)}}`) },
  { name: '/mcp, 60 KB of escapes', input: body(`{"a":"${'\\u0041'.repeat(BODY_BYTES / 6)}"}`) },
  { name: '/mcp, not JSON', input: body('{'.repeat(BODY_BYTES)) },
  {
    name: '/api/v1/plans, cached',
    isCounted: true,
    input: path('/api/v1/plans?country=TR&days=7&need=normal'),
  },
  { name: '/api/v1/countries', isCounted: true, input: path('/api/v1/countries') },
  { name: '/health', isCounted: true, input: path('/health') },
  { name: '/mcp, tools/call, cached', isCounted: true, input: body(CALL) },
];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(port: number, { path: target, headers = {}, post }: Input): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = post === undefined ? 'GET' : 'POST';
    request({ host: '127.0.0.1', port, path: target, method, headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(post);
  });
}

async function readCardsUri(port: number): Promise<string> {
  const { path: target, headers = {}, post } = message('resources/list', {})(0);
  const { body: listed } = await capture(`http://127.0.0.1:${port}${target}`, headers, post);
  const uri = /ui:\/\/[^"]+/.exec(listed.toString())?.[0];
  if (uri === undefined) throw new Error('resources/list has no plan cards');
  return uri;
}

/** Waits until the service has rendered its pages in the background: it then needs almost no processor time. */
async function isPrepared(pid: number | undefined): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > IDLE_MAX_NANOS; ) {
    const before = processNanos(pid);
    await delay(IDLE_MS);
    used = processNanos(pid) - before;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'esim-routes-'));
const service = await startService(folder, 'routes');
try {
  const wanted = process.argv[2] ?? '';
  const dear: string[] = [];
  let index = 0;
  cardsUri = await readCardsUri(service.port);
  await isPrepared(service.child.pid);
  for (const { name, isCounted = false, isFirstOnly = false, input } of CASES.filter((one) =>
    one.name.includes(wanted),
  )) {
    let status = 0;
    const warmUp = isFirstOnly ? 0 : WARM_UP;
    const requests = isFirstOnly ? FIRST_PAGES.length : REQUESTS;
    for (let count = 0; count < warmUp; count += 1) await send(service.port, input(++index));
    const before = processNanos(service.child.pid);
    for (let count = 0; count < requests; count += 1)
      status = await send(service.port, input(isFirstOnly ? count : ++index));
    const micros = (processNanos(service.child.pid) - before) / requests / 1_000;
    // A page is rendered once for each snapshot, so its first request is reported but is not part of the goal.
    if (!isCounted && !isFirstOnly && micros > FREE_MAX_MICROS) dear.push(name);
    console.log(`${micros.toFixed(0).padStart(6)} µs  ${status}  ${name}${isCounted ? ' (counted)' : ''}`);
  }
  if (dear.length > 0) {
    console.log(`Above ${FREE_MAX_MICROS} µs without quota: ${dear.join('; ')}`);
    process.exitCode = 1;
  }
} finally {
  agent.destroy();
  await stop(service);
  rmSync(folder, { recursive: true, force: true });
}
