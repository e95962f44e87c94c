/** A hundred trips have the same rows on all interfaces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSameRows, tripOf } from '../support/same-rows.ts';
import { startTestService } from '../support/service.ts';

const TRIPS = 100;

test('a hundred trips have the same rows over REST, MCP, page and CSV', async (t) => {
  const limits = { 'comparison.minute': 10_000, 'comparison.day': 10_000 };
  const service = await startTestService({ limits });
  t.after(() => service.stop());
  let rows = 0;
  for (let index = 0; index < TRIPS; index += 1) rows += await assertSameRows(service, tripOf(index));
  t.diagnostic(`${rows} rows`);
  assert.ok(rows > TRIPS * 10, `${rows} rows`);
});
