import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_USD_FOR } from '../../scripts/sample-market/prices.ts';
import { convertCoupons } from '../../src/ingest/config/coupons.ts';
import { latestMonday, sampleConfig } from '../../src/sample/sample-market.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
const config = await sampleConfig({ now: NOW });
const rates = { date: latestMonday(NOW), usdFor: SAMPLE_USD_FOR };
const { coupons, unconverted } = convertCoupons(config.coupons, rates, NOW);

test('every coupon can be read, belongs to a shop of the market and has an id of its own', () => {
  assert.deepEqual(unconverted, []);
  assert.equal(new Set(coupons.map((coupon) => coupon.id)).size, coupons.length);
  const shops = new Set(config.providers.map(({ id }) => id));
  for (const coupon of coupons) assert.ok(shops.has(coupon.provider), coupon.provider);
});

test('every kind of coupon is there', () => {
  const has = (what: string, of: (coupon: (typeof coupons)[number]) => boolean) =>
    assert.ok(coupons.some(of), what);
  has('percent', ({ discount }) => discount.kind === 'percent');
  has('amount', ({ discount }) => discount.kind === 'amount');
  has('with a code', ({ code }) => code !== null);
  has('automatic', ({ code }) => code === null);
  for (const audience of ['everyone', 'new_customers', 'app_only'] as const)
    has(audience, (coupon) => coupon.audience === audience);
  for (const use of ['first_order', 'every_order'] as const) has(use, (coupon) => coupon.use === use);
  has('minimum spend', (coupon) => coupon.minimumSpendUsdCents !== null);
  has('maximum discount', (coupon) => coupon.maximumDiscountUsdCents !== null);
  has('countries', (coupon) => coupon.countries !== null);
  has('not yet valid', (coupon) => coupon.validFrom !== null && coupon.validFrom > NOW);
  has('ends', (coupon) => coupon.validUntil !== null && coupon.validUntil > NOW);
  has('without an end', (coupon) => coupon.validUntil === null);
});

test('the coupon that names plans names plans that exist', () => {
  const named = coupons.filter((coupon) => coupon.plans !== null);
  assert.ok(named.length > 0);
  const sold = new Set(
    fastMarket({ now: NOW }).plans.map(({ plan: { provider, id } }) => `${provider}/${id}`),
  );
  // A coupon lists a plan under every id that it may be published under, so one of them must exist.
  for (const { provider, plans } of named)
    assert.ok(
      plans?.some((id) => sold.has(`${provider}/${id}`)),
      plans?.join(),
    );
});

test('a coupon was confirmed before now', () => {
  for (const { verifiedAt } of coupons) assert.ok(verifiedAt <= NOW);
});
