import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN } from '../catalogue/testing/market.ts';
import type { Observation } from '../domain/plan.ts';
import { serialiseComparison } from './comparison.ts';

const DAY_MS = 86_400_000;

function historyOf(seen: Partial<Observation>) {
  const market = marketOf([PLAIN_PLAN], { observation: { ...observedAt(NOON), ...seen } });
  const identity = { serviceName: 'Eşim', baseUrl: 'https://esim.example' };
  const { orders } = serialiseComparison(
    createCatalogue(market),
    { country: 'TR', days: 7, need: 'normal' },
    { identity, now: NOON, freshUntil: NOON + 900_000 },
  );
  return orders.Cheapest[0]?.price.history;
}

test('a plan has no price history on the day that it was first seen', () => {
  assert.equal(historyOf({ firstSeenAt: NOON }), null);
  // The same UTC day.
  assert.equal(historyOf({ firstSeenAt: NOON - 11 * 3_600_000 }), null);
});

test('from the second day on, a price has its range of 30 days, its last change and the first observation', () => {
  const firstSeenAt = NOON - 40 * DAY_MS;
  assert.deepEqual(historyOf({ firstSeenAt, lowestCents: 1_299, highestCents: 1_550 }), {
    lowest_30d_usd: 12.99,
    highest_30d_usd: 15.5,
    changed_at: null,
    first_seen_at: '2025-12-06T12:00:00.000Z',
  });
  const changed = historyOf({ firstSeenAt, priceChangedAt: NOON - DAY_MS });
  assert.equal(changed?.changed_at, '2026-01-14T12:00:00.000Z');
});
