/**
 * The folder: what a plan, a coupon, a trip, a place and a ranking are. It imports no other folder. Pure: no clock, no
 * input or output, no state between calls, so that everything may be called at any time. Its heart is the canonical
 * plan: what every feed is brought to and all that ranking, the wire and the page know. There is no commission field, on
 * purpose: what nobody records, no formula can use.
 */

/** A fact that a provider may simply not state. `null` is unknown and is never shown as `false`. */
export type ThreeState = boolean | null;

/** ISO 3166-1 alpha-2, upper case, plus XK for Kosovo. */
export type CountryCode = string;

/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number;

export const GENERATIONS = ['2G', '3G', '4G', '5G'] as const;
export type Generation = (typeof GENERATIONS)[number];

export const SCOPES = ['country', 'region', 'global'] as const;
export type Scope = (typeof SCOPES)[number];

export const ALLOWANCE_MODELS = ['total', 'per_day', 'unlimited'] as const;
export type AllowanceModel = (typeof ALLOWANCE_MODELS)[number];

export const AFTER_CAP = ['stop', 'throttle', 'unknown'] as const;
export type AfterCap = (typeof AFTER_CAP)[number];

export const BREAKOUTS = ['local', 'roaming', 'unknown'] as const;
export type Breakout = (typeof BREAKOUTS)[number];

export const CLOCK_STARTS = ['purchase', 'install', 'first_use', 'unknown'] as const;
export type ClockStart = (typeof CLOCK_STARTS)[number];

export const RESET_RULES = ['local_midnight', 'utc_midnight', 'rolling_24h', 'unknown'] as const;
export type ResetRule = (typeof RESET_RULES)[number];

/** Only `retail` and `rrp` are ever served; a wholesale price is no traveller's price. */
export const PRICE_BASES = ['retail', 'rrp', 'wholesale'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

export const TAX = ['included', 'excluded', 'unknown'] as const;
export type Tax = (typeof TAX)[number];

export interface Network {
  readonly name: string;
  /** The best generation that this network gives the plan; null where the feed does not say. */
  readonly generation: Generation | null;
}

export interface Coverage {
  readonly scope: Scope;
  /** Sorted, without repeats, never empty. */
  readonly destinations: readonly CountryCode[];
  /** Places that the provider names as left out of a region. Sorted. */
  readonly exclusions: readonly CountryCode[];
  /** Networks by destination; a destination may be missing where the feed names none. */
  readonly networks: Readonly<Record<CountryCode, readonly Network[]>>;
  /** The generation that the plan as a whole advertises, used where a destination's networks say nothing. */
  readonly generation: Generation | null;
  /** What the provider states of the plan as a whole; where `exits` are known, they decide for each destination. */
  readonly breakout: Breakout;
  /** Countries where traffic reaches the internet. Sorted; null where not stated. */
  readonly exits: readonly CountryCode[] | null;
  readonly roaming: ThreeState;
}

/** A place that a plan's name names. */
export interface NamedPlace {
  readonly country: CountryCode;
  /** The part of the country that is meant ("Scotland"); null: the whole country. */
  readonly part: string | null;
}

export interface Allowance {
  readonly model: AllowanceModel;
  /**
   * Advertised amount in decimal bytes (1 GB = 1,000,000,000): the whole for `total`, a day's for `per_day`,
   * null for `unlimited`. Feeds that count 1,024 MB to a GB are brought to the GB that they advertise.
   */
  readonly bytes: number | null;
  /** `total` only: the amount renews after so many days (30 for a month); null: it is for the whole validity. */
  readonly periodDays: number | null;
  readonly afterCap: AfterCap;
  readonly throttleKbps: number | null;
  /** Unlimited plans: full-speed bytes a day before the fair-use rule acts. null: no such rule, or not stated. */
  readonly fullSpeedBytesPerDay: number | null;
  /** Unlimited plans: true where the provider states that no fair-use cap exists; null where nothing is stated. */
  readonly uncapped: ThreeState;
  readonly reset: ResetRule;
  /** Advertised top speed of the plan as a whole. */
  readonly maxKbps: number | null;
}

export interface Validity {
  /** null: the plan does not expire. For a plan sold by the day: the most days that one order may have, or null. */
  readonly days: number | null;
  readonly starts: ClockStart;
  readonly installWithinDays: number | null;
  /** The price is for one day and an order names the number of days. */
  readonly soldPerDay: boolean;
}

export interface Price {
  readonly minor: number;
  readonly currency: string;
  readonly basis: PriceBasis;
  readonly tax: Tax;
  readonly usdCents: number;
  /** USD for one unit of `currency`, as a decimal string; null where the price came in USD. */
  readonly rate: string | null;
  /** `YYYY-MM-DD` of that rate. */
  readonly rateDate: string | null;
  /** A promotional price in USD cents that the feed states without its conditions; never the price. */
  readonly promoUsdCents: number | null;
}

export interface Facts {
  readonly hotspot: ThreeState;
  readonly identityCheck: ThreeState;
  readonly topUp: ThreeState;
  readonly phoneNumber: ThreeState;
  readonly subscription: ThreeState;
  readonly newCustomersOnly: ThreeState;
  readonly ads: ThreeState;
  readonly inStock: ThreeState;
}

/** When we saw what. Kept apart from the plan's content: seeing the same plan again makes no new catalogue. */
export interface Observation {
  /** When this price was last read from its feed. */
  readonly observedAt: Instant;
  readonly sourceUpdatedAt: Instant | null;
  readonly firstSeenAt: Instant;
  readonly priceChangedAt: Instant | null;
  /** Lowest and highest list price of one copy in the last 30 days, in USD cents at today's rate. */
  readonly lowestCents: number;
  readonly highestCents: number;
}

export interface Plan {
  /** Unique within its provider; `[a-z0-9][a-z0-9._-]{0,63}`, so that it stands in a path as it is. */
  readonly id: string;
  /** Provider id, same alphabet. */
  readonly provider: string;
  /** Id of the source (one configured feed) that it came from. */
  readonly source: string;
  /** The id by which the feed itself calls it. */
  readonly externalId: string;
  readonly name: string;
  /** Places that the name names, sorted by country; empty where it names none, or a region. */
  readonly named: readonly NamedPlace[];
  readonly coverage: Coverage;
  readonly allowance: Allowance;
  readonly validity: Validity;
  readonly price: Price;
  readonly facts: Facts;
  /** The provider's `https:` page for this plan. */
  readonly link: string;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  /** Providers of one brand count as one for what is pointless and for variety. Its own id where nothing is said. */
  readonly brand: string;
}

export const ID_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;
