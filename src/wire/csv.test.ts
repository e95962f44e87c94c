import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { tripOf } from '../domain/trip.ts';
import { csvName, csvOf } from './csv.ts';
import { examples } from './examples.ts';
import type { Comparison } from './schemas/comparison.ts';

const example = (): Comparison => structuredClone(examples().comparison);
/** A strict parser: every row has the same number of cells, and quotes are only where RFC 4180 allows them. */
const parse = (csv: string): Record<string, string>[] =>
  parseCsv(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];

const COLUMNS =
  'list,rank,provider,plan,usd,list_usd,comparable_usd,copies,model,gb_for_trip,valid_days,generation,hotspot,new_customers_only,identity_check,tax,caveats,price_status,observed_at,coupons,url,attribution,hotspot_gb,calls,sms,refund,group_usd,country,days,then,need,data_gb,travellers,require,max_usd,avoid_exits,computed_at,catalogue,sample,query_url,terms_url,meets_need,short_by_gb,short_by_days,gb_per_day,after_cap,throttle_kbps,uncapped,missing_countries,shop,providers,avoid_providers';

test('every result of every list is a row with the same values, and coupons keep their conditions', () => {
  const csv = csvOf(example());
  assert.equal(csv.split('\r\n')[0], COLUMNS);
  const rows = parse(csv);
  assert.deepEqual(
    rows.map(({ list, rank }) => `${list} ${rank}`),
    ['Recommended 1', 'Cheapest 1', 'Fastest 1'],
  );
  const { usd, gb_for_trip, hotspot, identity_check, caveats, coupons, attribution } = rows[0]!;
  assert.deepEqual(
    [usd, gb_for_trip, hotspot, identity_check, caveats],
    ['12.6', '10', 'true', '', 'coupon'],
  );
  assert.equal(coupons, 'TRIP10, 10% off, in the price: Open to everyone; Ends 2026-12-31');
  assert.equal(attribution, 'Data by Eşim (https://esim.example)');
});

test('every row has the query, the address of the query and the terms, so that a file explains itself', () => {
  const comparison = example();
  comparison.query = {
    ...comparison.query,
    then: [{ country: 'KR', days: 4 }],
    days_total: 11,
    data_gb: 20.5,
    travellers: 3,
    require: ['hotspot', '5g'],
    max_usd: 15.5,
    avoid_exits: ['HK', 'CN'],
    limit: 5,
  };
  comparison.notices.push({ code: 'sample_data', text: 'Sample data' });
  for (const row of parse(csvOf(comparison))) {
    const { calls, sms, refund, hotspot_gb, group_usd } = row;
    assert.deepEqual(
      [calls, sms, refund, hotspot_gb, group_usd],
      ['false', '', 'The shop states (2026-10-01): Unused plans, within 30 days', '', ''],
    );
    const { country, days, then, need, data_gb, travellers, require, max_usd, avoid_exits, sample } = row;
    assert.deepEqual(
      [country, days, then, need, data_gb, travellers, require, max_usd, avoid_exits, sample],
      ['TR', '7', 'KR:4', 'normal', '20.5', '3', 'hotspot,5g', '15.5', 'HK,CN', 'true'],
    );
    assert.equal(row['computed_at'], comparison.query.computed_at);
    assert.equal(row['catalogue'], comparison.query.catalogue);
    assert.equal(
      row['query_url'],
      'https://esim.example/api/v1/plans?country=TR&days=7&need=normal&then=KR:4&data_gb=20.5&travellers=3&require=hotspot,5g&max_usd=15.5&avoid_exits=HK,CN&limit=5',
    );
    assert.equal(row['terms_url'], 'https://esim.example/terms');
  }
});

test('the address of a plain query is short', () => {
  const comparison = example();
  const [row] = parse(csvOf(comparison));
  assert.equal(row?.['query_url'], 'https://esim.example/api/v1/plans?country=TR&days=7&need=normal');
  assert.equal(row?.['sample'], 'false');
});

test('a file is called like its trip', () => {
  const [tr, kr] = [
    { country: 'TR', days: 7 },
    { country: 'KR', days: 4 },
  ];
  assert.equal(csvName(tripOf([tr], 'normal', null)), 'esim-TR-7-days-normal.csv');
  assert.equal(
    csvName(tripOf([tr, kr], 'heavy', 20_500, 3)),
    'esim-TR-KR-11-days-heavy-20.5-gb-3-travellers.csv',
  );
});

test('a file for spreadsheets starts with a byte order mark', () => {
  assert.equal(csvOf(example(), { forSpreadsheet: true }), `\uFEFF${csvOf(example())}`);
});

test('a coupon that is not in the price has its own price, and several coupons stay apart', () => {
  const comparison = example();
  const [result] = comparison.orders.Cheapest;
  const [applied] = result!.coupons;
  const other = {
    ...applied!,
    code: null,
    applied_to_price: false,
    usd: 9.5,
    conditions: ['New customers only'],
  };
  result!.coupons = [applied!, other];
  const row = parse(csvOf(comparison)).find(({ list }) => list === 'Cheapest');
  assert.equal(
    row?.['coupons'],
    'TRIP10, 10% off, in the price: Open to everyone; Ends 2026-12-31 | 10% off, $9.50 with it: New customers only',
  );
});

test('three empty lists result in only the header', () => {
  const comparison = { ...example(), orders: { Recommended: [], Cheapest: [], Fastest: [] } };
  assert.equal(csvOf(comparison), `${COLUMNS}\r\n`);
});

test('every text of a feed is parsed unchanged, and none starts like a formula', () => {
  const begin = fc.constantFrom('', '=', '+', '-', '@', '＝', '\t', '"', ',', ';', "'=", '\r\n', 'ğ日本🇹🇷');
  const texts = fc
    .tuple(begin, fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, texts, (name, provider, code) => {
      const comparison = example();
      const result = comparison.orders.Cheapest[0]!;
      result.plan.name = name;
      result.provider.name = provider;
      result.coupons[0]!.code = code;
      const row = parse(csvOf(comparison)).find(({ list }) => list === 'Cheapest')!;
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠\t\r\n]/);
      const unmarked = (cell = '') => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '');
      assert.deepEqual([unmarked(row['plan']), unmarked(row['provider'])], [name, provider].map(unmarked));
      assert.ok(unmarked(row['coupons']).startsWith(unmarked(code)));
    }),
  );
});
