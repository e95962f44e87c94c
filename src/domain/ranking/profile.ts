/** All of a destination that depends on the catalogue alone, worked out once and then read by every ranking of it. */
import type { DestinationView } from '../columns.ts';
import { NONE } from '../columns.ts';
import { type Terms, termsOf } from '../terms.ts';
import { type Kinds, kindsOf } from './kinds.ts';
import { capKbps, clockShare, easeShare, fixedCertaintyShare, isLocal, speedShare } from './score.ts';
import { WEIGHTS } from './weights.ts';

const GENERATION_MAX = 5;
const KBPS_ROOM = 2 ** 32;
/** Above every `speedKey`, so that closeness and full speed can be put before it in one number. */
export const SPEED_KEY_ROOM = (GENERATION_MAX + 1) * KBPS_ROOM * 2;

/** Parallel to the destination's postings. */
export interface Profile extends Terms, Kinds {
  /** Weighted sum of all that no trip changes: speed, ease, and the certainty of what is stated. */
  readonly fixedScore: Uint32Array;
  readonly clockShare: Uint16Array;
  /** Generation, advertised cap and local breakout in one number: lower is faster. */
  readonly speedKey: Float64Array;
}

function profileFrom(view: DestinationView): Profile {
  const { columns, postings } = view;
  const { rows, generation, networks } = postings;
  const terms = termsOf(view);
  return {
    ...terms,
    ...kindsOf(terms),
    fixedScore: Uint32Array.from(
      rows,
      (row, posting) =>
        WEIGHTS.speed * speedShare(columns, row, generation[posting]!, networks[posting]!) +
        WEIGHTS.certainty * fixedCertaintyShare(columns, row) +
        WEIGHTS.ease * easeShare(columns, row),
    ),
    clockShare: Uint16Array.from(rows, (row) => clockShare(columns, row)),
    speedKey: Float64Array.from(rows, (row, posting) => {
      const slowness = NONE - capKbps(columns, row);
      const key = (GENERATION_MAX - generation[posting]!) * KBPS_ROOM + slowness;
      return key * 2 + (isLocal(columns, row) ? 0 : 1);
    }),
  };
}

/** Kept as long as the catalogue that it belongs to: about 40 bytes for each plan of a destination that is asked for. */
const profiles = new WeakMap<DestinationView, Profile>();

export function profileOf(view: DestinationView): Profile {
  let profile = profiles.get(view);
  if (profile === undefined) {
    profile = profileFrom(view);
    profiles.set(view, profile);
  }
  return profile;
}
