/** Which filters remove every offer of a trip, and the fewest that must be left out. */
import { type Filters, NO_FILTERS, REQUIREMENTS } from '../trip.ts';
import { passesAll } from './filters.ts';
import type { Offer } from './score.ts';

/** Of equally few filters, those that come first here are left out. */
export const FILTER_PARTS = [
  'max_usd',
  'providers',
  'avoid_providers',
  'avoid_exits',
  ...REQUIREMENTS,
] as const;
/** A word of `require`, or another filter. */
export type FilterPart = (typeof FILTER_PARTS)[number];

export interface EmptyingFilters {
  /** Each of these alone removes every offer. */
  readonly alone: readonly FilterPart[];
  /** If none does alone: two of which no offer passes both, or all filters if there is no such pair. */
  readonly together: readonly FilterPart[];
}

/** Each filter by itself. */
function partsOf(filters: Filters): readonly (readonly [FilterPart, Filters])[] {
  const { require, maxUsdCents, avoidExits, providers, avoidProviders } = filters;
  const only = (part: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...part });
  return [
    ...require.map((word) => [word, only({ require: [word] })] as const),
    ...(maxUsdCents === null ? [] : [['max_usd', only({ maxUsdCents })] as const]),
    ...(avoidExits.length === 0 ? [] : [['avoid_exits', only({ avoidExits })] as const]),
    ...(providers.length === 0 ? [] : [['providers', only({ providers })] as const]),
    ...(avoidProviders.length === 0 ? [] : [['avoid_providers', only({ avoidProviders })] as const]),
  ];
}

/** `offers`: without filters. None of them passes all filters. */
export function emptyingFilters(offers: readonly Offer[], filters: Filters): EmptyingFilters {
  const parts = partsOf(filters);
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

/** The fewest filters without which an offer is left. `offers`: without filters, at least one. */
export function fewestToLeaveOut(offers: readonly Offer[], filters: Filters): readonly FilterPart[] {
  const parts = partsOf(filters);
  const failedBy = (offer: Offer) =>
    parts
      .filter(([, filter]) => !passesAll(offer, filter))
      .map(([part]) => FILTER_PARTS.indexOf(part))
      .sort((a, b) => a - b);
  const [fewest = []] = offers.map(failedBy).sort(compareLists);
  return fewest.map((index) => FILTER_PARTS[index]!);
}

/** The shorter list first, then the one with the lower numbers. */
function compareLists(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** The same filters without some of them. */
export function withoutParts(filters: Filters, parts: readonly FilterPart[]): Filters {
  const isLeftOut = (part: FilterPart) => parts.includes(part);
  return {
    require: filters.require.filter((word) => !isLeftOut(word)),
    maxUsdCents: isLeftOut('max_usd') ? null : filters.maxUsdCents,
    avoidExits: isLeftOut('avoid_exits') ? [] : filters.avoidExits,
    providers: isLeftOut('providers') ? [] : filters.providers,
    avoidProviders: isLeftOut('avoid_providers') ? [] : filters.avoidProviders,
  };
}
