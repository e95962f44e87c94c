import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInCalendar, isoDay, isoTime } from './calendar.ts';

test('a time and its day are written in UTC', () => {
  const at = Date.UTC(2026, 10, 18, 23, 59, 59, 7);
  assert.deepEqual([isoTime(at), isoDay(at)], ['2026-11-18T23:59:59.007Z', '2026-11-18']);
});

test('only days, months and years that exist are in the calendar', () => {
  for (const text of ['2026-11-18', '2028-02-29', '2026-11-18T25:00:00Z', '2026-11', '2026'])
    assert.ok(isInCalendar(text), text);
  for (const text of [
    '2026-02-30',
    '2026-02-29',
    '2026-13',
    '2026-11-31T00:00:00Z',
    '18.11.2026',
    'soon',
    '',
  ])
    assert.ok(!isInCalendar(text), text);
});
