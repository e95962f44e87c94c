import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRecords, jsonOf, textOf } from './body.ts';
import { xmlRows } from './xml.ts';

const latin1 = (text: string) => ({ number: 1, body: Buffer.from(text, 'latin1') });

test('a feed in another charset is read if the response or its XML declaration states the charset', () => {
  const json = JSON.stringify({ name: 'Tür' });
  assert.deepEqual(jsonOf({ ...latin1(json), charset: 'iso-8859-1' }), { name: 'Tür' });
  const plans = (encoding: string) =>
    `<?xml version="1.0" encoding=${encoding}?><plans><plan><name>Tür</name></plan></plans>`;
  for (const encoding of ['"ISO-8859-1"', "'windows-1252'"])
    assert.deepEqual(Array.from(xmlRows(latin1(plans(encoding)), { path: 'plans.plan' })), [{ name: 'Tür' }]);
});

test('a feed in UTF-8 is read as UTF-8, whatever charset is stated', () => {
  assert.equal(textOf({ number: 1, body: Buffer.from('Tür'), charset: 'iso-8859-1' }), 'Tür');
  assert.equal(textOf({ number: 1, body: Buffer.from('\uFEFFTür') }), 'Tür');
});

test('a feed that is not UTF-8, and states no charset or a wrong one, fails', async () => {
  const unknown = /^The feed is not UTF-8, and neither its Content-Type nor an XML declaration states/;
  assert.throws(() => jsonOf(latin1('["Tür"]')), { name: 'FeedError', message: unknown });
  const records = csvRecords(latin1('id,name\n1,Tür\n'), { delimiter: ',', needed: [] });
  await assert.rejects(Array.fromAsync(records), { name: 'FeedError', message: unknown });
  for (const charset of ['utf-8', 'shift_jis', 'latin-99'])
    assert.throws(() => textOf({ ...latin1('Tür\xff'), charset }), {
      name: 'FeedError',
      message: `The feed is neither UTF-8 nor "${charset}", which it states as its charset.`,
    });
});

test('a stray quotation mark that joins many records fails the feed, and a long description does not', async () => {
  const header = 'id,name,data,days,price';
  const row = (id: number) => `p${id},Japan ${id} GB,${id},30,${4 + id}`;
  const rows = Array.from({ length: 9 }, (_, at) => row(at));
  const read = (lines: readonly string[]) =>
    Array.fromAsync(
      csvRecords(
        { number: 1, body: Buffer.from([header, ...lines].join('\n')) },
        { delimiter: ',', needed: [] },
      ),
      ({ value }) => value,
    );
  const spoilt = rows.map((line, at) =>
    at === 1 ? line.replace('Japan', '"Japan') : at === 7 ? line.replace(' GB', ' GB"') : line,
  );
  await assert.rejects(read(spoilt), {
    name: 'FeedError',
    message: 'A quotation mark joins many records of the CSV in the one that ends on line 9.',
  });
  const description = '"Fast, simple, good\nworks in Japan, too\n\na, b, c, d, e\n1, 2, 3, 4, 5\nend"';
  assert.equal((await read([...rows, `p9,${description},9,30,9`])).length, 10);
});
