/** First pass of ranking: fit and price of every plan that may be listed at all, into the scratch arrays. */
import type { DestinationView } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import { type Demand, demandOf, newService, serve } from '../fit.ts';
import { EXPIRED_CODE, freshnessCode } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import { TERM } from '../terms.ts';
import type { Trip } from '../trip.ts';
import { choosePrice, copyCents, newPriceChoice } from '../tripPrice.ts';
import { Benchmarks } from './benchmarks.ts';
import { couponsForPlan, couponsForTrip, openToAll, someNamePlans } from './couponDesk.ts';
import { fitKinds } from './kinds.ts';
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
  const { flags: termsOfPosting, observedAtSeconds, amountMb, kindOf } = profile;
  const fits = fitKinds(profile, profile, demand);
  const { least: leastOf, most: mostOf, shortfall: shortfallOf, coveredDays: coveredOf } = fits;
  const { usableMb: usableOf, fullSpeedMb: fullSpeedMbOf, fullSpeed: fullSpeedOf } = fits;
  const providers = columns.provider;
  const { days, unlimitedOnly } = demand;
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
    if (unlimitedOnly && (terms & TERM.soldAsUnlimited) === 0) continue;
    const freshness = freshnessCode(nowSeconds - observedAtSeconds[posting]!);
    if (freshness === EXPIRED_CODE) continue;
    const row = rows[posting]!;
    // Rows are sorted by provider, so its coupons are sorted out once for all of its plans.
    if (providers[row] !== provider) {
      provider = providers[row]!;
      open = openToAll(couponsForTrip(view, provider, trip, now));
      byPlan = someNamePlans(open);
    }

    const kind = kindOf[posting]!;
    const least = leastOf[kind]!;
    const oneCopy = copyCents(profile, posting, days);
    const whole = (terms & TERM.wholeAmount) !== 0;
    const forNewCustomers = (terms & TERM.newCustomersOnly) !== 0;
    postingOf[count] = posting;
    rowOf[count] = row;
    copyCentsOf[count] = oneCopy;
    freshnessOf[count] = freshness;
    verdict[count] = 0;
    let short = shortfallOf[kind]!;
    let price = least * oneCopy;
    let flag =
      (fullSpeedOf[kind] === 1 ? FLAG.fullSpeed : 0) |
      (forNewCustomers ? FLAG.newCustomersOnly : 0) |
      ((terms & TERM.soldPerDay) !== 0 ? FLAG.soldPerDay : 0);
    copies[count] = least;
    coveredDays[count] = coveredOf[kind]!;
    usableMb[count] = usableOf[kind]!;
    // A plan that costs nothing may be taken as often as is allowed.
    const forSameCents = oneCopy === 0 ? mostOf[kind]! : least;
    mbForSameCents[count] = whole ? forSameCents * amountMb[posting]! : fullSpeedMbOf[kind]!;

    if (open.length > 0) {
      const valid = byPlan ? couponsForPlan(open, view, row) : open;
      choosePrice(oneCopy, least, mostOf[kind]!, valid, choice);
      price = choice.cents;
      if (choice.coupon !== null) flag |= FLAG.coupon;
      if (whole) mbForSameCents[count] = choice.copiesForSameCents * amountMb[posting]!;
      // A coupon with a minimum spend may make more copies the cheaper choice.
      if (choice.copies !== least) {
        serve(profile, posting, demand, choice.copies, service);
        short = service.shortfall;
        flag = (flag & ~FLAG.fullSpeed) | (service.fullSpeed ? FLAG.fullSpeed : 0);
        copies[count] = choice.copies;
        coveredDays[count] = service.coveredDays;
        usableMb[count] = service.usableMb;
        if (!whole) mbForSameCents[count] = service.fullSpeedMb;
      }
    }
    cents[count] = price;
    shortfall[count] = short;
    flags[count] = flag;
    count++;
    benchmarks.note(price, short === 0, forNewCustomers, generation[posting]!);
  }
  return count;
}
