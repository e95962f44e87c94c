import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountCell, needPriceCell, withoutCount } from './cell.ts';
import { Refusal } from './refusal.ts';

const price = (text: unknown, currency?: string) => needPriceCell(text, currency, 0);

test('a price cell may carry its currency, and 16 decimals lose nothing', () => {
  assert.deepEqual(price('$5.00', 'USD'), { USD: '5' });
  assert.deepEqual(price('$5.00', 'cad'), { CAD: '5' });
  assert.deepEqual(price('US$ 1,299.50'), { USD: '1299.5' });
  assert.deepEqual(price('€4,50'), { EUR: '4.5' });
  assert.deepEqual(price('4.50 EUR'), { EUR: '4.5' });
  assert.deepEqual(price('GBP 12'), { GBP: '12' });
  assert.deepEqual(price('2.4049576252680738', 'USD'), { USD: '2.4049576252680738' });
  assert.deepEqual(price(7.5, 'USD'), { USD: '7.5' });
});

test('a price whose currency or amount is not certain is refused', () => {
  const reason = (text: unknown, currency?: string) => {
    try {
      return price(text, currency);
    } catch (error) {
      return error instanceof Refusal ? error.reason : error;
    }
  };
  assert.equal(reason('$5.00'), 'unknown_currency');
  assert.equal(reason('$5.00', 'EUR'), 'unknown_currency');
  assert.equal(reason('€5.00', 'USD'), 'unknown_currency');
  assert.equal(reason('5.00'), 'unknown_currency');
  assert.equal(reason('1,299', 'USD'), 'impossible_price');
  assert.equal(reason('from $5', 'USD'), 'impossible_price');
  assert.equal(reason('-5', 'USD'), 'impossible_price');
});

test('an amount cell may carry its unit, its period and the word unlimited', () => {
  const read = (text: unknown) => {
    const cell = amountCell(text, 1000);
    return cell && [cell.unlimited, cell.data && `${cell.data.amount} ${cell.data.unit}`, cell.per];
  };
  assert.deepEqual(read('10000 MB'), [false, '10000 MB', null]);
  assert.deepEqual(read('1000 MB/day'), [false, '1000 MB', 'day']);
  assert.deepEqual(read('1.5GB per day'), [false, '1.5 GB', 'day']);
  assert.deepEqual(read('500 MB daily'), [false, '500 MB', 'day']);
  assert.deepEqual(read('10 GB / month'), [false, '10 GB', 'month']);
  assert.deepEqual(read('Unlimited'), [true, null, null]);
  assert.deepEqual(read('unlimited data'), [true, null, null]);
  assert.deepEqual(read('Unlimited (2 GB/day)'), [true, '2 GB', null]);
  for (const text of ['', '0 MB', '5G', 'Unlimited calls', '5 GB + 2 GB', '5', null, 5])
    assert.equal(read(text), null);
});

test('the number of countries is no part of a region’s name', () => {
  assert.equal(withoutCount('Europe 36 countries'), 'Europe');
  assert.equal(withoutCount('Asia (12+ destinations)'), 'Asia');
  assert.equal(withoutCount('Europe'), 'Europe');
});
