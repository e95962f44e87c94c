/**
 * Plans with the same terms fit a trip the same way. A destination sells thousands of plans on some hundred terms, so
 * how often to buy, and what the trip then gets, is worked out once for each kind of terms and not for each plan.
 */
import { type FitTerms, TERM, type Terms } from '../terms.ts';
import { examplesOf, numbersOf, type Ranks, rankValues } from './ranks.ts';

/** All of `flags` that fitting reads, and what decides whether a plan is looked at. */
const FITTING =
  TERM.wholeAmount |
  TERM.noLimit |
  TERM.usableRemainder |
  TERM.tooSlow |
  TERM.newCustomersOnly |
  TERM.soldPerDay |
  TERM.soldAsUnlimited |
  TERM.soldOut;
const FLAGS_ROOM = 512;

const TERMS_SIZE = 3;

export interface Kinds {
  /** Parallel to the destination's postings. */
  readonly ofPosting: Ranks;
  /** By kind; read by `termsAt`. */
  readonly terms: Uint32Array;
}

export function kindsOf({ flags, amountMb, validityDays }: Terms): Kinds {
  const amounts = rankValues(amountMb);
  const validities = rankValues(validityDays);
  const ofPosting = rankValues(
    numbersOf(
      flags,
      (flag, posting) =>
        (amounts.rankOf[posting]! * validities.count + validities.rankOf[posting]!) * FLAGS_ROOM +
        (flag & FITTING),
    ),
  );
  const terms = new Uint32Array(ofPosting.count * TERMS_SIZE);
  examplesOf(ofPosting).forEach((posting, kind) => {
    terms.set([flags[posting]! & FITTING, amountMb[posting]!, validityDays[posting]!], kind * TERMS_SIZE);
  });
  return { ofPosting, terms };
}

export function termsAt(terms: Uint32Array, kind: number): FitTerms {
  const at = kind * TERMS_SIZE;
  return { flags: terms[at]!, amountMb: terms[at + 1]!, validityDays: terms[at + 2]! };
}

export function kindCount(terms: Uint32Array): number {
  return terms.length / TERMS_SIZE;
}
