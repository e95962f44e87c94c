/** All of a destination that depends on the catalogue alone, worked out once and then read by every ranking of it. */
import type { DestinationView } from '../columns.ts';
import { termsOf } from '../terms.ts';
import { CouponDesk } from './couponDesk.ts';
import { kindsOf } from './kinds.ts';
import { type Lanes, lanesOf } from './lanes.ts';
import { RECORDS } from './records.ts';
import { Rivals } from './rivals.ts';
import { traitsOf } from './traits.ts';

const { PLAN, TRAIT } = RECORDS;

export interface Profile {
  /** Records of PLAN.size values, by posting: what a ranking needs of one plan stands side by side. */
  readonly plans: Uint32Array;
  /** Records of TRAIT.size values. */
  readonly traits: Uint32Array;
  /** By kind; read by `termsAt`. */
  readonly terms: Uint32Array;
  readonly lanes: Lanes;
  /** Of the plans that stand in no lane. */
  readonly couponDesk: CouponDesk;
  readonly rivals: Rivals;
  readonly oldestSeconds: number;
  readonly newestSeconds: number;
}

function profileFrom(view: DestinationView): Profile {
  const allTerms = termsOf(view);
  const { usdCents, observedAtSeconds } = allTerms;
  const { ofPosting, terms } = kindsOf(allTerms);
  const traits = traitsOf(view);
  const lanes = lanesOf(view, usdCents, ofPosting, traits);
  const plans = new Uint32Array(usdCents.length * PLAN.size);
  let oldestSeconds = Number.POSITIVE_INFINITY;
  let newestSeconds = 0;
  view.postings.rows.forEach((row, posting) => {
    oldestSeconds = Math.min(oldestSeconds, observedAtSeconds[posting]!);
    newestSeconds = Math.max(newestSeconds, observedAtSeconds[posting]!);
    const plan = posting * PLAN.size;
    plans[plan + PLAN.kind] = ofPosting.rankOf[posting]!;
    plans[plan + PLAN.trait] = traits.ofPosting.rankOf[posting]! * TRAIT.size;
    plans[plan + PLAN.usdCents] = usdCents[posting]!;
    plans[plan + PLAN.provider] = view.columns.provider[row]!;
  });
  return {
    plans,
    traits: traits.records,
    terms,
    lanes,
    couponDesk: new CouponDesk(view, lanes.couponed),
    rivals: new Rivals(usdCents.length),
    oldestSeconds,
    newestSeconds,
  };
}

/** Kept as long as the catalogue that it belongs to: about 48 bytes for each plan of a destination that is asked for. */
const profiles = new WeakMap<DestinationView, Profile>();

export function profileOf(view: DestinationView): Profile {
  let profile = profiles.get(view);
  if (profile === undefined) {
    profile = profileFrom(view);
    profiles.set(view, profile);
  }
  return profile;
}
