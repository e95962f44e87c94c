/** The sample market tempts to the mistakes that ranking once made, and ranking does not make them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCatalogue } from '../../src/catalogue/catalogue.ts';
import { dominatedAmong } from '../../src/domain/ranking/dominated.ts';
import { order } from '../../src/domain/ranking/order.ts';
import { rank } from '../../src/domain/ranking/rank.ts';
import { score } from '../../src/domain/ranking/score.ts';
import { NEEDS, type Trip } from '../../src/domain/trip.ts';
import { fastMarket } from '../support/fast-market.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const catalogue = createCatalogue(fastMarket({ plans: 6_000, now: NOW }));

const TRIPS: readonly Trip[] = ['TR', 'JP', 'US', 'GB', 'FR', 'TH', 'MX', 'ZA', 'AU', 'EG', 'IN'].flatMap(
  (country) => [4, 7, 15, 30].flatMap((days) => NEEDS.map((need) => ({ country, days, need }))),
);
const destinationOf = ({ country }: Trip) => catalogue.destination(country) ?? assert.fail(country);

/** All offers of a trip in their order, not only those that are listed. */
function orderAll(trip: Trip) {
  const { offers } = score(destinationOf(trip), trip, NOW);
  return { offers, ...order(offers, Number.POSITIVE_INFINITY) };
}

test('many copies at a lower price do not stand before one purchase that a friend would take', () => {
  let tempted = 0;
  for (const trip of TRIPS) {
    const { offers, recommended } = orderAll(trip);
    const [first] = recommended;
    assert.ok(first !== undefined, JSON.stringify(trip));
    const meeting = offers.filter(({ fit, newCustomersOnly }) => fit.meetsNeed && !newCustomersOnly);
    const once = meeting.filter(({ fit }) => fit.copies === 1).map(({ price }) => price.cents);
    const lowestOnce = Math.min(...once);
    const many = meeting.some(({ fit, price }) => fit.copies >= 3 && price.cents < lowestOnce);
    if (many) tempted += 1;
    // Above $50 the drawback of further purchases is bounded, so that three may be right.
    if (first.fit.copies < 3 || first.price.cents > 5_000) continue;
    assert.ok(lowestOnce > first.price.cents * 1.3, JSON.stringify(trip));
  }
  assert.ok(tempted >= 10, `the market tempts in ${tempted} trips`);
});

test('unlimited is met on every trip, by plans with stated and with unstated fair use', () => {
  const kinds = new Set<string>();
  for (const trip of TRIPS.filter(({ need }) => need === 'unlimited')) {
    const { offers, recommended } = orderAll(trip);
    assert.equal(recommended[0]?.fit.meetsNeed, true, JSON.stringify(trip));
    for (const { fit } of offers) if (fit.meetsNeed) kinds.add(fit.kind);
  }
  for (const kind of ['daily', 'unstated']) assert.ok(kinds.has(kind), kind);
});

test('no list begins with a plan that misses while another meets, and every plan says why it stands there', () => {
  for (const trip of TRIPS) {
    const { recommended, cheapest, fastest, considered } = rank(destinationOf(trip), trip, NOW);
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

test('plans that others of their brand dominate are many, and none is listed', () => {
  let left = 0;
  for (const trip of TRIPS) {
    const { offers, cheapest } = orderAll(trip);
    left += offers.length - cheapest.length;
    const isDominated = dominatedAmong(offers);
    assert.ok(cheapest.every((offer) => !isDominated(offer)));
  }
  assert.ok(left > 1_000, `${left} left out`);
});

test('a plan that its shop sells a second time, dearer under another name, is considered and never listed', () => {
  let twins = 0;
  for (const trip of TRIPS) {
    const { offers, ...lists } = orderAll(trip);
    twins += offers.filter(({ entry }) => entry.plan.id.endsWith('-plus')).length;
    for (const list of [lists.recommended, lists.cheapest, lists.fastest]) {
      const ids = list.filter(({ fit }) => fit.meetsNeed).map(({ entry }) => entry.plan.id);
      const shown = ids.filter((id) => id.endsWith('-plus') && ids.includes(id.replace(/-plus$/, '')));
      assert.deepEqual(shown, [], JSON.stringify(trip));
    }
  }
  assert.ok(twins >= 50, `${twins} twins`);
});
