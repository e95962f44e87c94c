import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowRejected } from '../../parse/value.ts';
import { stockOf } from '../row/stock.ts';
import { productPlan } from './product.ts';
import { titleRules } from './title-rules.ts';

const RULES = titleRules({ regions: { Europe: ['FR', 'DE'] }, ignore: ['Harbour'] });
/** What a title without columns states. */
function read(title: string) {
  const { product: _product, ...plan } = productPlan({ title, paths: [], attributes: [] }, {}, RULES);
  return plan;
}
const reason = (title: string): string => {
  try {
    read(title);
  } catch (error) {
    if (error instanceof RowRejected) return error.reason;
    throw error;
  }
  return 'accepted';
};
const gb = (amount: number) => amount * 1_000_000_000;

test('clear titles are read, however they are written', () => {
  const five = { places: ['JP'], data: gb(5), days: 30, model: 'total' };
  for (const title of [
    'Japan eSIM 5 GB 30 Days',
    'Harbour eSIM Japan – 5GB / 30 Days (5G)',
    '5GB 30-Day Prepaid Travel eSIM for Japan',
    'Japan | 5 GB | 30D | 4G/LTE',
    'Japan 5 GB 1 month',
    'Best Japan eSIM 5GB 30 Days, hotspot allowed, top-up available',
    'Japan 5GB (5 GB) 30 days',
    'Japan 5 GB Only 30 Days',
    'Japan 5GB 30 days, QR code sent in 24Hrs',
    'Japan 5GB 30 Tage',
    '日本 ５ＧＢ 30日間',
    '일본 5GB 30일',
  ]) {
    assert.deepEqual(read(title), five, title);
  }
});

test('daily, unlimited, regional and joint plans are read as such', () => {
  assert.deepEqual(read('Europe 1GB/day 10 days'), {
    places: ['FR', 'DE'],
    data: gb(1),
    days: 10,
    model: 'per_day',
  });
  assert.deepEqual(read('Unlimited Türkiye 2 weeks'), {
    places: ['TR'],
    data: null,
    days: 14,
    model: 'unlimited',
  });
  assert.deepEqual(read('Europe 42 countries 3 GB 7 days').places, ['FR', 'DE']);
  assert.deepEqual(read('Spain and Portugal 3 GB 7 days').places, ['ES', 'PT']);
  assert.deepEqual(read('Trinidad and Tobago 3 GB 7 days').places, ['TT']);
  assert.deepEqual(read('USA & Canada 3 GB 7 days').places, ['US', 'CA']);
  assert.deepEqual(read('Europe + UK 3 GB 7 days').places, ['FR', 'DE', 'GB']);
  assert.deepEqual(read('Bali 3 GB 7 days').places, ['Bali']);
  assert.deepEqual(read('Dubai eSIM 1,5 GB 7 days').data, gb(1.5));
  assert.equal(read('Spain unlimited 2 GB/day 7 days').model, 'unlimited');
  assert.equal(read('日本 使い放題 7日間').model, 'unlimited');
  assert.equal(read('日本 1GB/日 7日間').model, 'per_day');
});

test('"5G" is a network and never 5 GB', () => {
  assert.equal(reason('Spain 5G 30 Days'), 'ambiguous_title');
  assert.deepEqual(read('Spain 5G 3 GB 30 Days').data, gb(3));
});

test('whatever could mean two things is refused', () => {
  for (const title of [
    'Spain 5 GB or 10 GB 30 days',
    'Spain 1-3 GB 7 days',
    'Spain 5 GB 7-10 days',
    'Spain 5 GB 7/15 days',
    'Spain 5 GB 7 days or 30 days',
    'Spain 5 GB',
    'Spain 7 days',
    'Spain 2 x 5 GB 7 days',
    `Spain 5 GB ${'very '.repeat(300)} 7 days`,
  ]) {
    assert.equal(reason(title), 'ambiguous_title', title);
  }
});

test('titles without a certain place are refused', () => {
  assert.equal(reason('5 GB 30 days eSIM'), 'no_place');
  assert.equal(reason('Atlantis 5 GB 30 days'), 'unknown_place');
  assert.equal(reason('Spain and Atlantis 5 GB 30 days'), 'unknown_place');
  assert.equal(reason('Asia 5 GB 30 days'), 'unknown_place');
});

test('other goods are told apart', () => {
  assert.equal(reason('Spain 5 GB 30 days top-up'), 'top_up');
  assert.equal(reason('Spain 5 GB 30 days auto-renewal'), 'subscription');
  for (const goods of [
    'gift card',
    'SIM card',
    'physical SIM',
    'SIM adapter',
    'card reader',
    'SIM-Karte',
    'SIMカード',
  ])
    assert.equal(reason(`Spain 5 GB 30 days ${goods}`), 'not_a_plan', goods);
  assert.equal(reason('SIM card for Spain 5 GB 30 days'), 'not_a_plan');
  assert.deepEqual(read('Indonesia (incl. Bali) 5GB 30 days').places, ['ID', 'Bali']);
});

test('any title is accepted or rejected without a crash, and the answer is the same twice', () => {
  const words = fc.constantFrom(
    'Spain',
    '5 GB',
    '5G',
    '30 days',
    '7-10',
    'Unlimited',
    '/day',
    'and',
    '&',
    '-',
    '(',
    '1.',
    ',',
  );
  const titles = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
  );
  fc.assert(fc.property(titles, (title) => assert.equal(reason(title), reason(title))));
  // Were the work to grow with the square of the length, these would not end within the runner's patience.
  for (const piece of ['1-', '1 ', ' -', ',', 'a ', '. '])
    assert.notEqual(reason(piece.repeat(200_000)), null);
});

test('a stock is a text or a number of pieces, and a negative number is sold out', () => {
  for (const value of ['in stock', 'InStock', '12', 12, true, '1'])
    assert.equal(stockOf(value), true, String(value));
  for (const value of ['out_of_stock', 'Sold out', '0', 0, '-1', '−1', -1, false, 'false', '-5.0'])
    assert.equal(stockOf(value), false, String(value));
  for (const value of ['', 'ask us', null, undefined]) assert.equal(stockOf(value), null, String(value));
});

test('"valid for 30 days" is the length if the title states no other, and "valid for 90 days" the time to activate', () => {
  for (const title of [
    'Japan eSIM 5 GB valid for 30 days',
    'Japan eSIM 5 GB, valid 30 days',
    'Japan eSIM 5 GB | Auto Activating 30 Day Validity | Hotspot',
    'Japan eSIM 5 GB valid for 30 days, install within 180 days',
  ])
    assert.equal(read(title).days, 30, title);
  assert.equal(read('Japan eSIM 5 GB 7 days, valid for 30 days').days, 7);
  assert.equal(reason('Japan eSIM 5 GB install within 180 days'), 'ambiguous_title');
  assert.equal(reason('Japan eSIM 5 GB valid for 90 days'), 'ambiguous_title');
  assert.equal(reason('Japan eSIM 5 GB valid for 30 days or valid for 60 days'), 'ambiguous_title');
});
