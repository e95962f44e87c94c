/**
 * Plans with the same terms fit a trip the same way. A destination sells thousands of plans on some hundred terms, so
 * how often to buy, and what the trip then gets, is worked out once for each kind of terms and not for each plan.
 */
import { type Demand, leastCopies, mostCopies, newService, serve } from '../fit.ts';
import { TERM, type Terms } from '../terms.ts';

/** All of `flags` that fitting reads. */
const FITTING =
  TERM.wholeAmount |
  TERM.noLimit |
  TERM.usableRemainder |
  TERM.tooSlow |
  TERM.newCustomersOnly |
  TERM.soldPerDay;

export interface Kinds {
  /** Parallel to the destination's postings. */
  readonly kindOf: Uint32Array;
  /** A posting of each kind. */
  readonly example: Uint32Array;
}

export function kindsOf({ flags, amountMb, validityDays }: Terms): Kinds {
  const known = new Map<string, number>();
  const example: number[] = [];
  const kindOf = Uint32Array.from(flags, (flag, posting) => {
    const terms = `${flag & FITTING} ${amountMb[posting]} ${validityDays[posting]}`;
    const kind = known.get(terms) ?? known.size;
    if (kind === known.size) {
      known.set(terms, kind);
      example.push(posting);
    }
    return kind;
  });
  return { kindOf, example: Uint32Array.from(example) };
}

/** By kind, for the least number of copies that covers the trip, or as many as may be bought. */
export interface KindFits {
  readonly capacity: number;
  readonly least: Uint8Array;
  readonly most: Uint8Array;
  readonly shortfall: Uint16Array;
  readonly coveredDays: Uint8Array;
  readonly usableMb: Float64Array;
  readonly fullSpeedMb: Float64Array;
  readonly fullSpeed: Uint8Array;
}

function allocate(capacity: number): KindFits {
  return {
    capacity,
    least: new Uint8Array(capacity),
    most: new Uint8Array(capacity),
    shortfall: new Uint16Array(capacity),
    coveredDays: new Uint8Array(capacity),
    usableMb: new Float64Array(capacity),
    fullSpeedMb: new Float64Array(capacity),
    fullSpeed: new Uint8Array(capacity),
  };
}

/** Few destinations have more kinds of terms, so growing is rare. */
const FIRST_CAPACITY = 1_024;
let shared = allocate(FIRST_CAPACITY);
const service = newService();

/** Working memory that the next call uses again, as the scratch arrays are. */
export function fitKinds(terms: Terms, { example }: Kinds, demand: Demand): KindFits {
  if (example.length > shared.capacity) shared = allocate(2 ** Math.ceil(Math.log2(example.length)));
  const fits = shared;
  for (let kind = 0; kind < example.length; kind++) {
    const posting = example[kind]!;
    const most = mostCopies(terms, posting);
    const least = leastCopies(terms, posting, demand, most);
    serve(terms, posting, demand, least, service);
    fits.least[kind] = least;
    fits.most[kind] = most;
    fits.shortfall[kind] = service.shortfall;
    fits.coveredDays[kind] = service.coveredDays;
    fits.usableMb[kind] = service.usableMb;
    fits.fullSpeedMb[kind] = service.fullSpeedMb;
    fits.fullSpeed[kind] = service.fullSpeed ? 1 : 0;
  }
  return fits;
}
