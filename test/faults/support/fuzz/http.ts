/** Generates hostile requests from a seed: queries, headers, paths and JSON-RPC bodies. */
import { NASTY, type Random } from './random.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly bytes: Buffer;
}

const PARAMETERS = [
  'country',
  'days',
  'need',
  'include',
  'then',
  'require',
  '__proto__',
  'constructor',
  'country[]',
  'x',
] as const;
const GOOD: Readonly<Record<string, readonly string[]>> = {
  country: ['TR', 'JP', 'QQ', 'US'],
  days: ['1', '7', '90'],
  need: ['light', 'normal', 'heavy', 'unlimited'],
  include: ['variants'],
  then: ['KR:4', 'KR:4,TW:3', 'TR:1,JP:1,TR:1,JP:1,TR:1', 'QQ:1', 'KR:90', 'KR:4,KR', ':', 'KR:04'],
  require: ['hotspot', '5g,hotspot', 'no_identity_check,local_exit', 'one_purchase', 'hotspot,hotspot', '6g'],
};
/** Parameters that a valid trip usually does not have. */
const RARE: ReadonlySet<string> = new Set(['include', 'then', 'require']);
const ROUTES = [
  '/api/v1/plans',
  '/api/v1/countries',
  '/api/v1/health',
  '/health',
  '/openapi.json',
  '/server.json',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/mcp',
  '/',
  '/compare',
  '/docs',
  '/terms',
  '/llms.txt',
  '/robots.txt',
  '/.well-known/security.txt',
  '/nothing',
] as const;
const HEADERS = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'Forwarded',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Origin',
  'Content-Encoding',
  'MCP-Protocol-Version',
  'MCP-Session-Id',
  'MCP-Method',
  'MCP-Name',
  'X-Request-Id',
  'Cookie',
  'Authorization',
  'X-HTTP-Method-Override',
] as const;
const HEADER_VALUES = [
  '192.0.2.1',
  '192.0.2.1, 10.0.0.1, 127.0.0.1',
  ', , ,',
  '[2001:db8::1]:80',
  '::ffff:192.0.2.1',
  'fe80::1%eth0',
  '999.999.999.999',
  '127.0.0.1,'.repeat(200),
  'br;q=0, gzip;q=abc, *;q=',
  'application/json;q=0',
  '*/*;q=0.0001',
  'W/"x", "y", *',
  '*',
  'null',
  'bytes=0-,-1',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
  '1999-01-01',
  'tools/call',
  'search_esim_plans',
  '=?base64?c2VhcmNoX2VzaW1fcGxhbnM=?=',
  '\xff\xfe\x80',
  ';;;;,,,,====',
] as const;

/** Percent-encodes everything that is not printable, so that it stays one request. */
const inUrl = (text: string): string =>
  text.replace(/[^!-~]|#/gu, (char) => (char.isWellFormed() ? encodeURIComponent(char) : '%3F'));

function value(random: Random): string {
  if (random.chance(0.7)) return random.pick(NASTY);
  let text = '';
  for (let count = random.below(12); count >= 0; count -= 1) {
    text += random.chance(0.5)
      ? String.fromCharCode(33 + random.below(94))
      : `%${random.below(256).toString(16).padStart(2, '0')}`;
  }
  return text;
}

function query(random: Random): string {
  const pairs: string[] = [];
  for (const name of PARAMETERS) {
    const times = random.chance(0.08)
      ? 2
      : random.chance(RARE.has(name) ? 0.3 : name in GOOD ? 0.85 : 0.1)
        ? 1
        : 0;
    for (let count = 0; count < times; count += 1) {
      const good = GOOD[name];
      const given = good !== undefined && random.chance(0.7) ? random.pick(good) : value(random);
      pairs.push(`${name}${random.chance(0.03) ? '' : '='}${given}`);
    }
  }
  if (random.chance(0.2)) pairs.reverse();
  return pairs.join(random.chance(0.03) ? ';' : '&');
}

function path(random: Random): string {
  const kind = random.below(10);
  if (kind < 4) return inUrl(`/api/v1/plans?${query(random)}`);
  if (kind < 6) return inUrl(`/go/${value(random)}/${value(random)}`);
  if (kind === 6) return inUrl(`/compare?${query(random)}`);
  if (kind === 7)
    return inUrl(`${random.pick(ROUTES)}${random.pick(['', '/', '//', '?', '/..', ';a=b'])}${value(random)}`);
  return random.pick(ROUTES);
}

function headers(random: Random): string[] {
  const lines: string[] = [];
  for (let count = random.below(5); count > 0; count -= 1) {
    const given = random.chance(0.6) ? random.pick(HEADER_VALUES) : random.pick(NASTY);
    lines.push(`${random.pick(HEADERS)}: ${given.replace(/[^\t -~\x80-\xff]/g, '?').slice(0, 1_500)}`);
  }
  return lines;
}

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'search_esim_plans',
    arguments: { country: 'TR', days: 7, need: 'normal', sort: 'cheapest' },
  },
};
const JOURNEY = {
  country: 'Japan',
  days: 5,
  need: 'normal',
  then: [
    { country: 'KR', days: 4 },
    { country: 'Taiwan', days: 3 },
  ],
  require: ['hotspot', 'local_exit'],
  limit: 5,
};
const MESSAGES: readonly object[] = [
  CALL,
  { ...CALL, params: { ...CALL.params, arguments: JOURNEY, _meta: { 'openai/subject': 'somebody' } } },
  { jsonrpc: '2.0', id: 5, method: 'resources/list' },
  { jsonrpc: '2.0', id: 6, method: 'resources/read', params: { uri: 'ui://esim/plan-cards.html' } },
  { ...CALL, params: { name: 'list_destinations', arguments: { query: 'tur' } } },
  { jsonrpc: '2.0', id: 'a', method: 'tools/list', params: {} },
  { jsonrpc: '2.0', id: 2, method: 'ping' },
  {
    jsonrpc: '2.0',
    id: 3,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 4, result: {} },
];

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Messages of the protocol era without a handshake. They state the version in `_meta` and in their headers. */
const MODERN: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] = [
  { method: 'server/discover', params: {} },
  { method: 'tools/list', params: {} },
  { method: 'tools/call', params: CALL.params },
  { method: 'tools/call', params: { name: 'search_esim_plans', arguments: JOURNEY } },
  { method: 'resources/list', params: {} },
  { method: 'resources/read', params: { uri: 'ui://esim/plan-cards.html' } },
  { method: 'subscriptions/listen', params: {} },
];

