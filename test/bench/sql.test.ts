import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, tripsFor } from '../../bench/compare/trips.ts';
import { rankedLists } from '../../bench/peers/sql/listed.ts';
import { openSqlite } from '../../bench/peers/sql/sqlite.ts';
import { decode } from '../../src/catalogue/decode.ts';
import { encode } from '../../src/catalogue/encode.ts';
import { fastMarket } from '../../src/sample/fast.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;

test('the ranking written in SQL, which benchmarks compare with, gives the same three lists in every field', async () => {
  const { content, observations } = encode(fastMarket({ plans: 6_000, now: NOW }));
  const catalogue = decode(content, observations, 1);
  const sqlite = openSqlite(catalogue);
  try {
    for (const [index, trip] of tripsFor(bandsOf(catalogue)[3]!, 120).entries()) {
      // Fresh, aging, stale, and on the edge of expiring.
      const now = NOW + [0, 30, 100, 168][index % 4]! * HOUR_MS;
      assert.deepEqual(await sqlite.rank(trip, now), rankedLists(catalogue, trip, now), JSON.stringify(trip));
    }
  } finally {
    await sqlite.close();
  }
});
