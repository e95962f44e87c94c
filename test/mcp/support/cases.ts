/** Wire cases: what is sent, and what must come back. */
export interface WireCase {
  readonly name: string;
  readonly method?: string;
  /** The body as text; an object is sent as its JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly status: number;
  /** The JSON-RPC error code; 'result' for a result, 'tool error' for one with isError; null for no body at all. */
  readonly says: number | 'result' | 'tool error' | null | readonly (number | 'result' | 'tool error')[];
  /** The id in the answer; 1 unless told. 'absent': the answer has none. */
  readonly id?: unknown;
}

const PARSE = -32700;
const INVALID = -32600;
const UNSUPPORTED = -32022;
const NO_METHOD = -32601;
const PARAMS = -32602;
const REFUSED = -32000;

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
const initialize = (protocolVersion: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'wire', version: '1' } },
});
const call = (name: unknown, given?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
const trip = { country: 'TR', days: 7, need: 'normal' };
const search = (given: unknown) => call('search_esim_plans', given);
const at = (version: string) => ({ 'MCP-Protocol-Version': version });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const withId = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const withArguments = (given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_esim_plans","arguments":${given}}}`;

const METHODS: WireCase[] = ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({
  name: `${method} is not offered`,
  method,
  status: 405,
  says: REFUSED,
  id: null,
}));

const BODIES: WireCase[] = [
  { name: 'no body', body: '', status: 400, says: PARSE, id: null },
  { name: 'no JSON', body: '{', status: 400, says: PARSE, id: null },
  { name: 'JSON and more', body: '{} {}', status: 400, says: PARSE, id: null },
  { name: 'a byte order mark', body: `\uFEFF${JSON.stringify(ping)}`, status: 400, says: PARSE, id: null },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.from([0x22, 0xff, 0x22]),
    status: 400,
    says: PARSE,
    id: null,
  },
  { name: 'a comment', body: '{"jsonrpc":"2.0"/**/}', status: 400, says: PARSE, id: null },
  { name: 'NaN', body: withId('NaN'), status: 400, says: PARSE, id: null },
  { name: 'a string', body: '"ping"', status: 400, says: INVALID, id: null },
  { name: 'a number', body: '42', status: 400, says: INVALID, id: null },
  { name: 'null', body: 'null', status: 400, says: INVALID, id: null },
  { name: 'an empty object', body: {}, status: 400, says: INVALID, id: null },
  { name: 'arrays nested as deep as a body allows', body: nested(32_000), status: 200, says: [INVALID] },
  {
    name: 'parameters nested as deep as a body allows',
    body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${nested(32_000)}}}`,
    status: 200,
    says: 'result',
  },
  {
    name: 'a number too large for a double among ignored parameters',
    body: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":1e999}}',
    status: 200,
    says: 'result',
  },
  {
    name: 'a body of 64 KiB',
    body: withId(JSON.stringify('x'.repeat(65_400))),
    status: 200,
    says: 'result',
    id: 'x'.repeat(65_400),
  },
  {
    name: 'a larger body',
    body: withId(JSON.stringify('x'.repeat(70_000))),
    status: 413,
    says: INVALID,
    id: null,
  },
];

const MESSAGES: WireCase[] = [
  { name: 'no version of JSON-RPC', body: { id: 1, method: 'ping' }, status: 400, says: INVALID },
  { name: 'JSON-RPC 1.0', body: { ...ping, jsonrpc: '1.0' }, status: 400, says: INVALID },
  { name: 'JSON-RPC 2.0 as a number', body: { ...ping, jsonrpc: 2 }, status: 400, says: INVALID },
  { name: 'no method', body: { jsonrpc: '2.0', id: 1 }, status: 400, says: INVALID },
  { name: 'a method that is no string', body: { ...ping, method: 7 }, status: 400, says: INVALID },
  { name: 'a null method', body: { ...ping, method: null }, status: 400, says: INVALID },
  { name: 'a null id', body: withId('null'), status: 400, says: INVALID, id: null },
  { name: 'an object as id', body: withId('{}'), status: 400, says: INVALID, id: null },
  { name: 'an array as id', body: withId('[1]'), status: 400, says: INVALID, id: null },
  { name: 'true as id', body: withId('true'), status: 400, says: INVALID, id: null },
  {
    name: 'an id beyond a double',
    body: withId('12345678901234567890'),
    status: 400,
    says: INVALID,
    id: null,
  },
  { name: 'an infinite id', body: withId('1e999'), status: 400, says: INVALID, id: null },
  { name: 'a fractional id', body: withId('1.5'), status: 400, says: INVALID, id: null },
  { name: 'zero as id', body: withId('0'), status: 200, says: 'result', id: 0 },
  { name: 'a negative id', body: withId('-7'), status: 200, says: 'result', id: -7 },
  { name: 'an empty string as id', body: withId('""'), status: 200, says: 'result', id: '' },
  {
    name: 'an id in any script',
    body: withId('"日本 🇹🇷 \\u0000 \\ud800"'),
    status: 200,
    says: 'result',
    id: '日本 🇹🇷 \u0000 \ud800',
  },
  {
    name: 'the same key twice: the last one counts',
    body: '{"jsonrpc":"2.0","id":9,"id":1,"method":"x","method":"ping"}',
    status: 200,
    says: 'result',
  },
  {
    name: 'keys of prototypes',
    body: '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"method":"x"},"constructor":{"prototype":1}}',
    status: 200,
    says: 'result',
  },
  { name: 'unknown members', body: { ...ping, extra: true }, status: 200, says: 'result' },
  { name: 'parameters that are a string', body: { ...ping, params: 'x' }, status: 400, says: INVALID },
  { name: 'parameters that are null', body: { ...ping, params: null }, status: 200, says: 'result' },
  { name: 'parameters that are an array', body: { ...ping, params: [1] }, status: 400, says: INVALID },
  { name: 'a notification', body: note, status: 202, says: null },
  { name: 'an unknown notification', body: { jsonrpc: '2.0', method: 'nothing' }, status: 202, says: null },
  { name: 'a call without id', body: { ...search(trip), id: undefined }, status: 202, says: null },
  { name: 'a result from the client', body: { jsonrpc: '2.0', id: 4, result: {} }, status: 202, says: null },
  {
    name: 'an error from the client',
    body: { jsonrpc: '2.0', id: 4, error: { code: 1, message: '' } },
    status: 202,
    says: null,
  },
  {
    name: 'a response with both',
    body: { jsonrpc: '2.0', id: 1, result: {}, error: {} },
    status: 400,
    says: INVALID,
  },
];

const CALLS: WireCase[] = [
  { name: 'ping', body: ping, status: 200, says: 'result' },
  { name: 'an unknown method', body: { ...ping, method: 'prompts/list' }, status: 200, says: NO_METHOD },
  {
    name: 'an inherited name as method',
    body: { ...ping, method: 'constructor' },
    status: 200,
    says: NO_METHOD,
  },
  { name: 'an empty method', body: { ...ping, method: '' }, status: 200, says: NO_METHOD },
  { name: 'a notification’s name with an id', body: { ...note, id: 1 }, status: 200, says: NO_METHOD },
  { name: 'the list of tools', body: { ...ping, method: 'tools/list' }, status: 200, says: 'result' },
  {
    name: 'a cursor',
    body: { ...ping, method: 'tools/list', params: { cursor: 'x' } },
    status: 200,
    says: PARAMS,
  },
  { name: 'an unknown tool', body: call('book_esim', {}), status: 200, says: PARAMS },
  { name: 'an inherited name as tool', body: call('__proto__', {}), status: 200, says: PARAMS },
  { name: 'a tool without name', body: call(undefined, {}), status: 200, says: PARAMS },
  { name: 'a tool whose name is a number', body: call(5, {}), status: 200, says: PARAMS },
  { name: 'a call without parameters', body: { ...ping, method: 'tools/call' }, status: 200, says: PARAMS },
  { name: 'a search', body: search(trip), status: 200, says: 'result' },
  {
    name: 'a search with 7.0 days',
    body: withArguments('{"country":"TR","days":7.0,"need":"normal"}'),
    status: 200,
    says: 'result',
  },
  { name: 'a search with more arguments', body: search({ ...trip, budget: 5 }), status: 200, says: 'result' },
  { name: 'a search for no country', body: search({ ...trip, country: 'UK' }), status: 200, says: 'result' },
  { name: 'a search without arguments', body: search(undefined), status: 200, says: 'tool error' },
  { name: 'a search with a list of arguments', body: search(['TR']), status: 200, says: 'tool error' },
  {
    name: 'a search with days in quotes',
    body: search({ ...trip, days: '7' }),
    status: 200,
    says: 'tool error',
  },
  { name: 'a search for 91 days', body: search({ ...trip, days: 91 }), status: 200, says: 'tool error' },
  {
    name: 'a search for endless days',
    body: withArguments('{"country":"TR","days":1e999,"need":"normal"}'),
    status: 200,
    says: 'tool error',
  },
  {
    name: 'a search in lower case',
    body: search({ ...trip, country: 'tr' }),
    status: 200,
    says: 'result',
  },
  {
    name: 'a search with full-width letters',
    body: search({ ...trip, country: 'ＴＲ' }),
    status: 200,
    says: 'result',
  },
  {
    name: 'a search with an inherited need',
    body: search({ ...trip, need: 'constructor' }),
    status: 200,
    says: 'tool error',
  },
  { name: 'a search with no sort', body: search({ ...trip, sort: null }), status: 200, says: 'result' },
  {
    name: 'arguments hidden in a prototype',
    body: withArguments('{"__proto__":{"country":"TR","days":7,"need":"normal"}}'),
    status: 200,
    says: 'tool error',
  },
  { name: 'all destinations', body: call('list_destinations'), status: 200, says: 'result' },
  {
    name: 'destinations by a name in any script',
    body: call('list_destinations', { query: '日本 \ud800' }),
    status: 200,
    says: 'result',
  },
  {
    name: 'destinations by a pattern',
    body: call('list_destinations', { query: '.*(' }),
    status: 200,
    says: 'result',
  },
  {
    name: 'destinations by a number',
    body: call('list_destinations', { query: 90 }),
    status: 200,
    says: 'tool error',
  },
];

const VERSIONS: WireCase[] = [
  ...['2025-11-25', '2025-06-18', '2025-03-26'].map(
    (version): WireCase => ({
      name: `at ${version}`,
      body: ping,
      headers: at(version),
      status: 200,
      says: 'result',
    }),
  ),
  { name: 'an older version', body: ping, headers: at('2024-11-05'), status: 400, says: UNSUPPORTED },
  { name: 'a version to come', body: ping, headers: at('2099-01-01'), status: 400, says: UNSUPPORTED },
  { name: 'an empty version', body: ping, headers: at(''), status: 400, says: UNSUPPORTED },
  {
    name: 'two versions',
    body: ping,
    headers: { 'MCP-Protocol-Version': ['2025-11-25', '2025-06-18'] },
    status: 400,
    says: UNSUPPORTED,
  },
  {
    name: 'a notification at an older version',
    body: note,
    headers: at('2024-11-05'),
    status: 400,
    says: UNSUPPORTED,
    id: null,
  },
  { name: 'initialize', body: initialize('2025-06-18'), status: 200, says: 'result' },
  {
    name: 'initialize whatever the header',
    body: initialize('2024-11-05'),
    headers: at('2024-11-05'),
    status: 200,
    says: 'result',
  },
  { name: 'initialize without version', body: initialize(undefined), status: 200, says: PARAMS },
  { name: 'initialize with a number as version', body: initialize(20250618), status: 200, says: PARAMS },
  {
    name: 'a session that nobody opened',
    body: ping,
    headers: { 'Mcp-Session-Id': 'x' },
    status: 200,
    says: 'result',
  },
];

const BATCHES: WireCase[] = [
  { name: 'a batch', body: [ping, note, { ...ping, method: 'x' }], status: 200, says: ['result', NO_METHOD] },
  { name: 'a batch of one', body: [ping], headers: at('2025-03-26'), status: 200, says: ['result'] },
  { name: 'a batch with the same id twice', body: [ping, ping], status: 200, says: ['result', 'result'] },
  {
    name: 'a batch with what is no message',
    body: [1, 'x', null, [], ping],
    status: 200,
    says: [INVALID, INVALID, INVALID, INVALID, 'result'],
  },
  {
    name: 'a batch with a bad call',
    body: [search({}), search(trip)],
    status: 200,
    says: ['tool error', 'result'],
  },
  { name: 'a batch of notifications', body: [note, note], status: 202, says: null },
  { name: 'a batch of responses', body: [{ jsonrpc: '2.0', id: 1, result: {} }], status: 202, says: null },
  { name: 'twenty messages', body: Array(20).fill(ping), status: 200, says: Array(20).fill('result') },
  { name: 'an empty batch', body: [], status: 400, says: INVALID, id: null },
  { name: 'twenty-one messages', body: Array(21).fill(ping), status: 400, says: INVALID, id: null },
  { name: 'initialize in a batch', body: [initialize('2025-03-26')], status: 400, says: INVALID, id: null },
  {
    name: 'initialize as a notification in a batch',
    body: [ping, { jsonrpc: '2.0', method: 'initialize' }],
    status: 400,
    says: INVALID,
    id: null,
  },
  {
    name: 'a batch at 2025-06-18',
    body: [ping],
    headers: at('2025-06-18'),
    status: 400,
    says: INVALID,
    id: null,
  },
  {
    name: 'a batch at 2025-11-25',
    body: [ping],
    headers: at('2025-11-25'),
    status: 400,
    says: INVALID,
    id: 'absent',
  },
  {
    name: 'a batch at an unknown version',
    body: [ping],
    headers: at('x'),
    status: 400,
    says: UNSUPPORTED,
    id: null,
  },
];

const HEADERS: WireCase[] = [
  {
    name: 'no content type',
    body: ping,
    headers: { 'Content-Type': '' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'plain text',
    body: ping,
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'a form',
    body: 'a=b',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'a content type that is broken',
    body: ping,
    headers: { 'Content-Type': 'json' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'JSON in another charset',
    body: ping,
    headers: { 'Content-Type': 'application/json; charset=latin1' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'JSON in UTF-8',
    body: ping,
    headers: { 'Content-Type': 'Application/JSON; charset="UTF-8"' },
    status: 200,
    says: 'result',
  },
  {
    name: 'compressed JSON',
    body: ping,
    headers: { 'Content-Encoding': 'gzip' },
    status: 415,
    says: INVALID,
    id: null,
  },
  {
    name: 'both types accepted',
    body: ping,
    headers: { Accept: 'application/json, text/event-stream' },
    status: 200,
    says: 'result',
  },
  { name: 'anything accepted', body: ping, headers: { Accept: '*/*' }, status: 200, says: 'result' },
  {
    name: 'only streams accepted',
    body: ping,
    headers: { Accept: 'text/event-stream' },
    status: 406,
    says: INVALID,
    id: null,
  },
  {
    name: 'all but JSON accepted',
    body: ping,
    headers: { Accept: '*/*, application/json;q=0' },
    status: 406,
    says: INVALID,
    id: null,
  },
  {
    name: 'another origin',
    body: ping,
    headers: { Origin: 'https://evil.example' },
    status: 403,
    says: REFUSED,
    id: null,
  },
  {
    name: 'our name on another port',
    body: ping,
    headers: { Origin: 'http://localhost:1' },
    status: 403,
    says: REFUSED,
    id: null,
  },
  { name: 'the null origin', body: ping, headers: { Origin: 'null' }, status: 403, says: REFUSED, id: null },
];

export const WIRE_CASES: readonly WireCase[] = [
  ...METHODS,
  ...BODIES,
  ...MESSAGES,
  ...CALLS,
  ...VERSIONS,
  ...BATCHES,
  ...HEADERS,
];
