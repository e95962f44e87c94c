/** One ranked plan in a response. REST sends it complete, MCP sends it as a flat row, and the page reads it. */
import Type, { type Static } from 'typebox';
import { AUDIENCES, COUPON_USES } from '../../domain/coupon.ts';
import { eachFeature, FACTS } from '../../domain/facts.ts';
import {
  AFTER_CAPS,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  GENERATIONS,
  SCOPES,
  TAX_STATES,
} from '../../domain/plan.ts';
import { DRAWBACK_CODES, type DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { COPIES_MAX } from '../../domain/ranking/fit.ts';
import { REASON_CODES } from '../../domain/ranking/ranked.ts';
import { REASONS_MAX } from '../../domain/ranking/reasons.ts';
import { COUPONS_MAX } from '../../domain/ranking/trip-price.ts';
import { COUNTRY_PATTERN, LIST_MAX } from '../../domain/trip.ts';
import { NOTE_CODES } from '../sentences/notes.ts';
import { CONDITION_CODES, drawbackSentence } from '../sentences/offers.ts';
import {
  count,
  flag,
  gigabytes,
  instant,
  NOT_STATED,
  nullable,
  oneOf,
  openCode,
  text,
  threeState,
  usd,
} from './kit.ts';

/** A longer list is not sent. */
export const COUNTRIES_MAX = 60;

const PlanInResult = Type.Object({
  id: text('Plan id, unique within its provider.', 'tr-10gb-30d'),
  name: text('Name as the provider sells it.', 'Türkiye 10 GB / 30 days'),
  scope: oneOf(SCOPES, 'Where it works: one country, a region, or the world.'),
  countries_covered: count('How many destinations it covers.', 1),
  countries: nullable(
    Type.Array(text('ISO-2 code.', 'TR'), { maxItems: COUNTRIES_MAX }),
    `Which ones, sorted. null above ${COUNTRIES_MAX}.`,
  ),
});

const Refund = Type.Object({
  text: text('In which cases the shop refunds.', 'Unused plans, within 30 days'),
  url: text('The page of the shop that states it.', 'https://nomadica.example/refunds'),
  checked_on: text('When the operator of this service read it.', '2026-10-01'),
});

const ProviderInResult = Type.Object({
  id: text('Provider id.', 'nomadica'),
  name: text('Provider name.', 'Nomadica'),
  shop: nullable(
    text(
      'The marketplace through which the provider sells this plan. Show it beside the name.',
      'Amazon.co.jp',
    ),
    'null: its own shop.',
  ),
  refund: nullable(Refund, 'The refund rule that the shop states. null: not known here.'),
});

const Data = Type.Object({
  model: oneOf(ALLOWANCE_MODELS, 'A total amount, an amount for each day, or sold as unlimited.'),
  gb: nullable(gigabytes('The advertised amount: the whole, or a day.'), 'null for unlimited.'),
  period_days: nullable(
    count('The amount renews after this number of days (30 for a month).', 30),
    'null: it does not renew.',
  ),
  gb_for_trip: nullable(
    gigabytes('Full-speed data over the whole trip, all copies together.'),
    'null: no cap, or not stated (see uncapped).',
  ),
  full_speed_gb_per_day: nullable(
    gigabytes('Unlimited plans: full-speed data a day before the fair-use limit.'),
    'null: no limit, or not stated (see uncapped).',
  ),
  after_cap: oneOf(AFTER_CAPS, 'What happens when the amount is used up.'),
  throttle_kbps: nullable(count('Speed after the cap in kbit/s.', 512), NOT_STATED),
  uncapped: threeState('Unlimited plans: the provider states that no fair-use cap exists.'),
});

const Validity = Type.Object({
  days: nullable(count('Days that one copy is valid.', 30), 'null: no expiry.'),
  starts: oneOf(CLOCK_STARTS, 'When the validity starts.'),
  install_within_days: nullable(
    count('Days after the purchase within which it must be installed.'),
    NOT_STATED,
  ),
  sold_per_day: flag('The price is for one day, and an order has a number of days.'),
});

const Fits = Type.Object({
  meets_need: flag('Covers the days and the data of the trip.'),
  short_by_gb: gigabytes(
    'Missing data; 0 if there is enough. A plan that is too slow misses all data that the trip needs.',
  ),
  short_by_days: count('Missing days; 0 if there are enough.', 0),
  missing_countries: nullable(
    Type.Array(text('ISO-2 code.', 'CH'), {
      description:
        'Core countries of the requested region that the plan does not cover; empty if it covers all.',
    }),
    'null: the destination is a country.',
  ),
});

const Speed = Type.Object({
  generation: nullable(
    oneOf(GENERATIONS, 'Best generation in the destination; of several stops, the worst of them.'),
    NOT_STATED,
  ),
  advertised_max_mbps: nullable(
    Type.Number({ minimum: 0, description: 'Advertised top speed in Mbit/s.' }),
    NOT_STATED,
  ),
  networks: Type.Array(text('Network name.', 'Turkcell'), {
    description: 'Networks in the destination; of several stops, those of the stop with the fewest.',
  }),
  breakout: oneOf(
    BREAKOUTS,
    'Whether traffic reaches the internet in the destination itself; of several stops, in each of them.',
  ),
  exits: nullable(
    Type.Array(text('ISO-2 code.', 'TR'), {
      description: 'Countries where traffic reaches the internet, the same for every stop.',
    }),
    NOT_STATED,
  ),
  networks_by_country: Type.Optional(
    Type.Record(Type.String({ pattern: COUNTRY_PATTERN }), Type.Array(text('Network name.', 'Turkcell')), {
      description: 'Only for several stops: the networks at each of them.',
    }),
  ),
});

const { hotspot, ...otherFeatures } = eachFeature((name) => threeState(`Whether ${FACTS[name].means}.`));
const Features = Type.Object({
  hotspot,
  hotspot_gb: nullable(
    gigabytes('The most data of the whole plan that other devices may use.'),
    'null: no cap is stated.',
  ),
  ...otherFeatures,
});

const ConvertedFrom = Type.Object({
  currency: text('ISO 4217 code of the provider’s own price.', 'EUR'),
  rate_date: text('Date of the exchange rate.', '2026-11-13'),
});

const PriceHistory = Type.Object({
  lowest_30d_usd: usd('Lowest list price of one copy in 30 days.'),
  highest_30d_usd: usd('Highest list price of one copy in 30 days.'),
  changed_at: nullable(instant('When it last changed.'), 'null: it never did.'),
  first_seen_at: instant('When the plan was first seen.'),
});

const CAVEATS = ['converted', 'suggested', 'not_fresh', 'coupon', 'coupon_unverified'] as const;

const Price = Type.Object({
  currency: Type.Literal('USD', { description: 'Always USD.' }),
  usd: usd('The price of the whole trip, all copies, for one traveller. Any traveller can get it.'),
  list_usd: usd('The whole trip without any coupon.'),
  group_usd: nullable(usd('usd × travellers.'), 'null for one traveller.'),
  per_gb_usd: nullable(usd('Trip price for each GB of the trip.'), 'null for unlimited plans.'),
  per_day_usd: usd('Trip price for each day of the trip.'),
  tax: oneOf(TAX_STATES, 'Whether tax is in the price.'),
  estimated: Type.Literal(true, { description: 'Always true: no price here is guaranteed at checkout.' }),
  caveats: Type.Array(oneOf(CAVEATS, 'Why the price is less certain.'), {
    description: 'Converted from another currency, suggested retail, not fresh, or with a coupon.',
  }),
  basis: oneOf(['retail', 'rrp'], 'The shop’s own price, or the suggested retail price.'),
  converted_from: nullable(ConvertedFrom, 'null where the provider prices in USD.'),
  history: nullable(PriceHistory, 'The list price of one copy. null before the second day of observation.'),
});

const ConditionOnWire = Type.Object({
  code: openCode(CONDITION_CODES, 'Which condition.'),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.String()], { description: 'Its amount in USD, or its day.' }),
  ),
});

