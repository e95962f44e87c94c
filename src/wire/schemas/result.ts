/** One ranked plan on the wire. REST sends it whole, MCP sends a named projection of it, the page reads it. */
import Type, { type Static } from 'typebox';
import { AUDIENCES, COUPON_USES } from '../../domain/coupon.ts';
import {
  AFTER_CAP,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  GENERATIONS,
  SCOPES,
  TAX,
} from '../../domain/plan.ts';
import { REASON_CODES } from '../../domain/ranking/ranked.ts';
import { count, flag, gigabytes, instant, nullable, oneOf, text, threeState, usd } from './kit.ts';

export const PlanName = Type.Object({
  id: text('Plan id, unique within its provider.', 'tr-10gb-30d'),
  name: text('Name as the provider sells it.', 'Türkiye 10 GB / 30 days'),
  scope: oneOf(SCOPES, 'Where it works: one country, a region, or the world.'),
  countries_covered: count('How many destinations it covers.', 1),
});

export const ProviderName = Type.Object({
  id: text('Provider id.', 'nomadica'),
  name: text('Provider name.', 'Nomadica'),
});

export const Data = Type.Object({
  model: oneOf(ALLOWANCE_MODELS, 'A total amount, an amount for each day, or sold as unlimited.'),
  gb: nullable(gigabytes('The advertised amount: the whole, or a day.'), 'null for unlimited.'),
  gb_for_trip: nullable(
    gigabytes('Full-speed data over the whole trip, all copies together.'),
    'Full-speed data over the whole trip, all copies together. null: no limit is known to exist.',
  ),
  full_speed_gb_per_day: nullable(
    gigabytes('Full-speed data a day before a fair-use rule slows an unlimited plan.'),
    'Unlimited plans: full-speed data a day before fair use. null: no such rule, or not stated (see uncapped).',
  ),
  after_cap: oneOf(AFTER_CAP, 'What happens when the amount is used up.'),
  throttle_kbps: nullable(
    count('Speed after the cap in kbit/s.', 512),
    'Speed after the cap. null: not stated.',
  ),
  uncapped: threeState('Unlimited plans: the provider states that no fair-use cap exists.'),
});

export const Validity = Type.Object({
  days: nullable(count('Days that one copy is valid.', 30), 'Days that one copy is valid. null: no expiry.'),
  starts: oneOf(CLOCK_STARTS, 'When the days begin to run.'),
  install_within_days: nullable(count('Install within so many days of purchase.'), 'null: not stated.'),
  sold_per_day: flag('The price is by the day; the order names the days.'),
});

export const Fits = Type.Object({
  meets_need: flag('Covers the days and the data of the trip.'),
  short_by_gb: gigabytes('Usable data that is missing; 0 where it suffices.'),
  short_by_days: count('Days that are missing; 0 where it suffices.', 0),
});

export const Speed = Type.Object({
  generation: nullable(oneOf(GENERATIONS, 'Best generation there.'), 'Best generation in this destination.'),
  advertised_max_mbps: nullable(Type.Number({ minimum: 0 }), 'Advertised top speed. null: not stated.'),
  networks: Type.Array(text('Network name.', 'Turkcell'), { description: 'Networks in this destination.' }),
  breakout: oneOf(BREAKOUTS, 'Where traffic enters the internet.'),
  measured: Type.Literal(false, { description: 'Always false: speed is as advertised, never measured.' }),
});

export const Features = Type.Object({
  hotspot: threeState('Sharing the connection is allowed.'),
  top_up: threeState('Data can be added later.'),
  phone_number: threeState('Comes with a phone number.'),
  identity_check: threeState('An identity document is asked for.'),
  subscription: threeState('Renews by itself.'),
  ads: threeState('Shows advertisements.'),
});

export const ConvertedFrom = Type.Object({
  currency: text('ISO 4217 code of the provider’s own price.', 'EUR'),
  rate_date: text('Date of the exchange rate.', '2026-11-13'),
});