/** One message of that era with its headers. Both may be mutated. */
function modern(random: Random): { readonly lines: readonly string[]; readonly body: string } {
  const { method, params } = random.pick(MODERN);
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } };
  const named = params['name'] ?? params['uri'];
  const lines = [
    'MCP-Protocol-Version: 2026-07-28',
    `MCP-Method: ${method}`,
    ...(typeof named === 'string' ? [`MCP-Name: ${named}`] : []),
  ];
  return {
    lines: lines.filter(() => !random.chance(0.05)),
    body: JSON.stringify(random.chance(0.5) ? mutated(message, random) : message),
  };
}

function jsonValue(random: Random): unknown {
  const kind = random.below(8);
  if (kind === 0) return null;
  if (kind === 1) return random.pick([0, -1, 1.5, 1e308, 2 ** 53, 91, true, false]);
  if (kind === 2) return [];
  if (kind === 3) return {};
  if (kind === 4)
    return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  return random.pick(NASTY);
}

/** Drops, replaces or adds random members at any depth of a message. */
function mutated(node: unknown, random: Random): unknown {
  if (random.chance(0.06)) return jsonValue(random);
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => mutated(inner, random));
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(node))
    if (!random.chance(0.04)) copy[key] = mutated(inner, random);
  if (random.chance(0.1)) copy[random.pick(NASTY).slice(0, 40) || 'x'] = jsonValue(random);
  return copy;
}

function body(random: Random): string {
  const kind = random.below(20);
  if (kind === 0) return random.pick(NASTY);
  if (kind === 1) return '['.repeat(5_000) + ']'.repeat(5_000);
  if (kind === 2)
    return JSON.stringify(Array.from({ length: random.below(24) }, () => random.pick(MESSAGES)));
  const text = JSON.stringify(mutated(random.pick(MESSAGES), random));
  if (kind === 3) return text.slice(0, random.below(text.length));
  if (kind === 4) return `\ufeff${text}`;
  return text;
}

/** One complete HTTP request with arbitrary content. */
export function fuzzRequest(random: Random, isLast: boolean): FuzzRequest {
  const isPost = random.chance(0.35);
  const method = isPost
    ? 'POST'
    : random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT']);
  const target = isPost && random.chance(0.9) ? '/mcp' : path(random);
  const post = random.chance(0.3) ? modern(random) : { lines: [], body: body(random) };
  const sent = isPost ? Buffer.from(post.body) : Buffer.alloc(0);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${random.pick(['service.example', 'evil.example', 'localhost:1', '[::1]', 'a:b:c'])}`,
    ...headers(random),
    ...(isPost
      ? [
          ...post.lines,
          `Content-Type: ${random.pick(['application/json', 'application/json', 'application/json; charset=utf-8', 'text/plain', 'x'])}`,
        ]
      : []),
    ...(isPost || random.chance(0.02) ? [`Content-Length: ${sent.length}`] : []),
    ...(isLast ? ['Connection: close'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { method, path: target, bytes: Buffer.concat([head, sent]) };
}

/** Bytes that may not be a request. */
export function fuzzBytes(random: Random): Buffer {
  const bytes = Buffer.from(fuzzRequest(random, true).bytes);
  for (let count = 1 + random.below(8); count > 0; count -= 1) {
    const at = random.below(bytes.length);
    if (random.chance(0.2)) return Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n\r\n')]);
    bytes[at] = random.below(256);
  }
  return Buffer.concat([bytes, Buffer.from('\r\n\r\n')]);
}
