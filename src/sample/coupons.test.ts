import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertCoupons } from '../ingest/config/coupons.ts';
import { sampleCoupons } from './coupons.ts';
import { sampleMarket } from './market.ts';
import { sampleRates } from './prices.ts';

const NOW = Date.UTC(2026, 9, 20, 12);
const market = sampleMarket();
const { coupons, unconverted } = convertCoupons(sampleCoupons(NOW, market), sampleRates(NOW), NOW);

test('every coupon can be read, belongs to a shop of the market and has an id of its own', () => {
  assert.deepEqual(unconverted, []);
  assert.equal(new Set(coupons.map((coupon) => coupon.id)).size, coupons.length);
  const shops = new Set(market.providers.map((provider) => provider.id));
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
  for (const { provider, plans } of named) {
    const shop = market.providers.find(({ id }) => id === provider) ?? assert.fail(provider);
    const ids = new Set([...market.offersOf(shop)].map((offer) => offer.id));
    for (const id of plans ?? []) assert.ok(ids.has(id), id);
  }
});

test('a coupon was verified before now, and the list stays the same within a month', () => {
  for (const { verifiedAt } of coupons) assert.ok(verifiedAt <= NOW);
  assert.deepEqual(sampleCoupons(NOW + 86_400_000, market), sampleCoupons(NOW, market));
});
