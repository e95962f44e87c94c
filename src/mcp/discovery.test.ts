import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { headerSets } from '../http/headers.ts';
import { openApiRoute } from '../http/openapi/document.ts';
import { aiCatalog, apiCatalog, namespaceOf, serverCard, serverEntry } from './discovery.ts';
import { fakeEndpoint } from './testing/fakes.ts';
import { REGISTRY_SCHEMA } from './testing/registry-schema.ts';

const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text);
const validate = new Ajv({ formats: { uri: isUri, 'uri-template': isUri } }).compile(REGISTRY_SCHEMA);

test('the registry entry is valid by the registry’s published schema for every kind of host', () => {
  for (const baseUrl of [
    'https://esim.example',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'https://xn--eim-6ua.example',
    'https://a.b.c.example.',
  ]) {
    const entry = serverEntry({ serviceName: 'Eşim'.repeat(30), baseUrl }, '1.0.0');
    assert.ok(validate(entry), `${baseUrl} ${JSON.stringify(validate.errors)}`);
    assert.equal(entry.remotes[0]?.url, `${baseUrl}/mcp`);
    // The schema accepts unknown members, so it would not find a misspelt one.
    const known = Object.keys(REGISTRY_SCHEMA.definitions.ServerDetail.properties);
    assert.deepEqual(
      Object.keys(entry).filter((name) => !known.includes(name)),
      [],
    );
    for (const { src } of (entry as { icons?: { src: string }[] }).icons ?? []) assert.match(src, /^https:/);
  }
  assert.equal(namespaceOf('https://plans.esim.example'), 'example.esim.plans');
});

test('the published schema refuses an entry that the registry would refuse', () => {
  const entry = serverEntry({ serviceName: 'Eşim', baseUrl: 'https://esim.example' }, '1.0.0');
  assert.ok(validate(entry));
  for (const [fault, changed] of [
    ['no version', { ...entry, version: undefined }],
    ['a name without a namespace', { ...entry, name: 'esim' }],
    ['a description of 101 characters', { ...entry, description: 'x'.repeat(101) }],
    ['an empty title', { ...entry, title: '' }],
    ['a website that is no address', { ...entry, websiteUrl: 'esim example' }],
    ['an icon of an unknown type', { ...entry, icons: [{ src: 'https://esim.example/a', mimeType: 'a/b' }] }],
    ['an icon of an unknown size', { ...entry, icons: [{ src: 'https://esim.example/a', sizes: ['big'] }] }],
    ['a remote of another kind', { ...entry, remotes: [{ type: 'stdio', url: 'https://esim.example/mcp' }] }],
    ['a remote without an address', { ...entry, remotes: [{ type: 'streamable-http' }] }],
    ['a repository without its host', { ...entry, repository: { url: 'https://esim.example' } }],
  ] as const) {
    assert.equal(validate(JSON.parse(JSON.stringify(changed))), false, fault);
  }
});

test('a namespace is the reversed name of the host, or its address, in the characters of the registry', () => {
  for (const [baseUrl, namespace] of [
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://[::1]:8080', '1'],
    ['http://[2001:db8::1]', '2001-db8-1'],
    ['https://a.b.c.example.', 'example.c.b.a'],
    ['https://1.2.example', 'example.2.1'],
    ['https://v2.esim1.example4', 'example4.esim1.v2'],
    ['https://my_host.example', 'example.my-host'],
    // Only the first and the last character of a namespace must be a letter or a digit.
    ['https://__a__b.example__', 'example-.-a-b'],
    ['https://b.__example', 'example.b'],
    ['https://b__.example', 'example.b'],
    ['https://xn--eim-6ua.example', 'example.xn--eim-6ua'],
  ] as const) {
    assert.equal(namespaceOf(baseUrl), namespace, baseUrl);
  }
});

const IDENTITY = { serviceName: 'Eşim', baseUrl: 'https://esim.example' };

async function documentAt(path: string, headers: Record<string, string> = {}) {
  const route = fakeEndpoint().routes.find((known) => known.path === path)!;
  assert.deepEqual([route.method, route.errorFormat], ['GET', 'api']);
  return route.handle({ headers } as never);
}

