/**
 * The folder: what a plan, a coupon, a trip, a place and a ranking are. It imports no other folder. Pure: no clock, no
 * input or output, no state between calls, so that everything may be called at any time.
 *
 * This file has the canonical plan: what every feed is brought to, what a snapshot stores, and what the ranking, the
 * responses and the page read. Its schema is the only place that lists the fields of a plan. A plan has no commission
 * field, so that no formula can use one.
 */
import Type, { type Static, type TSchema } from 'typebox';

/** A type derived from a schema. Nothing changes a plan after it was made. */
export type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** A fact that a provider may not state. `null` is unknown and is never shown as `false`. */
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

/** Only `retail` and `rrp` are ever published: a wholesale price is not a price for travellers. */
export const PRICE_BASES = ['retail', 'rrp', 'wholesale'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

export const TAX = ['included', 'excluded', 'unknown'] as const;
export type Tax = (typeof TAX)[number];

export const ID_PATTERN = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const wholeNumber = Type.Integer({ minimum: 0 });
const threeState = nullable(Type.Boolean());
const countryCode = Type.String({ pattern: '^[A-Z]{2}$' });
const countryCodes = Type.Array(countryCode);
const generation = nullable(Type.Enum([...GENERATIONS]));
export const instant = Type.Integer();
export const id = Type.String({ pattern: ID_PATTERN.source });

const NetworkSchema = Type.Object({
  name: Type.String(),
  /** The best generation that this network gives the plan; null where the feed does not say. */
  generation,
});
export type Network = Immutable<Static<typeof NetworkSchema>>;

export const CoverageSchema = Type.Object({
  scope: Type.Enum([...SCOPES]),
  /** Sorted, without repeats, never empty. */
  destinations: Type.Array(countryCode, { minItems: 1 }),
  /** Places that the provider names as left out of a region. Sorted. */
  exclusions: countryCodes,
  /** Networks by destination; a destination may be missing where the feed names none. */
  networks: Type.Record(countryCode, Type.Array(NetworkSchema)),
  /** The generation that the plan as a whole advertises, used where a destination's networks say nothing. */
  generation,
  /** What the provider states of the plan as a whole; where `exits` are known, they decide for each destination. */
  breakout: Type.Enum([...BREAKOUTS]),
  /** Countries where traffic reaches the internet. Sorted; null where not stated. */
  exits: nullable(countryCodes),
  roaming: threeState,
});
export type Coverage = Immutable<Static<typeof CoverageSchema>>;

const NamedPlaceSchema = Type.Object({
  /** null: `part` is a region of which the plan covers no country. */
  country: nullable(countryCode),
  /** The part of the country that is meant ("Scotland"); null: the whole country. */
  part: nullable(Type.String()),
});
/** A place that a plan's name names. */
export type NamedPlace = Immutable<Static<typeof NamedPlaceSchema>>;

const AllowanceSchema = Type.Object({
  model: Type.Enum([...ALLOWANCE_MODELS]),
  /**
   * Advertised amount in decimal bytes (1 GB = 1,000,000,000): the whole for `total`, a day's for `per_day`,
   * null for `unlimited`. Feeds that count 1,024 MB to a GB are brought to the GB that they advertise.
   */
  bytes: nullable(wholeNumber),
  /** `total` only: the amount renews after so many days (30 for a month); null: it is for the whole validity. */
  periodDays: nullable(wholeNumber),
  afterCap: Type.Enum([...AFTER_CAP]),
  throttleKbps: nullable(wholeNumber),
  /** Unlimited plans: full-speed bytes a day before the fair-use rule acts. null: no such rule, or not stated. */
  fullSpeedBytesPerDay: nullable(wholeNumber),
  /** Unlimited plans: true where the provider states that no fair-use cap exists; null where nothing is stated. */
  uncapped: threeState,
  reset: Type.Enum([...RESET_RULES]),
  /** Advertised top speed of the plan as a whole. */
  maxKbps: nullable(wholeNumber),
});
export type Allowance = Immutable<Static<typeof AllowanceSchema>>;

const ValiditySchema = Type.Object({
  /** null: the plan does not expire. For a plan sold by the day: the most days that one order may have, or null. */
  days: nullable(wholeNumber),
  starts: Type.Enum([...CLOCK_STARTS]),
  installWithinDays: nullable(wholeNumber),
  /** The price is for one day and an order names the number of days. */
  soldPerDay: Type.Boolean(),
});
export type Validity = Immutable<Static<typeof ValiditySchema>>;

const PriceSchema = Type.Object({
  minor: wholeNumber,
  currency: Type.String(),
  basis: Type.Enum([...PRICE_BASES]),
  tax: Type.Enum([...TAX]),
  usdCents: wholeNumber,
  /** USD for one unit of `currency`, as a decimal string; null where the price came in USD. */
  rate: nullable(Type.String()),
  /** `YYYY-MM-DD` of that rate. */
  rateDate: nullable(Type.String()),
  /** A promotional price in USD cents that the feed states without its conditions; never the price. */
  promoUsdCents: nullable(wholeNumber),
});
export type Price = Immutable<Static<typeof PriceSchema>>;

const FactsSchema = Type.Object({
  hotspot: threeState,
  identityCheck: threeState,
  topUp: threeState,
  phoneNumber: threeState,
  newCustomersOnly: threeState,
  ads: threeState,
  inStock: threeState,
});
export type Facts = Immutable<Static<typeof FactsSchema>>;

/** The fields of a plan except its coverage, which many plans share. */
export const PlanTermsSchema = Type.Object({
  /** Unique within its provider; fits into a path without escaping. */
  id,
  /** Provider id, same alphabet. */
  provider: id,
  /** Id of the source (one configured feed) that it came from. */
  source: Type.String(),
  /** The id that the feed itself uses. */
  externalId: Type.String(),
  name: Type.String(),
  /** Places that the name names, sorted by country; empty where it names none, or a region. */
  named: Type.Array(NamedPlaceSchema),
  allowance: AllowanceSchema,
  validity: ValiditySchema,
  price: PriceSchema,
  facts: FactsSchema,
  /** The provider's `https:` page for this plan. */
  link: Type.String(),
});

export type Plan = Immutable<Static<typeof PlanTermsSchema>> & {
  /** Plans of one offer have the same object. */
  readonly coverage: Coverage;
};

/** When the plan was seen. It is not part of the plan: seeing the same plan again makes no new catalogue version. */
export const ObservationSchema = Type.Object({
  /** When this price was last read from its feed. */
  observedAt: instant,
  sourceUpdatedAt: nullable(instant),
  firstSeenAt: instant,
  priceChangedAt: nullable(instant),
  /** Lowest and highest list price of one copy in the last 30 days, in USD cents at today's rate. */
  lowestCents: wholeNumber,
  highestCents: wholeNumber,
});
export type Observation = Immutable<Static<typeof ObservationSchema>>;

export const ProviderSchema = Type.Object({
  id,
  name: Type.String(),
  homepage: Type.String(),
  /** Providers of one brand count as one seller. It is the provider's own id where nothing is declared. */
  brand: Type.String(),
});
export type Provider = Immutable<Static<typeof ProviderSchema>>;
