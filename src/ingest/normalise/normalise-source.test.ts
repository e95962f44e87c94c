import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import type { Draft, ParsedRow, RejectedRow } from '../draft.ts';
import { createParser } from '../read/parsing.ts';
import type { PageOfRows } from '../read/read-pages.ts';
import { CSV_MAP, fixture, pageFrom } from '../testing/adapters.ts';
import { draft, settings } from '../testing/plans.ts';
import { normaliseSource } from './normalise-source.ts';

const generic = ADAPTERS['generic']!;

test('rows that a keep filter removes are counted and not listed as rejected', async () => {
  const options = { ...CSV_MAP, keep: [{ column: 'sku', values: ['g-1', 'g-5'] }] };
  const page = pageFrom(fixture('generic.csv'));
  async function* pages() {
    yield { number: 1, rows: () => generic.parse(page, options) };
  }
  const limits = { rows: 100, maximumSeconds: null };
  const given = settings({ hosts: ['cedar.example'] });
  const read = await normaliseSource(pages(), given, createParser(), limits, {
    redact: (text) => text,
  });
  const { rows, filtered, rejected, candidates } = read;
  assert.ok(filtered > 0);
  assert.equal(rows, candidates.length + rejected.total + filtered);
  assert.deepEqual(
    rejected.rows.filter(({ reason }) => reason === 'not_a_plan'),
    [],
  );
});

const LIMITS = { rows: 1_000, maximumSeconds: null };
const given = settings();
/** A page of rows that are already parsed. */
const page = (number: number, rows: readonly ParsedRow[]): PageOfRows => ({
  number,
  rows: async function* () {
    yield* rows;
  },
});
const sound = (row: number, change: Partial<Draft> = {}): ParsedRow => ({
  ok: true,
  ref: { page: 1, row, externalId: `plan-${row}` },
  draft: draft({ externalId: `plan-${row}`, ...change }),
});
const readAll = (
  pages: readonly PageOfRows[],
  events: Partial<Parameters<typeof normaliseSource>[4]> = {},
  limits = LIMITS,
) =>
  normaliseSource(
    (async function* () {
      yield* pages;
    })(),
    given,
    createParser(),
    limits,
    { redact: (text) => text.replaceAll('s3cret', '…'), ...events },
  );

test('rejected rows are listed, reported at once and free of credentials', async () => {
  const reported: RejectedRow[] = [];
  const broken: ParsedRow = {
    ok: false,
    ref: { page: 1, row: 2, externalId: 's3cret' },
    reason: 'impossible_price',
    detail: 'price "s3cret"',
  };
  const { rejected, candidates, filtered } = await readAll(
    [page(1, [sound(1), broken, sound(3, { basis: 'wholesale' })])],
    { onReject: (row) => reported.push(row) },
  );
  assert.deepEqual([candidates.length, filtered, rejected.total], [1, 0, 2]);
  assert.deepEqual(rejected.rows, reported);
  assert.deepEqual(
    reported.map(({ row, externalId, reason, detail }) => [row, externalId, reason, detail]),
    [
      [2, '…', 'impossible_price', 'price "…"'],
      [3, 'plan-3', 'wholesale_only', 'the row has no retail price'],
    ],
  );
});

test('each page is reported with the number of rows so far, and each plan keeps its place in the feed', async () => {
  const seen: (readonly [number, number] | 'parsing')[] = [];
  const { candidates, rows } = await readAll([page(1, [sound(1), sound(2)]), page(2, [sound(3)])], {
    onParsing: () => seen.push('parsing'),
    onPage: (number, rows) => seen.push([number, rows]),
  });
  assert.deepEqual(seen, ['parsing', [1, 2], 'parsing', [2, 3]]);
  assert.equal(rows, 3);
  assert.deepEqual(
    candidates.map(({ ref, plan }) => [ref.row, plan.externalId]),
    [
      [1, 'plan-1'],
      [2, 'plan-2'],
      [3, 'plan-3'],
    ],
  );
});

test('a feed may have as many rows as its limit and not one more', async () => {
  const rows = [sound(1), sound(2), sound(3)];
  const limits = (most: number) => ({ rows: most, maximumSeconds: null });
  assert.equal((await readAll([page(1, rows)], {}, limits(3))).rows, 3);
  await assert.rejects(readAll([page(1, rows.slice(0, 2)), page(2, rows.slice(2))], {}, limits(2)), {
    name: 'FeedError',
    message: /more than 2 rows/,
  });
});

test('other tasks of the thread run while a page of many rows is normalised', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await readAll([
    page(
      1,
      Array.from({ length: 500 }, (_, at) => sound(at + 1)),
    ),
  ]);
  clearImmediate(timer);
  assert.ok(turns >= 4, `${turns} turns of the event loop`);
});

test('regions without countries and promotions with a code are proposed to the operator', async () => {
  const promotion = { code: 'TRIP10', text: '10% off' };
  // The third row is rejected, so that its promotion does not count.
  const { proposals } = await readAll([
    page(1, [sound(1, { promotion }), sound(2, { promotion }), sound(3, { places: ['Europe'], promotion })]),
  ]);
  assert.deepEqual(proposals.regions, { Europe: 1 });
  assert.deepEqual(proposals.coupons, [{ provider: 'shop', code: 'TRIP10', text: '10% off', rows: 2 }]);
});
