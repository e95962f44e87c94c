/** Every plan in each destination where it is sold: assumptions made, the fixed part of the score and the speed key added up. */
import { type DestinationView, NONE } from '../../../src/domain/columns.ts';
import { RECORDS } from '../../../src/domain/ranking/records.ts';
import { traitsOf } from '../../../src/domain/ranking/traits.ts';
import { WEIGHTS } from '../../../src/domain/ranking/weights.ts';
import { TERM, termsOf } from '../../../src/domain/terms.ts';
import type { Row } from './tables.ts';

const { TRAIT, MARK } = RECORDS;

export const OFFER_COLUMNS = [
  'country',
  'plan',
  'provider',
  'cents',
  'validity',
  'amount',
  'whole',
  'remainder',
  'too_slow',
  'new_only',
  'per_day',
  'unlimited',
  'observed',
  'clock',
  'fixed',
  'speed',
  'is_5g',
  // From here on: what is read of the plans that are listed, and of no others.
  'speed_share',
  'certainty_share',
  'ease_share',
  'fair_use_unstated',
  'slow_kbps',
  'is_local',
  'networks',
  'hotspot',
  'no_identity_check',
] as const;

/** Stands for "no expiry" and "no limit": above every trip, and small enough that no product overflows. */
export const ENDLESS_DAYS = 100_000;
export const ENDLESS_MB = 1_000_000_000;

export const daysOf = (validity: number): number => (validity === NONE ? ENDLESS_DAYS : validity);

export function* offersOf(country: string, view: DestinationView): Generator<Row> {
  const terms = termsOf(view);
  const { ofPosting, speeds, records } = traitsOf(view);
  const { columns, postings } = view;
  for (let posting = 0; posting < postings.rows.length; posting++) {
    const flag = (term: number) => ((terms.flags[posting]! & term) === 0 ? 0 : 1);
    // Nobody lists what is known to be sold out.
    if (flag(TERM.soldOut) === 1) continue;
    const row = postings.rows[posting]!;
    const trait = ofPosting.rankOf[posting]! * TRAIT.size;
    const mark = (bit: number) => ((records[trait + TRAIT.marks]! & bit) === 0 ? 0 : 1);
    const fixed =
      WEIGHTS.speed * records[trait + TRAIT.speed]! +
      WEIGHTS.certainty * records[trait + TRAIT.certainty]! +
      WEIGHTS.ease * records[trait + TRAIT.ease]!;
    yield [
      country,
      row,
      columns.provider[row]!,
      terms.usdCents[posting]!,
      daysOf(terms.validityDays[posting]!),
      flag(TERM.noLimit) === 1 ? ENDLESS_MB : terms.amountMb[posting]!,
      flag(TERM.wholeAmount),
      flag(TERM.usableRemainder),
      flag(TERM.tooSlow),
      flag(TERM.newCustomersOnly),
      flag(TERM.soldPerDay),
      flag(TERM.soldAsUnlimited),
      terms.observedAtSeconds[posting]!,
      records[trait + TRAIT.clock]!,
      fixed,
      speeds.rankOf[posting]!,
      mark(MARK.is5g),
      records[trait + TRAIT.speed]!,
      records[trait + TRAIT.certainty]!,
      records[trait + TRAIT.ease]!,
      mark(MARK.fairUseUnstated),
      records[trait + TRAIT.slowAfterCapKbps]!,
      mark(MARK.isLocal),
      postings.networks[posting]!,
      mark(MARK.hotspot),
      mark(MARK.noIdentityCheck),
    ];
  }
}
