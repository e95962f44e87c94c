/**
 * A result as one flat row for assistants. Every row has the same keys in the same order, and the values are those of
 * the REST result. Only two kinds of values differ: ages are computed when the response is sent, and links name the
 * interface. A new field is one line in the table below.
 */
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { eachFeature } from '../domain/facts.ts';
import { DAY_MS } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import { REASONS_MAX } from '../domain/ranking/reasons.ts';
import { COUPONS_MAX } from '../domain/ranking/trip-price.ts';
import { freshnessOnWire, gbPerDayOf, linkVia, refundText } from './result.ts';
import { count, NOT_STATED, nullable } from './schemas/kit.ts';
import { CouponOnWire, DrawbackOnWire, Freshness, Result } from './schemas/result.ts';

/** `sentAt` is when the response is sent. */
const field = <T extends TSchema>(schema: T, read: (result: Result, sentAt: Instant) => Static<T>) => ({
  schema,
  read,
});

type Parts = typeof Result.properties;
/** The members of a result that are objects. */
type Part = { [P in keyof Parts]: Parts[P] extends TObject ? P : never }[keyof Parts];

/** A field that a row has from the member `part` of a result. */
function same<P extends Part, K extends keyof Parts[P]['properties'] & keyof Result[P]>(part: P, key: K) {
  const properties: Parts[P]['properties'] = Result.properties[part].properties;
  return { schema: properties[key], read: (result: Result) => result[part][key] };
}

const DrawbackInRow = Type.Pick(DrawbackOnWire, ['code', 'usd']);

type Stated = CouponOnWire['condition_codes'][number] | Result['eligibility']['note_codes'][number];
type CodeAndValue = [code: Stated['code'], value?: Exclude<Stated['value'], undefined>];

/** For programs that translate the sentences of a row. The REST API describes the codes, so assistants need not read them. */
const CodesInRow = Type.Unsafe<CodeAndValue[]>({
  type: 'array',
  items: { type: 'array' },
  description: 'Their codes and values.',
});
const codesInRow = (stated: readonly Stated[]): CodeAndValue[] =>
  stated.map(({ code, value }) => (value === undefined ? [code] : [code, value]));

const CouponInRow = Type.Object({
  ...Type.Pick(CouponOnWire, ['code', 'discount']).properties,
  in_price: Type.Boolean({ description: 'Whether usd of the row includes it.' }),
  ...Type.Pick(CouponOnWire, ['usd', 'conditions']).properties,
  condition_codes: CodesInRow,
  verified_days_ago: count('Whole days since it was last confirmed.'),
});

const { hotspot, ...otherFeatures } = eachFeature((_, feature) => same('features', feature));

