import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { namespaceOf, serverEntry } from './introduction.ts';
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
    // The schema lets unknown members pass: a misspelt one would be no more than that.
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
