/**
 * A result as one flat row for assistants. Every row has the same keys in the same order, and the values are those of
 * the REST result. A new field is one line in the table below. Only ages differ: they are computed when the response is
 * sent.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { ageSecondsOf, freshnessOf } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import { DAY_MS } from '../limits/decision.ts';
import { count, nullable } from './schemas/kit.ts';
import {
  CouponOnWire,
  Data,
  DrawbackOnWire,
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
} from './schemas/result.ts';

/** `sentAt` is when the response is sent. */
const field = <T extends TSchema>(schema: T, read: (result: Result, sentAt: Instant) => Static<T>) => ({
  schema,
  read,
});

const DrawbackInRow = Type.Pick(DrawbackOnWire, ['code', 'usd']);

const CouponInRow = Type.Object({
  ...Type.Pick(CouponOnWire, ['code', 'discount']).properties,
  in_price: Type.Boolean({ description: 'Whether usd of the row includes it.' }),
  ...Type.Pick(CouponOnWire, ['usd', 'conditions']).properties,
  verified_days_ago: count('Whole days since it was last confirmed.'),
});

const FIELDS = {
  name: field(PlanName.properties.name, ({ plan }) => plan.name),
  provider: field(ProviderName.properties.name, ({ provider }) => provider.name),
  usd: field(Price.properties.usd, ({ price }) => price.usd),
  list_usd: field(Price.properties.list_usd, ({ price }) => price.list_usd),
  tax: field(Price.properties.tax, ({ price }) => price.tax),
  caveats: field(Price.properties.caveats, ({ price }) => price.caveats),
  basis: field(Price.properties.basis, ({ price }) => price.basis),
  comparable_usd: field(Why.properties.comparable_usd, ({ why }) => why.comparable_usd),
  drawbacks: field(
    Type.Array(DrawbackInRow, { description: 'What each adds to comparable_usd, the largest first.' }),
    ({ why }) => why.drawbacks.map(({ code, usd }) => ({ code, usd })),
  ),
  coupons: field(
    Type.Array(CouponInRow, {
      maxItems: 3,
      description: 'Discounts in the price or beside it. Never show one without its conditions.',
    }),
    ({ coupons }, sentAt) => coupons.map((coupon) => couponInRow(coupon, sentAt)),
  ),
  new_customers_only: field(
    Eligibility.properties.new_customers_only,
    ({ eligibility }) => eligibility.new_customers_only,
  ),
  identity_check: field(
    Eligibility.properties.identity_check,
    ({ eligibility }) => eligibility.identity_check,
  ),
  notes: field(Eligibility.properties.notes, ({ eligibility }) => eligibility.notes),
  price_age_hours: field(
    Type.Number({
      minimum: 0,
      description: 'Age of the price at query.sent_at, in hours with one decimal.',
    }),
    ({ freshness }, sentAt) => Math.floor(ageOf(freshness, sentAt) / 360) / 10,
  ),
  price_status: field(Freshness.properties.status, ({ freshness }, sentAt) => {
    const status = freshnessOf(ageOf(freshness, sentAt));
    return status === 'expired' ? 'stale' : status;
  }),
  model: field(Data.properties.model, ({ data }) => data.model),
  gb_for_trip: field(Data.properties.gb_for_trip, ({ data }) => data.gb_for_trip),
  gb_per_day: field(
    nullable(
      Type.Number({ minimum: 0 }),
      'The daily amount of a daily plan, or the daily full-speed amount of an unlimited plan. null: neither, or not stated.',
    ),
    ({ data }) => (data.model === 'per_day' ? data.gb : data.full_speed_gb_per_day),
  ),
  period_days: field(Data.properties.period_days, ({ data }) => data.period_days),
  after_cap: field(Data.properties.after_cap, ({ data }) => data.after_cap),
  throttle_kbps: field(Data.properties.throttle_kbps, ({ data }) => data.throttle_kbps),
  uncapped: field(Data.properties.uncapped, ({ data }) => data.uncapped),
  valid_days: field(Validity.properties.days, ({ validity }) => validity.days),
  starts: field(Validity.properties.starts, ({ validity }) => validity.starts),
  install_within_days: field(
    Validity.properties.install_within_days,
    ({ validity }) => validity.install_within_days,
  ),
  copies: field(Result.properties.copies, ({ copies }) => copies),
  short_by_gb: field(Fits.properties.short_by_gb, ({ fits }) => fits.short_by_gb),
  short_by_days: field(Fits.properties.short_by_days, ({ fits }) => fits.short_by_days),
  countries_covered: field(PlanName.properties.countries_covered, ({ plan }) => plan.countries_covered),
  generation: field(Speed.properties.generation, ({ speed }) => speed.generation),
  advertised_max_mbps: field(Speed.properties.advertised_max_mbps, ({ speed }) => speed.advertised_max_mbps),
  networks: field(Speed.properties.networks, ({ speed }) => speed.networks),
  breakout: field(Speed.properties.breakout, ({ speed }) => speed.breakout),
  exits: field(Speed.properties.exits, ({ speed }) => speed.exits),
  hotspot: field(Features.properties.hotspot, ({ features }) => features.hotspot),
  top_up: field(Features.properties.top_up, ({ features }) => features.top_up),
  phone_number: field(Features.properties.phone_number, ({ features }) => features.phone_number),
  ads: field(Features.properties.ads, ({ features }) => features.ads),
  reasons: field(
    Type.Array(Type.String(), { minItems: 1, maxItems: 3, description: 'What sets it apart, in words.' }),
    ({ why }) => why.reasons.map(({ text }) => text),
  ),
  url: field(Result.properties.url, ({ url }) => url),
};

type Fields = typeof FIELDS;
export type PlanRow = { [Key in keyof Fields]: ReturnType<Fields[Key]['read']> };

export const PlanRow = Type.Object(
  Object.fromEntries(Object.entries(FIELDS).map(([key, { schema }]) => [key, schema])) as {
    [Key in keyof Fields]: Fields[Key]['schema'];
  },
  {
    description:
      'One plan for this trip. Every key is always there. null and "unknown" mean that the provider does not say, unless the description of the key says otherwise.',
  },
);

export const rowOf = (result: Result, sentAt: Instant): PlanRow =>
  Object.fromEntries(Object.entries(FIELDS).map(([key, { read }]) => [key, read(result, sentAt)])) as PlanRow;

const ageOf = ({ observed_at }: Result['freshness'], sentAt: Instant): number =>
  ageSecondsOf(Date.parse(observed_at), sentAt);

const couponInRow = (
  { code, discount, applied_to_price, usd, conditions, verified_at }: CouponOnWire,
  sentAt: Instant,
): Static<typeof CouponInRow> => ({
  code,
  discount,
  in_price: applied_to_price,
  usd,
  conditions,
  verified_days_ago: Math.max(0, Math.floor((sentAt - Date.parse(verified_at)) / DAY_MS)),
});
