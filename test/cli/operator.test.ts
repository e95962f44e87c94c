/** Commands for operators: backup and restore, known feeds. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { startTestService } from '../support/service.ts';
import { esim, temporaryFolder } from './support.ts';

const ROOT = join(import.meta.dirname, '../..');

function openFolder(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  return { ...folder, at: (name: string) => join(folder.path, name) };
}

test('a backup of a running service is private and complete, and a new service starts with it', async (t) => {
  const { at } = openFolder(t);
  const service = await startTestService();
  t.after(() => service.stop());
  const file = at('copy.db');
  const env = { STORE_URL: `file:${service.folder}` };
  const before = process.umask(0o022);
  t.after(() => process.umask(before));
  const done = await esim(['backup', file], env);
  assert.equal(done.code, 0, done.stderr);
  assert.equal(statSync(file).mode & 0o777, 0o600);

  const again = await esim(['backup', file], env);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^esim: [^\n]*copy\.db exists already[^\n]*\n$/);

  const restored = at('restored');
  mkdirSync(restored, { mode: 0o700 });
  cpSync(file, join(restored, 'esim.db'));
  const listed = async (url: string) => {
    const { stdout } = await esim(['snapshots', '--json'], { STORE_URL: url });
    return (JSON.parse(stdout) as { catalogue: string }[]).map(({ catalogue }) => catalogue);
  };
  assert.deepEqual(await listed(`file:${restored}`), await listed(env.STORE_URL));
  const second = await startTestService({ folder: restored });
  t.after(() => second.stop());
  assert.equal((await second.get('/api/v1/plans?country=TR&days=7&need=normal')).status, 200);
});

test('a backup that cannot be written leaves no file, and Redis is referred to its own backup', async (t) => {
  const { at, storeUrl } = openFolder(t);
  const nothing = await esim(['backup', at('copy.db')], { STORE_URL: storeUrl });
  assert.deepEqual([nothing.code, globSync(at('copy.db'))], [1, []]);
  const redis = await esim(['backup', at('copy.db')], { STORE_URL: 'redis://127.0.0.1:1' });
  assert.equal(redis.code, 1);
  assert.match(redis.stderr, /the backup of Redis/);
});

const known = globSync('config/known/*.json', { cwd: ROOT }).map((file) => basename(file, '.json'));

test('every known feed can be added to a sources file, paused, with its terms, and the files stay valid', async (t) => {
  const { at } = openFolder(t);
  cpSync(join(ROOT, 'config'), at('config'), { recursive: true });
  const SOURCES_FILE = at('config/sources.json');
  assert.ok(known.length >= 3);
  for (const name of known) {
    const { code, stdout, stderr } = await esim(['sources', 'add', name], { SOURCES_FILE });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Terms: .+\n\nAsk the provider for:\n- /);
    const { sources } = JSON.parse(readFileSync(SOURCES_FILE, 'utf8')) as {
      sources: { id: string; paused?: boolean }[];
    };
    assert.deepEqual([sources.at(-1)?.id, sources.at(-1)?.paused], [name, true]);
  }
  const checked = await esim(['check'], { SOURCES_FILE, STORE_URL: `file:${at('data')}` });
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, new RegExp(`${known.length + 2} sources`));
});

test('an added feed keeps the mode of the sources file, and a link to it', async (t) => {
  const { at } = openFolder(t);
  cpSync(join(ROOT, 'config'), at('config'), { recursive: true });
  chmodSync(at('config/sources.json'), 0o640);
  symlinkSync(at('config/sources.json'), at('link.json'));
  const before = process.umask(0o077);
  t.after(() => process.umask(before));
  const SOURCES_FILE = at('link.json');
  // Paths in the sources file are relative to the link, as in a service that is started with it.
  cpSync(at('config/providers'), at('providers'), { recursive: true });
  assert.equal((await esim(['sources', 'add', 'yesim'], { SOURCES_FILE })).code, 0);
  assert.ok(lstatSync(at('link.json')).isSymbolicLink());
  for (const file of ['config/sources.json', 'providers/yesim.json'])
    assert.equal(statSync(at(file)).mode & 0o777, 0o640, file);
  assert.match(readFileSync(at('config/sources.json'), 'utf8'), /"yesim"/);
});

test('every connector can be added to a sources file with its variables, and is checked as soon as it is not paused', async (t) => {
  const { at } = openFolder(t);
  cpSync(join(ROOT, 'config'), at('config'), { recursive: true });
  const SOURCES_FILE = at('config/sources.json');
  const connectors = Object.values(ADAPTERS).filter(({ id, connector }) => connector && !known.includes(id));
  for (const { id, credentials } of connectors) {
    const { code, stdout, stderr } = await esim(['sources', 'add', id], { SOURCES_FILE });
    assert.equal(code, 0, stderr);
    for (const role of credentials) assert.match(stdout, new RegExp(`${id}_${role}`.toUpperCase()));
  }
  const env = { SOURCES_FILE, STORE_URL: `file:${at('data')}` };
  const checked = await esim(['check'], env);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, new RegExp(`${connectors.length + 2} sources`));
  const file = JSON.parse(readFileSync(SOURCES_FILE, 'utf8')) as {
    sources: { id: string; paused?: boolean; pace?: string; credentials?: object }[];
  };
  const added = (id: string) => file.sources.find((source) => source.id === id);
  assert.deepEqual(added('mobimatter')?.credentials, {
    api_key: 'MOBIMATTER_API_KEY',
    merchant_id: 'MOBIMATTER_MERCHANT_ID',
  });
  assert.equal(added('pikasim')?.pace, '600ms');
  // A second shop of the same kind has a name of its own. The link of a Shopify shop has the handle of the product.
  const second = await esim(['sources', 'add', 'shopify'], { SOURCES_FILE });
  assert.match(second.stderr, /already has a source "shopify"; another one of this kind needs --id/);
  assert.equal((await esim(['sources', 'add', 'shopify', '--id', 'Oriole'], { SOURCES_FILE })).code, 2);
  assert.equal((await esim(['sources', 'add', 'shopify', '--id', 'oriole'], { SOURCES_FILE })).code, 0);
  const oriole = (JSON.parse(readFileSync(SOURCES_FILE, 'utf8')) as { sources: object[] }).sources.at(-1);
  assert.partialDeepStrictEqual(oriole, {
    id: 'oriole',
    adapter: 'shopify',
    provider: 'oriole',
    options: { link: 'https://YOUR-SHOP.example/products/{handle}?variant={id}' },
  });
  assert.match(readFileSync(at('config/providers/oriole.json'), 'utf8'), /"id": "oriole"/);
  const active = { ...file, sources: file.sources.map((source) => ({ ...source, paused: false })) };
  writeFileSync(SOURCES_FILE, JSON.stringify(active));
  const unfilled = await esim(['check'], env);
  assert.equal(unfilled.code, 1);
  assert.match(unfilled.stderr, /still contains YOUR-FEED-HOST: replace it by your own value/);
});

test('a feed that is unknown or there already, and a missing sources file, change nothing', async (t) => {
  const { at } = openFolder(t);
  cpSync(join(ROOT, 'config'), at('config'), { recursive: true });
  const SOURCES_FILE = at('config/sources.json');
  const unknown = await esim(['sources', 'add', 'nobody'], { SOURCES_FILE });
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /the known feeds are airalo, alosim, awin, .*esim try/);
  assert.equal((await esim(['sources', 'add', 'yesim'])).code, 2);
  assert.equal((await esim(['sources', 'add', 'yesim'], { SOURCES_FILE })).code, 0);
  const text = readFileSync(SOURCES_FILE, 'utf8');
  const twice = await esim(['sources', 'add', 'yesim'], { SOURCES_FILE });
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, /already has a source "yesim"/);
  assert.equal(readFileSync(SOURCES_FILE, 'utf8'), text);
  writeFileSync(at('broken.json'), '{');
  assert.equal((await esim(['sources', 'add', 'yesim'], { SOURCES_FILE: at('broken.json') })).code, 1);
});
