import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../config/adapters.ts';
import { createParser } from '../read/parsing.ts';
import { CSV_MAP, fixture, pageFrom } from '../testing/adapters.ts';
import { settings } from '../testing/plans.ts';
import { normaliseSource } from './normalise-source.ts';

const generic = ADAPTERS['generic']!;

test('rows that a keep filter removes are counted and not listed as rejected', async () => {
  const options = { ...CSV_MAP, keep: [{ column: 'sku', values: ['g-1', 'g-5'] }] };
  const page = pageFrom(fixture('generic.csv'));
  async function* pages() {
    yield { number: 1, rows: () => generic.parse(page, options) };
  }
  const limits = { rows: 100, maximumSeconds: null };
  const given = settings({ hosts: ['cedar.example'] });
  const read = await normaliseSource(pages(), given, createParser(), limits, {
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
