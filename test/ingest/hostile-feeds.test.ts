/** A feed that tries to exhaust memory fails by itself, with a problem that names the cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { CASES } from '../../src/ingest/testing/adapters.ts';
import { failureOf } from './support/hostile.ts';
import { startProvider } from './support/provider.ts';
import { configOf, openBench, rows } from './support/shop.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('JSON that is nested too deeply is not parsed, in any adapter that reads JSON', async () => {
  const ids = new Set(CASES.filter(({ fixture }) => fixture.endsWith('.json')).map(({ adapter }) => adapter));
  assert.ok(ids.size > 10);
  for (const id of ids)
    assert.equal(
      await failureOf(ADAPTERS[id]!, nested(200_000)),
      'The JSON is nested more than 64 deep.',
      id,
    );
});

test('brackets within strings are no nesting', async (t) => {
  const provider = await startProvider(t);
  const planName = `${'['.repeat(100)}\\"${'{'.repeat(100)}`;
  provider.on('/', (_request, response) => response.end(JSON.stringify(rows(3, () => ({ planName })))));
  const bench = await openBench();
  const report = await bench.run(configOf([{ id: 'first', options: { url: `${provider.origin}/` } }]));
  assert.equal(report.sources[0]?.problem, null);
});

test('a response and a packed file may unpack to no more than the maximum of their source', async (t) => {
  const provider = await startProvider(t);
  const bomb = gzipSync(Buffer.alloc(3_000_000, ' '));
  assert.ok(bomb.length < 100_000);
  provider.on('/encoded', (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  provider.on('/file', (_request, response) => response.end(bomb));
  const bench = await openBench();
  const codeOf = async (path: string) => {
    const source = { id: path, options: { url: `${provider.origin}/${path}` }, maximumMegabytes: 1 };
    const report = await bench.run(configOf([source]));
    const { code, message } = report.sources[0]?.problem ?? assert.fail();
    return `${code}: ${message}`;
  };
  assert.equal(await codeOf('encoded'), 'too_large: the response is larger than 1 MB');
  assert.equal(await codeOf('file'), 'bad_feed: The feed is a damaged or oversized gzip file.');
});
