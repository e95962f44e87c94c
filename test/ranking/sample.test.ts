/** The sample market tempts to the mistakes that ranking once made, and ranking does not make them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../src/catalogue/decode.ts';
import { encode } from '../../src/catalogue/encode.ts';
import { place, rank } from '../../src/domain/ranking/rank.ts';
import { NEEDS, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const { content, observations } = encode(fastMarket({ plans: 6_000, now: NOW }));
const catalogue = decode(content, observations, 1);

const TRIPS: readonly Trip[] = ['TR', 'JP', 'US', 'GB', 'FR', 'TH', 'MX', 'ZA', 'AU', 'EG', 'IN'].flatMap(
  (country) => [4, 7, 15, 30].flatMap((days) => NEEDS.map((need) => ({ country, days, need }))),
);
const viewOf = ({ country }: Trip) => catalogue.view(country) ?? assert.fail(country);

test('many copies at a lower price do not stand before one purchase that a friend would take', () => {
  let tempted = 0;
  for (const trip of TRIPS) {
    const { all, recommended } = place(viewOf(trip), trip, NOW);
    const [first] = recommended;
    assert.ok(first !== undefined, JSON.stringify(trip));
    const meeting = all.filter(({ plan }) => plan.meetsNeed && !plan.newCustomersOnly);
    const once = meeting.filter(({ plan }) => plan.copies === 1).map(({ plan }) => plan.price.cents);
    const lowestOnce = Math.min(...once);
    const many = meeting.some(({ plan }) => plan.copies >= 3 && plan.price.cents < lowestOnce);
    if (many) tempted += 1;
    // Above $50 the drawback of further purchases is bounded, so that three may be right.
    if (first.plan.copies < 3 || first.plan.price.cents > 5_000) continue;
    assert.ok(lowestOnce > first.plan.price.cents * 1.3, JSON.stringify(trip));
  }
  assert.ok(tempted >= 10, `the market tempts in ${tempted} trips`);
});

test('unlimited is met on every trip, by plans with stated and with unstated fair use', () => {
  const kinds = new Set<string>();
  for (const trip of TRIPS.filter(({ need }) => need === 'unlimited')) {
    const { all, recommended } = place(viewOf(trip), trip, NOW);
    assert.equal(recommended[0]?.plan.meetsNeed, true, JSON.stringify(trip));
    for (const { plan } of all) if (plan.meetsNeed) kinds.add(plan.kind);
  }
  for (const kind of ['daily', 'unstated']) assert.ok(kinds.has(kind), kind);
});

test('no list begins with a plan that misses while another meets, and every plan says why it stands there', () => {
  for (const trip of TRIPS) {
    const { recommended, cheapest, fastest, considered } = rank(viewOf(trip), trip, NOW);
    for (const list of [recommended, cheapest, fastest]) {
      const met = list.map(({ fit }) => fit.meetsNeed);
      assert.deepEqual(
        met,
        met.toSorted((a, b) => Number(b) - Number(a)),
        JSON.stringify(trip),
      );
      assert.equal(met[0], considered.meetTheNeed > 0);
      assert.ok(list.every(({ reasons }) => reasons.length > 0));
    }
  }
});

test('plans of one brand that others of it make pointless are many, and none is listed', () => {
  let left = 0;
  for (const trip of TRIPS) {
    const { all, cheapest, isPointless } = place(viewOf(trip), trip, NOW);
    left += all.length - cheapest.length;
    assert.ok(cheapest.every((weighed) => !isPointless(weighed)));
  }
  assert.ok(left > 1_000, `${left} left out`);
});

test('a plan that its shop sells a second time, dearer under another name, is considered and never listed', () => {
  let twins = 0;
  for (const trip of TRIPS) {
    const view = viewOf(trip);
    const idOf = (row: number) => catalogue.planId(row);
    const { all, ...lists } = place(view, trip, NOW);
    twins += all.filter(({ plan }) => idOf(plan.row).endsWith('-plus')).length;
    for (const list of [lists.recommended, lists.cheapest, lists.fastest]) {
      const ids = list.filter(({ plan }) => plan.meetsNeed).map(({ plan }) => idOf(plan.row));
      const shown = ids.filter((id) => id.endsWith('-plus') && ids.includes(id.replace(/-plus$/, '')));
      assert.deepEqual(shown, [], JSON.stringify(trip));
    }
  }
  assert.ok(twins >= 50, `${twins} twins`);
});
