/** Every format of a feed, packed or not, gives the same rows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ADAPTERS } from '../../config/adapters.ts';
import { type Options, pageFrom, parseAll, sorted } from '../../testing/adapters.ts';

const generic = ADAPTERS['generic']!;
const MAP: Options = {
  url: 'https://feed.example/',
  basis: 'retail',
  id: 'sku',
  columns: { places: 'where', data: 'gb', days: 'days', price: 'price', link: 'page' },
  constants: { dataUnit: 'GB', currency: 'USD' },
};
const RECORD = { sku: 'a', where: 'JP', gb: '3', days: '7', price: '8.00', page: 'https://a.example/a' };
const NESTED = { ...RECORD, plan: { sku: RECORD.sku } };
const CELLS = Object.values(RECORD);
const HEADER = Object.keys(RECORD);
const ELEMENTS = HEADER.map((name, at) => `<${name}>${CELLS[at]}</${name}>`).join('');

async function idsIn(text: string | Uint8Array, options: Options): Promise<readonly string[]> {
  const { drafts } = sorted(await parseAll(generic, pageFrom(text), { ...MAP, ...options }));
  return [...drafts].map(([id, { places, data, days, prices }]) =>
    [id, places, data! / 1e9, days, prices['USD']].join(' '),
  );
}

const FORMS: Readonly<Record<string, readonly [text: string, options: Options]>> = {
  'a JSON list': [JSON.stringify([RECORD]), { format: 'json' }],
  'a list within JSON': [
    JSON.stringify({ data: { items: [RECORD] } }),
    { format: 'json', rows: 'data.items' },
  ],
  'a list in each entry of JSON': [
    JSON.stringify([{ variants: [RECORD] }, { variants: [] }]),
    { format: 'json', inner: 'variants' },
  ],
  'two levels of lists': [
    JSON.stringify([{ operators: [{ packages: [RECORD] }] }]),
    { format: 'json', inner: ['operators', 'packages'] },
  ],
  'a list in each entry of JSON, with the id at a path of its entries': [
    JSON.stringify([{ variants: [NESTED] }]),
    { format: 'json', inner: 'variants', id: 'plan.sku' },
  ],
  'a list within JSON, with the id at a path of its entries': [
    JSON.stringify([NESTED]),
    { format: 'json', id: 'plan.sku' },
  ],
  'a list in each line of JSON Lines': [
    `${JSON.stringify({ variants: [RECORD] })}\n`,
    { format: 'jsonl', inner: 'variants' },
  ],
  'JSON Lines': [`${JSON.stringify(RECORD)}\n`, { format: 'jsonl' }],
  'CSV with a header row': [`${HEADER.join()}\n${CELLS.join()}\n`, { format: 'csv' }],
  'bars without a header row': [`${CELLS.join('|')}\n`, { format: 'csv', delimiter: '|', header: HEADER }],
  'tab-separated text': [`${HEADER.join('\t')}\n${CELLS.join('\t')}\n`, { format: 'tsv' }],
  'tab-separated text without a header row': [`${CELLS.join('\t')}\n`, { format: 'tsv', header: HEADER }],
  'XML elements': [`<shop><plan>${ELEMENTS}</plan></shop>`, { format: 'xml', rows: 'shop.plan' }],
  'XML within elements': [
    `<shop><land><plan>${ELEMENTS}</plan></land></shop>`,
    { format: 'xml', rows: 'shop.land', inner: 'plan' },
  ],
  RSS: [`<rss><channel><item>${ELEMENTS}</item></channel></rss>`, { format: 'rss' }],
  Atom: [`<feed><entry>${ELEMENTS}</entry></feed>`, { format: 'atom' }],
  'the one of several formats that a page has': [
    `<rss><channel><item>${ELEMENTS}</item></channel></rss>`,
    { format: ['json', 'atom', 'rss'] },
  ],
};

describe('a plan is read from', () => {
  for (const [name, [text, options]] of Object.entries(FORMS))
    test(`${name}, also packed`, async () => {
      assert.deepEqual(await idsIn(text, options), ['a JP 3 7 8']);
      assert.deepEqual(await idsIn(gzipSync(text), options), ['a JP 3 7 8']);
    });
});

test('a path that no row has fails the feed, and the message names the path and the keys that were found', async () => {
  const columns = { ...(MAP['columns'] as object), hotspot: 'features.tethering' };
  await assert.rejects(
    idsIn(JSON.stringify([{ ...RECORD, features: {} }]), { format: 'json', columns }),
    /No row has "features\.tethering", which is read for "hotspot"\. The rows have "sku", "where", .*"features"\. If the feed may lack it, add "hotspot" to "optional"\./,
  );
  const optional = { format: 'json', columns, optional: ['hotspot'] };
  assert.deepEqual(await idsIn(JSON.stringify([RECORD]), optional), ['a JP 3 7 8']);
});

test('a response that reports a failure fails the feed with its message', async () => {
  const options = { format: 'json', rows: 'items', expect: { success: true }, error: 'errors[0].message' };
  const body = (success: boolean, errors: object[] = []) =>
    JSON.stringify({ success, errors, items: [RECORD] });
  assert.deepEqual(await idsIn(body(true), options), ['a JP 3 7 8']);
  await assert.rejects(idsIn(body(false), options), /does not report success: "success" is not true/);
  await assert.rejects(idsIn(body(true, [{ message: 'quota' }]), options), /rejected the request: quota/);
});
