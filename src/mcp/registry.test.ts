import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { namespaceOf, serverEntry } from './registry.ts';
import { fakeEndpoint } from './testing/fakes.ts';

/**
 * What the registry's published schema (static.modelcontextprotocol.io, schemas/2025-12-11/server.schema.json) asks of the
 * members that we send, told in our own words; beyond it, no member that the schema does not have.
 */
const REGISTRY_RULES = {
  type: 'object',
  required: ['name', 'description', 'version'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: { type: 'string', pattern: '^https?://[^\\s]+$' },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        required: ['src'],
        properties: {
          src: { type: 'string', maxLength: 255, pattern: '^https://[^\\s]+$' },
          mimeType: { enum: ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'] },
          sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
        },
        additionalProperties: false,
      },
    },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
        },
      },
    },
  },
  additionalProperties: false,
};
const validate = new Ajv2020().compile(REGISTRY_RULES);

test('the registry entry keeps the registry’s rules for every kind of host', () => {
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
  }
  assert.equal(namespaceOf('https://plans.esim.example'), 'example.esim.plans');
});

test('/server.json answers the entry of this service', async () => {
  const { registry } = fakeEndpoint();
  const answer = await registry.handle({} as never);
  assert.deepEqual([registry.path, registry.method, answer.status], ['/server.json', 'GET', 200]);
  assert.ok(validate(JSON.parse(String(answer.body))));
});

test('a namespace is the host’s name in reverse; an address stays, without what the registry does not take', () => {
  for (const [baseUrl, namespace] of [
    ['http://localhost:8080', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://[::1]:8080', '1'],
    ['http://[2001:db8::1]', '2001-db8-1'],
    ['https://a.b.c.example.', 'example.c.b.a'],
    ['https://1.2.example', 'example.2.1'],
    ['https://v2.esim1.example4', 'example4.esim1.v2'],
    ['https://my_host.example', 'example.my-host'],
    ['https://__a__b.example__', 'example-.-a-b'],
    ['https://b.__example', 'example.b'],
    ['https://b__.example', 'example.b'],
    ['https://xn--eim-6ua.example', 'example.xn--eim-6ua'],
  ] as const) {
    assert.equal(namespaceOf(baseUrl), namespace, baseUrl);
  }
});

test('/server.json is JSON for a reader and for caches', async () => {
  const answer = await fakeEndpoint().registry.handle({} as never);
  assert.deepEqual(answer.headers, {
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=3600',
  });
  assert.match(String(answer.body), /^\{\n {2}"\$schema"/);
});

test('icons are those of a service on https, and the one that every client takes is served', async () => {
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
