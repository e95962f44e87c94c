import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AUDIENCES, COUPON_USES } from '../../domain/coupon.ts';
import { REASON_CODES } from '../../domain/ranking/ranked.ts';
import { couponConditions, reasonOnWire, discountText as wireDiscount } from '../../wire/sentences.ts';
import { formatFor } from '../format.ts';
import { exampleResult } from '../testing/harness.ts';
import { en } from '../texts/en.ts';
import { tr } from '../texts/tr.ts';
import { discountText, reasonText, translate } from './sentences.ts';

const english = formatFor(en);
const turkish = formatFor(tr);
const cents = fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: null });

const coupon = fc.record({
  id: fc.constant('c'),
  provider: fc.constant('p'),
  code: fc.constantFrom('TRIP10', null),
  discount: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), basisPoints: fc.integer({ min: 1, max: 9_900 }) }),
    fc.record({ kind: fc.constant('amount' as const), usdCents: fc.integer({ min: 1, max: 9_999 }) }),
  ),
  audience: fc.constantFrom(...AUDIENCES),
  use: fc.constantFrom(...COUPON_USES),
  minimumSpendUsdCents: cents,
  maximumDiscountUsdCents: cents,
  countries: fc.constantFrom(null, ['TR']),
  plans: fc.constantFrom(null, ['x']),
  validFrom: fc.constant(null),
  validUntil: fc.constantFrom(null, Date.parse('2026-12-31T23:59:59Z')),
  verifiedAt: fc.constant(0),
  confirmation: fc.constantFrom('recent', 'aging', 'lapsed'),
});

test('every condition of every coupon is said in the page’s language, none is lost', () => {
  fc.assert(
    fc.property(coupon, (made) => {
      for (const sentence of couponConditions(made)) {
        assert.notEqual(translate(sentence, turkish), sentence);
        assert.notEqual(translate(sentence, english), '');
      }
      assert.match(discountText(wireDiscount(made), turkish), /\d/);
    }),
    { numRuns: 60 },
  );
});

test('a sentence that is not known stays as it is', () => {
  assert.equal(translate('On full moons only', turkish), 'On full moons only');
  assert.equal(
    translate('Not confirmed since 2026-10-02', turkish),
    '2 Eki 2026 tarihinden beri doğrulanmadı',
  );
  assert.equal(translate('Not valid in CY, XK', turkish), 'Çalışmadığı yerler: Kıbrıs, Kosova');
  assert.equal(translate('Named for Norway', turkish), 'Adında geçen yer: Norveç');
  assert.equal(
    translate('Named for Scotland, a part of United Kingdom', turkish),
    'Adında geçen yer: Scotland (Birleşik Krallık içinde bir bölge)',
  );
});

test('each reason says its figure as the wire says it', () => {
  const values: Record<string, number> = {
    short_of_days: 3,
    short_of_data: 2_500,
    short_of_full_speed_data: 2_500,
    several_purchases: 2,
    above_cheapest: 7,
    spare_data: 3_500,
    little_spare_data: 500,
    spare_data_daily: 1_000,
    part_at_reduced_speed: 512,
    full_speed_daily: 3_000,
    several_networks: 2,
    covers_trip: 30,
  };
  const result = exampleResult((made) => {
    made.why.reasons = REASON_CODES.map((code) => reasonOnWire({ code, value: values[code] ?? null }));
  });
  const figures = (text: string) => text.replaceAll(',', '.').match(/\d+(?:\.\d+)?(?!G)/g) ?? [];
  const wire = result.why.reasons;
  for (const format of [english, turkish]) {
    for (const [index, reason] of result.why.reasons.entries()) {
      const said = reasonText(reason, format);
      assert.deepEqual(figures(said), figures(wire[index]?.text ?? ''), said);
    }
  }
});
