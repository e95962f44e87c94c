/** What a plan must be stated to have: who does not say so is left out before ranking. */
import { type DestinationView, FACT } from '../columns.ts';
import { BREAKOUTS, type ThreeState } from '../plan.ts';
import type { Requirement } from '../trip.ts';
import type { Candidate } from './candidate.ts';

const LOCAL = BREAKOUTS.indexOf('local');
const UNKNOWN_EXIT = BREAKOUTS.indexOf('unknown');
const GENERATION_5G = 5;

type Stated = (view: DestinationView, plan: Candidate) => ThreeState;

const fact =
  (bit: number): Stated =>
  ({ columns }, { row }) =>
    (columns.factsKnown[row]! & bit) === 0 ? null : (columns.factsTrue[row]! & bit) !== 0;

const hasIdentityCheck = fact(FACT.identityCheck);

const STATED: Readonly<Record<Requirement, Stated>> = {
  hotspot: fact(FACT.hotspot),
  top_up: fact(FACT.topUp),
  phone_number: fact(FACT.phoneNumber),
  no_identity_check: (view, plan) => {
    const asked = hasIdentityCheck(view, plan);
    return asked === null ? null : !asked;
  },
  '5g': ({ postings }, { posting }) => {
    const generation = postings.generation[posting]!;
    return generation === 0 ? null : generation === GENERATION_5G;
  },
  local_exit: ({ postings }, { posting }) => {
    const breakout = postings.breakout[posting]!;
    return breakout === UNKNOWN_EXIT ? null : breakout === LOCAL;
  },
  one_purchase: (_, { copies }) => copies === 1,
};

/** True: it is stated to have them all. False: one is stated otherwise. null: one is not stated. */
export function hasAll(view: DestinationView, plan: Candidate, require: readonly Requirement[]): ThreeState {
  let all: ThreeState = true;
  for (const word of require) {
    const stated = STATED[word](view, plan);
    if (stated === false) return false;
    if (stated === null) all = null;
  }
  return all;
}
