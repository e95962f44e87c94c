import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startOf } from './clock-start.ts';
import {
  allowancePer,
  amountCell,
  amountOfText,
  amountOrNull,
  bytesLabel,
  isOneOf,
  shareOfADay,
  unitOrNull,
} from './data.ts';
import { daysOrNull } from './days.ts';
import { bestGeneration } from './generations.ts';
import { withoutCount } from './place-cells.ts';
import { needPriceCell } from './price-text.ts';
import { kbpsOfText } from './speeds.ts';
import {
  booleanOrNull,
  endOrNull,
  firstOf,
  instantOrNull,
  numberOrNull,
  own,
  RowRejected,
  textOrNull,
  writtenNumber,
} from './value.ts';

test('amounts are the decimal bytes that a shop advertises', () => {
  assert.deepEqual(amountOrNull('10240', 'MB', 1024), 10_000_000_000);
  assert.deepEqual(amountOfText('1.5 gb', 1000), 1_500_000_000);
  assert.deepEqual(amountOfText('1,5 GB', 1000), 1_500_000_000);
  assert.deepEqual(amountOfText('1TB', 1000), 1_000_000_000_000);
  for (const bad of ['5G', '5 Gbps', '-1 GB', '1-3 GB', 'GB', '', 5]) {
    assert.equal(amountOfText(bad, 1000), null, String(bad));
  }
  for (const bad of [0, -1, 'x', 1e300, Number.NaN]) assert.equal(amountOrNull(bad, 'GB', 1000), null);
  assert.deepEqual(['gb', 'MB', 'bytes', 'kb'].map(unitOrNull), ['GB', 'MB', 'bytes', null]);
});

test('labels say what a shop would print', () => {
  assert.equal(bytesLabel(10_000_000_000), '10 GB');
  assert.equal(bytesLabel(5_000_000_000), '5 GB');
  assert.equal(bytesLabel(500_000_000), '500 MB');
  assert.equal(bytesLabel(3_000_000_000), '3 GB');
});

test('a share of a day is rounded down and never invents data', () => {
  assert.deepEqual(shareOfADay(3_000_000_000, 7), 428_000_000);
  assert.equal(shareOfADay(1_000_000, 30), null);
  assert.equal(shareOfADay(3_000_000_000, null), null);
});

test('sentinels are met as text and as numbers', () => {
  for (const value of [0, '0', '0.0', '-1', -1, 'Unlimited', ' UNLIMITED ']) {
    assert.ok(isOneOf(value, ['0', '-1', 'unlimited']), String(value));
  }
  for (const value of [null, undefined, '', '10', 'limited']) assert.ok(!isOneOf(value, ['0', 'unlimited']));
});

test('periods: day, week and month, and nothing else', () => {
  const data = 1_000_000_000;
  assert.equal(allowancePer(data, 'day', 7).model, 'per_day');
  assert.equal(allowancePer(data, null, 7).model, 'total');
  assert.equal(allowancePer(data, 'month', 31).periodDays, undefined);
  assert.deepEqual(allowancePer(data, 'Week', 30), { model: 'total', data, periodDays: 7 });
  assert.deepEqual(allowancePer(data, 'month', 365), { model: 'total', data, periodDays: 30 });
  assert.throws(() => allowancePer(data, 'fortnight', 30), /per "fortnight"/);
});

test('days from numbers, texts and hours; part of a day does not count and a month is 30', () => {
  assert.deepEqual(
    [7, '7', '3Day', '30 days', '2 weeks', '1 month', '72 hours'].map((value) => daysOrNull(value)),
    [7, 7, 3, 30, 14, 30, 3],
  );
  assert.deepEqual(
    [daysOrNull('72*', 'hours'), daysOrNull('30*'), daysOrNull('72 hours*', 'hours')],
    [3, 30, 3],
  );
  assert.deepEqual(
    [daysOrNull(360, 'hours'), daysOrNull('36', 'hours'), daysOrNull(12, 'hours')],
    [15, 1, null],
  );
  for (const bad of [0, -1, 'a month', '7-30 days', 'soon', 1e9, Number.NaN, null, {}])
    assert.equal(daysOrNull(bad), null);
});

test('speeds in words; megabytes a second are not taken for megabits', () => {
  assert.deepEqual(['1 Mbps', '128kbps', '1.25 Mbps', '512 Kbps'].map(kbpsOfText), [1000, 128, 1250, 512]);
  for (const bad of ['1.25 MB/s', 'fast', '5G', '']) assert.equal(kbpsOfText(bad), null);
});

