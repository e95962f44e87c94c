import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minorDigits } from './currency.ts';
import { centsToUsd, minorToUsdCents, parseMinor, percentOff, perDayCents, perGbCents } from './money.ts';

const cents = fc.integer({ min: 0, max: 100_000_000 });
const basisPointsUpTo100Percent = fc.integer({ min: 0, max: 10_000 });

test('a discount in hundredths of a percent is rounded down to the cent', () => {
  assert.equal(percentOff(999, 1_000), 99, '10% of $9.99');
  assert.equal(percentOff(1_000, 1_000), 100);
  assert.equal(percentOff(1, 9_999), 0);
});

test('a discount is less than a cent below its exact value', () => {
  fc.assert(
    fc.property(cents, basisPointsUpTo100Percent, (amount, basisPoints) => {
      const exact = BigInt(amount) * BigInt(basisPoints);
      const off = BigInt(percentOff(amount, basisPoints)) * 10_000n;
      assert.ok(off <= exact && exact - off < 10_000n);
    }),
  );
});

test('the discount of one order is at least the sum of the discounts of its parts', () => {
  fc.assert(
    fc.property(cents, cents, basisPointsUpTo100Percent, (a, b, basisPoints) => {
      assert.ok(percentOff(a + b, basisPoints) >= percentOff(a, basisPoints) + percentOff(b, basisPoints));
    }),
  );
});

test('cents are shown as dollars with at most two decimals', () => {
  assert.equal(centsToUsd(1_260), 12.6);
  fc.assert(fc.property(cents, (amount) => /^\d+(\.\d{1,2})?$/.test(String(centsToUsd(amount)))));
});

test('prices per GB and per day are rounded half up', () => {
  // The amounts of data are in MB.
  assert.equal(perGbCents(1_260, 10_000), 126);
  assert.equal(perGbCents(1_005, 10_000), 101);
  assert.equal(perGbCents(1_004, 10_000), 100);
  assert.equal(perGbCents(500, 0), null);
  assert.equal(perDayCents(1_000, 3), 333);
  assert.equal(perDayCents(1_001, 2), 501);
});

test('decimal strings become minor units of their own currency', () => {
  assert.equal(parseMinor('19.99', 'USD'), 1_999);
  assert.equal(parseMinor('4.5', 'EUR'), 450);
  assert.equal(parseMinor('4.4900000000000002', 'EUR'), 449);
  assert.equal(parseMinor('19.995', 'USD'), 2_000);
  assert.equal(parseMinor('1500', 'JPY'), 1_500);
  assert.equal(parseMinor('1500.00', 'VND'), 1_500);
  assert.equal(parseMinor('1.234', 'KWD'), 1_234);
});

test('a text that is not a plain decimal number has no minor units', () => {
  for (const text of ['', '-1', '+1', '1e3', '1,5', '.5', '5.', ' 5', 'NaN', '0x10']) {
    assert.equal(parseMinor(text, 'USD'), null, text);
  }
});

test('minor units and their decimal spelling are the same amount', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
      const digits = minorDigits(currency);
      const text = String(minor).padStart(digits + 1, '0');
      const written = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
      assert.equal(parseMinor(written, currency), minor);
    }),
  );
});

test('foreign money becomes USD cents by exact arithmetic, rounded half up', () => {
  assert.equal(minorToUsdCents(1_000, 'EUR', '1.0837'), 1_084);
  assert.equal(minorToUsdCents(100, 'EUR', '1.005'), 101);
  assert.equal(minorToUsdCents(1_500, 'JPY', '0.0066'), 990);
  assert.equal(minorToUsdCents(1_234, 'KWD', '3.25'), 401);
  assert.equal(minorToUsdCents(1_999, 'USD', '1'), 1_999);
  assert.equal(minorToUsdCents(0, 'EUR', '1.1'), 0);
});

test('a conversion is within half a cent of the exact amount and keeps the order of prices', () => {
  const rate = fc.integer({ min: 1, max: 4_000_000 }).map((millionths) => {
    const text = String(millionths).padStart(7, '0');
    return { text: `${text.slice(0, -6)}.${text.slice(-6)}`, millionths: BigInt(millionths) };
  });
  fc.assert(
    fc.property(
      cents,
      cents,
      rate,
      fc.constantFrom('EUR', 'JPY', 'OMR'),
      (a, b, { text, millionths }, currency) => {
        // `exact` and `error` are in cents × `unit`, so that they are whole numbers.
        const unit = 1_000_000n * 10n ** BigInt(minorDigits(currency));
        const exact = BigInt(a) * millionths * 100n;
        const error = BigInt(minorToUsdCents(a, currency, text)!) * unit - exact;
        assert.ok(2n * error <= unit && 2n * error > -unit);
        if (a <= b) assert.ok(minorToUsdCents(a, currency, text)! <= minorToUsdCents(b, currency, text)!);
      },
    ),
  );
});

test('a rate that is not a positive decimal converts nothing', () => {
  for (const rate of ['0', '0.000', '-1', 'x', '', '1e2'])
    assert.equal(minorToUsdCents(100, 'EUR', rate), null);
});

test('an amount that is negative or not a whole number of minor units is not converted', () => {
  assert.equal(minorToUsdCents(1.5, 'EUR', '1'), null);
  assert.equal(minorToUsdCents(-1, 'USD', '1'), null);
});

test('numbers above the largest safe integer and texts longer than 40 characters are rejected', () => {
  assert.equal(parseMinor('90071992547409.91', 'USD'), Number.MAX_SAFE_INTEGER);
  assert.equal(parseMinor('90071992547409.92', 'USD'), null);
  assert.equal(parseMinor('9'.repeat(30), 'USD'), null);
  assert.equal(parseMinor('0'.repeat(40), 'USD'), 0);
  assert.equal(parseMinor('0'.repeat(41), 'USD'), null);
});