test('each document is served with its type, a lifetime in caches and an ETag', async () => {
  for (const [path, type, value] of [
    ['/server.json', 'application/json', serverEntry(IDENTITY, '1.0.0')],
    ['/mcp/server-card', 'application/mcp-server-card+json', serverCard(IDENTITY, '1.0.0')],
    ['/.well-known/ai-catalog.json', 'application/ai-catalog+json', aiCatalog(IDENTITY)],
    [
      '/.well-known/api-catalog',
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      apiCatalog(IDENTITY),
    ],
  ] as const) {
    const { status, headers, body } = await documentAt(path);
    assert.deepEqual(
      [status, headers['Content-Type'], headers['Cache-Control']],
      [200, type, 'public, max-age=3600'],
    );
    assert.deepEqual(JSON.parse(String(body)), JSON.parse(JSON.stringify(value)), path);
    const again = await documentAt(path, { 'if-none-match': headers['ETag']! });
    assert.deepEqual([again.status, again.body], [304, null], path);
  }
});

test('the server card is within its schema, and agrees with the registry entry and the server', async () => {
  const card = serverCard({ ...IDENTITY, serviceName: 'ş'.repeat(200) }, '1.0.0');
  assert.equal(card.$schema, 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(card.name.length >= 3 && card.name.length <= 200);
  assert.ok(card.title.length <= 100 && card.description.length >= 1 && card.description.length <= 100);
  assert.deepEqual(card.remotes, [
    {
      type: 'streamable-http',
      url: 'https://esim.example/mcp',
      supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
    },
  ]);
  const entry = serverEntry(IDENTITY, '1.0.0');
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const { json } = await fakeEndpoint().post({
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  });
  const { serverInfo } = json.result;
  const own = serverCard(IDENTITY, '1.0.0');
  assert.equal(own.name, entry.name);
  for (const key of ['title', 'description', 'version', 'websiteUrl', 'icons'] as const)
    assert.deepEqual([own[key], entry[key]], [serverInfo[key], serverInfo[key]], key);
});

test('a page of another origin may read the card and validate it', async () => {
  const { headers } = await documentAt('/mcp/server-card');
  assert.equal(headers['Access-Control-Allow-Methods'], 'GET');
  assert.equal(headers['Access-Control-Allow-Headers'], 'Content-Type, If-None-Match');
  const api = headerSets('https://esim.example').api;
  assert.equal(api['Access-Control-Allow-Origin'], '*');
  assert.match(api['Access-Control-Expose-Headers'] ?? '', /\bETag\b/);
});

test('the catalogues lead to the card, the API, their documents and policies', async () => {
  const { entries, ...catalogue } = aiCatalog(IDENTITY);
  assert.deepEqual([catalogue.specVersion, catalogue.host.displayName], ['1.0', 'Eşim']);
  assert.deepEqual(entries, [
    {
      identifier: 'urn:air:esim.example:mcp:esim',
      type: 'application/mcp-server-card+json',
      url: 'https://esim.example/mcp/server-card',
      extensions: {
        'https://ai-catalog.org/extensions/policy-urls': {
          privacyPolicyUrl: 'https://esim.example/privacy',
          termsOfServiceUrl: 'https://esim.example/terms',
        },
      },
    },
  ]);
  const [api, mcp] = apiCatalog(IDENTITY).linkset;
  assert.equal(api?.anchor, 'https://esim.example/api/v1');
  const described = api?.['service-desc'][0];
  assert.equal(described?.href, 'https://esim.example/openapi.json');
  const served = await openApiRoute(() => ({})).handle({ headers: {} } as never);
  assert.equal(described?.type, served.headers['Content-Type']);
  assert.equal(mcp?.anchor, 'https://esim.example/mcp');
  const { headers } = await documentAt('/.well-known/api-catalog');
  assert.equal(headers['Link'], '<https://esim.example/.well-known/api-catalog>; rel="api-catalog"');
});

test('a service on https has icons, and serves the PNG, which every client supports', async () => {
  const { routes } = fakeEndpoint();
  const { icons } = serverEntry({ serviceName: 'Eşim', baseUrl: 'https://esim.example' }, '1.0.0') as {
    icons: { src: string }[];
  };
  assert.deepEqual(
    icons.map(({ src }) => src),
    ['https://esim.example/icon.png', 'https://esim.example/favicon.svg'],
  );
  const icon = await routes.find(({ path }) => path === '/icon.png')!.handle({} as never);
  assert.equal(icon.headers['Content-Type'], 'image/png');
  assert.deepEqual([...(icon.body as Buffer).subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('a proof of the domain is answered where the operator set it, as it was set', async () => {
  const proof = 'v=MCPv1; k=ed25519; p=AAAA';
  const { routes } = fakeEndpoint({ proofs: { '/.well-known/a': proof, '/.well-known/b': null } });
  const answer = await routes.find(({ path }) => path === '/.well-known/a')!.handle({} as never);
  assert.deepEqual([answer.body, answer.headers['Content-Type']], [proof, 'text/plain']);
  assert.equal(
    routes.some(({ path }) => path === '/.well-known/b'),
    false,
  );
});
