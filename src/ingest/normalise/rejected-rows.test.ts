import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RejectReason } from '../draft.ts';
import { addRejected, mostCommonReason, NO_REJECTED_ROWS, rejectedRow } from './rejected-rows.ts';

const ROWS_KEPT = 5_000;
const row = (at: number, reason: RejectReason, detail = `row ${at}`) =>
  rejectedRow({ page: 1, row: at, externalId: `id-${at}` }, reason, detail);

test('a rejected row says where it is in the feed, without credentials and without long texts', () => {
  const redact = (text: string) => text.replaceAll('s3cret', '…');
  assert.deepEqual(
    rejectedRow({ page: 2, row: 7, externalId: 'a-s3cret' }, 'bad_link', 'leads to s3cret', redact),
    { page: 2, row: 7, externalId: 'a-…', reason: 'bad_link', detail: 'leads to …' },
  );
  const { externalId, detail } = rejectedRow(
    { page: 1, row: 1, externalId: 'i'.repeat(500) },
    'bad_link',
    'd'.repeat(500),
  );
  assert.deepEqual([externalId?.length, detail.length], [80, 200]);
  assert.equal(rejectedRow({ page: 1, row: 1, externalId: null }, 'bad_link', 'x').externalId, null);
});

test('all rejected rows are counted by reason, over all pages', () => {
  const first = addRejected(NO_REJECTED_ROWS, [row(1, 'bad_link'), row(2, 'no_place')]);
  const both = addRejected(first, [row(3, 'bad_link')]);
  assert.deepEqual([both.total, both.byReason], [3, { bad_link: 2, no_place: 1 }]);
  assert.deepEqual(
    both.rows.map((kept) => kept.row),
    [1, 2, 3],
  );
  assert.deepEqual(NO_REJECTED_ROWS, { total: 0, byReason: {}, rows: [] });
});

test('the first five thousand rejected rows are kept, and the others are only counted', () => {
  const page = Array.from({ length: ROWS_KEPT - 1 }, (_, at) => row(at + 1, 'bad_link'));
  const full = addRejected(addRejected(NO_REJECTED_ROWS, page), [
    row(ROWS_KEPT, 'no_place'),
    row(9_999, 'no_place'),
  ]);
  assert.deepEqual(
    [full.total, full.rows.length, full.rows.at(-1)?.row],
    [ROWS_KEPT + 1, ROWS_KEPT, ROWS_KEPT],
  );
  const later = addRejected(full, [row(10_000, 'no_place')]);
  assert.deepEqual([later.total, later.rows.length, later.byReason.no_place], [ROWS_KEPT + 2, ROWS_KEPT, 3]);
});

test('the most common reason is named with its count and the detail of its first row', () => {
  assert.equal(mostCommonReason(NO_REJECTED_ROWS), null);
  const rejected = addRejected(NO_REJECTED_ROWS, [
    row(1, 'no_place', 'the row has no destination'),
    row(2, 'bad_link', 'link is not https'),
    row(3, 'bad_link', 'link contains a port'),
  ]);
  assert.equal(mostCommonReason(rejected), '2 of 3 rejected rows are bad_link (link is not https)');
  assert.equal(mostCommonReason({ ...rejected, rows: [] }), '2 of 3 rejected rows are bad_link ()');
});
