import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THEN_MAX } from '../../domain/trip.ts';
import { ENGLISH } from '../../texts/texts.ts';
import { LIST_TEXT_MAX } from '../destinations.ts';
import { readTrip } from './read.ts';
import { comparePath } from './view.ts';

test('of too many stops, only the largest allowed number is looked up', () => {
  const stops = Array(30).fill('nowhere:1').join();
  const parsed = readTrip(`country=TR&days=1&need=light&then=${stops}`, ENGLISH);
  assert.ok(parsed.kind === 'faults');
  assert.equal(parsed.typed.stops.length, 30);
  // The country is the first stop, so the field `stop1` is the second one.
  const unknown = Array.from({ length: THEN_MAX }, (_, index) => ({
    field: `stop${index + 1}`,
    text: ENGLISH.faults.stopPlace({ n: index + 2 }),
  }));
  const tooMany = { field: 'stop1', text: ENGLISH.faults.tooManyStops({ most: THEN_MAX, given: 30 }) };
  assert.deepEqual(parsed.faults, [...unknown, tooMany]);
});

test('data, budget and exits are accepted in several spellings, and have one address', () => {
  const trip = 'country=TR&days=7&need=normal';
  const parsed = readTrip(`${trip}&data_gb=20,5&max_usd=15.00&avoid_exits=hk,+cn`, ENGLISH);
  assert.ok(parsed.kind === 'trip' && !parsed.canonical);
  const { view } = parsed;
  assert.deepEqual(view.trip.data, { mb: 20_500, days: 7 });
  assert.deepEqual([view.maxUsdCents, view.avoidExits], [1_500, ['CN', 'HK']]);
  const address = comparePath(view);
  assert.equal(address, `/compare?${trip}&data_gb=20.5&max_usd=15&avoid_exits=CN,HK`);
  const again = readTrip(address.split('?')[1] ?? '', ENGLISH);
  assert.ok(again.kind === 'trip' && again.canonical);
  const empty = readTrip(`${trip}&data_gb=&max_usd=&avoid_exits=`, ENGLISH);
  assert.ok(empty.kind === 'trip' && comparePath(empty.view) === `/compare?${trip}`);
});

test('a filter that cannot be read is named with its text, stays in the address, and changes no plan', () => {
  for (const given of ['data_gb=much', 'data_gb=501', 'max_usd=0', 'avoid_exits=Hongkong', 'require=wings']) {
    const parsed = readTrip(`country=TR&days=7&need=normal&${given}`, ENGLISH);
    assert.ok(parsed.kind === 'trip' && parsed.canonical, given);
    const { view } = parsed;
    const [field, text] = given.split('=');
    assert.deepEqual(view.misread, [{ field, text }], given);
    assert.deepEqual([view.require, view.maxUsdCents, view.avoidExits], [[], null, []], given);
    assert.equal(view.trip.data, undefined, given);
    assert.ok(comparePath(view).includes(`${field}=${text}`), given);
  }
});

test('a trip that is changed to unlimited data no longer has an amount, and nothing is reported', () => {
  const parsed = readTrip('country=TR&days=7&need=unlimited&data_gb=5', ENGLISH);
  assert.ok(parsed.kind === 'trip');
  assert.deepEqual(parsed.view.misread, []);
  assert.equal(comparePath(parsed.view), '/compare?country=TR&days=7&need=unlimited');
});

test('choices are searched for the first unknown place of a trip only', () => {
  const parsed = readTrip('country=Thialand&days=7&need=normal&then=Germny:3', ENGLISH);
  assert.ok(parsed.kind === 'faults');
  assert.deepEqual(
    parsed.choices.map(({ stop, matches }) => [stop, matches[0]?.country.code]),
    [[0, 'TH']],
  );
  assert.equal(parsed.faults.length, 2);
});

test('a filter that is given twice is not understood, and none of its values is used', () => {
  const parsed = readTrip('country=TR&days=7&need=normal&data_gb=5&data_gb=9', ENGLISH);
  assert.ok(parsed.kind === 'trip');
  assert.deepEqual(parsed.view.misread, [{ field: 'data_gb', text: '5 9' }]);
  assert.equal(parsed.view.trip.data, undefined);
});

test('of a filter that cannot be read, the page repeats 40 characters at most', () => {
  const parsed = readTrip(`country=TR&days=7&need=normal&max_usd=${'x'.repeat(500)}`, ENGLISH);
  assert.ok(parsed.kind === 'trip' && !parsed.canonical);
  assert.deepEqual(parsed.view.misread, [{ field: 'max_usd', text: 'x'.repeat(40) }]);
});

