import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILTERS } from '../../domain/trip.ts';
import { rowOf } from '../../wire/row.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { comparisonBody, NOW, resultOf, TRIP } from '../testing/fakes.ts';
import { searchAnswer } from './search-answer.ts';
import type { Search } from './search-arguments.ts';

const SEARCH: Search = {
  trip: TRIP,
  filters: NO_FILTERS,
  sort: 'recommended',
  limit: 20,
  phone: null,
  notices: [],
};

const answerTo = (changed: Partial<Comparison>, search: Partial<Search> = {}) =>
  searchAnswer({ ...comparisonBody(TRIP), ...changed }, { ...SEARCH, ...search }, NOW);

test('an answer for one stop and one traveller has neither itinerary, sharing nor phone', () => {
  const answer = answerTo({});
  for (const name of ['itinerary', 'sharing', 'phone', 'variants']) assert.ok(!(name in answer), name);
  assert.deepEqual(answer.notices, comparisonBody(TRIP).notices);
});

test('every leg of an itinerary is a row like those of the list, or null where no plan exists', () => {
  const split = {
    usd: 20,
    group_usd: null,
    comparable_usd: 22,
    further_purchases_usd: 1,
    purchases: 2,
    legs: [
      { stops: [{ country: 'TR', days: 7 }], result: resultOf(1) },
      { stops: [{ country: 'GR', days: 3 }], result: null },
    ],
  };
  const [first, second] = split.legs;
  const legs = [
    { stops: first!.stops, plan: rowOf(resultOf(1), NOW) },
    { stops: second!.stops, plan: null },
  ];
  const { legs: _, ...sums } = split;
  assert.deepEqual(answerTo({ itinerary: { recommended: split, cheapest: null } }).itinerary, {
    recommended: { ...sums, legs },
    cheapest: null,
  });
  assert.deepEqual(answerTo({ itinerary: { recommended: null, cheapest: split } }).itinerary, {
    recommended: null,
    cheapest: { ...sums, legs },
  });
});

test('the notices of the call come first, then the days of all stops, then those of the comparison', () => {
  const body = comparisonBody(TRIP);
  const then = [
    { country: 'GR', days: 3 },
    { country: 'IT', days: 2 },
  ];
  const own = { code: 'ignored', value: 'colour', text: 'colour is not known.' } as const;
  const query = { ...body.query, then, days_total: 12 };
  const { notices } = answerTo({ query }, { notices: [own as never] });
  assert.deepEqual(notices, [
    own,
    { code: 'days_total', value: '12', text: '12 days: Türkiye 7, Greece 3, Italy 2.' },
    ...body.notices,
  ]);
});

test('the plans that a group can share are rows with their sums, and null states that there are none', () => {
  const sums = { data_gb: 28, usd: 31, comparable_usd: 33, further_purchases_usd: 0, purchases: 1 };
  const stops = [{ country: 'TR', days: 7 }];
  const way = { ...sums, legs: [{ stops, result: resultOf(4) }] };
  const row = { ...sums, legs: [{ stops, plan: rowOf(resultOf(4), NOW) }] };
  const { sharing } = answerTo({ sharing: { recommended: way, cheapest: way } });
  assert.deepEqual(sharing, { recommended: row, cheapest: row });
  assert.equal(answerTo({ sharing: null }).sharing, null);
});

test('picks have rows, and are only in the answer of the recommended order', () => {
  const pick = {
    ...{ picks: ['best_value' as const], difference_usd: 0, compared_with: null, reasons: [] },
    result: resultOf(2),
  } as unknown as Comparison['picks'][number];
  const { result: _, ...rest } = pick;
  assert.deepEqual(answerTo({ picks: [pick] }).picks, [{ ...rest, plan: rowOf(resultOf(2), NOW) }]);
  for (const sort of ['cheapest', 'fastest'] as const)
    assert.ok(!('picks' in answerTo({ picks: [pick] }, { sort })), sort);
});

test('the check of a phone is passed on as it is', () => {
  const phone = { asked: 'iphone 13' } as unknown as NonNullable<Comparison['phone']>;
  assert.equal(answerTo({ phone }).phone, phone);
});

test('the closest plan is a row, with the filters that it fails', () => {
  const { closest } = answerTo({ closest: { result: resultOf(3), fails: ['max_usd'] } });
  assert.deepEqual(closest, { fails: ['max_usd'], plan: rowOf(resultOf(3), NOW) });
  assert.ok(!('closest' in answerTo({})));
});
