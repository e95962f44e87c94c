import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopsOf, tripOf, withDays, withStops } from './trip.ts';

const FIRST = { country: 'TR', days: 7 };
const SECOND = { country: 'GR', days: 3 };

test('a trip has only the fields that differ from one traveller, one stop and the rate of the need', () => {
  assert.deepEqual(tripOf([FIRST], 'normal', null), { ...FIRST, need: 'normal' });
  assert.deepEqual(tripOf([FIRST, SECOND], 'light', 5_000, 2), {
    ...FIRST,
    need: 'light',
    then: [SECOND],
    // The data is for the days of both stops.
    data: { mb: 5_000, days: 10 },
    travellers: 2,
  });
});

test('a part of a trip has the daily rate of the whole trip', () => {
  const trip = tripOf([FIRST, SECOND], 'light', 5_000);
  const part = withStops(trip, [SECOND]);
  assert.deepEqual(stopsOf(part), [SECOND]);
  assert.deepEqual(part.data, { mb: 5_000, days: 10 });
});

test('stated data is for the whole trip, for any length', () => {
  assert.deepEqual(
    withDays(tripOf([FIRST], 'light', 5_000), 9),
    tripOf([{ ...FIRST, days: 9 }], 'light', 5_000),
  );
  assert.deepEqual(withDays(tripOf([FIRST], 'light', null), 9), { country: 'TR', days: 9, need: 'light' });
});