export const Price = Type.Object({
  currency: Type.Literal('USD', { description: 'Always USD.' }),
  usd: usd('The whole trip, all copies: what any traveller can get.'),
  list_usd: usd('The whole trip without any coupon.'),
  per_gb_usd: nullable(usd('Trip price for each GB of the trip.'), 'null for unlimited plans.'),
  per_day_usd: usd('Trip price for each day of the trip.'),
  tax: oneOf(TAX, 'Whether tax is in the price.'),
  estimated: flag(
    'True where the price was converted, is suggested retail, is not fresh, or rests on a coupon.',
  ),
  basis: oneOf(['retail', 'rrp'], 'The shop’s own price, or the suggested retail price.'),
  converted_from: nullable(ConvertedFrom, 'null where the provider prices in USD.'),
});

export const CouponOnWire = Type.Object({
  code: nullable(text('Code to enter.', 'TRIP10'), 'null: the shop applies it by itself.'),
  discount: text('What it takes off.', '10%'),
  for: oneOf(AUDIENCES, 'Who may use it.'),
  applied_to_price: flag('Whether price.usd rests on it. Only a coupon open to everyone ever is.'),
  usd: usd('The whole trip’s price with this coupon.'),
  conditions: Type.Array(text('One condition.', 'Open to everyone'), {
    minItems: 1,
    description: 'Every condition, in words. Never remove them.',
  }),
  use: oneOf(COUPON_USES, 'On the first order only, or on every order.'),
  minimum_spend_usd: nullable(usd('Least order value.'), 'null: none.'),
  maximum_discount_usd: nullable(usd('Most that it takes off an order.'), 'null: none.'),
  valid_until: nullable(instant('End of the offer.'), 'null: no end is stated.'),
  verified_at: instant('When we last saw it work.'),
});

export const Eligibility = Type.Object({
  new_customers_only: threeState('Sold to new customers only.'),
  identity_check: threeState('An identity document is asked for.'),
  notes: Type.Array(Type.String(), { description: 'Further conditions in words.' }),
});

export const Freshness = Type.Object({
  observed_at: instant('When the price was last read from its feed.'),
  age_seconds: count('Age at computed_at.', 5400),
  status: oneOf(['fresh', 'aging', 'stale'], 'Fresh up to 24 h, aging up to 48 h, stale up to 7 days.'),
});

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const Why = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Recommended score.', examples: [87.2] }),
  parts: Type.Object(
    {
      price: share('Cheapest price that meets the need ÷ this price.'),
      headroom: share('Data beyond the need.'),
      speed: share('Advertised speed.'),
      validity: share('How well the days fit.'),
      certainty: share('Freshness and certainty of the price.'),
      ease: share('Hotspot, no identity check, top-up.'),
    },
    { description: 'Each part of the score before its weight; the weights are in the ranking page.' },
  ),
  reasons: Type.Array(text('Why it stands here.', 'Cheapest plan with 5G'), { minItems: 1 }),
  reason_codes: Type.Array(oneOf(REASON_CODES, 'The same, as codes.'), { minItems: 1 }),
});

export const Result = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, maximum: 20, description: 'Place in this list.' }),
    plan: PlanName,
    provider: ProviderName,
    data: Data,
    validity: Validity,
    copies: Type.Integer({ minimum: 1, maximum: 10, description: 'How many to buy for the trip.' }),
    fits: Fits,
    speed: Speed,
    features: Features,
    price: Price,
    coupons: Type.Array(CouponOnWire, { maxItems: 3, description: 'The applied one first.' }),
    eligibility: Eligibility,
    freshness: Freshness,
    why: Why,
    go: text('Path of the outbound link. Keep it intact.', '/go/nomadica/tr-10gb-30d'),
    url: text('The same, absolute.', 'https://esim.example/go/nomadica/tr-10gb-30d'),
  },
  { description: 'One plan, priced and judged for this trip.' },
);

export type Result = Static<typeof Result>;
export type CouponOnWire = Static<typeof CouponOnWire>;
