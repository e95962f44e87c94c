/** What a plan must be stated to have. A plan that does not state it is left out before ranking. */
import type { DestinationEntry } from '../destination.ts';
import type { ThreeState } from '../plan.ts';
import type { Requirement } from '../trip.ts';
import type { Fit } from './fit.ts';

type Stated = (entry: DestinationEntry, fit: Fit) => ThreeState;

const STATED: Readonly<Record<Requirement, Stated>> = {
  hotspot: ({ plan }) => plan.facts.hotspot,
  top_up: ({ plan }) => plan.facts.topUp,
  phone_number: ({ plan }) => plan.facts.phoneNumber,
  no_identity_check: ({ plan }) => (plan.facts.identityCheck === null ? null : !plan.facts.identityCheck),
  '5g': ({ generation }) => (generation === null ? null : generation === '5G'),
  local_exit: ({ breakout }) => (breakout === 'unknown' ? null : breakout === 'local'),
  one_purchase: (_, { copies }) => copies === 1,
};

/** True: it is stated to have them all. False: one is stated otherwise. null: one is not stated. */
export function hasAll(entry: DestinationEntry, fit: Fit, require: readonly Requirement[]): ThreeState {
  let all: ThreeState = true;
  for (const requirement of require) {
    const stated = STATED[requirement](entry, fit);
    if (stated === false) return false;
    if (stated === null) all = null;
  }
  return all;
}
