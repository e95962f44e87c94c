import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bandsOf, tripsFor } from '../../bench/compare/trips.ts';
import { openSqlite } from '../../bench/peers/sql/sqlite.ts';
import { decode } from '../../src/catalogue/decode.ts';
import { encode } from '../../src/catalogue/encode.ts';
import { catalogueOf } from '../../src/catalogue/testing/oracle-market.ts';
import { rank } from '../../src/domain/ranking/rank.ts';
import { markets, oneStop } from '../../src/domain/testing/oracle/markets.ts';
import { oracleLists } from '../../src/domain/testing/oracle/oracle.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR_MS = 3_600_000;

test('the ranking written in SQL, which benchmarks compare with, lists the service’s plans in the same order', () => {
  const { content, observations } = encode(fastMarket({ plans: 6_000, now: NOW }));
  const catalogue = decode(content, observations, 1);
  const sqlite = openSqlite(catalogue);
  const keyOf = (row: number) => `${catalogue.plan(row).provider}/${catalogue.plan(row).id}`;
  try {
    for (const [index, trip] of tripsFor(bandsOf(catalogue)[3]!, 120).entries()) {
      // Fresh, aging, stale, and on the edge of expiring.
      const now = NOW + [0, 30, 100, 168][index % 4]! * HOUR_MS;
      const { recommended, cheapest, fastest } = rank(catalogue.view(trip.country)!, trip, now);
      assert.deepEqual(
        sqlite.rank(trip, now).map((rows) => rows.map(keyOf)),
        [recommended, cheapest, fastest].map((list) => list.map(({ row }) => keyOf(row))),
        JSON.stringify(trip),
      );
    }
  } finally {
    sqlite.close();
  }
});

test('SQL and the naive ranking agree on small random markets with every kind of plan', () => {
  fc.assert(
    fc.property(markets(30), oneStop, (market, { need, stops }) => {
      const catalogue = catalogueOf(market);
      const sqlite = openSqlite(catalogue);
      try {
        const { recommended, cheapest, fastest } = oracleLists(market, { need, stops });
        assert.deepEqual(
          sqlite
            .rank({ ...stops[0]!, need }, market.now)
            .map((rows) => rows.map((row) => `${catalogue.plan(row).provider}/${catalogue.plan(row).id}`)),
          [recommended, cheapest, fastest].map((list) => list.map(({ key }) => key)),
        );
      } finally {
        sqlite.close();
      }
    }),
    { numRuns: 150 },
  );
});
