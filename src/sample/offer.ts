/** One plan of the sample market before it is written as a feed's row or as a canonical plan. */
import type {
  AfterCap,
  AllowanceModel,
  Breakout,
  ClockStart,
  CountryCode,
  Generation,
  Network,
  Scope,
  ThreeState,
} from '../domain/plan.ts';

/** Why a row is there although the pipeline must refuse it. */
export type Flaw =
  | 'one_cent'
  | 'unknown_place'
  | 'retired_place'
  | 'top_up'
  | 'ambiguous_title'
  | 'out_of_stock'
  | 'below_wholesale'
  | 'pay_as_you_go';

export interface Offer {
  /** Unique within its provider and fit for a path. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** "Türkiye", "Europe", "Global". */
  readonly place: string;
  readonly placeSlug: string;
  /** Sorted. */
  readonly destinations: readonly CountryCode[];
  /** Empty where the feed says nothing about networks. */
  readonly networks: Readonly<Record<CountryCode, readonly Network[]>>;
  /** Of the plan as a whole, where the feed states one. */
  readonly generation: Generation | null;
  readonly breakout: Breakout;
  readonly model: AllowanceModel;
  /** Whole GB or halves: the whole, or a day's; null for unlimited. */
  readonly gb: number | null;
  readonly afterCap: AfterCap;
  readonly throttleKbps: number | null;
  readonly fullSpeedGbPerDay: number | null;
  readonly uncapped: ThreeState;
  readonly maxKbps: number | null;
  readonly days: number | null;
  readonly soldPerDay: boolean;
  readonly starts: ClockStart;
  readonly installWithinDays: number | null;
  readonly priceMinor: number;
  readonly hotspot: ThreeState;
  readonly identityCheck: ThreeState;
  readonly topUp: ThreeState;
  readonly phoneNumber: ThreeState;
  readonly newCustomersOnly: ThreeState;
  readonly ads: ThreeState;
  readonly link: string;
  readonly flaw: Flaw | null;
}

/** Where its traffic leaves: at home, or in one of the two countries that hubs usually stand in; null: not stated. */
export function exitOf({ breakout, destinations: [first] }: Offer): CountryCode | null {
  if (breakout === 'unknown' || first === undefined) return null;
  return breakout === 'local' ? first : first === 'PL' ? 'NL' : 'PL';
}
