/** How every kind of terms fits a trip: records of numbers, in working memory that the next question uses again. */
import { type Demand, leastCopies, mostCopies, serve } from '../fit.ts';
import { type FitTerms, TERM } from '../terms.ts';
import { kindCount, termsAt } from './kinds.ts';
import type { Fit } from './ranked.ts';
import { RECORDS } from './records.ts';
import { headroomShare } from './score.ts';
import { WEIGHTS } from './weights.ts';

const { FIT, FLAG } = RECORDS;

export interface Fits {
  /** Records of FIT.size values, by kind. */
  readonly records: Float64Array;
  /** Kinds that have a lane and may be listed: first those that meet the need, then the misses. */
  readonly order: Uint32Array;
  meeting: number;
  open: number;
  /** Spelled out when the first plan of the kind is listed, and shared by all of them. */
  readonly spelled: (Fit | null)[];
}

function allocate(kinds: number): Fits {
  return {
    records: new Float64Array(kinds * FIT.size),
    order: new Uint32Array(kinds),
    meeting: 0,
    open: 0,
    spelled: new Array<Fit | null>(kinds).fill(null),
  };
}

/** Few destinations have more kinds of terms, so growing is rare. */
const FIRST_CAPACITY = 1_024;
let shared = allocate(FIRST_CAPACITY);

/** `laneStart`: see `Lanes.start`. */
export function fitKinds(terms: Uint32Array, laneStart: Uint32Array, demand: Demand): Fits {
  const kinds = kindCount(terms);
  if (kinds > shared.order.length) shared = allocate(2 ** Math.ceil(Math.log2(kinds)));
  const { records, order, spelled } = shared;
  let meeting = 0;
  let misses = order.length;
  for (let kind = 0; kind < kinds; kind++) {
    const at = kind * FIT.size;
    fitKind(termsAt(terms, kind), demand, records, at);
    spelled[kind] = null;
    if (records[at + FIT.isOpen] === 0 || laneStart[kind] === laneStart[kind + 1]) continue;
    if (records[at + FIT.shortfall] === 0) order[meeting++] = kind;
    else order[--misses] = kind;
  }
  shared.meeting = meeting;
  shared.open = meeting + order.length - misses;
  order.copyWithin(meeting, misses);
  return shared;
}

function fitKind(terms: FitTerms, demand: Demand, records: Float64Array, at: number): void {
  const { flags, validityDays } = terms;
  const isWanted = !demand.unlimitedOnly || (flags & TERM.soldAsUnlimited) !== 0;
  const isOpen = isWanted && (flags & TERM.soldOut) === 0;
  records[at + FIT.isOpen] = isOpen ? 1 : 0;
  if (!isOpen) return;
  const most = mostCopies(flags);
  const least = leastCopies(terms, demand, most);
  serve(terms, demand, least, records, at);
  const isSoldPerDay = (flags & TERM.soldPerDay) !== 0;
  // NONE is above any number of days, so "no upper bound" needs no case of its own.
  const daysPriced = isSoldPerDay ? Math.min(demand.days, validityDays) : 1;
  records[at + FIT.least] = least;
  records[at + FIT.most] = most;
  records[at + FIT.daysPriced] = daysPriced;
  records[at + FIT.times] = least * daysPriced;
  records[at + FIT.flags] =
    (records[at + FIT.fullSpeed] === 1 ? FLAG.fullSpeed : 0) |
    ((flags & TERM.newCustomersOnly) !== 0 ? FLAG.newCustomersOnly : 0);
  records[at + FIT.headroom] = WEIGHTS.headroom * headroomShare(records[at + FIT.usableMb]!, demand.neededMb);
}
