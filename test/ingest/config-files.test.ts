import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { checkFiles } from '../../src/ingest/config/check.ts';
import { readConfigFiles, stampOf } from '../../src/ingest/config/files.ts';
import { readConfig } from '../../src/ingest/config/load.ts';
import { ConfigError } from '../../src/operator-files/problems.ts';

const CONFIG = new URL('../../config/', import.meta.url);
const adapters = Object.values(ADAPTERS);
const path = (name: string) => fileURLToPath(new URL(name, CONFIG));
const readJson = async (name: string) => JSON.parse(await readFile(new URL(name, CONFIG), 'utf8')) as object;

test('the example configuration is sound, in our own check and in any editor', async () => {
  const files = await readConfigFiles(path('sources.json'));
  assert.deepEqual(checkFiles(files, adapters).problems, []);
  const { sources, providers, coupons } = await readConfig(path('sources.json'));
  assert.deepEqual([sources.length, providers.length, coupons.length], [2, 2, 2]);
  const validator = new Ajv2020({ strict: false, inlineRefs: false });
  const pairs = [
    ['sources.json', 'sources.json'],
    ['coupons.json', 'coupons.json'],
    ['provider.json', 'providers/anka.json'],
    ['provider.json', 'providers/simurg.json'],
  ] as const;
  for (const [schema, file] of pairs) {
    const validate = validator.compile(await readJson(`schema/${schema}`));
    assert.ok(validate(await readJson(file)), `${file}: ${JSON.stringify(validate.errors)}`);
  }
});

test('an editor sees a wrong option and a missing credential of an adapter', async () => {
  const validate = new Ajv2020({ strict: false, inlineRefs: false }).compile(
    await readJson('schema/sources.json'),
  );
  const file = (source: object) => ({ sources: [{ id: 'a', provider: 'b', ...source }] });
  assert.ok(validate(file({ adapter: 'esimdb', options: { url: 'https://a.example/' } })));
  assert.ok(!validate(file({ adapter: 'esimdb', options: { uri: 'https://a.example/' } })));
  assert.ok(!validate(file({ adapter: 'no-such', options: {} })));
  const options = {
    url: 'https://a.example/',
    tokenUrl: 'https://a.example/t',
    link: 'https://a.example/{id}',
  };
  assert.ok(!validate(file({ adapter: 'airalo', options })));
});

test('each edited, new, removed or replaced file is a change of the files, and reading them is none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  await mkdir(at('providers'));
  const names = { coupons: 'coupons.json', overrides: 'overrides.json', rates: { file: 'rates.json' } };
  const sources = at('sources.json');
  let seconds = 0;
  /** Each file gets a later time than the one before, however quickly they are written. */
  const write = async (name: string, text: string) => {
    await writeFile(at(name), text);
    await utimes(at(name), ++seconds, seconds);
  };
  const files = ['sources.json', 'coupons.json', 'overrides.json', 'rates.json', 'providers/one.json'];
  for (const name of files) await write(name, name === 'sources.json' ? JSON.stringify(names) : '{"n": 1}');
  let before = await stampOf(sources);
  const expectChange = async (what: string) => {
    const now = await stampOf(sources);
    assert.notEqual(now, before, what);
    assert.equal(await stampOf(sources), now, what);
    before = now;
  };
  for (const name of files.slice(1)) {
    await write(name, '{"n": 2}');
    await expectChange(`edited ${name}`);
  }
  await write('providers/two.json', '{}');
  await expectChange('a new file');
  await rm(at('providers/two.json'));
  await expectChange('a removed file');
  await write('replacement', '{"n": 3}');
  await utimes(at('replacement'), 1, 1);
  await rename(at('replacement'), at('overrides.json'));
  await expectChange('a replaced file');
  await write('sources.json', JSON.stringify({ ...names, overrides: 'others.json' }));
  await expectChange('another file is named');
  await write('others.json', '{}');
  await expectChange('the file that was missing');
});

test('a change of a file is noticed without reading it, so that large files do not delay requests', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const sources = join(folder, 'sources.json');
  await writeFile(sources, '{"overrides": "overrides.json"}');
  await writeFile(join(folder, 'overrides.json'), '');
  // Files of this size are not read.
  await truncate(join(folder, 'overrides.json'), 40_000_000);
  const before = await stampOf(sources);
  await truncate(join(folder, 'overrides.json'), 41_000_000);
  assert.notEqual(await stampOf(sources), before);
});

test('a file that is not there is named, with where it was looked for', async () => {
  await assert.rejects(readConfigFiles('/nowhere/at/all/sources.json'), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    const message = 'sources.json: cannot be read: it does not exist (/nowhere/at/all/sources.json)';
    assert.equal(error.message, message);
    return true;
  });
});

test('files that cannot be read are told together with the faults of those that can', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const sources = { providers: 'shops/', coupons: 'coupons.json', overrides: 'fixes.json', sources: [{}] };
  await writeFile(join(folder, 'sources.json'), JSON.stringify(sources));
  await writeFile(join(folder, 'coupons.json'), '{"coupons": [{}]}');
  await assert.rejects(readConfig(join(folder, 'sources.json')), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(
      error.message.split('\n').map((line) => line.replace(/ lacks .*/, ' lacks')),
      [
        `shops/: is not a folder that can be read: it does not exist (${join(folder, 'shops')})`,
        `sources.json, line 1, column 60: overrides cannot be read: it does not exist (${join(folder, 'fixes.json')})`,
        'sources.json, line 1, column 84: sources[0] lacks',
        'coupons.json, line 1, column 14: coupons[0] lacks',
      ],
    );
    return true;
  });
});

test('a feed in a file that is larger than its source allows is refused before it is read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-files-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'providers'));
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  await writeFile(join(folder, 'providers/one.json'), JSON.stringify(provider));
  const source = { id: 'one', adapter: 'esimdb', provider: 'one', options: { url: 'file:feed.json' } };
  const sources = { providers: 'providers/', sources: [{ ...source, maximumMegabytes: 2 }] };
  await writeFile(join(folder, 'sources.json'), JSON.stringify(sources));
  await writeFile(join(folder, 'feed.json'), '[]');
  const {
    sources: [one],
  } = await readConfig(join(folder, 'sources.json'));
  const read = () => Array.fromAsync(one!.pages!(), ({ body }) => Buffer.from(body).toString());
  assert.deepEqual(await read(), ['[]']);
  await truncate(join(folder, 'feed.json'), 2_000_001);
  await assert.rejects(read(), /^FeedError: The file feed\.json cannot be read: it has more than 2 MB\.$/);
});
