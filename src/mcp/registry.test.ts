import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { namespaceOf, serverEntry } from './registry.ts';
import { fakeEndpoint } from './testing/fakes.ts';

/** What the registry's published schema of 2025-12-11 asks of the members that we send. */
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
