/**
 * A plan as an assistant gets it: a named projection of a REST result. Left out are what an assistant cannot use (ids,
 * the place that the order of the list shows), what follows from another field, and what a provider does not state,
 * so that twenty plans stay within 14 KB. Every name and value is that of the REST result.
 */
import Type, { type Static, type TSchema } from 'typebox';
import {
  CouponOnWire,
  Data,
  Eligibility,
  Features,
  Fits,
  Freshness,
  PlanName,
  Price,
  ProviderName,
  Result,
  Speed,
  Validity,
  Why,
} from '../../wire/schemas/result.ts';

const { copies, url } = Result.properties;

/** Where a field may be missing, its description says what that means. */
export const leftOut = <T extends TSchema>(schema: T, when: string) => {
  const { description } = schema as { description?: string };
  return Type.Optional(
    Type.Unsafe<NonNullable<Static<T>>>({
      ...schema,
      description: `${description ?? ''} Left out: ${when}`.trim(),
    }),
  );
};
const DRAWBACKS_SHOWN = 2;
const NOT_STATED = 'not stated.';
const NOT_SO = 'no, or not stated.';
const NO_ROOM = 'not stated, or no room.';

export const ToolPlan = Type.Object(
  {
    name: PlanName.properties.name,
    provider: ProviderName.properties.name,
    scope: PlanName.properties.scope,
    countries_covered: leftOut(PlanName.properties.countries_covered, 'one, or no room.'),
    price: Type.Object({
      usd: Price.properties.usd,
      list_usd: leftOut(Price.properties.list_usd, 'no coupon is in usd, or no room.'),
      tax: leftOut(Price.properties.tax, NO_ROOM),
      estimated: leftOut(Price.properties.estimated, 'true all the same.'),
    }),
    comparable_usd: Why.properties.comparable_usd,
    drawbacks: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number', minimum: 0 },
      description: 'The two largest of its drawbacks and what each adds to comparable_usd, in USD.',
    }),
    coupons: Type.Array(
      Type.Object({
        code: leftOut(CouponOnWire.properties.code, 'the shop applies it by itself.'),
        discount: CouponOnWire.properties.discount,
        applied_to_price: CouponOnWire.properties.applied_to_price,
        usd: leftOut(CouponOnWire.properties.usd, 'it is in price.usd already.'),
        conditions: CouponOnWire.properties.conditions,
      }),
      {
        maxItems: 3,
        description: 'Offers in the price or beside it. Never show one without its conditions.',
      },
    ),
    more_coupons: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Further offers for some travellers only, on the page at url. Left out: none.',
      }),
    ),
    eligibility: Type.Object({
      new_customers_only: leftOut(Eligibility.properties.new_customers_only, NOT_SO),
      identity_check: leftOut(Eligibility.properties.identity_check, NOT_STATED),
      notes: leftOut(Eligibility.properties.notes, 'none.'),
    }),
    freshness: Type.Object({
      status: leftOut(Freshness.properties.status, 'fresh.'),
      age_seconds: Freshness.properties.age_seconds,
    }),
    data: Type.Object({
      model: Data.properties.model,
      gb_for_trip: Data.properties.gb_for_trip,
      gb: leftOut(Data.properties.gb, 'the same as gb_for_trip, unlimited, or no room.'),
      full_speed_gb_per_day: leftOut(
        Data.properties.full_speed_gb_per_day,
        'no such rule, not stated, or no room.',
      ),
      after_cap: leftOut(Data.properties.after_cap, NO_ROOM),
      throttle_kbps: leftOut(Data.properties.throttle_kbps, 'not stated, not slowed, or no room.'),
      uncapped: leftOut(Data.properties.uncapped, 'not stated, or what follows the cap is.'),
    }),
    validity: Type.Object({
      days: Validity.properties.days,
      starts: leftOut(Validity.properties.starts, NO_ROOM),
    }),
    copies: leftOut(copies, 'one.'),
    fits: Type.Optional(
      Type.Object(
        {
          meets_need: Fits.properties.meets_need,
          short_by_gb: leftOut(Fits.properties.short_by_gb, 'enough.'),
          short_by_days: leftOut(Fits.properties.short_by_days, 'enough.'),
        },
        { description: 'How far it covers the trip. Left out: it meets the need.' },
      ),
    ),
    speed: Type.Object({
      generation: leftOut(Speed.properties.generation, NOT_STATED),
      advertised_max_mbps: leftOut(Speed.properties.advertised_max_mbps, NO_ROOM),
      networks: leftOut(Speed.properties.networks, NO_ROOM),
      exits: leftOut(Speed.properties.exits, NO_ROOM),
    }),
    features: Type.Object({
      hotspot: leftOut(Features.properties.hotspot, NO_ROOM),
      top_up: leftOut(Features.properties.top_up, NOT_SO),
      phone_number: leftOut(Features.properties.phone_number, NOT_SO),
      ads: leftOut(Features.properties.ads, NOT_SO),
    }),
    reasons: Type.Array(Type.String(), {
      maxItems: 3,
      description: 'Why it stands here; fewer where room is short.',
    }),
    url,
  },
  {
    description:
      'One plan, priced and judged for this trip. What is left out is unknown, unless its description says otherwise.',
  },
);
export type ToolPlan = Static<typeof ToolPlan>;

