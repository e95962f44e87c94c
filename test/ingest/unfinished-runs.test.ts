/** A run that kills its process, or loses its lease, is recorded, and its source is read last and later. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readSourcesInProgress } from '../../src/ingest/documents/in-progress.ts';
import { readRun } from '../../src/ingest/documents/runs.ts';
import { openBeside } from '../support/store.ts';
import { HOUR_MS, inProcess, openBench, rows } from './support/shop.ts';

const MINUTE_MS = 60_000;
const two = (count: number) => rows(count, (_row, index) => ({ link: `https://two.example/plan-${index}` }));

/** What a run leaves in the store if its process dies while it reads this source. */
const leaveUnfinished = (bench: Awaited<ReturnType<typeof openBench>>, sources: readonly string[]) =>
  bench.store.documents.put('unfinished', 'sources', Buffer.from(JSON.stringify(sources)));

const sourcesOf = ({ sources }: { readonly sources: readonly { readonly source: string }[] }) =>
  sources.map(({ source }) => source);

test('a source that ended the last run keeps its plans, waits, and is then read after the others', async () => {
  const bench = await openBench();
  const reads: string[] = [];
  const feed = (id: string, read: () => unknown) => () => {
    reads.push(id);
    return read();
  };
  const config = inProcess({ first: feed('first', () => rows(40)), second: feed('second', () => two(30)) });
  await bench.run(config);
  bench.now += HOUR_MS;
  await leaveUnfinished(bench, ['first']);

  const found = await bench.run(config, { dueOnly: true });
  assert.deepEqual(sourcesOf(found), [], 'no source is due');
  assert.equal((await bench.states())['first']?.status, 'kept', 'health shows it at once');
  assert.equal((await bench.states())['second']?.status, 'ok');
  const record = await readRun(bench.store.documents, 'first');
  assert.deepEqual([record?.problem?.code, record?.failures, record?.outcome], ['unfinished', 1, 'kept']);
  assert.equal(record?.nextRunAt, bench.now + 5 * MINUTE_MS);

  const others = await bench.run(config);
  assert.deepEqual(sourcesOf(others), ['second']);
  assert.match(others.warnings.join(), /first is not read before .*: esim ingest --only first reads it now/);

  bench.now += 6 * HOUR_MS;
  reads.length = 0;
  const both = await bench.run(config, { dueOnly: true });
  assert.deepEqual(reads, ['second', 'first']);
  assert.deepEqual(sourcesOf(both), ['first', 'second']);
  assert.equal(both.snapshot?.serial, (await bench.store.snapshots.current())?.serial);
  assert.equal((await bench.states())['first']?.status, 'ok');
  assert.equal((await readRun(bench.store.documents, 'first'))?.failures, 0);
});

test('the other sources are published before a source that ended the last run is read again', async () => {
  const bench = await openBench();
  await leaveUnfinished(bench, ['first']);
  let publishedBefore: number | undefined;
  const config = inProcess({ first: () => rows(40), second: () => two(30) });
  const [first, second] = config.sources;
  const watching = {
    ...first!,
    async *pages() {
      publishedBefore = (await bench.plans())['second']?.length;
      yield* first!.pages!();
    },
  };
  await bench.run({ ...config, sources: [watching, second!] });
  assert.equal(publishedBefore, undefined, 'it waits');
  bench.now += HOUR_MS;
  await bench.run({ ...config, sources: [watching, second!] });
  assert.equal(publishedBefore, 30);
  assert.equal((await bench.plans())['first']?.length, 40);
});

test('the operator may read a source that ended the last run at once', async () => {
  const bench = await openBench();
  await leaveUnfinished(bench, ['first']);
  const config = inProcess({ first: () => rows(40) });
  assert.deepEqual(sourcesOf(await bench.run(config, { only: ['first'] })), ['first']);
});

test('a run that loses its lease while a feed blocks it is recorded by the next run', async () => {
  const bench = await openBench();
  let isBlocking = true;
  const config = inProcess({
    first: () => {
      if (isBlocking) bench.now += 61_000;
      return rows(40);
    },
  });
  assert.equal((await bench.run(config)).status, 'interrupted');
  isBlocking = false;
  const next = await bench.run(config, { dueOnly: true });
  assert.deepEqual(sourcesOf(next), []);
  assert.equal((await readRun(bench.store.documents, 'first'))?.problem?.code, 'unfinished');
  assert.deepEqual(await readSourcesInProgress(bench.store.documents), []);
});

test('a run that is stopped, fails or ends leaves no source as unfinished', async () => {
  const bench = await openBench();
  const stopping = new AbortController();
  const feeds = {
    good: () => rows(40),
    damaged: () => 'no list',
    stopped: () => {
      stopping.abort();
      return rows(40);
    },
  };
  for (const [id, feed] of Object.entries(feeds)) {
    await bench.run(inProcess({ [id]: feed }), { signal: stopping.signal });
    assert.deepEqual(await readSourcesInProgress(bench.store.documents), [], id);
  }
});

test('a run that is stopped before it begins reads no feed and leaves the lease to the next run', async () => {
  const bench = await openBench();
  const reads: string[] = [];
  const config = inProcess({
    first: () => {
      reads.push('first');
      return rows(40);
    },
  });
  assert.equal((await bench.run(config, { signal: AbortSignal.abort() })).status, 'interrupted');
  assert.deepEqual(reads, []);
  assert.equal((await bench.run(config)).status, 'published');
});

test('a process that is killed while it reads a feed leaves the name of the source to the next run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-killed-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const script = new URL('./support/killed-run.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, pathToFileURL(folder).href], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');
  const store = await openBeside(folder);
  t.after(() => store.close());
  assert.deepEqual(await readSourcesInProgress(store.documents), ['deadly']);
});