const FIELDS = {
  name: same('plan', 'name'),
  provider: same('provider', 'name'),
  shop: same('provider', 'shop'),
  usd: same('price', 'usd'),
  list_usd: same('price', 'list_usd'),
  tax: same('price', 'tax'),
  caveats: same('price', 'caveats'),
  basis: same('price', 'basis'),
  comparable_usd: same('why', 'comparable_usd'),
  drawbacks: field(
    Type.Array(DrawbackInRow, { description: 'What each adds to comparable_usd, the largest first.' }),
    ({ why }) => why.drawbacks.map(({ code, usd }) => ({ code, usd })),
  ),
  coupons: field(
    Type.Array(CouponInRow, {
      maxItems: COUPONS_MAX,
      description: 'Discounts in the price or beside it. Never show one without its conditions.',
    }),
    ({ coupons }, sentAt) => coupons.map((coupon) => couponInRow(coupon, sentAt)),
  ),
  new_customers_only: same('eligibility', 'new_customers_only'),
  identity_check: same('eligibility', 'identity_check'),
  notes: same('eligibility', 'notes'),
  note_codes: field(CodesInRow, ({ eligibility }) => codesInRow(eligibility.note_codes)),
  price_age_hours: field(
    Type.Number({
      minimum: 0,
      description: 'Age of the price at query.sent_at, in hours with one decimal.',
    }),
    (result, sentAt) => Math.floor(freshnessWhenSent(result, sentAt).age_seconds / 360) / 10,
  ),
  price_status: field(
    Freshness.properties.status,
    (result, sentAt) => freshnessWhenSent(result, sentAt).status,
  ),
  model: same('data', 'model'),
  gb_for_trip: same('data', 'gb_for_trip'),
  gb_per_day: field(
    nullable(
      Type.Number({ minimum: 0 }),
      'The daily amount of a daily plan, or the daily full-speed amount of an unlimited plan. null: neither, or not stated.',
    ),
    ({ data }) => gbPerDayOf(data),
  ),
  period_days: same('data', 'period_days'),
  after_cap: same('data', 'after_cap'),
  throttle_kbps: same('data', 'throttle_kbps'),
  uncapped: same('data', 'uncapped'),
  valid_days: same('validity', 'days'),
  starts: same('validity', 'starts'),
  install_within_days: same('validity', 'install_within_days'),
  copies: field(Result.properties.copies, ({ copies }) => copies),
  short_by_gb: same('fits', 'short_by_gb'),
  short_by_days: same('fits', 'short_by_days'),
  countries_covered: same('plan', 'countries_covered'),
  generation: same('speed', 'generation'),
  advertised_max_mbps: same('speed', 'advertised_max_mbps'),
  networks: same('speed', 'networks'),
  networks_by_country: field(
    nullable(
      Type.Record(Type.String(), Type.Array(Type.String())),
      'The networks at each of several stops. null: one stop.',
    ),
    ({ speed }) => speed.networks_by_country ?? null,
  ),
  breakout: same('speed', 'breakout'),
  exits: same('speed', 'exits'),
  hotspot,
  hotspot_gb: same('features', 'hotspot_gb'),
  ...otherFeatures,
  group_usd: same('price', 'group_usd'),
  refund: field(
    nullable(Type.String(), 'The refund rule that the shop states, with its date. null: not known here.'),
    ({ provider }) => refundText(provider),
  ),
  missing_countries: same('fits', 'missing_countries'),
  reasons: field(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: REASONS_MAX,
      description: 'What sets it apart, in words.',
    }),
    ({ why }) => why.reasons.map(({ text }) => text),
  ),
  url: field(Result.properties.url, ({ url }) => linkVia(url, 'mcp')),
};

/** The description of a row says once for all keys what null means. */
function withoutNotStated(schema: TSchema): TSchema {
  const { description = '' } = schema as { readonly description?: string };
  return { ...schema, description: description.replace(NOT_STATED, '').trim() };
}

type Fields = typeof FIELDS;
export type PlanRow = { [Key in keyof Fields]: ReturnType<Fields[Key]['read']> };

export const PlanRow = Type.Object(
  Object.fromEntries(Object.entries(FIELDS).map(([key, { schema }]) => [key, withoutNotStated(schema)])) as {
    [Key in keyof Fields]: Fields[Key]['schema'];
  },
  {
    description:
      'One plan for this trip, prices in USD. Every key is always there. null and "unknown" mean that the provider does not say, unless the description of the key says otherwise.',
  },
);

export const rowOf = (result: Result, sentAt: Instant): PlanRow =>
  Object.fromEntries(Object.entries(FIELDS).map(([key, { read }]) => [key, read(result, sentAt)])) as PlanRow;

const freshnessWhenSent = ({ freshness }: Result, sentAt: Instant): Result['freshness'] =>
  freshnessOnWire(Date.parse(freshness.observed_at), sentAt);

const couponInRow = (
  { code, discount, applied_to_price, usd, conditions, condition_codes, verified_at }: CouponOnWire,
  sentAt: Instant,
): Static<typeof CouponInRow> => ({
  code,
  discount,
  in_price: applied_to_price,
  usd,
  conditions,
  condition_codes: codesInRow(condition_codes),
  verified_days_ago: Math.max(0, Math.floor((sentAt - Date.parse(verified_at)) / DAY_MS)),
});
