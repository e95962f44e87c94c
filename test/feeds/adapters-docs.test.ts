import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { parseRates } from '../../src/ingest/config/rates.ts';
import { CouponsSchema, OverridesSchema } from '../../src/ingest/config/schema.ts';
import { REJECT_REASONS } from '../../src/ingest/draft.ts';
import { pageFrom, parseAll, sorted } from '../../src/ingest/testing/adapters.ts';

const TEXT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'feeds.md'), 'utf8');

interface Source {
  readonly adapter: string;
  readonly credentials?: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, unknown>>;
}

function blocks(language: string): string[] {
  return TEXT.split('```')
    .filter((_, index) => index % 2 === 1)
    .filter((block) => block.startsWith(`${language}\n`))
    .map((block) => block.slice(language.length + 1));
}

const documents = blocks('json').map((block) => JSON.parse(block) as Source | { sources: Source[] });
const sources = documents
  .flatMap((document) => ('sources' in document ? document.sources : [document]))
  // A file of overrides is not a source.
  .filter((source) => source.adapter !== undefined);

test('every reject reason is explained, and no other', () => {
  const section = TEXT.slice(TEXT.indexOf('## Why rows are rejected'), TEXT.indexOf('## Write a connector'));
  const explained = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason);
  assert.deepEqual(new Set(explained), new Set<string | undefined>(REJECT_REASONS));
  assert.equal(explained.length, REJECT_REASONS.length);
});

test('every connector is in the table with its credentials, options, price and what is not read', () => {
  for (const { id, credentials, connector } of Object.values(ADAPTERS)) {
    const line = TEXT.split('\n').find((text) => text.startsWith(`| \`${id}\``)) ?? '';
    assert.notEqual(line, '', `${id} is not in the table`);
    if (connector === undefined) continue;
    for (const role of credentials) assert.ok(line.includes(`\`${role}\``), `${id} lacks ${role}`);
    for (const option of connector.needs ?? [])
      assert.ok(line.includes(`\`${option}\``), `${id} lacks ${option}`);
    for (const field of Object.keys(connector.notRead))
      assert.ok(line.includes(`\`${field}\``), `${id} lacks ${field}`);
    const { basis } = connector.map as { readonly basis: string };
    assert.ok(
      line.includes(`| ${basis} | ${connector.confidence} |`),
      `${id}: ${basis}, ${connector.confidence}`,
    );
    assert.ok(TEXT.includes(`- **${id}.** `), `the meanings of ${id} are not explained`);
  }
});

test('every option of the column map is in the text', () => {
  const schema = ADAPTERS['generic']?.options;
  assert.ok(schema !== undefined && 'properties' in schema);
  for (const option of Object.keys(schema.properties as object)) assert.ok(TEXT.includes(option), option);
});

test('the sources in the text are valid', () => {
  assert.ok(sources.length >= 3, 'examples are found');
  for (const { adapter, credentials = {}, options } of sources) {
    const format = ADAPTERS[adapter];
    assert.ok(format);
    assert.ok(Check(format.options as TSchema, options), adapter);
    assert.deepEqual(
      Object.keys(credentials).sort(),
      [...new Set([...format.credentials, ...(format.credentialsIn?.(options) ?? [])])].sort(),
    );
  }
});

test('the example of overrides is valid, and so is the example of exchange rates', () => {
  const overrides = documents.find((document) => 'overrides' in document);
  assert.ok(Check(OverridesSchema, overrides));
  const rates = blocks('json').find((block) => block.includes('"base": "EUR"')) ?? '';
  assert.doesNotThrow(() => parseRates(rates));
});

test('every field of a coupon and of an override is explained', () => {
  const section = TEXT.slice(TEXT.indexOf('### Files that you edit'));
  for (const field of Object.keys(CouponsSchema.properties.coupons.items.properties))
    assert.match(section, new RegExp(`^\\| .*\`${field}\`.* \\|`, 'm'));
  const { set } = OverridesSchema.properties.overrides.items.properties;
  for (const field of Object.keys(set.properties)) assert.ok(TEXT.includes(`\`${field}\``), field);
});

test('the example source reads the example file', async () => {
  const file = blocks('').find((block) => block.startsWith('sku;')) ?? '';
  const map = sources.find(({ adapter }) => adapter === 'generic')?.options ?? {};
  const format = ADAPTERS['generic'];
  assert.ok(format);
  const { drafts, rejected } = sorted(await parseAll(format, pageFrom(file), map));
  assert.deepEqual([...drafts.keys()], ['g-1', 'g-2']);
  assert.deepEqual(rejected, { 'g-5': 'top_up' });
  assert.deepEqual(drafts.get('g-1')?.prices, { CHF: '12.5' });
});
