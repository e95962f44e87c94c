/**
 * The plan. Adapters convert every feed to this type, snapshots store it, and the ranking, the responses and the pages
 * read it. The schema is the only list of its fields. A plan has no commission field, so that no formula can use one.
 *
 * The folder `domain` is pure: no clock, no input or output, and no state between calls except tables of place names,
 * which are created at their first use and then do not change.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { eachFact } from './facts.ts';
import { ID_PATTERN } from './id.ts';

/** Makes a type that is derived from a schema deeply readonly. */
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

/** What happens when the data is used up. */
export const AFTER_CAPS = ['stop', 'throttle', 'unknown'] as const;
export type AfterCap = (typeof AFTER_CAPS)[number];

/** Where traffic reaches the internet: in the country of the traveller (`local`), or in another one (`roaming`). */
export const BREAKOUTS = ['local', 'roaming', 'unknown'] as const;
export type Breakout = (typeof BREAKOUTS)[number];

/** What starts the validity. */
export const CLOCK_STARTS = ['purchase', 'install', 'first_use', 'unknown'] as const;
export type ClockStart = (typeof CLOCK_STARTS)[number];

/** `rrp` is a recommended retail price. A `wholesale` price is never published, because travellers cannot buy at it. */
export const PRICE_BASES = ['retail', 'rrp', 'wholesale'] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

export const TAX_STATES = ['included', 'excluded', 'unknown'] as const;
export type Tax = (typeof TAX_STATES)[number];

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
  /** The best generation of this network for the plan; null: not stated. */
  generation,
});
export type Network = Immutable<Static<typeof NetworkSchema>>;

export const CoverageSchema = Type.Object({
  scope: Type.Enum([...SCOPES]),
  /** Sorted, without repeats, never empty. */
  destinations: Type.Array(countryCode, { minItems: 1 }),
  /** Places that the provider excludes from a region. Sorted. */
  exclusions: countryCodes,
  /** Networks by destination. A destination without named networks may be missing. */
  networks: Type.Record(countryCode, Type.Array(NetworkSchema)),
  /** The generation of the plan as a whole, for destinations whose networks state none. */
  generation,
  /** The statement for the plan as a whole. If `exits` are known, they apply instead. */
  breakout: Type.Enum([...BREAKOUTS]),
  /** Countries in which traffic reaches the internet. Sorted; null: not stated. */
  exits: nullable(countryCodes),
});
export type Coverage = Immutable<Static<typeof CoverageSchema>>;

const NamedCountrySchema = Type.Object({
  country: countryCode,
  /** The part of the country that is meant ("Scotland"); null: the whole country. */
  part: nullable(Type.String()),
});
/** A region of which the plan covers no country: "Europe" in the name of a plan for Vietnam. */
const UncoveredRegionSchema = Type.Object({
  country: Type.Null(),
  /** The name of the region. */
  part: Type.String(),
});
const NamedPlaceSchema = Type.Union([NamedCountrySchema, UncoveredRegionSchema]);
/** A place that is part of the name of a plan. */
export type NamedPlace = Immutable<Static<typeof NamedPlaceSchema>>;

const AllowanceSchema = Type.Object({
  model: Type.Enum([...ALLOWANCE_MODELS]),
  /**
   * The advertised amount in decimal bytes (1 GB = 1,000,000,000): of the whole plan for `total`, of a day for
   * `per_day`, null for `unlimited`. Feeds that count 1,024 MB per GB are converted to the GB that they advertise.
   */
  bytes: nullable(wholeNumber),
  /** `total` only: the amount renews after this number of days (30 for a month). null: it does not renew. */
  periodDays: nullable(wholeNumber),
  afterCap: Type.Enum([...AFTER_CAPS]),
  throttleKbps: nullable(wholeNumber),
  /** Unlimited plans: full-speed bytes a day before the fair-use limit. null: no limit, or not stated. */
  fullSpeedBytesPerDay: nullable(wholeNumber),
  /** Unlimited plans: true if the provider states that there is no fair-use limit; null: not stated. */
  uncapped: threeState,
  /** Advertised top speed of the plan as a whole. */
  maxKbps: nullable(wholeNumber),
});
export type Allowance = Immutable<Static<typeof AllowanceSchema>>;

