import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parse } from 'yaml';
import { cardTexts } from '../app/card-texts.ts';
import { cardsOf } from '../app/resource.ts';
import { fakeEndpoint, type Posted, refused, TRIP } from '../testing/fakes.ts';

const CARDS_URI = cardsOf(cardTexts()).resource.uri;
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const META = { [VERSION]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };

interface Asked {
  readonly method: string;
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly meta?: object;
}

/** A request of version 2026-07-28 with its headers. `headers` and `meta` replace them, and an empty header is not sent. */
function modern({ method, params = {}, headers = {}, meta = META }: Asked): Posted {
  const { name, uri } = params as { name?: string; uri?: string };
  const named = name ?? uri;
  const all = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(named === undefined ? {} : { 'mcp-name': named }),
    ...headers,
  };
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
  };
}
const search = { method: 'tools/call', params: { name: 'search_esim_plans', arguments: TRIP } };
const SERVER_INFO = {
  'io.modelcontextprotocol/serverInfo': {
    name: 'esim',
    title: 'Eşim',
    version: '1.0.0',
    description:
      'Ranked travel eSIM plans for a trip: prices with conditions and freshness. Read-only, no account.',
    websiteUrl: 'https://esim.example',
    icons: [
      { src: 'https://esim.example/icon.png', mimeType: 'image/png', sizes: ['256x256'] },
      { src: 'https://esim.example/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
    ],
  },
};
const CACHED = { resultType: 'complete', _meta: SERVER_INFO, ttlMs: 3_600_000, cacheScope: 'public' };

test('server/discover returns all four versions, the capabilities and the instructions', async () => {
  const { status, json } = await fakeEndpoint().post(modern({ method: 'server/discover' }));
  const { instructions, ...rest } = json.result;
  assert.equal(status, 200);
  assert.match(instructions, /^search_esim_plans ranks/);
  assert.deepEqual(rest, {
    ...CACHED,
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
    capabilities: {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      extensions: { 'io.modelcontextprotocol/ui': {}, 'io.modelcontextprotocol/skills': {} },
    },
  });
});

test('results are those of era 2025 with their type and the server; lists and the page may be cached, a search may not', async () => {
  const { post } = fakeEndpoint();
  for (const [asked, more] of [
    [{ method: 'tools/list' }, CACHED],
    [{ method: 'resources/templates/list' }, CACHED],
    [{ method: 'resources/read', params: { uri: CARDS_URI } }, CACHED],
    [search, { resultType: 'complete', _meta: SERVER_INFO }],
  ] as const) {
    const { params = {} } = asked as { params?: object };
    const old = await post({ body: { jsonrpc: '2.0', id: 1, method: asked.method, params } });
    const { status, json } = await post(modern(asked));
    assert.deepEqual([status, json.result], [200, { ...old.json.result, ...more }], asked.method);
  }
});

test('a request without a required member of _meta is a 400 that names each missing one', async () => {
  const { post } = fakeEndpoint();
  for (const [meta, missing] of [
    [{}, /protocolVersion.*clientCapabilities/],
    [{ [VERSION]: '2026-07-28' }, /^Give in params._meta: \S+clientCapabilities \(an object\)\.$/],
    [{ ...META, 'io.modelcontextprotocol/clientCapabilities': 5 }, /clientCapabilities/],
  ] as const) {
    const { status, json } = await post(modern({ method: 'tools/list', meta }));
    assert.deepEqual([status, json.error.code], [400, -32602]);
    assert.match(json.error.message, missing);
  }
  const bare = { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
  const { status, json } = await post({ ...bare, headers: { 'mcp-protocol-version': '2026-07-28' } });
  assert.deepEqual([status, json.error.code], [400, -32602]);
});

test('headers that are missing or differ from the body are 400 with -32020', async () => {
  const { post, queries } = fakeEndpoint();
  for (const headers of [
    { 'mcp-protocol-version': '' },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': '' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-method': 'Tools/Call' },
    { 'mcp-name': '' },
    { 'mcp-name': 'list_destinations' },
    { 'mcp-name': '=?base64?bGlzdA==?=' },
  ]) {
    const { status, json } = await post(modern({ ...search, headers }));
    assert.deepEqual([status, json.id, json.error.code], [400, 1, -32020], JSON.stringify(headers));
  }
  const nameless = { method: 'tools/call', params: {}, headers: { 'mcp-name': 'search_esim_plans' } };
  assert.deepEqual((await post(modern(nameless))).json.error.code, -32020);
  assert.deepEqual((await post(modern({ method: 'tools/call' }))).json.error.code, -32602);
  const other = await post(modern({ ...search, meta: { ...META, [VERSION]: '1900-01-01' } }));
  assert.equal(other.json.error.code, -32020);
  assert.deepEqual(queries.asked, []);
});

test('the header Mcp-Name may have spaces around the name, or the name in base64', async () => {
  const { post } = fakeEndpoint();
  const base64 = Buffer.from('search_esim_plans').toString('base64');
  for (const name of [' search_esim_plans ', `=?base64?${base64}?=`]) {
    assert.equal((await post(modern({ ...search, headers: { 'mcp-name': name } }))).status, 200, name);
  }
});

test('an unsupported version in _meta is -32022 with the supported versions, whatever the header says', async () => {
  const { post } = fakeEndpoint();
  for (const header of ['1900-01-01', '', '2025-11-25']) {
    const meta = { ...META, [VERSION]: '1900-01-01' };
    const headers = { 'mcp-protocol-version': header };
    const { status, json } = await post(modern({ method: 'server/discover', meta, headers }));
    assert.deepEqual([status, json.error.code], [400, -32022], header);
    assert.deepEqual(json.error.data, {
      supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      requested: '1900-01-01',
    });
  }
});

test('the skill is listed, described and read with its digest and size, only in this era', async () => {
  const { post } = fakeEndpoint();
  const uri = 'skill://esim/travel-esim-advice/SKILL.md';
  const { skills, ttlMs } = (await post(modern({ method: 'skills/list' }))).json.result;
  const [entry] = skills;
  assert.deepEqual([skills.length, entry.uri, ttlMs], [1, uri, 3_600_000]);
  const got = (await post(modern({ method: 'skills/get', params: { uri } }))).json.result;
  assert.deepEqual([got.skill, got.resultType, got.cacheScope], [entry, 'complete', 'public']);
  const [file] = (await post(modern({ method: 'resources/read', params: { uri } }))).json.result.contents;
  assert.equal(file.mimeType, 'text/markdown');
  const digest = `sha256:${createHash('sha256').update(file.text).digest('hex')}`;
  assert.deepEqual(entry.resources, [{ uri, digest, size: Buffer.byteLength(file.text) }]);
  const [, head = ''] = file.text.split('---\n');
  assert.deepEqual(parse(head), entry.frontmatter);
  assert.equal(entry.frontmatter.name, 'travel-esim-advice');
  assert.ok(entry.frontmatter.description.length <= 1024);
  const { resources } = (await post(modern({ method: 'resources/list' }))).json.result;
  assert.deepEqual(
    resources.map((resource: { uri: string }) => resource.uri),
    [CARDS_URI, uri],
  );
  for (const params of [{ uri: 'skill://esim/other/SKILL.md' }, {}]) {
    const { status, json } = await post(modern({ method: 'skills/get', params }));
    assert.deepEqual([status, json.error.code], [200, -32602]);
  }
  for (const method of ['skills/list', 'skills/get']) {
    const { json } = await post({ body: { jsonrpc: '2.0', id: 1, method, params: { uri } } });
    assert.equal(json.error.code, -32601, method);
  }
  const old = (await post({ body: { jsonrpc: '2.0', id: 1, method: 'resources/list' } })).json.result;
  assert.equal(old.resources.length, 1);
});

test('the address of the page of plan cards changes with its texts', () => {
  assert.match(CARDS_URI, /^ui:\/\/esim\/plan-cards-[0-9a-f]{8}\.html$/);
  assert.notEqual(cardsOf({ en: { go: 'View' } }).resource.uri, CARDS_URI);
});

test('unknown methods, the handshake and ping among them, are 404', async () => {
  const { post } = fakeEndpoint();
  for (const method of ['prompts/list', 'initialize', 'ping', 'subscriptions/listen', 'constructor']) {
    const { status, json } = await post(modern({ method }));
    assert.deepEqual([status, json.error.code], [404, -32601], method);
  }
});

test('batches are refused, a notification is accepted', async () => {
  const { post } = fakeEndpoint();
  const { body, headers = {} } = modern(search);
  for (const sent of [{ body: [body], headers }, { body: [body] }]) {
    const { status, json } = await post(sent);
    assert.deepEqual([status, json.error.code], [400, -32600]);
  }
  const note = { jsonrpc: '2.0', method: 'notifications/cancelled' };
  assert.equal((await post({ body: note, headers })).status, 202);
});

test('a refusal has a code outside of what JSON-RPC reserves: the HTTP status', async () => {
  const limited = fakeEndpoint({
    queries: { comparison: async () => refused, countries: async () => refused },
  });
  const { status, json, headers } = await limited.post(modern(search));
  assert.deepEqual([status, json.error.code, headers['Retry-After']], [429, 429, '42']);
  assert.match(json.error.message, /Wait 42 s/);
  const down = async () => ({ kind: 'unavailable', cause: 'data' }) as const;
  const failing = fakeEndpoint({ queries: { comparison: down, countries: down } });
  const outage = await failing.post(modern(search));
  assert.deepEqual([outage.status, outage.json.error.code], [503, 503]);
  const page = await limited.post(modern({ ...search, headers: { origin: 'https://other.example' } }));
  assert.deepEqual([page.status, page.json.error.code], [403, 403]);
});

test('a resource that does not exist is -32602, and -32002 in era 2025', async () => {
  const { post } = fakeEndpoint();
  const params = { uri: 'ui://esim/other.html' };
  const old = await post({ body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params } });
  const { json } = await post(modern({ method: 'resources/read', params }));
  assert.deepEqual([old.json.error.code, json.error.code], [-32002, -32602]);
  assert.deepEqual(json.error.data, params);
  const none = await post(modern({ method: 'resources/read' }));
  assert.equal(none.json.error.code, -32602);
});

test('invalid arguments are a tool error, and an unknown tool is a JSON-RPC error, as in era 2025', async () => {
  const { post } = fakeEndpoint();
  const wrong = { name: 'search_esim_plans', arguments: { ...TRIP, days: 0 } };
  const { json } = await post(modern({ method: 'tools/call', params: wrong }));
  assert.deepEqual([json.result.isError, json.result.resultType], [true, 'complete']);
  const unknown = await post(modern({ method: 'tools/call', params: { name: 'buy' } }));
  assert.deepEqual([unknown.status, unknown.json.error.code], [200, -32602]);
});
