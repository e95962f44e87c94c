import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
const market = fastMarket({ plans: 3_000, now: NOW });
const plans = market.plans.map(({ plan }) => plan);

test('a fast market has exactly the number of plans that was asked for, all observed now, and is marked as a sample', () => {
  assert.equal(market.plans.length, 3_000);
  assert.ok(market.plans.every(({ observation }) => observation.observedAt === NOW));
  assert.equal(market.sample, true);
  const counted = market.sources.reduce((sum, source) => sum + source.plans, 0);
  assert.equal(counted, 3_000);
});

test('every plan belongs to a listed provider and is unique there', () => {
  const providers = new Set(market.providers.map(({ id }) => id));
  const keys = new Set(plans.map(({ provider, id }) => `${provider}/${id}`));
  assert.equal(keys.size, market.plans.length);
  for (const { provider, source } of plans) {
    assert.ok(providers.has(provider));
    assert.equal(source, provider);
  }
});

test('converted prices carry their rate and day, prices in USD carry none', () => {
  for (const { price } of plans) {
    assert.ok(price.usdCents > 0);
    assert.equal(price.rate === null, price.currency === 'USD');
    assert.equal(price.rateDate === null, price.currency === 'USD');
  }
});

test('plans share equal allowances and facts, so that a million plans fit into memory', () => {
  assert.ok(new Set(plans.map((plan) => plan.allowance)).size < 200);
  assert.ok(new Set(plans.map((plan) => plan.facts)).size < 200);
});