test('the best of the generations, in any spelling', () => {
  assert.equal(bestGeneration('{2G,3G,LTE}'), '4G');
  assert.equal(bestGeneration('3G/4G/5G'), '5G');
  assert.equal(bestGeneration('3G without LTE'), '3G');
  assert.equal(bestGeneration(['constructor', 'WiFi']), null);
});

test('the start of the clock is read only from clear sentences', () => {
  assert.equal(startOf('eSim will be activated when first byte of data is consumed'), 'first_use');
  assert.equal(startOf('Validity starts when you first connect to the network'), 'first_use');
  assert.equal(startOf('It will be activated when it is purchased'), 'purchase');
  assert.equal(
    startOf('Will expire in 180 days from the date of your purchase. Please install in time.'),
    'unknown',
  );
});

test('plain values: strict numbers, three-state words, cut and cleaned text, dated instants', () => {
  assert.deepEqual(['28.81', '-1', '0x10', '1e3', '', ' '].map(numberOrNull), [
    28.81,
    -1,
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(['True', 'no', '', 'maybe', 1, null].map(booleanOrNull), [
    true,
    false,
    null,
    null,
    true,
    null,
  ]);
  assert.equal(textOrNull(' Europe &amp;\n UK '), 'Europe & UK');
  assert.equal(instantOrNull('2025-08-09 16:08:05.153+00'), '2025-08-09T16:08:05.153Z');
  assert.equal(instantOrNull('2026-12-31'), '2026-12-31T00:00:00.000Z');
  assert.equal(instantOrNull('2026-12-31T08:00-05:00'), '2026-12-31T13:00:00.000Z');
  assert.deepEqual(['0,500', '0,5', '1,500', '1,5'].map(writtenNumber), [0.5, 0.5, 1_500, 1.5]);
  assert.equal(instantOrNull('2026-12-31 10:00:00'), '2026-12-31T10:00:00.000Z');
  for (const unreadable of ['soon', '2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01', '2026-04-31 10:00'])
    assert.equal(instantOrNull(unreadable), null, unreadable);
  assert.equal(endOrNull('2026-02-30'), null);
  assert.equal(instantOrNull('2028-02-29'), '2028-02-29T00:00:00.000Z');
  // An offer is still valid on its last day.
  assert.equal(endOrNull('2026-12-31'), '2026-12-31T23:59:59.000Z');
  assert.equal(endOrNull('2026-12-31T08:00:00Z'), '2026-12-31T08:00:00.000Z');
});

test('only what a feed sent itself is read, never what every object has', () => {
  assert.equal(own({}, 'constructor'), undefined);
  assert.equal(own({}, '__proto__'), undefined);
  assert.equal(firstOf({ b: '', c: 3 }, 'toString', 'b', 'c'), 3);
});

test('when the clock starts is read from sentences that leave no doubt', () => {
  const sentences: Readonly<Record<string, string>> = {
    'The validity period start when the eSIM first connect to a network': 'first_use',
    'Activation Policy: The validity period starts when you turn on roaming and the eSIM connects to any supported network.':
      'first_use',
    'Activates upon arrival in supported destinations': 'first_use',
    'Automatically starts when connected to the correct overseas mobile network.': 'first_use',
    'Validity starts from purchase date': 'purchase',
    'The validity period starts when the eSIM is installed.': 'install',
    'It will expire in 180 days from the date of your purchase. Please install and activate it within this period.':
      'unknown',
    'Instant activation or delayed for 365 days': 'unknown',
    'Validity period begins when Sim first activated': 'unknown',
  };
  for (const [sentence, start] of Object.entries(sentences)) assert.equal(startOf(sentence), start, sentence);
});

const price = (text: unknown, currency?: string) => needPriceCell(text, currency);

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

test('a point before three digits separates thousands where nobody uses cents', () => {
  assert.deepEqual(price('199.999 ₫'), { VND: '199999' });
  assert.deepEqual(price('1.299.000 ₫'), { VND: '1299000' });
  assert.deepEqual(price('Rp 149.999'), { IDR: '149999' });
  assert.deepEqual(price('149.999', 'IDR'), { IDR: '149999' });
  assert.deepEqual(price('$ 39.900', 'COP'), { COP: '39900' });
  // Prices that a shop converted.
  assert.deepEqual(price('212494.05', 'IDR'), { IDR: '212494.05' });
  assert.deepEqual(price('637.5', 'JPY'), { JPY: '637.5' });
  assert.deepEqual(price('388.65048176691585', 'JPY'), { JPY: '388.65048176691585' });
  assert.deepEqual(price('199.999', 'USD'), { USD: '199.999' });
});

test('a price whose currency or amount is not certain is refused', () => {
  const reason = (text: unknown, currency?: string) => {
    try {
      return price(text, currency);
    } catch (error) {
      return error instanceof RowRejected ? error.reason : error;
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
    return cell && [cell.unlimited, cell.data && bytesLabel(cell.data), cell.per];
  };
  assert.deepEqual(read('10000 MB'), [false, '10 GB', null]);
  assert.deepEqual(read('1000 MB/day'), [false, '1 GB', 'day']);
  assert.deepEqual(read('1.5GB per day'), [false, '1.5 GB', 'day']);
  assert.deepEqual(read('500 MB daily'), [false, '500 MB', 'day']);
  assert.deepEqual(read('10 GB / month'), [false, '10 GB', 'month']);
  assert.deepEqual(read('Unlimited'), [true, null, null]);
  assert.deepEqual(read('unlimited data'), [true, null, null]);
  assert.deepEqual(read('Unlimited (2 GB/day)'), [true, '2 GB', null]);
  for (const text of ['', '0 MB', '5G', 'Unlimited calls', '5 GB + 2 GB', '5', 'from 1 GB', null, 5])
    assert.equal(read(text), null);
});

test('the number of countries is no part of a region’s name', () => {
  assert.equal(withoutCount('Europe 36 countries'), 'Europe');
  assert.equal(withoutCount('Asia (12+ destinations)'), 'Asia');
  assert.equal(withoutCount('Europe'), 'Europe');
});

const mb = (amount: number, base: 1000 | 1024) => amountOrNull(amount, 'MB', base);

test('a feed at 1,024 MB to a GB gives the GB that it advertises', () => {
  assert.equal(mb(1024, 1024), 1_000_000_000);
  assert.equal(mb(10_240, 1024), 10_000_000_000);
  assert.equal(mb(1536, 1024), 1_500_000_000);
  assert.equal(mb(512, 1024), 500_000_000);
  assert.equal(mb(10_342, 1024), 10_100_000_000);
  assert.equal(amountOrNull(5_368_709_120, 'bytes', 1024), 5_000_000_000);
  assert.equal(amountOrNull(104_857_600, 'bytes', 1024), 100_000_000);
});

test('round megabytes are what the shop says, in either base', () => {
  for (const base of [1000, 1024] as const) {
    assert.equal(mb(500, base), 500_000_000);
    assert.equal(mb(100, base), 100_000_000);
    assert.equal(mb(1500, base), 1_500_000_000);
    assert.equal(mb(10_000, base), 10_000_000_000);
  }
});

test('gigabytes are advertised ones in either base', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(1000 as const, 1024 as const),
      (gb, base) => assert.equal(amountOrNull(gb, 'GB', base), gb * 1_000_000_000),
    ),
  );
});

test('whole gigabytes come out whole, whatever unit and base a feed writes them in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (gb) => {
      const forms = [
        mb(gb * 1024, 1024),
        mb(gb * 1000, 1000),
        amountOrNull(gb * 1024 ** 3, 'bytes', 1024),
        amountOrNull(gb * 1000 ** 3, 'bytes', 1000),
      ];
      for (const bytes of forms) assert.equal(bytes, gb * 1_000_000_000);
    }),
  );
});

test('an amount that is no positive number is none', () => {
  for (const amount of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    for (const unit of ['MB', 'GB', 'bytes'] as const)
      for (const base of [1000, 1024] as const) assert.equal(amountOrNull(amount, unit, base), null);
});

test('the point of an amount in MB and of a speed in kbps separates thousands, also with three digits before it', () => {
  const amounts = ['1.500 MB', '10.500 MB', '100.500 MB', '1.5 MB'];
  assert.deepEqual(
    amounts.map((text) => amountOfText(text, 1000)),
    [1_500_000_000, 10_500_000_000, 100_500_000_000, 1_500_000],
  );
  assert.deepEqual(['1.000 kbps', '100.000 kbps'].map(kbpsOfText), [1000, 100_000]);
});