export function projectPlan(result: Result): ToolPlan {
  const { plan, price, data, eligibility, freshness, fits, speed, features, why } = result;
  return {
    name: plan.name,
    provider: result.provider.name,
    scope: plan.scope,
    ...(plan.countries_covered === 1 ? {} : { countries_covered: plan.countries_covered }),
    price: {
      usd: price.usd,
      ...(price.list_usd === price.usd ? {} : { list_usd: price.list_usd }),
      ...stated({ tax: price.tax }),
      estimated: price.estimated,
    },
    comparable_usd: why.comparable_usd,
    drawbacks: Object.fromEntries(
      why.drawbacks.slice(0, DRAWBACKS_SHOWN).map(({ code, usd }) => [code, usd]),
    ),
    coupons: result.coupons.map(({ code, discount, applied_to_price, usd, conditions }) => ({
      ...stated({ code }),
      discount,
      applied_to_price,
      ...(applied_to_price ? {} : { usd }),
      conditions,
    })),
    eligibility: stated({
      new_customers_only: eligibility.new_customers_only || null,
      identity_check: eligibility.identity_check,
      notes: eligibility.notes,
    }),
    freshness: { status: freshness.status, age_seconds: freshness.age_seconds },
    data: {
      model: data.model,
      gb_for_trip: data.gb_for_trip,
      ...(data.gb === data.gb_for_trip ? {} : stated({ gb: data.gb })),
      ...stated({
        full_speed_gb_per_day: data.full_speed_gb_per_day,
        after_cap: data.after_cap,
        throttle_kbps: data.throttle_kbps,
        uncapped: data.uncapped === false && data.after_cap !== 'unknown' ? null : data.uncapped,
      }),
    },
    validity: { days: result.validity.days, ...stated({ starts: result.validity.starts }) },
    copies: result.copies,
    fits: {
      meets_need: fits.meets_need,
      ...(fits.short_by_gb === 0 ? {} : { short_by_gb: fits.short_by_gb }),
      ...(fits.short_by_days === 0 ? {} : { short_by_days: fits.short_by_days }),
    },
    speed: stated({
      generation: speed.generation,
      advertised_max_mbps: speed.advertised_max_mbps,
      networks: speed.networks,
      exits: speed.exits,
    }),
    features: stated({
      hotspot: features.hotspot,
      top_up: features.top_up,
      phone_number: features.phone_number,
      ads: features.ads || null,
    }),
    reasons: why.reasons.map(({ text }) => text),
    url: result.url,
  };
}

type Stated<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Without what nobody stated: null, "unknown" and an empty list. */
function stated<T extends Record<string, unknown>>(fields: T): Stated<T> {
  const isStated = (value: unknown) =>
    value !== null && value !== 'unknown' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isStated(value))) as Stated<T>;
}
