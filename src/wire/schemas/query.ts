/** The parameters of a trip: one definition for the query string, the tool's arguments, OpenAPI and types. */
import Type from 'typebox';
import { centsToUsd } from '../../domain/money.ts';
import { LEAST_NEED_MB, NEED_RULES } from '../../domain/ranking/need.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  NEEDS,
  type Need,
  PRICE_LIMIT_CENTS,
  REQUIREMENTS,
  SORTS,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../../domain/trip.ts';
import { PhoneParam } from './facts.ts';
import { oneOf } from './kit.ts';

const Country = Type.String({
  pattern: COUNTRY_PATTERN,
  description: 'Destination as an ISO 3166-1 alpha-2 code, two upper-case letters.',
  examples: ['TR'],
});
export const Days = Type.Integer({
  minimum: DAYS_MIN,
  maximum: DAYS_MAX,
  description:
    'Days in that country. With further stops, each of them has its own days. The day of arrival and the day of departure both count.',
  examples: [7],
});
/** The daily rate of a need in gigabytes. */
export const gbPerDay = (need: Need): number => NEED_RULES[need].mbPerDay / 1000;
export const NeedParam = oneOf(
  NEEDS,
  `Data need: light ${gbPerDay('light')} GB, normal ${gbPerDay('normal')} GB, heavy ${gbPerDay('heavy')} GB a day (at least ${LEAST_NEED_MB / 1000} GB in all), or unlimited.`,
);
const Include = oneOf(
  ['variants'],
  'Adds a bounded comparison of nearby trip lengths. It counts as one request.',
);
const Then = Type.Array(Type.String({ pattern: '^[A-Z]{2}:[1-9][0-9]?$' }), {
  minItems: 1,
  maxItems: THEN_MAX,
  description: `Further stops after the first, each CODE:days, separated by commas. All days together are at most ${DAYS_MAX}. The lists then rank plans that work at every stop, and \`itinerary\` has the best way to divide the stops into legs.`,
  examples: [['KR:4', 'TW:3']],
});
const Require = Type.Array(Type.Enum([...REQUIREMENTS], { type: 'string' }), {
  minItems: 1,
  uniqueItems: true,
  description:
    'Facts that a plan must state, separated by commas. A plan that does not state a fact does not qualify.',
  examples: [['hotspot', '5g']],
});
export const DataGb = Type.Number({
  minimum: DATA_MB.min / 1000,
  maximum: DATA_MB.max / 1000,
  description:
    'Data for the whole trip in GB, at most one decimal, in place of the daily amount of the need. Not with need unlimited.',
  examples: [20],
});
export const MaxUsd = Type.Number({
  minimum: centsToUsd(PRICE_LIMIT_CENTS.min),
  maximum: centsToUsd(PRICE_LIMIT_CENTS.max),
  description:
    'Highest price of one traveller for the whole trip in USD, at most two decimals. It also limits an itinerary.',
  examples: [15],
});
export const Travellers = Type.Integer({
  minimum: 1,
  maximum: TRAVELLERS_MAX,
  default: 1,
  description:
    'Travellers, each with an own phone. Prices stay those of one traveller; group_usd is for all, and `sharing` has the plans that all use by hotspot.',
  examples: [4],
});
const AvoidExits = Type.Array(Type.String({ pattern: COUNTRY_PATTERN }), {
  minItems: 1,
  maxItems: AVOID_EXITS_MAX,
  uniqueItems: true,
  description:
    'Countries in which traffic must not reach the internet, separated by commas. A plan that does not state its exits does not qualify.',
  examples: [['HK', 'CN']],
});
export const Limit = Type.Integer({
  minimum: 1,
  maximum: LIST_MAX,
  default: LIST_MAX,
  description: 'The maximum of results in each list.',
  examples: [5],
});
export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];
const FormatParam = oneOf(
  FORMATS,
  'Format of the response. Without it, the Accept header selects JSON or CSV.',
);
export const SortParam = oneOf(SORTS, 'Which of the three orders to return.');

/** The query of `GET /api/v1/plans`. */
export const PlansQuery = Type.Object({
  country: Country,
  days: Days,
  // The schema of the tool, which shares `NeedParam`, needs no example, because it lists the values.
  need: { ...NeedParam, examples: ['normal'] },
  then: Type.Optional(Then),
  data_gb: Type.Optional(DataGb),
  require: Type.Optional(Require),
  travellers: Type.Optional(Travellers),
  max_usd: Type.Optional(MaxUsd),
  avoid_exits: Type.Optional(AvoidExits),
  phone: Type.Optional(PhoneParam),
  limit: Type.Optional(Limit),
  include: Type.Optional(Include),
  format: Type.Optional(FormatParam),
});
