import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brands, coupons, filters, listings, trips } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { NO_FILTERS } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import { drawbacksOf } from './drawbacks.ts';
import { picksOf, UNKNOWNS } from './picks.ts';
import { type OtherWays, rank } from './rank.ts';
import { score } from './score.ts';

const NO_OTHER_WAYS: OtherWays = { splitCents: null, sharedCentsEach: null };

/** The titles of each picked plan, its difference and its reasons. Each plan has a provider of its own. */
function picksAmong(all: readonly ListingParts[], otherWays = NO_OTHER_WAYS) {
  const destination = destinationOf(
    all.map((parts, at) => aListing({ provider: `shop${at}`, id: `p${at}`, ...parts })),
  );
  const trip = { country: COUNTRY, days: 7, need: 'normal' } as const;
  return rank(destination, trip, NOW, NO_FILTERS, otherWays).picks.map((pick) => ({
    id: pick.offer.entry.plan.id,
    titles: pick.titles.join(' '),
    cents: pick.differenceCents,
    reasons: pick.reasons,
  }));
}

test('one plan has every title, no difference and no reason', () => {
  assert.deepEqual(picksAmong([{ cents: 1_000 }]), [
    { id: 'p0', titles: 'best_value cheapest fewest_unknowns', cents: 0, reasons: [] },
  ]);
});

test('a better plan is compared with the cheapest one in money and facts, and the cheapest with it', () => {
  const [best, cheapest] = picksAmong([
    { cents: 1_000, facts: { hotspot: null, identityCheck: null }, coverage: { generation: null } },
    { cents: 1_020, facts: { hotspot: true, identityCheck: false }, coverage: { generation: '5G' } },
  ]);
  assert.deepEqual([best?.id, best?.titles, best?.cents], ['p1', 'best_value fewest_unknowns', 20]);
  assert.deepEqual(best?.reasons, [
    { code: 'costs_more_than_cheapest', value: 20 },
    { code: 'adds', value: ['5g', 'hotspot', 'no_identity_check'] },
    { code: 'states', value: ['generation_unknown', 'hotspot_unknown', 'identity_check_unknown'] },
  ]);
  assert.deepEqual([cheapest?.id, cheapest?.titles, cheapest?.cents], ['p0', 'cheapest', 0]);
  assert.deepEqual(cheapest?.reasons, []);
});

test('a plan that is bought more often says so, and the days of its copies are no advantage', () => {
  const [best, cheapest] = picksAmong([
    { cents: 1_000, days: 8 },
    { cents: 300, days: 3 },
  ]);
  assert.deepEqual([best?.id, cheapest?.id, cheapest?.titles], ['p0', 'p1', 'cheapest']);
  assert.deepEqual(best?.reasons, [
    { code: 'costs_more_than_cheapest', value: 100 },
    { code: 'fewer_purchases', value: 2 },
  ]);
  assert.deepEqual(cheapest?.reasons, [
    { code: 'more_gb', value: 20_000 },
    { code: 'more_purchases', value: 2 },
  ]);
});

test('only an unlimited plan states a fair use', () => {
  const vague: ListingParts = { cents: 1_000, allowance: { model: 'unlimited' } };
  const reasons = (best: ListingParts) =>
    picksAmong([vague, { cents: 1_010, ...best }])
      .find(({ id }) => id === 'p1')
      ?.reasons.flatMap(({ code, value }) => (code === 'states' ? value : []));
  assert.deepEqual(reasons({ allowance: { model: 'unlimited' }, fullSpeedMbPerDay: 3_000 }), [
    'fair_use_unstated',
  ]);
  assert.deepEqual(reasons({ allowance: { model: 'total' } }), []);
});

test('nothing is called the cheapest if another way costs less, and then no difference is stated', () => {
  for (const otherWays of [
    { splitCents: 999, sharedCentsEach: null },
    { splitCents: null, sharedCentsEach: 999 },
  ]) {
    const picks = picksAmong([{ cents: 1_000 }], otherWays);
    assert.deepEqual(picks, [{ id: 'p0', titles: 'best_value fewest_unknowns', cents: null, reasons: [] }]);
  }
  const same = picksAmong([{ cents: 1_000 }], { splitCents: 1_000, sharedCentsEach: 1_000 });
  assert.equal(same[0]?.cents, 0);
});

