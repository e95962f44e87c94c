/** Every form in which a map may state a value, from the row of a feed to its draft. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import type { Draft } from '../../draft.ts';
import { ColumnMap } from '../shared/column-map.ts';
import { columnReader } from '../shared/rows.ts';
import { columnsInLink } from './link-columns.ts';
import { createRowReader } from './row-reader.ts';

const ROW = {
  id: 'p-1',
  where: 'JP',
  data: '5 GB',
  days: '30',
  price: '9.99',
  cur: 'USD',
  link: 'https://shop.example/x',
};
const MAP: ColumnMap = {
  url: 'https://feed.example/',
  format: 'json',
  basis: 'retail',
  id: 'id',
  columns: { places: 'where', data: 'data', days: 'days', price: 'price', currency: 'cur', link: 'link' },
};
/** `outer`: the entry that contains the list of the row. */
function draftOf(row: object, map: Partial<ColumnMap> = {}, outer?: object): Draft {
  const { columns, ...more } = map;
  const whole: ColumnMap = { ...MAP, ...more, columns: { ...MAP.columns, ...columns } };
  const around = outer === undefined ? null : { value: outer, outer: null };
  return createRowReader(whole, columnReader('json')).read({ value: { ...ROW, ...row }, outer: around });
}
const pricesOf = (row: object, map: Partial<ColumnMap>) => draftOf(row, map).prices;

test('amounts are bytes, MB at 1000 or 1024 to a GB, or GB', () => {
  const bytesOf = (data: unknown, dataUnit: string, base?: 1000 | 1024) =>
    draftOf({ data }, { constants: { dataUnit }, ...(base !== undefined && { base }) }).data;
  assert.equal(bytesOf(5 * 1024 ** 3, 'bytes', 1024), 5e9);
  assert.equal(bytesOf(5120, 'MB', 1024), 5e9);
  assert.equal(bytesOf(500, 'MB', 1024), 500e6, 'as it is sold, and not 488 MB');
  assert.equal(bytesOf(5000, 'MB'), 5e9);
  assert.equal(bytesOf('0.5', 'GB'), 500e6);
  assert.equal(draftOf({ data: 3, unit: 'gb' }, { columns: { dataUnit: 'unit' } }).data, 3e9);
});

test('prices have a divisor, decimals, or the smallest unit of each currency, fixed or in a column', () => {
  assert.deepEqual(pricesOf({ price: 99900 }, { priceScale: { divisor: 10_000 } }), { USD: '9.99' });
  assert.deepEqual(pricesOf({ price: 999, by: 100 }, { priceScale: { divisor: 'by' } }), { USD: '9.99' });
  assert.deepEqual(pricesOf({ price: '9990', digits: 3 }, { priceScale: { decimals: 'digits' } }), {
    USD: '9.99',
  });
  const minor = (cur: string, price: number) => pricesOf({ cur, price }, { priceScale: 'minor' });
  assert.deepEqual(
    [minor('USD', 1200), minor('JPY', 1200), minor('KWD', 1200)],
    [{ USD: '12' }, { JPY: '1200' }, { KWD: '1.2' }],
  );
  assert.throws(
    () => pricesOf({ cur: 'JPY', price: 120_000 }, { priceScale: { divisor: 100 } }),
    /The feed counts in cents, and JPY has none/,
  );
  const unknown = { priceScale: { divisor: 'by' } } as const;
  assert.throws(() => draftOf({ by: 7 }, unknown), /The scale of the price is/);
});

test('one column has prices of several currencies, and each currency may have a column', () => {
  assert.deepEqual(pricesOf({ price: '12,50 EUR', cur: '' }, {}), { EUR: '12.5' });
  assert.deepEqual(pricesOf({ price: '¥1,200', cur: 'JPY' }, {}), { JPY: '1200' });
  const columns = { prices: { USD: 'usd', EUR: { column: ['eur_now', 'eur'] } } };
  assert.deepEqual(draftOf({ price: null, usd: 9, eur: 8 }, columns).prices, { USD: '9', EUR: '8' });
  const map = { columns: { price: 'none', prices: 'all' } };
  assert.deepEqual(draftOf({ all: { USD: 9, EUR: null, GBP: 7 } }, map).prices, { USD: '9', GBP: '7' });
});

test('what a partner pays has its own scale, and is never a price for travellers', () => {
  const map: Partial<ColumnMap> = {
    columns: { price: 'rrp', wholesalePrice: 'cost' },
    wholesaleScale: { divisor: 10_000 },
    basis: 'rrp',
  };
  const both = draftOf({ rrp: '9.00', cost: 52_500 }, map);
  assert.deepEqual(
    [both.prices, both.wholesale, both.basis],
    [{ USD: '9' }, { currency: 'USD', amount: '5.25' }, 'rrp'],
  );
  const { basis, prices } = draftOf({ rrp: 0, cost: 52_500 }, map);
  assert.deepEqual([basis, prices], ['wholesale', { USD: '5.25' }]);
});

test('a wholesale price without a currency is scaled in the first currency of the prices for travellers', () => {
  const wholesaleIn = (currency: string) =>
    draftOf(
      { retail: 1200, cost: 1500, price: null, cur: '' },
      {
        columns: { wholesalePrice: 'cost' },
        prices: { [currency]: 'retail' },
        priceScale: 'minor',
      },
    ).wholesale;
  assert.deepEqual(['USD', 'JPY', 'KWD'].map(wholesaleIn), [
    { currency: 'USD', amount: '15' },
    { currency: 'JPY', amount: '1500' },
    { currency: 'KWD', amount: '1.5' },
  ]);
});

