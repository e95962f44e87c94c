import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH } from '../../texts/texts.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { formatFor } from '../format.ts';
import { exampleResult } from '../testing/harness.ts';
import { gainWords, versusBest, versusCheapest, versusFirst, versusNext } from './versus.ts';

const format = formatFor(ENGLISH);

const plan = (usd: number, comparable: number, change: (result: Result) => void = () => {}): Result =>
  exampleResult((made) => {
    made.provider.name = `Shop ${usd}`;
    made.price.usd = usd;
    made.why = { ...made.why, comparable_usd: comparable, drawbacks: [] };
    made.validity.days = 15;
    change(made);
  });

const cheap = plan(9.99, 12.69, (made) => {
  made.speed.generation = '4G';
  made.features.hotspot = null;
  made.why.drawbacks = [{ code: 'hotspot_unknown', percent: 4, usd: 0.4, text: '' }];
});
const good = plan(10.8, 12.65, (made) => {
  made.speed.generation = '5G';
  made.features.hotspot = true;
  made.validity.days = 30;
});

test('a plan that costs more than the cheapest says in money and in words what it adds', () => {
  assert.equal(
    versusCheapest(good, cheap, format),
    'For 81 cents more than the cheapest you get hotspot, 5G, and 15 more days.',
  );
});

test('a plan that is not the cheapest way is named by its seller', () => {
  assert.equal(
    versusCheapest(good, cheap, format, false),
    'For 81 cents more than Shop 9.99 you get hotspot, 5G, and 15 more days.',
  );
  const alike = { ...good, price: { ...good.price, usd: 10 } };
  assert.equal(versusCheapest(good, alike, format, false), 'Shop 10.8 costs 80 cents less.');
});

test('a plan that adds nothing names what speaks against the cheaper one', () => {
  const slow = plan(9.99, 13, (made) => {
    made.why.drawbacks = [{ code: 'daily_slowed', percent: 20, usd: 2, text: '' }];
  });
  const plain = plan(10.8, 12.65);
  assert.equal(
    versusCheapest(plain, slow, format),
    'Shop 9.99 costs 81 cents less. But: Slow after the daily amount.',
  );
});

test('the first plan is compared with the next one, whether that costs more, less or the same', () => {
  assert.equal(
    versusNext(good, cheap, format),
    'For 81 cents more than Shop 9.99, number 2, you get hotspot, 5G, and 15 more days.',
  );
  assert.equal(versusNext(cheap, good, format), 'Shop 10.8, number 2, costs 81 cents more.');
  assert.equal(
    versusNext(good, { ...cheap, price: good.price }, format),
    'Shop 9.99, number 2, costs the same. But: Hotspot not confirmed.',
  );
});

test('a plan with a fixed amount is not praised for a known fair use, and an unlimited one is', () => {
  const vague = plan(9.99, 13, (made) => {
    Object.assign(made.data, { model: 'unlimited', gb: null, gb_for_trip: null });
    made.why.drawbacks = [{ code: 'fair_use_unstated', percent: 10, usd: 1, text: '' }];
  });
  const unlimited = plan(10.8, 12.65, (made) => {
    Object.assign(made.data, { model: 'unlimited', gb: null, gb_for_trip: null, full_speed_gb_per_day: 3 });
  });
  assert.deepEqual(gainWords(plan(10.8, 12.65), vague, format), []);
  assert.deepEqual(gainWords(unlimited, vague, format), [ENGLISH.versus.known.fair_use_unstated]);
});

test('the days of several copies are no advantage over fewer ones', () => {
  const daily = plan(7, 20, (made) => {
    Object.assign(made.validity, { days: 3 });
    made.copies = 6;
  });
  assert.deepEqual(gainWords(daily, plan(10, 12), format), []);
  assert.deepEqual(gainWords(plan(10, 12), daily, format), ['5 fewer purchases']);
});

test('of many reasons, those that remove the largest drawbacks are named, and those without a drawback last', () => {
  const often = plan(20, 33, (made) => {
    made.copies = 3;
    made.data.gb_for_trip = 72;
    made.why.drawbacks = [
      { code: 'further_purchases', percent: 60, usd: 12, text: '' },
      { code: 'hotspot_unknown', percent: 4, usd: 0.8, text: '' },
      { code: 'little_reserve', percent: 3, usd: 0.6, text: '' },
      { code: 'identity_check_unknown', percent: 2, usd: 0.4, text: '' },
    ];
    Object.assign(made.features, { hotspot: null, top_up: null, phone_number: false });
    made.eligibility.identity_check = null;
  });
  const once = plan(30, 31, (made) => {
    made.data.gb_for_trip = 100;
    Object.assign(made.features, { hotspot: true, top_up: true, phone_number: true });
    made.eligibility.identity_check = false;
  });
  assert.deepEqual(gainWords(once, often, format), [
    '2 fewer purchases',
    'hotspot',
    '28 GB more data',
    'no ID check',
  ]);
});

test('for a group, a difference says that it is for one person', () => {
  const [first, second] = [10.8, 13.31].map((usd) =>
    plan(usd, usd, (made) => {
      made.price.group_usd = 4 * usd;
    }),
  );
  assert.ok(first && second);
  assert.equal(versusNext(first, second, format), 'Shop 13.31, number 2, costs $2.51 per person more.');
  assert.equal(versusBest(second, first, format), 'The best value costs $2.51 per person more.');
});

test('another plan of the same seller is named by what it differs in', () => {
  const larger = plan(20, 22, (made) => {
    made.data.gb = 50;
    made.provider.name = good.provider.name;
  });
  const longer = { ...larger, data: good.data, validity: { ...good.validity, days: 60 } };
  const alike = { ...larger, data: good.data, validity: good.validity };
  assert.equal(versusNext(good, larger, format), 'Shop 10.8 50 GB, number 2, costs $9.20 more.');
  assert.equal(versusNext(good, longer, format), 'Shop 10.8 60 days, number 2, costs $9.20 more.');
  assert.equal(versusNext(good, alike, format), 'Shop 10.8, number 2, costs $9.20 more.');
});

test('the text of a collapsed plan compares it (the first one here) with number 1, and shows both sums', () => {
  assert.equal(
    versusFirst(cheap, good, format),
    'With drawbacks, number 1, Shop 10.8, comes to $12.65; this plan to $12.69. Number 1 costs 81 cents more. For that you get hotspot, 5G, and 15 more days.',
  );
  assert.equal(
    versusFirst(good, cheap, format),
    'With drawbacks, number 1, Shop 9.99, comes to $12.69; this plan to $12.65. Number 1 costs 81 cents less.',
  );
});
