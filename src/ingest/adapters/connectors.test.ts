import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Errors } from 'typebox/value';
import { ADAPTERS } from '../config/adapters.ts';
import type { ParsedRow } from '../draft.ts';
import { CASES, fixture, pageFrom, parseAll } from '../testing/adapters.ts';
import { Connector } from './feed/connector.ts';

const FOLDER = join(import.meta.dirname, 'connectors');
const EXPECTED = join(import.meta.dirname, 'expected');

const readConnector = (file: string): unknown => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

test('every connector has the form of the schema', () => {
  for (const file of readdirSync(FOLDER)) {
    const faults = Errors(Connector, readConnector(file));
    assert.deepEqual([...faults].slice(0, 1), [], file);
  }
});

test('every connector is without contradictions, and its options are enough to check it', () => {
  for (const { adapter, options } of CASES)
    if (adapter !== 'generic') assert.deepEqual(ADAPTERS[adapter]?.conflicts?.(options), [], adapter);
});

/** One line for each row: what it would become, or why not. */
function lineOf(row: ParsedRow): string {
  if (!row.ok) return `${row.ref.externalId ?? `row ${row.ref.row}`}: ${row.reason}`;
  const { externalId, places, model, data, days, prices, promoPrices, basis, link, name, inStock } =
    row.draft;
  const price = Object.entries(prices).map(([currency, amount]) => `${amount} ${currency}`);
  const promo = Object.entries(promoPrices ?? {}).map(([currency, amount]) => `${amount} ${currency}`);
  const parts = [
    name,
    places.join(' '),
    `${model} ${data === null ? '' : data / 1e9}`.trim(),
    days,
    price.join(', '),
    promo.join(', '),
    basis,
    inStock === false ? 'sold out' : '',
    link,
  ];
  return `${externalId}: ${parts.map((part) => part ?? '').join(' | ')}`;
}

// `UPDATE_EXPECTED=1` writes the files again. Read the difference, because these are the plans that will be published.
for (const { adapter, fixture: file, options } of CASES)
  test(`${file} gives its expected plans`, async () => {
    const rows = await parseAll(ADAPTERS[adapter]!, pageFrom(fixture(file)), options);
    const lines = rows.map(lineOf);
    const path = join(EXPECTED, `${file}.json`);
    if (process.env['UPDATE_EXPECTED'] === '1') {
      mkdirSync(EXPECTED, { recursive: true });
      writeFileSync(path, `${JSON.stringify(lines, null, 2)}\n`);
    }
    assert.ok(existsSync(path), `${path} is missing`);
    assert.deepEqual(lines, JSON.parse(readFileSync(path, 'utf8')));
  });
