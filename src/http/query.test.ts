import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEEDS } from '../domain/trip.ts';
import { readTripQuery } from './query.ts';

/** Query → the faults it must report, in the order of the parameters. */
const BAD: readonly (readonly [string, string])[] = [
  ['', 'country missing, days missing, need missing'],
  ['country=TR', 'days missing, need missing'],
  ['country=TR&days=7', 'need missing'],
  ['days=7&need=normal', 'country missing'],
  ['country=TR&need=normal', 'days missing'],
  ['country=&days=7&need=normal', 'country empty'],
  ['country=TR&days=&need=normal', 'days empty'],
  ['country=TR&days=7&need=', 'need empty'],
  ['country&days&need', 'country empty, days empty, need empty'],
  ['country=tr&days=7&need=normal', 'country malformed'],
  ['country=Tr&days=7&need=normal', 'country malformed'],
  ['country=TUR&days=7&need=normal', 'country malformed'],
  ['country=T&days=7&need=normal', 'country malformed'],
  ['country=T1&days=7&need=normal', 'country malformed'],
  ['country=%20TR&days=7&need=normal', 'country malformed'],
  ['country=TR%0A&days=7&need=normal', 'country malformed'],
  ['country=TR%00&days=7&need=normal', 'country malformed'],
  ['country=%C4%B0R&days=7&need=normal', 'country malformed'],
  ['country=TR&country=GR&days=7&need=normal', 'country repeated'],
  ['country=TR&country=TR&days=7&need=normal', 'country repeated'],
  ['country[]=TR&days=7&need=normal', 'country missing'],
  ['country=TR&days=0&need=normal', 'days malformed'],
  ['country=TR&days=-1&need=normal', 'days malformed'],
  ['country=TR&days=+7&need=normal', 'days malformed'],
  ['country=TR&days=%2B7&need=normal', 'days malformed'],
  ['country=TR&days=07&need=normal', 'days malformed'],
  ['country=TR&days=7.0&need=normal', 'days malformed'],
  ['country=TR&days=7,0&need=normal', 'days malformed'],
  ['country=TR&days=7e0&need=normal', 'days malformed'],
  ['country=TR&days=0x7&need=normal', 'days malformed'],
  ['country=TR&days=%207&need=normal', 'days malformed'],
  ['country=TR&days=seven&need=normal', 'days malformed'],
  ['country=TR&days=NaN&need=normal', 'days malformed'],
  ['country=TR&days=Infinity&need=normal', 'days malformed'],
  ['country=TR&days=%D9%A7&need=normal', 'days malformed'],
  ['country=TR&days=91&need=normal', 'days out_of_range'],
  ['country=TR&days=365&need=normal', 'days out_of_range'],
  ['country=TR&days=99999999999999999999&need=normal', 'days out_of_range'],
  ['country=TR&days=7&days=8&need=normal', 'days repeated'],
  ['country=TR&days=7&need=Normal', 'need not_allowed'],
  ['country=TR&days=7&need=NORMAL', 'need not_allowed'],
  ['country=TR&days=7&need=huge', 'need not_allowed'],
  ['country=TR&days=7&need=__proto__', 'need not_allowed'],
  ['country=TR&days=7&need=light&need=heavy', 'need repeated'],
  ['country=TR&days=7&need=normal&include=', 'include empty'],
  ['country=TR&days=7&need=normal&include', 'include empty'],
  ['country=TR&days=7&need=normal&include=Variants', 'include not_allowed'],
  ['country=TR&days=7&need=normal&include=all', 'include not_allowed'],
  ['country=TR&days=7&need=normal&include=variants&include=variants', 'include repeated'],
  [
    'country=tr&days=0&need=x&include=y',
    'country malformed, days malformed, need not_allowed, include not_allowed',
  ],
];

for (const [query, faults] of BAD) {
  test(`"${query}" is refused with every fault: ${faults}`, () => {
    const reading = readTripQuery(query);
    assert.ok(!reading.ok);
    assert.equal(reading.faults.map(({ parameter, code }) => `${parameter} ${code}`).join(', '), faults);
    for (const { parameter, message } of reading.faults)
      assert.ok(message.startsWith(parameter) && message.includes('give '));
  });
}

test('every well-formed trip is read as it was asked, whatever else stands beside it', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
  fc.assert(
    fc.property(
      fc.tuple(letter, letter),
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom(...NEEDS),
      fc.boolean(),
      fc.string(),
      ([a, b], days, need, variants, noise) => {
        const query = new URLSearchParams({ noise, country: a + b, days: String(days), need });
        if (variants) query.set('include', 'variants');
        assert.deepEqual(readTripQuery(query.toString()), {
          ok: true,
          value: { trip: { country: a + b, days, need }, include: variants ? 'variants' : null },
        });
      },
    ),
  );
});

test('no query string makes the reading throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const reading = readTripQuery(query);
      assert.ok(reading.ok || reading.faults.length > 0);
    }),
  );
});
