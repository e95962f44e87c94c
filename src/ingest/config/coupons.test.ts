import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUPON } from '../testing/coupons.ts';
import { convertCoupons } from './coupons.ts';
import { parseRates } from './rates.ts';
import type { CouponEntry } from './schema.ts';

const rates = parseRates(JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: '1.25' } }));
const NOW = Date.parse('2026-11-10');
const convert = (change: Partial<CouponEntry>, now = NOW) =>
  convertCoupons([{ ...COUPON, ...change }], rates, now);

test('coupons are converted to USD cents, basis points and milliseconds', () => {
  const { coupons } = convert({
    minimumSpend: { amount: '8.00', currency: 'EUR' },
    maximumDiscount: { amount: '3', currency: 'USD' },
    validUntil: '2026-12-31',
    countries: ['TR', 'GR', 'TR'],
  });
  assert.deepEqual(coupons, [
    {
      id: 'ten',
      provider: 'anka',
      code: 'TRIP10',
      discount: { kind: 'percent', basisPoints: 1250 },
      audience: 'everyone',
      use: 'every_order',
      minimumSpendUsdCents: 1000,
      maximumDiscountUsdCents: 300,
      countries: ['GR', 'TR'],
      plans: null,
      validFrom: null,
      // The last day counts to its end.
      validUntil: Date.parse('2027-01-01T00:00:00Z'),
      verifiedAt: Date.parse('2026-11-01'),
    },
  ]);
  assert.deepEqual(convert({ discount: { amount: '4', currency: 'EUR' } }).coupons[0]?.discount, {
    kind: 'amount',
    usdCents: 500,
  });
});

test('a converted discount and its maximum are rounded down, and a minimum spend is rounded half up', () => {
  const amount = { amount: '1.23', currency: 'EUR' };
  // 1.5375 USD.
  const [coupon] = convert({ discount: amount, maximumDiscount: amount, minimumSpend: amount }).coupons;
  assert.deepEqual(coupon?.discount, { kind: 'amount', usdCents: 153 });
  assert.equal(coupon?.maximumDiscountUsdCents, 153);
  assert.equal(coupon?.minimumSpendUsdCents, 154);
});

test('a coupon that cannot be converted is named, and one that has ended is only left out', () => {
  assert.deepEqual(convert({ discount: { amount: '4', currency: 'GBP' } }), {
    coupons: [],
    unconverted: ['ten'],
    future: [],
  });
  assert.deepEqual(convert({ minimumSpend: { amount: '4', currency: 'GBP' } }).unconverted, ['ten']);
  const after = Date.parse('2026-12-02T00:00:00Z');
  const pounds = { amount: '4', currency: 'GBP' };
  for (const change of [{}, { discount: pounds }, { minimumSpend: pounds }])
    assert.deepEqual(convert({ ...change, validUntil: '2026-12-01' }, after), {
      coupons: [],
      unconverted: [],
      future: [],
    });
  assert.equal(convert({ validUntil: '2026-12-02' }, after).coupons.length, 1);
});

test('a coupon that was confirmed in the future is left out', () => {
  assert.deepEqual(convert({ verifiedAt: '2026-11-12' }), { coupons: [], unconverted: [], future: ['ten'] });
  assert.equal(convert({ verifiedAt: '2026-11-11' }).coupons.length, 1);
});
