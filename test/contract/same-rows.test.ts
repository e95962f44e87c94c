/** Twenty trips have the same rows on all interfaces. `test/long/same-rows.test.ts` compares a hundred. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSameRows, tripOf } from '../support/same-rows.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TRIPS = 20;

let service: TestService;
before(async () => {
  service = await startTestService({ limits: { 'comparison.minute': 1_000, 'comparison.day': 1_000 } });
});
after(() => service.stop());

test('trips to countries and regions, with groups and stops, have the same rows over REST, MCP, page and CSV', async () => {
  let rows = 0;
  for (let index = 0; index < TRIPS; index += 1) rows += await assertSameRows(service, tripOf(index));
  assert.ok(rows > TRIPS * 10, `${rows} rows`);
});
