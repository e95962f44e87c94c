/** Which filters remove every offer of a trip. */
import { type Filters, NO_FILTERS, type Requirement } from '../trip.ts';
import { passesAll } from './filters.ts';
import type { Offer } from './score.ts';

/** A word of `require`, or another filter. */
export type FilterPart = Requirement | 'max_usd' | 'avoid_exits';

export interface EmptyingFilters {
  /** Each of these alone removes every offer. */
  readonly alone: readonly FilterPart[];
  /** If none does alone: two of which no offer passes both, or all filters if there is no such pair. */
  readonly together: readonly FilterPart[];
}

/** `offers`: without filters. None of them passes all filters. */
export function emptyingFilters(offers: readonly Offer[], filters: Filters): EmptyingFilters {
  const { maxUsdCents, avoidExits } = filters;
  const parts: readonly (readonly [FilterPart, Filters])[] = [
    ...filters.require.map((word) => [word, { ...NO_FILTERS, require: [word] }] as const),
    ...(maxUsdCents === null ? [] : [['max_usd', { ...NO_FILTERS, maxUsdCents }] as const]),
    ...(avoidExits.length === 0 ? [] : [['avoid_exits', { ...NO_FILTERS, avoidExits }] as const]),
  ];
  const passing = parts.map(([part, filter]) => {
    return [part, new Set(offers.filter((offer) => passesAll(offer, filter)))] as const;
  });
  const alone = passing.filter(([, passed]) => passed.size === 0).map(([part]) => part);
  if (alone.length > 0) return { alone, together: [] };
  for (const [at, [part, passed]] of passing.entries()) {
    const other = passing.slice(at + 1).find(([, second]) => passed.isDisjointFrom(second));
    if (other !== undefined) return { alone, together: [part, other[0]] };
  }
  return { alone, together: parts.map(([part]) => part) };
}
