/** Finds rows that are the same plan or the same offer. The cheapest one is kept, then the newest, then the one with the lower id in the feed. */
import { isDeepStrictEqual } from 'node:util';
import { once } from '../../domain/places/names.ts';
import type { Coverage, Plan } from '../../domain/plan.ts';
import type { RejectedRow } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { rejectedRow } from '../normalise/rejected-rows.ts';

/** Joins rows of one id. They differ only in places, because `plan-changes.ts` has set the others aside. */
export const joinById = (candidates: readonly Candidate[]) => keepBest(candidates, ({ plan }) => plan.id);

/** Removes rows with another id and the offer of another row. The key of an offer takes long to make, so most rows are told apart by less. */
export function removeTwins(candidates: readonly Candidate[]) {
  const rowCounts = new Map<string, number>();
  for (const { plan } of candidates) {
    const key = partOfOffer(plan);
    rowCounts.set(key, (rowCounts.get(key) ?? 0) + 1);
  }
  return keepBest(candidates, ({ plan }) => {
    const key = partOfOffer(plan);
    return rowCounts.get(key) === 1 ? key : offerKey(plan);
  });
}

/** Two plans that differ in this have different offers. */
const partOfOffer = ({ provider, name, allowance, validity }: Plan): string =>
  `${provider} ${nameKey(name)} ${allowance.bytes} ${validity.days}`;

/** The letters, digits and symbols of a name, because a shop may write "Japan 3GB" for "Japan 3 GB" or "Japan, 3 GB". */
const nameKey = (name: string): string => name.toLowerCase().replace(/[\s\p{P}]+/gu, '');

/** Keeps the best candidate of each key. `removed` and `rejected` are the same rows: as candidates, and with the reason. */
function keepBest(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string) {
  const best = new Map<string, Candidate>();
  const removed: Candidate[] = [];
  const rejected: RejectedRow[] = [];
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const current = best.get(key);
    if (current === undefined) {
      best.set(key, candidate);
      continue;
    }
    const [winner, loser] = isBetter(candidate, current) ? [candidate, current] : [current, candidate];
    // Some feeds list a plan once for each country. These rows are one plan for all of the countries.
    const isWidened =
      winner.plan.id === loser.plan.id && !isDeepStrictEqual(winner.plan.coverage, loser.plan.coverage);
    best.set(key, isWidened ? widened(winner, loser) : winner);
    const detail = `same as "${winner.plan.externalId}"${isWidened ? ', which now includes its places' : ''}`;
    removed.push(loser);
    rejected.push(rejectedRow(loser.ref, 'duplicate', detail));
  }
  return { kept: [...best.values()], removed, rejected };
}

/**
 * Returns the plans of `all` with the same offer as a plan. The key of an offer takes long to make, so most plans are told
 * apart by less.
 */
export function plansByOffer(all: readonly Plan[]): (plan: Plan) => readonly Plan[] {
  const groups = once(() => Map.groupBy(all, partOfOffer));
  const offersOfGroup = new Map<string, ReadonlyMap<string, readonly Plan[]>>();
  return (plan) => {
    const part = partOfOffer(plan);
    const group = groups().get(part);
    if (group === undefined) return [];
    const offers = offersOfGroup.get(part) ?? Map.groupBy(group, offerKey);
    offersOfGroup.set(part, offers);
    return offers.get(offerKey(plan)) ?? [];
  };
}

/**
 * Everything that travellers see, except the price and the link. The name is part of it, because two products of one
 * shop may differ in something that the feed does not state. A plan that was read from a snapshot has its fields in another
 * order than one from a feed, so the key does not depend on their order.
 */
function offerKey(plan: Plan): string {
  const { provider, name, price, allowance, validity, facts, extras, coverage } = plan;
  const { networks, ...places } = coverage;
  return JSON.stringify([
    provider,
    nameKey(name),
    price.tax,
    valuesByKey(allowance),
    valuesByKey(validity),
    valuesByKey(facts),
    valuesByKey(extras),
    valuesByKey(places),
    Object.keys(networks).sort(),
    valuesByKey(networks).map((ofPlace) => ofPlace.map((network) => valuesByKey(network))),
  ]);
}

/** Faster than to sort a whole plan by its keys, and many plans are compared. */
const valuesByKey = <T>(fields: Readonly<Record<string, T>>): readonly T[] =>
  Object.keys(fields)
    .sort()
    .map((key) => fields[key]!);

function isBetter(one: Candidate, other: Candidate): boolean {
  const cents = one.plan.price.usdCents - other.plan.price.usdCents;
  if (cents !== 0) return cents < 0;
  const newer = (one.sourceUpdatedAt ?? 0) - (other.sourceUpdatedAt ?? 0);
  if (newer !== 0) return newer > 0;
  return one.plan.externalId < other.plan.externalId;
}

function widened(candidate: Candidate, other: Candidate): Candidate {
  const coverage = union(candidate.plan.coverage, other.plan.coverage);
  return { ...candidate, plan: { ...candidate.plan, coverage } };
}

/** The same price, allowance, validity, facts and extras. The name, the link and the coverage may differ. */
export function hasSameTerms(one: Plan, other: Plan): boolean {
  return (
    one.price.minor === other.price.minor &&
    one.price.currency === other.price.currency &&
    one.price.tax === other.price.tax &&
    isDeepStrictEqual(one.allowance, other.allowance) &&
    isDeepStrictEqual(one.validity, other.validity) &&
    isDeepStrictEqual(one.facts, other.facts) &&
    isDeepStrictEqual(one.extras, other.extras)
  );
}

/** The places of both. What is stated for the whole plan, such as its breakout, stays as `one` states it. */
export function union(one: Coverage, other: Coverage): Coverage {
  if (isDeepStrictEqual(one, other)) return one;
  const destinations = [...new Set([...one.destinations, ...other.destinations])].sort();
  const exits = [...new Set([...(one.exits ?? []), ...(other.exits ?? [])])].sort();
  return {
    ...one,
    scope: one.destinations.length === 1 && destinations.length > 1 ? 'region' : one.scope,
    destinations,
    exclusions: one.exclusions.filter((code) => !destinations.includes(code)),
    networks: { ...other.networks, ...one.networks },
    generation: one.generation ?? other.generation,
    exits: exits.length === 0 ? null : exits,
  };
}