export const CouponOnWire = Type.Object({
  code: nullable(text('Code to enter.', 'TRIP10'), 'null: no code is needed, or none is known.'),
  discount: text('What it takes off.', '10%'),
  for: nullable(oneOf(AUDIENCES, 'Who may use it.'), NOT_STATED),
  applied_to_price: flag('Whether price.usd includes it. Only a coupon for everyone can be included.'),
  usd: usd('The whole trip’s price with this coupon.'),
  conditions: Type.Array(text('One condition.', 'Open to everyone'), {
    minItems: 1,
    description: 'Every condition, in words. Never remove them.',
  }),
  condition_codes: Type.Array(ConditionOnWire, {
    minItems: 1,
    description: 'The same conditions, to translate them.',
  }),
  use: nullable(oneOf(COUPON_USES, 'On the first order only, or on every order.'), NOT_STATED),
  minimum_spend_usd: nullable(usd('Least order value.'), 'null: none.'),
  maximum_discount_usd: nullable(usd('The maximum discount on an order.'), 'null: none.'),
  limited_to: Type.Optional(
    Type.Array(oneOf(['only_here', 'destinations', 'plans'], 'What it is limited to.'), {
      description:
        'only_here: valid only for destinations of this trip. destinations: for certain destinations, also others than these. plans: for certain plans. Left out: for all of them.',
    }),
  ),
  unconfirmed: Type.Optional(
    Type.Literal(true, {
      description: 'The last confirmation is more than 30 days ago. Left out: it is more recent.',
    }),
  ),
  valid_until: nullable(
    instant('The last second of the last day on which it is valid, inclusive.'),
    'null: no end is stated.',
  ),
  verified_at: instant('When it was last confirmed by the operator or the feed.'),
});

