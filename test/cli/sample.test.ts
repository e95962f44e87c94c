/** The sample market and configured sources never replace each other by accident. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeOperatorFiles } from '../support/operator.ts';
import { copyPublished } from '../support/published.ts';
import { esim, esimProcess, temporaryFolder } from './support.ts';

/** An operator's folder with one feed in a file, and the environment file that names it. */
function openOperator(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const at = (name: string) => join(folder.path, name);
  mkdirSync(at('data'));
  const sourcesFile = writeOperatorFiles(folder.path);
  const lines = [`STORE_URL=${folder.storeUrl}`, `SOURCES_FILE=${sourcesFile}`];
  writeFileSync(at('esim.env'), `${lines.join('\n')}\n`);
  return { ...folder, envFile: at('esim.env'), bare: { STORE_URL: folder.storeUrl } };
}

const snapshotOf = async (env: Readonly<Record<string, string>>) => {
  const { stdout } = await esim(['status', '--json'], env);
  return (JSON.parse(stdout) as { catalogue: { snapshot: number; sample: boolean; plans: number } })
    .catalogue;
};

test('an ingest without SOURCES_FILE does not replace configured sources, and --sample allows it', async (t) => {
  const { envFile, bare } = openOperator(t);
  const own = await esim(['--env-file', envFile, 'ingest']);
  assert.equal(own.code, 0, own.stderr);
  const before = await snapshotOf(bare);
  assert.equal(before.sample, false);

  const refused = await esim(['ingest'], bare);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^esim: [^\n]*SOURCES_FILE[^\n]*--env-file[^\n]*--sample[^\n]*\n$/);
  assert.deepEqual(await snapshotOf(bare), before);

  const dry = await esim(['ingest', '--dry-run'], bare);
  assert.deepEqual([dry.code, dry.stderr], [1, refused.stderr]);
  const dryAllowed = await esim(['ingest', '--dry-run', '--sample'], bare);
  assert.equal(dryAllowed.code, 0, dryAllowed.stderr);
  assert.deepEqual(await snapshotOf(bare), before);

  const allowed = await esim(['ingest', '--sample'], bare);
  assert.equal(allowed.code, 0, allowed.stderr);
  assert.equal((await snapshotOf(bare)).sample, true);
});

test('a rollback does not replace own feeds with the sample market, and --sample allows it', async (t) => {
  const { path, envFile, bare } = openOperator(t);
  copyPublished(join(path, 'data'));
  assert.equal((await esim(['--env-file', envFile, 'ingest'])).code, 0);
  const before = await snapshotOf(bare);
  for (const number of [[], ['1']]) {
    const refused = await esim(['--env-file', envFile, 'snapshots', 'rollback', ...number]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^esim: snapshot 1 is the sample market: add --sample [^\n]*\n$/);
  }
  assert.deepEqual(await snapshotOf(bare), before);
  const allowed = await esim(['--env-file', envFile, 'snapshots', 'rollback', '--sample']);
  assert.equal(allowed.code, 0, allowed.stderr);
  // The invented sources are not configured, so they cannot be accepted.
  assert.deepEqual(allowed.stdout.match(/esim accept \S+/g), ['esim accept one-feed']);
  assert.equal((await snapshotOf(bare)).sample, true);
});

test('a service without SOURCES_FILE does not start on configured sources', async (t) => {
  const { envFile, bare } = openOperator(t);
  assert.equal((await esim(['--env-file', envFile, 'ingest'])).code, 0);
  const before = await snapshotOf(bare);
  const refused = await esimProcess(['serve'], { ...bare, PORT: '0' });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^esim: [^\n]*SOURCES_FILE[^\n]*--sample[^\n]*\n$/);
  assert.deepEqual(await snapshotOf(bare), before);
});

test('commands without SOURCES_FILE do not show the sample sources for a store of configured ones', async (t) => {
  const { envFile, bare } = openOperator(t);
  assert.equal((await esim(['--env-file', envFile, 'ingest'])).code, 0);
  for (const command of ['sources', 'quarantine', 'rejects', 'accept pebblefone', 'accept one-feed']) {
    const { code, stdout, stderr } = await esim(command.split(' '), bare);
    assert.deepEqual([code, stdout], [1, ''], command);
    assert.match(stderr, /^esim: the store has plans of configured sources, but SOURCES_FILE is not set: /);
  }
  const checked = await esim(['check'], bare);
  assert.equal(checked.code, 1);
  assert.match(
    checked.stderr,
    /^error environment: the store has plans of configured sources, but SOURCES_/m,
  );
  assert.doesNotMatch(checked.stdout, /sample market/);
  const status = await esim(['status'], bare);
  assert.match(status.stdout, /^Sources +the store has plans of configured sources, but SOURCES_FILE/m);
  assert.equal((await esim(['--env-file', envFile, 'sources'])).code, 0);
});

test('the first own feed replaces the sample market without a flag', async (t) => {
  const { path, envFile, bare } = openOperator(t);
  copyPublished(join(path, 'data'));
  assert.equal((await snapshotOf(bare)).sample, true);
  assert.match(
    (await esim(['check'], bare)).stdout,
    /^ok {2}sources: .* the bundled sample market is used$/m,
  );
  const own = await esim(['--env-file', envFile, 'ingest']);
  assert.equal(own.code, 0, own.stderr);
  const after = await snapshotOf(bare);
  assert.deepEqual([after.sample, after.plans], [false, 30]);
});

test('a variable of the process wins over the environment file, and a missing file is one clear line', async (t) => {
  const { envFile, path } = openOperator(t);
  const other = await esim(['--env-file', envFile, 'check'], { SOURCES_FILE: join(path, 'gone.json') });
  assert.equal(other.code, 1);
  assert.match(other.stderr, /gone\.json/);
  const gone = await esimProcess(['status', '--env-file', join(path, 'gone.env')]);
  assert.equal(gone.code, 2);
  assert.match(gone.stderr, /^esim: the environment file [^\n]*gone\.env cannot be used: [^\n]*\n$/);
});
