/**
 * A plan as an assistant gets it: a named projection of a REST result. Left out are what an assistant cannot use (ids,
 * scores, the place that the order of the list shows), what follows from another field, and what a provider does not
 * state, so that twenty plans stay within about 12 KB. Every name and value is that of the REST result.
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
} from '../../wire/schemas/result.ts';

const { copies, url } = Result.properties;

/** Where a field may be missing, its description says what that means. */
const leftOut = <T extends TSchema>(schema: T, when: string) => {
  const { description } = schema as { description?: string };
  return Type.Optional(
    Type.Unsafe<Static<T>>({ ...schema, description: `${description ?? ''} Left out: ${when}`.trim() }),
  );
};

export const ToolPlan = Type.Object(
  {
    name: PlanName.properties.name,
    provider: ProviderName.properties.name,
    price: Type.Object({
      usd: Price.properties.usd,
      list_usd: leftOut(Price.properties.list_usd, 'no coupon is in usd.'),
      tax: leftOut(Price.properties.tax, 'not stated.'),
      estimated: Price.properties.estimated,
    }),
    coupons: Type.Array(
      Type.Pick(CouponOnWire, ['code', 'discount', 'applied_to_price', 'usd', 'conditions']),
      {
        maxItems: 3,
        description: 'Offers in the price or beside it. Never show one without its conditions.',
      },
    ),
    eligibility: Type.Object({
      new_customers_only: Eligibility.properties.new_customers_only,
      identity_check: Eligibility.properties.identity_check,
      notes: leftOut(Eligibility.properties.notes, 'none.'),
    }),
    freshness: Type.Pick(Freshness, ['status', 'age_seconds']),
    data: Type.Object({
      model: Data.properties.model,
      gb_for_trip: Data.properties.gb_for_trip,
      gb: leftOut(Data.properties.gb, 'the same as gb_for_trip, or unlimited.'),
      full_speed_gb_per_day: leftOut(Data.properties.full_speed_gb_per_day, 'no such rule, or not stated.'),
      after_cap: leftOut(Data.properties.after_cap, 'not stated.'),
      throttle_kbps: leftOut(Data.properties.throttle_kbps, 'not stated, or not slowed.'),
    }),
    validity: Type.Object({
      days: Validity.properties.days,
      starts: leftOut(Validity.properties.starts, 'not stated.'),
    }),
    copies,
    fits: Type.Object({
      meets_need: Fits.properties.meets_need,
      short_by_gb: leftOut(Fits.properties.short_by_gb, 'enough.'),
      short_by_days: leftOut(Fits.properties.short_by_days, 'enough.'),
    }),
    speed: Type.Object({
      generation: Speed.properties.generation,
      advertised_max_mbps: leftOut(Speed.properties.advertised_max_mbps, 'not stated.'),
    }),
    hotspot: Features.properties.hotspot,
    url,
  },
  { description: 'One plan, priced and judged for this trip. null is unknown, never no.' },
);
export type ToolPlan = Static<typeof ToolPlan>;

export function projectPlan(result: Result): ToolPlan {
  const { price, eligibility, freshness, fits, speed } = result;
  return {
    name: result.plan.name,
    provider: result.provider.name,
    price: {
      usd: price.usd,
      ...(price.list_usd === price.usd ? {} : { list_usd: price.list_usd }),
      ...(price.tax === 'unknown' ? {} : { tax: price.tax }),
      estimated: price.estimated,
    },
    coupons: result.coupons.map(({ code, discount, applied_to_price, usd, conditions }) => ({
      code,
      discount,
      applied_to_price,
      usd,
      conditions,
    })),
    eligibility: {
      new_customers_only: eligibility.new_customers_only,
      identity_check: eligibility.identity_check,
      ...(eligibility.notes.length === 0 ? {} : { notes: eligibility.notes }),
    },
    freshness: { status: freshness.status, age_seconds: freshness.age_seconds },
    data: projectData(result.data),
    validity: {
      days: result.validity.days,
      ...(result.validity.starts === 'unknown' ? {} : { starts: result.validity.starts }),
    },
    copies: result.copies,
    fits: {
      meets_need: fits.meets_need,
      ...(fits.short_by_gb === 0 ? {} : { short_by_gb: fits.short_by_gb }),
      ...(fits.short_by_days === 0 ? {} : { short_by_days: fits.short_by_days }),
    },
    speed: {
      generation: speed.generation,
      ...(speed.advertised_max_mbps === null ? {} : { advertised_max_mbps: speed.advertised_max_mbps }),
    },
    hotspot: result.features.hotspot,
    url: result.url,
  };
}

function projectData(data: Result['data']): ToolPlan['data'] {
  const { model, gb, gb_for_trip, full_speed_gb_per_day, after_cap, throttle_kbps } = data;
  return {
    model,
    gb_for_trip,
    ...(gb === null || gb === gb_for_trip ? {} : { gb }),
    ...(full_speed_gb_per_day === null ? {} : { full_speed_gb_per_day }),
    ...(after_cap === 'unknown' ? {} : { after_cap }),
    ...(throttle_kbps === null ? {} : { throttle_kbps }),
  };
}
