/** A feed that tries to exhaust memory fails by itself, with a problem that names the cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { DEFAULT_LIMITS, expectParsable } from '../../src/ingest/parse/body.ts';
import { CASES, pageFrom, parseAll } from '../../src/ingest/testing/adapters.ts';
import { failureOf } from './support/failure.ts';
import { startProvider } from './support/provider.ts';
import { configOf, inProcess, openBench, rows } from './support/shop.ts';

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

test('JSON whose rows all have other keys is not parsed, and keys that repeat or stand in texts do not count', () => {
  const listOf = (count: number, keyOf: (at: number) => string) =>
    Buffer.from(`[${Array.from({ length: count }, (_, at) => `{"${keyOf(at)}" : "key ${at}:"}`).join()}]`);
  assert.throws(
    () => expectParsable(listOf(21_000, (at) => `key ${at}`)),
    /^FeedError: The feed has more than 20,000 different keys in one page\.$/,
  );
  expectParsable(listOf(19_900, (at) => `key ${at}`));
  expectParsable(listOf(100_000, (at) => `key ${at % 100}`));
});

test('a source whose rows take more processor time than it may fails by itself, and the others are published', async () => {
  const feeds = { first: () => rows(1_000), second: () => rows(60) };
  const config = inProcess(feeds, {});
  let processorMs = 0;
  // Each look at the clock finds it ten seconds later: at the start of a source, and after each hundred rows.
  const options = {
    processorMs: () => {
      processorMs += 10_000;
      return processorMs;
    },
  };
  const bench = await openBench();
  const report = await bench.run(config, options);
  assert.deepEqual(
    report.sources.map(({ source, outcome, problem }) => [source, outcome, problem?.code, problem?.message]),
    [
      [
        'first',
        'left_out',
        'too_slow',
        '700 rows took more than 60 s of processor time: set "maximumSeconds" if that is right',
      ],
      ['second', 'ok', undefined, undefined],
    ],
  );
  assert.equal((await bench.plans())['second']?.length, 60);
  const patient = config.sources.map((source) => ({ ...source, maximumSeconds: 200 }));
  const again = await bench.run({ ...config, sources: patient }, options);
  assert.deepEqual(
    again.sources.map(({ outcome }) => outcome),
    ['ok', 'ok'],
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

test('JSON with more rows or values than a source may have is not parsed, in any adapter that reads JSON', async () => {
  const ids = new Set(CASES.filter(({ fixture }) => fixture.endsWith('.json')).map(({ adapter }) => adapter));
  const list = `[${'{},'.repeat(300_000)}{}]`;
  const lists = `[${`[${'{},'.repeat(999)}{}],`.repeat(1_200)}0]`;
  for (const id of ids) {
    assert.equal(
      await failureOf(ADAPTERS[id]!, list),
      'The feed has more than 300,000 rows: set "maximumRows" if that is right.',
      id,
    );
    assert.equal(
      await failureOf(ADAPTERS[id]!, lists),
      'The feed has more than 2,100,000 JSON values in one page: set "maximumRows" if that is right.',
      id,
    );
  }
});

test('commas within strings are no values, and a list may have exactly as many rows as its source', () => {
  const limits = { bytes: 64_000_000, rows: 300_001 };
  const check = (text: string, given = DEFAULT_LIMITS) => expectParsable(Buffer.from(text), given);
  check(`["${',\\"'.repeat(400_000)}"]`);
  check(`[${'0,'.repeat(299_999)}0]`);
  const longer = `[${'0,'.repeat(300_000)}0]`;
  assert.throws(() => check(longer), /more than 300,000 rows/);
  check(longer, limits);
});

test('a source with too many rows fails by itself in every format, unless the operator sets more', async (t) => {
  const provider = await startProvider(t);
  const csv = [
    'id,name,price,days,data,places',
    ...Array.from({ length: 6 }, (_, n) => `p${n},Plan,5,7,1 GB,TR`),
  ];
  const item = '<item><g:id>1</g:id><title>eSIM Turkey 1 GB 7 days</title></item>';
  const feeds: Record<string, string> = {
    json: JSON.stringify(rows(6)),
    csv: csv.join('\n'),
    xml: `<rss><channel>${item.repeat(6)}</channel></rss>`,
    good: JSON.stringify(rows(5)),
  };
  for (const [path, body] of Object.entries(feeds))
    provider.on(`/${path}`, (_request, response) => response.end(body));
  const bench = await openBench();
  const url = (path: string) => `${provider.origin}/${path}`;
  const columns = { name: 'name', price: 'price', days: 'days', data: 'data', places: 'places' };
  const map = { format: 'csv', basis: 'retail', id: 'id', columns, constants: { currency: 'USD' } };
  const report = await bench.run(
    configOf([
      { id: 'json', options: { url: url('json') }, maximumRows: 5 },
      { id: 'csv', adapter: 'generic', options: { url: url('csv'), ...map }, maximumRows: 5 },
      { id: 'xml', adapter: 'googlemerchant', options: { url: url('xml') }, maximumRows: 5 },
      { id: 'good', options: { url: url('good') }, maximumRows: 5 },
    ]),
  );
  const message = 'The feed has more than 5 rows: set "maximumRows" if that is right.';
  for (const { source, problem } of report.sources)
    assert.equal(problem?.message, source === 'good' ? undefined : message, source);
  assert.deepEqual(Object.keys(await bench.plans()), ['good']);
});

test('a CSV with too many columns and an XML row with too many fields or attributes are not kept in memory', async () => {
  const numbers = Array.from({ length: 1_001 }, (_, n) => n);
  const csv = { format: 'csv', basis: 'retail', id: 'n1', columns: {} };
  const header = `${numbers.map((n) => `n${n}`).join(',')}\n1,2`;
  assert.equal(await failureOf(ADAPTERS['generic']!, header, csv), 'The CSV has more than 1000 columns.');
  const xml = (item: string) =>
    failureOf(ADAPTERS['googlemerchant']!, `<rss><channel>${item}</channel></rss>`);
  const fields = numbers.map((n) => `<f${n}>x</f${n}>`).join('');
  assert.equal(await xml(`<item>${fields}</item>`), 'A row of the XML has more than 1000 fields.');
  const attributes = numbers.map((n) => ` a${n}="x"`).join('');
  assert.equal(await xml(`<x${attributes}/>`), 'An element of the XML has more than 100 attributes.');
});

test('the price of the shipping of a product is not its price', async () => {
  const item =
    '<item><g:id>1</g:id><title>eSIM Turkey 1 GB 7 days</title><link>https://one.example/1</link><g:price>5.00 USD</g:price><g:shipping><g:price>0 USD</g:price></g:shipping></item>';
  const adapter = ADAPTERS['googlemerchant']!;
  const page = pageFrom(`<rss><channel>${item}</channel></rss>`);
  const [row] = await parseAll(adapter, page, { url: 'https://one.example/feed' });
  assert.deepEqual(row?.ok === true && row.draft.prices, { USD: '5' });
});