test('a wholesale price in an unknown currency is compared with nothing, and is never in another currency', () => {
  const columns = { wholesalePrice: 'cost', wholesaleCurrency: 'unit' };
  const row = { cost: 900, unit: 'CREDITS' };
  assert.equal(draftOf(row, { columns }).wholesale, null);
  assert.deepEqual(draftOf({ ...row, unit: '' }, { columns }).wholesale, { currency: 'USD', amount: '900' });
  assert.throws(() => draftOf({ ...row, price: null }, { columns }), {
    reason: 'unknown_currency',
    message: 'The currency is "CREDITS".',
  });
});

test('lengths are days or hours, with a unit in a column, or words that mean none', () => {
  assert.equal(draftOf({ days: 168 }, { daysUnit: 'hours' }).days, 7);
  const unit = { columns: { daysUnit: 'unit' } } as const;
  assert.deepEqual(
    ['hours', 'day', 'Weeks', 'month'].map((word) => draftOf({ days: 48, unit: word }, unit).days),
    [2, 48, 336, 1440],
  );
  assert.throws(() => draftOf({ days: 1, unit: 'moon' }, unit), /unit of the validity/);
  assert.equal(draftOf({ days: '0' }, { noExpiryValues: ['0'] }).days, null);
});

test('words and numbers that mean unlimited, yes or no', () => {
  for (const data of ['-1', -1, '-1.0', 'Unlimited'])
    assert.equal(draftOf({ data }, { unlimitedValues: ['-1'] }).model, 'unlimited', String(data));
  const flag = { columns: { unlimited: 'isUnlimited', hotspot: 'share' } } as const;
  assert.equal(draftOf({ data: 0, isUnlimited: true }, flag).model, 'unlimited');
  assert.deepEqual(
    [true, 'Yes', 'no', 0, '', 'perhaps'].map((share) => draftOf({ share }, flag).hotspot),
    [true, true, false, false, null, null],
  );
});

test('the named groups of patterns are fields that no column has', () => {
  const map: Partial<ColumnMap> = {
    columns: { places: 'none', data: 'none', days: 'days' },
    extract: [
      { column: 'title', pattern: '^(?<places>.+) (?<data>\\d+ ?GB)' },
      { column: 'title', pattern: '(?<days>\\d+) days' },
    ],
  };
  const { places, data, days } = draftOf({ title: 'Japan 3 GB 7 days' }, map);
  assert.deepEqual([places, data, days], [['Japan'], 3e9, 30], 'the column of the days wins');
  assert.equal(draftOf({ title: 'Japan 3 GB 7 days', days: '' }, map).days, 7);
});

test('an optional group of a pattern that states nothing leaves its field to the next pattern', () => {
  const map: Partial<ColumnMap> = {
    columns: { places: 'none', data: 'none', days: 'none' },
    extract: [
      { column: 'title', pattern: '^(?<places>[A-Z][a-z]+)(?: (?<data>\\d+ GB))?' },
      { column: 'note', pattern: '(?<data>\\d+ GB) (?<days>\\d+) days' },
    ],
  };
  const dataOf = (title: string) => draftOf({ title, note: '5 GB 7 days' }, map).data;
  assert.deepEqual([dataOf('Japan 3 GB'), dataOf('Japan')], [3e9, 5e9]);
});

test('rows are kept and rejected by conditions on booleans, numbers, texts and lists', () => {
  const keep = (column: string, values: (string | number | boolean)[]) => ({ keep: [{ column, values }] });
  const row = { isPlan: true, level: 2, kinds: ['esim', 'data'] };
  for (const map of [keep('isPlan', [true]), keep('level', ['2']), keep('kinds', ['esim'])])
    assert.equal(draftOf(row, map).externalId, 'p-1');
  for (const map of [keep('isPlan', [false]), keep('level', [3]), keep('kinds', ['voice'])])
    assert.throws(() => draftOf(row, map), { reason: 'not_a_plan', filtered: true });
  const refuse = [{ column: 'kinds', pattern: '^data$', reason: 'top_up' as const }];
  assert.throws(() => draftOf(row, { refuse }), { reason: 'top_up' });
});

test('a link is made from columns, from those of the entry around the row, and from short names', () => {
  const map: Partial<ColumnMap> = {
    columns: { link: 'none' },
    link: 'https://shop.example/{outer.slug}/{sku}?p={id}',
    linkNames: { sku: { column: 'code', pattern: '\\d+' } },
  };
  const { link } = draftOf({ code: 'A-17/b' }, map, { slug: 'japan plans' });
  assert.equal(link, 'https://shop.example/japan%20plans/17?p=p-1');
});

test('every name in the braces of a link is a column of the feed, with blanks, brackets and other letters too', () => {
  const link = 'https://shop.example/{Product ID}/{parts[0].slug}/{ürün}';
  assert.ok(Check(ColumnMap.properties.link, link));
  assert.deepEqual(columnsInLink(link), ['Product ID', 'parts[0].slug', 'ürün']);
  const row = { 'Product ID': 'A 7', parts: [{ slug: 'jp' }], ürün: 5 };
  assert.equal(draftOf(row, { columns: { link: 'none' }, link }).link, 'https://shop.example/A%207/jp/5');
});

test('several columns are one id, and a period and a code of a promotion are kept beside the price', () => {
  const map: Partial<ColumnMap> = {
    id: ['where', { column: 'data', pattern: '\\d+' }, 'days'],
    columns: { promoPrice: 'sale', promoPeriod: 'period', promoCode: 'code', promoText: 'text' },
  };
  const draft = draftOf({ sale: '7.99', period: '2026-11-01/2026-12-01', code: 'TEN', text: '10% off' }, map);
  assert.deepEqual(
    [draft.externalId, draft.prices, draft.promoPrices, draft.promotion],
    ['JP-5-30', { USD: '9.99' }, { USD: '7.99' }, { code: 'TEN', text: '10% off' }],
  );
});
