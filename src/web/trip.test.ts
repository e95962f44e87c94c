import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEN_MAX } from '../domain/trip.ts';
import { en } from './texts/en.ts';
import { readTrip } from './trip.ts';

test('of too many stops, only as many are looked up as a trip may have', () => {
  const stops = Array(30).fill('nowhere:1').join();
  const reading = readTrip(`country=TR&days=1&need=light&then=${stops}`, en);
  assert.ok(reading.kind === 'faults');
  assert.equal(reading.tooManyStops, 30);
  assert.equal(reading.typed.stops.length, 30);
  assert.deepEqual(reading.stops, Array(THEN_MAX).fill('place'));
});
