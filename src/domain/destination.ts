/** One destination for the ranking: the plans that cover it, with their facts at this destination. */
import type { Coupon } from './coupon.ts';
import type {
  Breakout,
  CountryCode,
  Coverage,
  Generation,
  NamedPlace,
  Network,
  Observation,
  Plan,
} from './plan.ts';

/**
 * What the name of a plan says about a destination. `none`: no place, or a region. `country`: the whole country.
 * `elsewhere`: another place, or only a part of the country.
 */
export type Naming = 'none' | 'country' | 'elsewhere';

export interface DestinationEntry {
  readonly plan: Plan;
  readonly observation: Observation;
  /** The brand of its provider. */
  readonly brand: string;
  /** The best generation there; null: not stated. */
  readonly generation: Generation | null;
  /** The networks of the plan there. */
  readonly networks: readonly Network[];
  /** At this destination. */
  readonly breakout: Breakout;
  readonly naming: Naming;
  /** null: the destination is a country. */
  readonly cover: RegionCover | null;
}

/** How much of a region a plan covers. */
export interface RegionCover {
  /** Core countries that the plan does not cover, in the order of the region. */
  readonly missing: readonly CountryCode[];
  /** The number of core countries. */
  readonly of: number;
}

/** Plans of an earlier tier come first: all core countries are covered, at most a tenth is missing, more is missing. */
export function tierOf({ cover }: Pick<DestinationEntry, 'cover'>): number {
  if (cover === null || cover.missing.length === 0) return 0;
  return cover.missing.length * 10 <= cover.of ? 1 : 2;
}

/** The missing share in percent, rounded up. */
export const missingPercent = ({ cover }: Pick<DestinationEntry, 'cover'>): number =>
  cover === null ? 0 : Math.ceil((cover.missing.length * 100) / cover.of);

export interface Destination {
  /** Sorted by provider id, then plan id. */
  readonly entries: readonly DestinationEntry[];
  /** Coupons by provider id, each list sorted by coupon id. */
  readonly coupons: ReadonlyMap<string, readonly Coupon[]>;
}

/** The facts of a coverage at one destination. */
export type PlaceFacts = Pick<DestinationEntry, 'generation' | 'networks' | 'breakout'>;

const NO_NETWORKS: readonly Network[] = [];

export function placeFactsOf(coverage: Coverage, country: CountryCode): PlaceFacts {
  const networks = coverage.networks[country] ?? NO_NETWORKS;
  const { exits, breakout } = coverage;
  return {
    generation: bestGeneration(networks) ?? coverage.generation,
    networks,
    breakout: exits === null ? breakout : exits.includes(country) ? 'local' : 'roaming',
  };
}

/** The strings sort like the generations: "2G" before "5G". */
function bestGeneration(networks: readonly Network[]): Generation | null {
  let best: Generation | null = null;
  for (const { generation } of networks) {
    if (generation !== null && (best === null || generation > best)) best = generation;
  }
  return best;
}

export function namingOf(named: readonly NamedPlace[], country: CountryCode): Naming {
  if (named.length === 0) return 'none';
  const isNamed = named.some((place) => place.country === country && place.part === null);
  return isNamed ? 'country' : 'elsewhere';
}

/** Compares by code units. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of plans in snapshots and destinations, and the last tie-break of every list. */
export const compareIds = (a: Pick<Plan, 'provider' | 'id'>, b: Pick<Plan, 'provider' | 'id'>): number =>
  compareStrings(a.provider, b.provider) || compareStrings(a.id, b.id);
