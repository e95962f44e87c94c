import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalOrNull, needPrice, pricesOrNull, shiftPoint } from './money.ts';
import { needPriceCell } from './price-text.ts';
import { RowRejected } from './value.ts';

const reasonOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof RowRejected) return error.reason;
  }
  return 'accepted';
};

test('decimals come from numbers and strings alike, without a binary fraction', () => {
  assert.equal(decimalOrNull(0.1 + 0.2), '0.3');
  assert.equal(decimalOrNull('24.80'), '24.8');
  assert.equal(decimalOrNull('007'), '7');
  assert.equal(decimalOrNull(0), '0');
  for (const bad of [-1, '-1', '1e3', '1,5', '', ' ', 'NaN', Number.NaN, Infinity, 1e12, null, {}, '0x10']) {
    assert.equal(decimalOrNull(bad), null, JSON.stringify(bad));
  }
});

test('a decimal of any length is read exactly', () => {
  assert.equal(decimalOrNull('2.4049576252680738'), '2.4049576252680738');
  assert.equal(decimalOrNull(`0.00499999999999999999${'9'.repeat(100)}`), '0.00499999999999999999');
  assert.equal(decimalOrNull(1.0049999999), '1.0049999999');
  assert.equal(decimalOrNull(1.005), '1.005');
  assert.deepEqual(needPriceCell('USD 2.40495762526807381234', undefined), { USD: '2.40495762526807381234' });
});

test('moving the point agrees with integer arithmetic for every amount of minor units', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.constantFrom(2, 3, 4), (minor, places) => {
      const [whole = '', fraction = ''] = shiftPoint(String(minor), places).split('.');
      assert.equal(Number(whole) * 10 ** places + Number(fraction.padEnd(places, '0')), minor);
    }),
  );
});

test('only currencies become keys', () => {
  const odd = JSON.parse('{"__proto__":{"USD":1},"constructor":5,"usd":5,"EUR":"2"}') as unknown;
  assert.deepEqual(pricesOrNull(odd), { EUR: '2' });
});

test('prices in words: codes and clear signs are read, a dollar sign is no currency', () => {
  assert.deepEqual(needPriceCell('19.99 USD', undefined), { USD: '19.99' });
  assert.deepEqual(needPriceCell('GBP12.50', undefined), { GBP: '12.5' });
  assert.deepEqual(needPriceCell('€ 3', undefined), { EUR: '3' });
  assert.equal(
    reasonOf(() => needPriceCell('$5', undefined)),
    'unknown_currency',
  );
  assert.deepEqual(needPriceCell('19,99 EUR', undefined), { EUR: '19.99' });
});

test('what is no price is rejected with advice by what was seen', () => {
  const detailOf = (amount: unknown): string => {
    try {
      needPrice(amount, 'USD');
    } catch (error) {
      if (error instanceof RowRejected) return error.message;
    }
    return 'accepted';
  };
  assert.equal(detailOf('1,99'), 'The price is "1,99": it has a comma where a point should be.');
  assert.equal(detailOf('1,999.00'), 'The price is "1,999.00": it has marks between thousands.');
  assert.equal(detailOf('-5'), 'The price is "-5": it is negative.');
  assert.equal(detailOf('from 5 USD'), 'The price is "from 5 USD": it holds more than a number.');
  assert.equal(detailOf(null), 'The price is null.');
});
