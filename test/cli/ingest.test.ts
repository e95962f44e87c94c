import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rows } from '../ingest/support/shop.ts';
import { testFolder, writeSource } from './one-source.ts';
import { esim } from './support.ts';

/** Every file of a folder and of those in it, with its content. */
const contentsOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'base64')] as const),
  );

test('a file: feed needs no credentials', async (t) => {
  const folder = testFolder(t);
  folder.write('saved.json', readFileSync('src/ingest/adapters/fixtures/esimaccess.json', 'utf8'));
  const options = { url: 'file:saved.json', link: 'https://one.example/{id}' };
  const env = {
    SOURCES_FILE: writeSource(folder, { adapter: 'esimaccess', options }),
    STORE_URL: folder.storeUrl,
  };
  const checked = await esim(['check'], env);
  assert.equal(checked.code, 0);
  assert.doesNotMatch(checked.stderr, /credential|variable|not set/);
  const tried = await esim(['try', join(folder.path, 'saved.json'), '--source', 'one-feed'], env);
  assert.equal(tried.code, 0, tried.stderr);
  const { stdout, stderr } = await esim(['ingest', '--dry-run'], env);
  assert.match(stdout, /one-feed/);
  assert.doesNotMatch(stdout + stderr, /credential/);
});

test('a dry run says what would be published and changes no file', async (t) => {
  const folder = testFolder(t);
  folder.write('answer.json', JSON.stringify(rows(12)));
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const before = contentsOf(folder.path);
  const dry = await esim(['ingest', '--dry-run'], env);
  assert.deepEqual(contentsOf(folder.path), before);
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /dry run, nothing was written: it would publish snapshot 1: 12 plans/);
  assert.match((await esim(['sources'], env)).stdout, /never read/);
  const real = await esim(['ingest'], env);
  assert.match(real.stdout, /published snapshot 1: 12 plans/);
  folder.write('answer.json', JSON.stringify(rows(13)));
  const published = contentsOf(folder.path);
  assert.match((await esim(['ingest', '--dry-run'], env)).stdout, /snapshot 2: 13 plans \(1 added/);
  assert.deepEqual(contentsOf(folder.path), published);
  const snapshots = JSON.parse((await esim(['snapshots', '--json'], env)).stdout) as unknown[];
  assert.equal(snapshots.length, 1);
});

test('a paused source is named, and is not read even when asked for', async (t) => {
  const folder = testFolder(t);
  folder.write('answer.json', JSON.stringify(rows(12)));
  const SOURCES_FILE = writeSource(folder, { paused: true, options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const asked = await esim(['ingest', '--only', 'one-feed'], env);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /"one-feed" is paused/);
  assert.match((await esim(['sources'], env)).stdout, /paused/);
  const all = await esim(['ingest'], env);
  assert.deepEqual([all.code, all.stdout], [0, 'every source is paused\n']);
  assert.equal((await esim(['rejects'], env)).stdout, 'no source was read yet\n');
});
