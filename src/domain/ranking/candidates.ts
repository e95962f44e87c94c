/** First pass of ranking: fit and price of every plan that may be listed at all, into the scratch arrays. */
import type { DestinationView } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import { type Demand, demandOf, leastCopies, mostCopies, newService, serve } from '../fit.ts';
import { EXPIRED_CODE, freshnessCode } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import { TERM } from '../terms.ts';
import type { Trip } from '../trip.ts';
import { chooseListPrice, choosePrice, copyCents, newPriceChoice } from '../tripPrice.ts';
import { Benchmarks } from './benchmarks.ts';
import { couponsForPlan, couponsForTrip, openToAll, someNamePlans } from './couponDesk.ts';
import { type Profile, profileOf } from './profile.ts';
import { FLAG, type Scratch, scratchFor } from './scratch.ts';

export interface Candidates {
  readonly view: DestinationView;
  readonly profile: Profile;
  readonly trip: Trip;
  readonly now: Instant;
  readonly demand: Demand;
  readonly scratch: Scratch;
  readonly count: number;
  /** Lowest trip price of all that meet the need; Infinity where none does. */
  readonly lowestCents: number;
  /** The same among those with 5G. */
  readonly lowestCents5g: number;
  /** What prices are compared with in the score. */
  readonly benchmarkCents: number;
}

const service = newService();
const choice = newPriceChoice();

export function gatherCandidates(view: DestinationView, trip: Trip, now: Instant): Candidates {
  const profile = profileOf(view);
  const demand = demandOf(trip);
  const scratch = scratchFor(view.postings.rows.length);
  const benchmarks = new Benchmarks();
  const count = fill({ view, profile, trip, now, demand, scratch, benchmarks });
  const { lowestCents, lowestCents5g, benchmarkCents } = benchmarks;
  return { view, profile, trip, now, demand, scratch, count, lowestCents, lowestCents5g, benchmarkCents };
}

interface Filling extends Pick<Candidates, 'view' | 'profile' | 'trip' | 'now' | 'demand' | 'scratch'> {
  readonly benchmarks: Benchmarks;
}

/** How many candidates there are. The loop stands alone so that it is compiled once and for all. */
function fill({ view, profile, trip, now, demand, scratch, benchmarks }: Filling): number {
  const { columns, postings } = view;
  // Held in locals: the loop then reads arrays, not the objects that hold them.
  const { rows, generation } = postings;
  const { flags: termsOfPosting, observedAtSeconds, amountMb } = profile;
  const { posting: postingOf, row: rowOf, copies, copyCents: copyCentsOf, cents, shortfall } = scratch;
  const { coveredDays, usableMb, mbForSameCents, freshness: freshnessOf, flags, verdict } = scratch;
  const nowSeconds = Math.floor(now / 1_000);
  let count = 0;
  let provider = -1;
  let open: readonly Coupon[] = [];
  let byPlan = false;

  for (let posting = 0; posting < rows.length; posting++) {
    const terms = termsOfPosting[posting]!;
    if ((terms & TERM.soldOut) !== 0) continue;
    if (demand.unlimitedOnly && (terms & TERM.soldAsUnlimited) === 0) continue;
    const freshness = freshnessCode(nowSeconds - observedAtSeconds[posting]!);
    if (freshness === EXPIRED_CODE) continue;
    const row = rows[posting]!;
    // Rows are sorted by provider, so its coupons are sorted out once for all of its plans.
    if (columns.provider[row] !== provider) {
      provider = columns.provider[row]!;
      open = openToAll(couponsForTrip(view, provider, trip, now));
      byPlan = someNamePlans(open);
    }

    const most = mostCopies(profile, posting);
    const least = leastCopies(profile, posting, demand, most);
    const oneCopy = copyCents(profile, posting, demand.days);
    if (open.length === 0) chooseListPrice(oneCopy, least, most, choice);
    else choosePrice(oneCopy, least, most, byPlan ? couponsForPlan(open, view, row) : open, choice);
    serve(profile, posting, demand, choice.copies, service);

    const whole = (terms & TERM.wholeAmount) !== 0;
    const forNewCustomers = (terms & TERM.newCustomersOnly) !== 0;
    postingOf[count] = posting;
    rowOf[count] = row;
    copies[count] = choice.copies;
    copyCentsOf[count] = oneCopy;
    cents[count] = choice.cents;
    shortfall[count] = service.shortfall;
    coveredDays[count] = service.coveredDays;
    usableMb[count] = service.usableMb;
    mbForSameCents[count] = whole ? choice.copiesForSameCents * amountMb[posting]! : service.fullSpeedMb;
    freshnessOf[count] = freshness;
    flags[count] =
      (service.fullSpeed ? FLAG.fullSpeed : 0) |
      (choice.coupon === null ? 0 : FLAG.coupon) |
      (forNewCustomers ? FLAG.newCustomersOnly : 0) |
      ((terms & TERM.soldPerDay) !== 0 ? FLAG.soldPerDay : 0);
    verdict[count] = 0;
    count++;
    benchmarks.note(choice.cents, service.shortfall === 0, forNewCustomers, generation[posting]!);
  }
  return count;
}
