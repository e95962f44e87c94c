import assert from 'node:assert/strict';
import { test } from 'node:test';
import generic from '../adapters/generic.ts';
import { CSV_MAP, fixture, pageFrom } from '../testing/adapters.ts';
import { settings } from '../testing/plans.ts';
import { normaliseSource } from './normalise-source.ts';

test('rows that a keep filter removes are counted and not listed as rejected', async () => {
  const options = { ...CSV_MAP, keep: [{ column: 'sku', values: ['g-1', 'g-5'] }] };
  const page = pageFrom(fixture('generic.csv'));
  async function* pages() {
    yield { number: 1, rows: generic.parse(page, options) };
  }
  const read = await normaliseSource(pages(), settings({ hosts: ['cedar.example'] }), 100, {
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
