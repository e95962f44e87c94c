import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIENCES, COUPON_USES, type ValidCoupon } from '../../domain/coupon.ts';
import { couponConditions, PROMOTION_CONDITIONS } from '../../wire/sentences/offers.ts';
import { cardTexts } from './card-texts.ts';

const COUPON = {
  code: null,
  minimumSpendUsdCents: 1000,
  maximumDiscountUsdCents: 500,
  countries: ['TR'],
  plans: ['a'],
  verification: 'lapsed',
  verifiedAt: Date.UTC(2026, 0, 1),
  validUntil: Date.UTC(2026, 11, 31),
} as unknown as ValidCoupon;

/** The first trip does not visit every country of the coupon, the second one does. Each has a condition of its own. */
const TRIPS = [[], ['TR']];

/** Every condition that a response can have, and the notes of a plan. */
const SENTENCES = [
  ...AUDIENCES.flatMap((audience) =>
    COUPON_USES.flatMap((use) =>
      TRIPS.flatMap((stops) => couponConditions({ ...COUPON, audience, use }, stops)),
    ),
  ),
  ...PROMOTION_CONDITIONS,
  'Sold to new customers only, once',
  'Named for Scotland, a part of United Kingdom',
  'Not valid in FR, DE',
  'Fair use not stated',
  '100 minutes of calls',
  '20 text messages',
];

test('the plan cards have every condition and note in every language except English, which needs no translation', () => {
  for (const [code, texts] of Object.entries(cardTexts())) {
    const { sentences } = texts as { sentences: [pattern: string, template: string][] };
    if (code === 'en') assert.deepEqual(sentences, []);
    else {
      for (const sentence of SENTENCES) {
        const found = sentences.find(([pattern]) => new RegExp(`^${pattern}$`).test(sentence));
        assert.ok(found !== undefined && found[1] !== '', `${code}: ${sentence}`);
        assert.notEqual(found[1], sentence, code);
      }
    }
  }
});
