/**
 * Plans of one kind differ in price and in what no trip changes. So their order by price, and by speed, is the same for
 * every trip, and a ranking reads each lane from its head and stops early. What it reads there stands side by side.
 * A public coupon with a minimum spend can make the dearer of two plans the cheaper one: providers that have public
 * coupons stand in no lane, and every question prices their plans one by one.
 */
import type { DestinationView } from '../columns.ts';
import { isPublic } from '../couponRules.ts';
import { type Ranks, rankValues, sortByRank, startsOf } from './ranks.ts';
import { RECORDS } from './records.ts';
import type { Traits } from './traits.ts';

const { TRAIT, PRICED, SPEEDY } = RECORDS;

export interface Lanes {
  /** Where the lane of each kind begins, in records, and at last their number. */
  readonly start: Uint32Array;
  /** Records by kind, price, row. */
  readonly byPrice: Uint32Array;
  /** Records by kind, speed, price, row. */
  readonly bySpeed: Uint32Array;
  readonly speedRanks: number;
  /** Postings whose provider has public coupons, ascending. */
  readonly couponed: Uint32Array;
}

export function lanesOf(view: DestinationView, usdCents: Uint32Array, kinds: Ranks, traits: Traits): Lanes {
  const { columns, postings } = view;
  const hasPublic = new Set<number>();
  for (const [provider, coupons] of view.coupons) if (coupons.some(isPublic)) hasPublic.add(provider);
  const all = postings.rows.map((_, posting) => posting);
  const isCouponed = (posting: number) => hasPublic.has(columns.provider[postings.rows[posting]!]!);
  const plain = all.filter((posting) => !isCouponed(posting));

  const cheapestFirst = sortByRank(plain, rankValues(usdCents));
  const start = startsOf(plain, kinds);
  const byPrice = sortByRank(cheapestFirst, kinds);
  const bySpeed = sortByRank(sortByRank(cheapestFirst, traits.speeds), kinds);
  return {
    start,
    byPrice: pricedRecords(start, byPrice, usdCents, traits),
    bySpeed: speedyRecords(bySpeed, usdCents, traits),
    speedRanks: traits.speeds.count,
    couponed: all.filter(isCouponed),
  };
}

function pricedRecords(
  start: Uint32Array,
  byPrice: Uint32Array,
  usdCents: Uint32Array,
  { ofPosting, records }: Traits,
): Uint32Array {
  const lanes = new Uint32Array(byPrice.length * PRICED.size);
  for (let kind = start.length - 2; kind >= 0; kind--) {
    let ahead = 0;
    for (let at = start[kind + 1]! - 1; at >= start[kind]!; at--) {
      const posting = byPrice[at]!;
      const quality = records[ofPosting.rankOf[posting]! * TRAIT.size + TRAIT.quality]!;
      ahead = Math.max(ahead, quality);
      lanes[at * PRICED.size + PRICED.posting] = posting;
      lanes[at * PRICED.size + PRICED.usdCents] = usdCents[posting]!;
      lanes[at * PRICED.size + PRICED.quality] = quality;
      lanes[at * PRICED.size + PRICED.qualityAhead] = ahead;
    }
  }
  return lanes;
}

function speedyRecords(bySpeed: Uint32Array, usdCents: Uint32Array, { speeds }: Traits): Uint32Array {
  const lanes = new Uint32Array(bySpeed.length * SPEEDY.size);
  bySpeed.forEach((posting, at) => {
    lanes[at * SPEEDY.size + SPEEDY.posting] = posting;
    lanes[at * SPEEDY.size + SPEEDY.usdCents] = usdCents[posting]!;
    lanes[at * SPEEDY.size + SPEEDY.speedRank] = speeds.rankOf[posting]!;
  });
  return lanes;
}
