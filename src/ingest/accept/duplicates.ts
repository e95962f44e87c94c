/** The same offer listed twice is one plan: the cheapest stays, then the newest, then the lower id. */
import type { Plan } from '../../domain/plan.ts';
import type { Candidate } from '../normalise/normalise.ts';

/** Where a row's double stands: `loser` goes, `keeper` stays. Indices into the candidates. */
export interface Double {
  readonly loser: number;
  readonly keeper: number;
}

/** A feed made to collide must not cost more than this for each row. */
const CHAIN_MAX = 64;

export function findDuplicates(candidates: readonly Candidate[]): readonly Double[] {
  const doubles: Double[] = [];
  const gone = new Set<number>();
  /** The better of two rows, where `held` stood for its kind so far. */
  const settle = (index: number, held: number): number => {
    const [one, other] = [candidates[index], candidates[held]];
    const wins = one !== undefined && other !== undefined && isBetter(one, other);
    const double = wins ? { loser: held, keeper: index } : { loser: index, keeper: held };
    gone.add(double.loser);
    doubles.push(double);
    return double.keeper;
  };
  keepOneOfEachId(candidates, settle);
  keepOneOfEachOffer(candidates, gone, settle);
  return doubles;
}

type Settle = (index: number, held: number) => number;

function keepOneOfEachId(candidates: readonly Candidate[], settle: Settle): void {
  const best = new Map<string, number>();
  candidates.forEach(({ plan: { id } }, index) => {
    const held = best.get(id);
    best.set(id, held === undefined ? index : settle(index, held));
  });
}

/** Offers are compared field by field; a hash only finds those worth comparing, without a text for every row. */
function keepOneOfEachOffer(
  candidates: readonly Candidate[],
  gone: ReadonlySet<number>,
  settle: Settle,
): void {
  const chains = new Map<number, number | number[]>();
  candidates.forEach((candidate, index) => {
    if (gone.has(index)) return;
    const hash = hashOfTerms(candidate);
    const found = chains.get(hash);
    if (found === undefined) {
      chains.set(hash, index);
      return;
    }
    const chain = typeof found === 'number' ? [found] : found;
    const at = chain.findIndex((other) => hasSameTerms(candidate, candidates[other]));
    const held = chain[at];
    if (held !== undefined) chain[at] = settle(index, held);
    else if (chain.length < CHAIN_MAX) chain.push(index);
    chains.set(hash, chain);
  });
}

/**
 * All that a traveller is told, the price and the link left out. The name is part of it: two products of one shop
 * may differ in something that the feed does not say, and then both are right.
 */
function hasSameTerms(one: Candidate, other: Candidate | undefined): boolean {
  if (other === undefined || one.coverageId !== other.coverageId) return false;
  const [a, b] = [one.plan, other.plan];
  return (
    a.provider === b.provider &&
    a.price.tax === b.price.tax &&
    isSame(a.allowance, b.allowance) &&
    isSame(a.validity, b.validity) &&
    isSame(a.facts, b.facts) &&
    a.name.toLowerCase() === b.name.toLowerCase()
  );
}

/** Of two objects of one flat type. */
function isSame<T extends Plan['allowance'] | Plan['validity'] | Plan['facts']>(one: T, other: T): boolean {
  if (one === other) return true;
  for (const key of Object.keys(one) as (keyof T)[]) if (one[key] !== other[key]) return false;
  return true;
}

function hashOfTerms({ plan: { name, allowance, validity }, coverageId }: Candidate): number {
  let hash = coverageId ^ Math.imul(validity.days ?? 0, 0x9e3779b1);
  // Megabytes, because bytes do not fit the 32 bits that the hash works in.
  hash = Math.imul(hash ^ ((allowance.bytes ?? 0) / 1_000_000), 0x01000193);
  const folded = name.toLowerCase();
  for (let i = 0; i < folded.length; i++) hash = Math.imul(hash ^ folded.charCodeAt(i), 0x01000193);
  return hash;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  const cents = one.plan.price.usdCents - other.plan.price.usdCents;
  if (cents !== 0) return cents < 0;
  const newer = (one.sourceUpdatedAt ?? 0) - (other.sourceUpdatedAt ?? 0);
  if (newer !== 0) return newer > 0;
  return one.plan.externalId < other.plan.externalId;
}