const ValiditySchema = Type.Object({
  /** null: the plan does not expire. For a plan that is sold per day: the maximum of days of one order, or null. */
  days: nullable(wholeNumber),
  starts: Type.Enum([...CLOCK_STARTS]),
  installWithinDays: nullable(wholeNumber),
  /** The price is for one day, and an order has a number of days. */
  soldPerDay: Type.Boolean(),
});
export type Validity = Immutable<Static<typeof ValiditySchema>>;

const PriceSchema = Type.Object({
  /** In the smallest unit of `currency`, for one copy, or for one day if the plan is sold per day. */
  minor: wholeNumber,
  currency: Type.String(),
  basis: Type.Enum([...PRICE_BASES]),
  tax: Type.Enum([...TAX_STATES]),
  usdCents: wholeNumber,
  /** USD for one unit of `currency`, as a decimal string; null if the price is in USD. */
  rate: nullable(Type.String()),
  /** `YYYY-MM-DD` of that rate. */
  rateDate: nullable(Type.String()),
  /**
   * The lower price, in USD cents, that the feed states beside the list price. Its conditions are unknown, so it is shown
   * like a coupon without a code, and never used as the price. null: not stated.
   */
  promoUsdCents: nullable(wholeNumber),
});
export type Price = Immutable<Static<typeof PriceSchema>>;

const FactsSchema = Type.Object(eachFact(() => threeState));
export type Facts = Immutable<Static<typeof FactsSchema>>;

const ExtrasSchema = Type.Object({
  /** The most data of the whole plan that other devices may use by hotspot, in decimal bytes. null: no cap is stated. */
  hotspotBytes: nullable(wholeNumber),
  callMinutes: nullable(wholeNumber),
  textMessages: nullable(wholeNumber),
});
/** Stated amounts other than the allowance. `null`: not stated. */
export type Extras = Immutable<Static<typeof ExtrasSchema>>;

/** The fields of a plan except its coverage, which many plans share. */
export const PlanTermsSchema = Type.Object({
  /** Unique within its provider. Needs no escaping in a path. */
  id,
  /** The id of the provider. */
  provider: id,
  /** The id of the source (one configured feed). */
  source: Type.String(),
  /** The marketplace through which the provider sells it ("Amazon.co.jp"). Left out: its own shop, or not stated. */
  shop: Type.Optional(Type.String()),
  /** The id in the feed. */
  externalId: Type.String(),
  name: Type.String(),
  /** Places in the name, sorted by country. Empty if it names no place, or a region of which the plan covers a country. */
  named: Type.Array(NamedPlaceSchema),
  allowance: AllowanceSchema,
  validity: ValiditySchema,
  price: PriceSchema,
  facts: FactsSchema,
  extras: ExtrasSchema,
  /** The provider's `https:` page for this plan. */
  link: Type.String(),
});

export type Plan = Immutable<Static<typeof PlanTermsSchema>> & {
  /** Plans with the same coverage share one object. */
  readonly coverage: Coverage;
};

/** When the plan was observed. Not part of the plan, so that a new observation creates no new catalogue version. */
export const ObservationSchema = Type.Object({
  /** When this price was last read from its feed. */
  observedAt: instant,
  firstSeenAt: instant,
  /** null: the price has not changed since the plan was first seen. */
  priceChangedAt: nullable(instant),
  /** Lowest and highest list price of one copy in the last 30 days, in USD cents at today's rate. */
  lowestCents: wholeNumber,
  highestCents: wholeNumber,
});
export type Observation = Immutable<Static<typeof ObservationSchema>>;

const RefundSchema = Type.Object({
  text: Type.String(),
  url: Type.String(),
  /** `YYYY-MM-DD` on which the operator read it. */
  checkedOn: Type.String(),
});

export const ProviderSchema = Type.Object({
  id,
  name: Type.String(),
  homepage: Type.String(),
  /** Providers of one brand count as one seller. By default it is the id of the provider. */
  brand: Type.String(),
  /** The refund rule of the shop, as the operator states it. Left out: not stated. */
  refund: Type.Optional(RefundSchema),
});
export type Provider = Immutable<Static<typeof ProviderSchema>>;