test('a plan that is too dear, or has a risk, is not the one with the fewest unknowns', () => {
  const known = { facts: { hotspot: true, identityCheck: false }, coverage: { generation: '5G' } } as const;
  const vague = {
    cents: 1_000,
    facts: { hotspot: null, identityCheck: null },
    coverage: { generation: null },
  };
  const titlesOf = (other: ListingParts) =>
    picksAmong([vague, other]).find(({ titles }) => titles.includes('fewest_unknowns'))?.id;
  assert.equal(titlesOf({ ...known, cents: 1_200 }), 'p1');
  assert.equal(titlesOf({ ...known, cents: 1_400 }), 'p0', 'more than a quarter dearer');
  assert.equal(titlesOf({ ...known, cents: 900, facts: { hotspot: false, identityCheck: false } }), 'p0');
  assert.equal(titlesOf({ ...known, cents: 900, facts: { hotspot: true, identityCheck: true } }), 'p0');
});

test('of plans with as many unknowns, the better value has the fewest, even if the other one is cheaper', () => {
  const vague = { facts: { hotspot: null }, coverage: { generation: '5G' } } as const;
  const picks = picksAmong([
    { ...vague, cents: 1_000, megabytes: 20_000 },
    { ...vague, cents: 990, allowance: { model: 'total' }, megabytes: 7_000 },
  ]);
  assert.deepEqual(
    picks.map(({ id, titles }) => [id, titles]),
    [
      ['p0', 'best_value fewest_unknowns'],
      ['p1', 'cheapest'],
    ],
  );
});

test('a plan for new customers or one that misses the need is no pick', () => {
  assert.deepEqual(picksAmong([{ cents: 100, facts: { newCustomersOnly: true } }]), []);
  assert.deepEqual(picksAmong([{ cents: 100, allowance: { model: 'total' }, megabytes: 1 }]), []);
});

test('in every market the picks are what their titles say, whatever the order of the plans', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, brands, filters, (all, promotions, trip, brandOf, filter) => {
      const destination = destinationOf(all, promotions, trip.country, brandOf);
      const { offers } = score(destination, trip, NOW, filter);
      const picks = picksOf(offers, NO_OTHER_WAYS);
      const isDominated = dominatedAmong(offers);
      const open = offers.filter(
        (offer) => offer.fit.meetsNeed && !offer.newCustomersOnly && !isDominated(offer),
      );
      assert.equal(picks.length === 0, open.length === 0);
      if (picks.length === 0) return;
      const holder = (title: string) =>
        picks.find(({ titles }) => titles.some((one) => one === title))?.offer;
      const { recommended, cheapest } = rank(destination, trip, NOW, filter);
      assert.equal(holder('best_value')?.entry, recommended[0]?.entry);
      assert.equal(holder('cheapest')?.entry, cheapest[0]?.entry);
      const drawbacks = (offer: (typeof offers)[number]) =>
        drawbacksOf(offer.ratings, offer.fit, offer.price);
      const unknown = (offer: (typeof offers)[number]) =>
        drawbacks(offer).filter(({ code }) => UNKNOWNS.some((one) => one === code)).length;
      const isRisky = (offer: (typeof offers)[number]) =>
        drawbacks(offer).some(({ code }) =>
          ['hotspot_not_allowed', 'identity_check_required', 'price_stale', 'coupon_aging'].includes(code),
        );
      const near = open.filter(
        (offer) => offer.comparableCents <= 1.25 * recommended[0]!.comparableCents && !isRisky(offer),
      );
      const known = holder('fewest_unknowns');
      assert.equal(known === undefined, near.length === 0);
      if (known !== undefined) assert.equal(unknown(known), Math.min(...near.map(unknown)));
      assert.deepEqual(picksOf(offers.toReversed(), NO_OTHER_WAYS), picks);
    }),
    { numRuns: 150 },
  );
});
