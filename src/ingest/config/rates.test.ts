import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { positionText } from '../../operator-files/json.ts';
import { dateProblem, divide, parseRates, RatesError } from './rates.ts';

const XML = `<?xml version="1.0"?>
<Envelope><Cube>
 <Cube time='2026-11-09'><Cube currency='USD' rate='1.0712'/><Cube currency='JPY' rate='163.05'/></Cube>
 <Cube time='2026-11-06'><Cube currency='USD' rate='9'/><Cube currency='SEK' rate='11'/></Cube>
</Cube></Envelope>`;

test('the ECB file gives its newest day, as USD for one unit', () => {
  const { date, usdFor } = parseRates(XML);
  assert.equal(date, '2026-11-09');
  assert.deepEqual(Object.fromEntries(usdFor), { USD: '1', JPY: '0.006569763876', EUR: '1.0712' });
});

test('a JSON table in any base gives the same', () => {
  const usd = parseRates('{"date":"2026-11-09","base":"USD","rates":{"EUR":"0.8","VND":26000}}');
  assert.equal(usd.usdFor.get('EUR'), '1.25');
  assert.equal(usd.usdFor.get('USD'), '1');
  assert.equal(usd.usdFor.get('VND'), '0.00003846153846');
});

test('a rate may have any number of decimals, and may be as small as JavaScript writes with an exponent', () => {
  const table = '{"date":"2026-11-09","base":"USD","rates":{"EUR":0.8621951219512195,"GBP":0.0000005}}';
  assert.deepEqual(Object.fromEntries(parseRates(table).usdFor), {
    EUR: '1.1598302687',
    GBP: '2000000',
    USD: '1',
  });
  const xml = XML.replace('1.0712', '1.07119999999999999999');
  assert.equal(parseRates(xml).usdFor.get('EUR'), '1.0712', 'rounded to ten decimals');
});

test('a quotient that ends with half a unit of the last decimal is rounded up', () => {
  assert.equal(divide('1.00000000004', '1'), '1');
  assert.equal(divide('1.00000000005', '1'), '1.0000000001');
});

test('a quotient is the exact one, rounded to the nearest of at least ten digits', () => {
  const decimal = fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 9999 }));
  fc.assert(
    fc.property(decimal, decimal, ([a, af], [b, bf]) => {
      const [top, bottom] = [`${a}.${String(af).padStart(4, '0')}`, `${b}.${String(bf).padStart(4, '0')}`];
      const text = divide(top, bottom);
      const decimals = text.split('.')[1]?.length ?? 0;
      const scale = 10n ** BigInt(decimals);
      // Rounded correctly, |quotient × bottom − top| is at most half of bottom, in units of the last decimal.
      const scaledBottom = BigInt(bottom.replace('.', ''));
      const product = BigInt(text.replace('.', '')) * scaledBottom;
      const exact = BigInt(top.replace('.', '')) * scale;
      const error = product > exact ? product - exact : exact - product;
      assert.ok(error * 2n <= scaledBottom, `${top} / ${bottom} = ${text}`);
      assert.ok(Math.abs(Number(text) / (Number(top) / Number(bottom)) - 1) < 1e-9);
    }),
  );
});

test('a table that is not one is refused', () => {
  for (const text of [
    '',
    'rates',
    '{',
    '{}',
    '<html></html>',
    '<Cube time="2026-11-09">',
    '{"date":"yesterday","base":"EUR","rates":{"USD":1}}',
    '{"date":"2026-02-30","base":"EUR","rates":{"USD":1}}',
    '{"date":"2026-11-09","base":"EUR","rates":{}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":0}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":-1}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":1e-13}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":1e12}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":"1e3"}}',
    '{"date":"2026-11-09","base":"EUR","rates":{"USD":1,"usd2":1}}',
  ])
    assert.throws(() => parseRates(text), RatesError, text);
});

test('rates can be used from one day before their own day until seven days after it', () => {
  const table = parseRates(XML);
  const problemAt = (time: string) => dateProblem(table, Date.parse(time));
  assert.equal(problemAt('2026-11-07T23:59:59Z'), 'is from 2026-11-09, which is in the future');
  assert.equal(problemAt('2026-11-08T00:00:00Z'), null);
  assert.equal(problemAt('2026-11-16T23:59:59Z'), null);
  assert.equal(problemAt('2026-11-17T00:00:01Z'), 'is from 2026-11-09, more than 7 days ago');
});

test('every fault of a table is told at once, with line, column and what is expected', () => {
  const told = (text: string): readonly string[] => {
    try {
      parseRates(text);
    } catch (error) {
      if (error instanceof RatesError)
        return error.faults.map(({ position, message }) => `${positionText(position)}: ${message}`);
    }
    return [];
  };
  // The values of the rates are checked only if the names and the other fields are right.
  assert.deepEqual(
    told('{\n "date": "soon",\n "base": "eur",\n "rates": {"GBP": 0,\n "usd2": 1, "GBP": "1e3"}\n}'),
    [
      'line 5, column 20: rates.GBP occurs twice',
      'line 2, column 10: date must be a day, such as "2026-12-31"',
      'line 3, column 10: base must be a currency, such as "USD"',
      'line 5, column 2: rates.usd2 is an unknown field',
    ],
  );
  assert.deepEqual(
    told('{\n "date": "2026-13-01",\n "base": "EUR",\n "rates": {"GBP": 0,\n "SEK": "1e3"}\n}'),
    [
      'line 2, column 10: date is not a valid date',
      'line 4, column 19: rates.GBP must be a decimal number without an exponent, from 0.000000000001 to 999999999999, such as 1.0845',
      'line 5, column 9: rates.SEK must be a decimal number without an exponent, from 0.000000000001 to 999999999999, such as 1.0845',
      'line 4, column 11: rates must contain USD',
    ],
  );
  assert.deepEqual(told('{"date": '), [
    'line 1, column 9: is not valid JSON: the file ends here, and "}" is missing',
  ]);
  assert.deepEqual(told('rates'), ['line 1, column 1: exchange rates must be JSON or XML']);
  assert.deepEqual(told('<a>\n <b time="soon">\n  <c currency="usd" rate="x"/></b></a>'), [
    'line 2, column 17: "time" must be a day, such as "2026-11-09"',
    'line 3, column 31: "usd" is not a currency code of three capital letters, such as "USD"',
    'line 3, column 31: the rate of "usd" must be a decimal number without an exponent, from 0.000000000001 to 999999999999, such as 1.0845',
    'line 1, column 1: the rates of soon must contain USD',
  ]);
  assert.match(told('<a>\n<b').join(), /^line 2, column \d+: this is not valid XML$/);
});
