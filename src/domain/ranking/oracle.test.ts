import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brands, coupons, listings, trips } from '../testing/arbitraries.ts';
import { type Listing, NOW } from '../testing/builders.ts';
import { type Candidate, oracleLists } from '../testing/oracle/oracle.ts';
import { inRowOrder, viewOf } from '../testing/view.ts';
import { rank } from './rank.ts';
import type { Ranked } from './ranked.ts';

/** What both say of a listed plan, in one line each, so that a failure shows what differs. */
const ranked = (sorted: readonly Listing[]) => (it: Ranked) => {
  const { provider, id } = sorted[it.row]!.plan;
  const coupon = it.price.offers.find(({ applied }) => applied)?.coupon?.id ?? 'list';
  const drawbacks = it.drawbacks.map(({ percent, cents }) => `${percent}%=${cents}`).toSorted();
  const { copies, meetsNeed, shortByMb, shortByDays, mbForTrip, fullSpeed } = it.fit;
  return `${provider}/${id} ${copies}x ${coupon} ${it.price.listCents} ${it.price.cents} ${it.comparableCents} meets ${meetsNeed} short ${shortByMb} MB ${shortByDays} d, ${mbForTrip} MB ${fullSpeed} [${drawbacks.join(' ')}]`;
};

const naive = (it: Candidate) => {
  const drawbacks = it.drawbacks
    .filter(({ percent }) => percent > 0)
    .map(({ percent, cents }) => `${percent}%=${cents}`)
    .toSorted();
  const mb = it.fullSpeedMb === Number.POSITIVE_INFINITY ? null : it.fullSpeedMb;
  return `${it.key} ${it.copies}x ${it.couponId ?? 'list'} ${it.listCents} ${it.cents} ${it.comparableCents} meets ${it.meets} short ${it.missingMb} MB ${it.missingDays} d, ${mb} MB ${it.atFullSpeedAlone} [${drawbacks.join(' ')}]`;
};

test('every list equals that of a naive oracle, in every figure', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, brands, (all, promotions, trip, brandOf) => {
      const ours = rank(viewOf(all, promotions, trip.country, brandOf), trip, NOW);
      const { country, days, need } = trip;
      const market = { listings: all, coupons: promotions, brands: brandOf, now: NOW };
      const theirs = oracleLists(market, { stops: [{ country, days }], need });
      for (const order of ['recommended', 'cheapest', 'fastest'] as const) {
        assert.deepEqual(ours[order].map(ranked(inRowOrder(all))), theirs[order].map(naive), order);
      }
      assert.equal(ours.considered.plans, theirs.considered.plans);
      assert.equal(ours.considered.meetTheNeed, theirs.considered.meetTheNeed);
    }),
    { numRuns: 400 },
  );
});
