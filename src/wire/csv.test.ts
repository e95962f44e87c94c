import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';
import { EXAMPLES } from './examples.ts';
import type { Comparison } from './schemas/comparison.ts';

const example = (): Comparison => structuredClone(EXAMPLES.comparison);

/** A reader as RFC 4180 describes it. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain = '', end] of cells) {
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}

test('every result of every list is a row with the same values, and coupons keep their conditions', () => {
  const [header = [], ...rows] = parse(csvOf(example()));
  assert.equal(
    header.join(', '),
    'list, rank, provider, plan, usd, list_usd, comparable_usd, copies, model, gb_for_trip, valid_days, generation, hotspot, new_customers_only, identity_check, tax, caveats, price_status, observed_at, coupons, url, attribution',
  );
  assert.deepEqual(
    rows.map(([list]) => list),
    ['Recommended', 'Cheapest', 'Fastest'],
  );
  const row = Object.fromEntries(header.map((name, at) => [name, rows[0]?.[at]]));
  assert.deepEqual(
    [row['usd'], row['gb_for_trip'], row['hotspot'], row['identity_check'], row['caveats']],
    ['12.6', '10', 'true', '', 'coupon'],
  );
  assert.equal(row['coupons'], 'TRIP10, 10% off, in the price: Open to everyone; Ends 2026-12-31');
  assert.equal(row['attribution'], 'Data by Eşim (https://esim.example)');
});

test('quotes and commas are kept, and a text that begins like a formula gets an apostrophe', () => {
  for (const [name, shown] of [
    ['5 GB, "best"', '5 GB, "best"'],
    ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
    ['+1 GB', "'+1 GB"],
    ['-1 GB', "'-1 GB"],
    ['@sum', "'@sum"],
  ] as const) {
    const comparison = example();
    comparison.orders.Cheapest[0]!.plan.name = name;
    const row = parse(csvOf(comparison)).find(([list]) => list === 'Cheapest');
    assert.equal(row?.[3], shown);
  }
});