const NoteOnWire = Type.Object({
  code: openCode(NOTE_CODES, 'Which note.'),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.Array(Type.String())], {
      description: 'Its number, or its countries and other places.',
    }),
  ),
});

const Eligibility = Type.Object({
  new_customers_only: threeState('Sold to new customers only.'),
  identity_check: threeState('An identity document is required.'),
  excluded_countries: Type.Optional(
    Type.Array(text('ISO-2 code.', 'CY'), {
      description: 'Countries in which the plan is stated not to work. Left out: none is stated.',
    }),
  ),
  notes: Type.Array(Type.String(), { description: 'Further conditions in words.' }),
  note_codes: Type.Array(NoteOnWire, { description: 'The same, to translate them.' }),
});

export const Freshness = Type.Object({
  observed_at: instant('When the price was last read from its feed.'),
  age_seconds: count('Age at computed_at.', 5400),
  status: oneOf(['fresh', 'aging', 'stale'], 'Fresh up to 24 h, aging up to 48 h, stale up to 7 days.'),
});

/** Rows of the tool have codes without a text, so that the schema says what each code means. */
const DrawbackCodeOnWire = Type.Unsafe<DrawbackCode>({
  type: 'string',
  description: `${DRAWBACK_CODES.map((code) => `${code}: ${drawbackSentence(code)}.`).join(' ')} The list may grow: accept unknown codes.`,
  examples: [DRAWBACK_CODES[0]],
});

export const DrawbackOnWire = Type.Object({
  code: DrawbackCodeOnWire,
  percent: count('Its value in percent of the trip price, or of $5 if the price is lower.', 2),
  usd: usd('The same in dollars.'),
  text: text('In words.', 'One network named'),
});

export const ReasonOnWire = Type.Object({
  code: openCode(REASON_CODES, 'Which reason.'),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.Array(Type.String())], {
      description:
        'What the text names: a number of GB, days, percent, kbit/s, purchases or networks, or the codes of countries. Left out: it names none.',
      examples: [3],
    }),
  ),
  text: text('In words.', '3 GB to spare'),
});

const Why = Type.Object({
  comparable_usd: usd('Trip price plus drawbacks. Recommended is sorted by it.'),
  drawbacks: Type.Array(DrawbackOnWire, { description: 'The largest first.' }),
  reasons: Type.Array(ReasonOnWire, {
    minItems: 1,
    maxItems: REASONS_MAX,
    description: 'What sets it apart.',
  }),
});

export const Result = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, maximum: LIST_MAX, description: 'Place in this list.' }),
    plan: PlanInResult,
    provider: ProviderInResult,
    data: Data,
    validity: Validity,
    copies: Type.Integer({ minimum: 1, maximum: COPIES_MAX, description: 'How many to buy for the trip.' }),
    fits: Fits,
    speed: Speed,
    features: Features,
    price: Price,
    coupons: Type.Array(CouponOnWire, { maxItems: COUPONS_MAX, description: 'The applied one first.' }),
    eligibility: Eligibility,
    freshness: Freshness,
    why: Why,
    go: text('Path and query of `url`. Keep it intact.', '/go/nomadica/tr-10gb-30d?via=api&to=TR'),
    url: text(
      'Outbound link to the provider’s page. Keep it intact: clicks are counted by its interface and destination, without data about visitors.',
      'https://esim.example/go/nomadica/tr-10gb-30d?via=api&to=TR',
    ),
  },
  { description: 'One plan with its price and its drawbacks for this trip.' },
);

export type Result = Static<typeof Result>;
export type CouponOnWire = Static<typeof CouponOnWire>;
