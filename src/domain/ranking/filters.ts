/** Section 9 of docs/ranking.md: filters that remove offers before ranking. An unstated fact does not pass. */
import type { DestinationEntry } from '../destination.ts';
import type { Allowance, CountryCode, ThreeState } from '../plan.ts';
import type { Filters, Requirement } from '../trip.ts';
import type { Fit } from './fit.ts';

/** Whether a requirement holds; null: the plan does not state it. */
type Holds = (entry: DestinationEntry, fit: Fit) => ThreeState;

const HOLDS: Readonly<Record<Requirement, Holds>> = {
  hotspot: ({ plan }) => plan.facts.hotspot,
  top_up: ({ plan }) => plan.facts.topUp,
  phone_number: ({ plan }) => plan.facts.phoneNumber,
  no_identity_check: ({ plan }) => (plan.facts.identityCheck === null ? null : !plan.facts.identityCheck),
  '5g': ({ generation }) => (generation === null ? null : generation === '5G'),
  local_exit: ({ breakout }) => (breakout === 'unknown' ? null : breakout === 'local'),
  uncapped: ({ plan }) => isUncapped(plan.allowance),
  one_purchase: (_, { copies }) => copies === 1,
};

/** A stated amount of full-speed data is a cap. */
function isUncapped({ model, uncapped, fullSpeedBytesPerDay }: Allowance): ThreeState {
  if (uncapped !== null) return uncapped;
  return model !== 'unlimited' || fullSpeedBytesPerDay !== null ? false : null;
}

/** True: all requirements are stated to hold. False: one is stated not to hold. null: one is not stated. */
export function hasAll(entry: DestinationEntry, fit: Fit, require: readonly Requirement[]): ThreeState {
  let all: ThreeState = true;
  for (const requirement of require) {
    const holds = HOLDS[requirement](entry, fit);
    if (holds === false) return false;
    if (holds === null) all = null;
  }
  return all;
}

export const isAffordable = (cents: number, { maxUsdCents }: Filters): boolean =>
  maxUsdCents === null || cents <= maxUsdCents;

/** Whether an offer passes all filters. */
export const passesAll = (
  { entry, fit, price }: { entry: DestinationEntry; fit: Fit; price: { cents: number } },
  filters: Filters,
): boolean =>
  hasAll(entry, fit, filters.require) === true &&
  avoidsExits(entry, filters.avoidExits) === true &&
  isOfProviders(entry, filters.providers) &&
  !isAvoided(entry, filters.avoidProviders) &&
  isAffordable(price.cents, filters);

/** An empty list means all providers. */
export const isOfProviders = ({ plan }: DestinationEntry, providers: readonly string[]): boolean =>
  providers.length === 0 || providers.includes(plan.provider);

export const isAvoided = ({ plan }: DestinationEntry, providers: readonly string[]): boolean =>
  providers.includes(plan.provider);

/** True: no stated exit is in the list. null: the exits are not stated. */
export function avoidsExits({ plan }: DestinationEntry, countries: readonly CountryCode[]): ThreeState {
  if (countries.length === 0) return true;
  const { exits } = plan.coverage;
  return exits === null ? null : !exits.some((exit) => countries.includes(exit));
}