test('a filter that cannot be read is cut without an error, even inside an emoji', () => {
  // The emoji has two UTF-16 code units, the 40th and the 41st of the text.
  const parsed = readTrip(`country=TR&days=7&need=normal&max_usd=${'x'.repeat(39)}😀`, ENGLISH);
  assert.ok(parsed.kind === 'trip' && comparePath(parsed.view).includes('max_usd=xxx'));
});

test('providers are read in any case and order, and stay in the address', () => {
  const trip = 'country=TR&days=7&need=normal';
  const parsed = readTrip(`${trip}&providers=Skylark,+anka&avoid_providers=nomadica`, ENGLISH);
  assert.ok(parsed.kind === 'trip' && !parsed.canonical);
  assert.deepEqual([parsed.view.providers, parsed.view.avoidProviders], [['anka', 'skylark'], ['nomadica']]);
  const address = `/compare?${trip}&providers=anka,skylark&avoid_providers=nomadica`;
  assert.equal(comparePath(parsed.view), address);
  const again = readTrip(address.split('?')[1] ?? '', ENGLISH);
  assert.ok(again.kind === 'trip' && again.canonical);
});

test('a list in a field becomes stops that share its days, and a trip with several stops has its usual address', () => {
  for (const [given, address] of [
    ['country=Japan,+Korea,+Taiwan&days=10', 'country=JP&days=4&need=normal&then=KR:3,TW:3'],
    [
      'country=Japan+and+Korea&days=7&stop1=Taiwan&stop1_days=2',
      'country=JP&days=4&need=normal&then=KR:3,TW:2',
    ],
    ['country=JP&days=9&stop1=Korea,+Taiwan&stop1_days=8', 'country=JP&days=9&need=normal&then=KR:4,TW:4'],
    ['country=Japan,+Korea,+Taiwan&days=2', 'country=JP&days=1&need=normal&then=KR:1,TW:1'],
    [
      'country=Japan,+Korea&days=4&stop1=Italy,+Spain&stop1_days=6',
      'country=JP&days=2&need=normal&then=KR:2,IT:3,ES:3',
    ],
    ['country=Tokyo,+Seoul&days=4', 'country=JP&days=2&need=normal&then=KR:2&place=Tokyo&place=Seoul'],
  ] as const) {
    const parsed = readTrip(`${given}&need=normal`, ENGLISH);
    assert.ok(parsed.kind === 'trip' && !parsed.canonical, given);
    assert.equal(comparePath(parsed.view), `/compare?${address}`);
  }
});

test('the fields of a trip are searched for lists up to the length of one long list, so that a trip costs little', () => {
  const long = 'Japan, Korea'.padEnd(LIST_TEXT_MAX - 'Italy, Spain'.length, '.');
  const stopsOf = (country: string) => {
    const query = new URLSearchParams({ country, days: '9', need: 'normal', stop1: 'Italy, Spain' });
    const parsed = readTrip(query.toString(), ENGLISH);
    assert.ok(parsed.kind === 'faults');
    return parsed.typed.stops.map((stop) => stop.country);
  };
  assert.deepEqual(stopsOf(`${long}x`).slice(-1), ['Italy, Spain']);
  assert.deepEqual(stopsOf(long.replace('Korea', 'Koria')).slice(-2), ['Italy', 'Spain']);
});

test('an unknown stop of a list has suggestions of its own, and wrong days are reported', () => {
  const parsed = readTrip('country=Japan,+Koria&days=9&need=normal', ENGLISH);
  assert.ok(parsed.kind === 'faults');
  assert.deepEqual(parsed.typed.stops, [{ country: 'Koria', days: '4' }]);
  assert.deepEqual(
    parsed.choices.map(({ stop, matches }) => [stop, matches[0]?.country.code]),
    [[1, 'KR']],
  );
  const wrong = readTrip('country=Japan,+Korea&days=x&need=normal', ENGLISH);
  assert.ok(wrong.kind === 'faults');
  assert.equal(wrong.faults[0]?.field, 'days');
  const many = readTrip('country=Japan,Korea,Taiwan,Fiji,Spain,Italy,Peru&days=9&need=normal', ENGLISH);
  assert.ok(many.kind === 'faults');
  assert.equal(many.faults[0]?.text, ENGLISH.faults.tooManyStops({ most: THEN_MAX, given: 6 }));
});
