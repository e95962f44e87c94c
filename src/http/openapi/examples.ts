/** Examples of the OpenAPI document. A test validates each against its own schema. */
import { attributionOf } from '../../wire/attribution.ts';
import type { ProblemCode } from '../../wire/schemas/problem.ts';
import { PROBLEMS, problemType, unavailable } from '../problems.ts';

const BASE_URL = 'https://esim.example';
const attribution = attributionOf('Eşim', BASE_URL);

const result = {
  rank: 1,
  plan: {
    id: 'tr-10gb-30d',
    name: 'Türkiye 10 GB / 30 days',
    scope: 'country',
    countries_covered: 1,
    countries: ['TR'],
  },
  provider: { id: 'nomadica', name: 'Nomadica' },
  data: {
    model: 'total',
    gb: 10,
    period_days: null,
    gb_for_trip: 10,
    full_speed_gb_per_day: null,
    after_cap: 'stop',
    throttle_kbps: null,
    uncapped: null,
  },
  validity: { days: 30, starts: 'first_use', install_within_days: null, sold_per_day: false },
  copies: 1,
  fits: { meets_need: true, short_by_gb: 0, short_by_days: 0 },
  speed: {
    generation: '5G',
    advertised_max_mbps: null,
    networks: ['Anadolu Mobil'],
    breakout: 'local',
    exits: ['TR'],
  },
  features: {
    hotspot: true,
    top_up: true,
    phone_number: false,
    ads: null,
  },
  price: {
    currency: 'USD',
    usd: 12.6,
    list_usd: 14,
    per_gb_usd: 1.26,
    per_day_usd: 1.8,
    tax: 'included',
    estimated: true,
    caveats: ['coupon'],
    basis: 'retail',
    converted_from: null,
    history: null,
  },
  coupons: [
    {
      code: 'TRIP10',
      discount: '10%',
      for: 'everyone',
      applied_to_price: true,
      usd: 12.6,
      conditions: ['Open to everyone', 'Ends 2026-12-31'],
      use: 'every_order',
      minimum_spend_usd: null,
      maximum_discount_usd: null,
      valid_until: '2026-12-31T23:59:59.000Z',
      verified_at: '2026-11-14T06:00:00.000Z',
    },
  ],
  eligibility: { new_customers_only: false, identity_check: null, notes: [] },
  freshness: { observed_at: '2026-11-15T00:30:00.000Z', age_seconds: 5400, status: 'fresh' },
  why: {
    comparable_usd: 13.23,
    drawbacks: [
      { code: 'identity_check_unknown', percent: 2, usd: 0.25, text: 'Identity check not stated' },
      { code: 'coupon', percent: 2, usd: 0.25, text: 'Rests on a coupon' },
      { code: 'one_network', percent: 1, usd: 0.13, text: 'One network only' },
    ],
    reasons: [
      { code: 'cheapest', text: 'Cheapest for the whole trip' },
      { code: 'spare_data', value: 3, text: '3 GB to spare' },
      { code: 'all_at_full_speed', text: 'All at full speed' },
    ],
  },
  go: '/go/nomadica/tr-10gb-30d',
  url: 'https://esim.example/go/nomadica/tr-10gb-30d',
};

const problem = (code: ProblemCode, detail: string, more: object = {}) => {
  const { title, status } = PROBLEMS[code];
  return { type: problemType(BASE_URL, code), title, status, detail, code, ...more };
};

const outOfRange = 'days is out of range: give a whole number from 1 to 90, plain digits.';

export const EXAMPLES = {
  comparison: {
    attribution,
    country: 'TR',
    destination: { code: 'TR', name: 'Türkiye', region: 'Asia' },
    query: {
      country: 'TR',
      days: 7,
      need: 'normal',
      include: null,
      data_gb: null,
      then: [],
      require: [],
      max_usd: null,
      avoid_exits: [],
      limit: 20,
      days_total: 7,
      data_needed_gb: 7,
      computed_at: '2026-11-15T02:00:00.000Z',
      fresh_until: '2026-11-15T02:15:00.000Z',
      catalogue: '6f1c…',
    },
    considered: {
      plans: 241,
      meet_the_need: 63,
      left_out_by_require: { no: 0, unknown: 0 },
      left_out_by_max_usd: 0,
      left_out_by_avoid_exits: { no: 0, unknown: 0 },
    },
    orders: { Recommended: [result], Cheapest: [result], Fastest: [result] },
    notices: [{ code: 'prices_are_estimates', text: 'Prices are estimates until checkout.' }],
  },
  countries: {
    attribution,
    count: 1,
    countries: [{ code: 'TR', name: 'Türkiye', region: 'Asia', plans: 140 }],
    fresh_until: '2026-11-15T03:00:00.000Z',
  },
  health: {
    status: 'ok',
    checked_at: '2026-11-15T02:00:00.000Z',
    service: { name: 'Eşim', version: '1.0.0' },
    sample: false,
    catalogue: {
      version: '6f1c…',
      plans: 6400,
      providers: 15,
      destinations: 210,
      newest: '2026-11-15T01:00:00.000Z',
      oldest: '2026-11-14T20:00:00.000Z',
      sources: [{ id: 'nomadica', status: 'fresh', last_success: '2026-11-15T01:00:00.000Z', plans: 520 }],
    },
    protection: { status: 'ok', store: 'embedded' },
    reasons: [],
  },
  invalidQuery: problem('invalid_query', outOfRange, {
    errors: [{ parameter: 'days', code: 'out_of_range', message: outOfRange }],
  }),
  rateLimited: problem('rate_limited', 'The limit comparison.minute (12) is reached. Wait 17 s.', {
    limit: { name: 'comparison.minute', per: 'minute', limit: 12, reset: 1_794_711_660 },
  }),
  badRequest: problem('bad_request', 'A request must name one host, not several.'),
  methodNotAllowed: problem('method_not_allowed', 'Use GET, HEAD, OPTIONS.'),
  uriTooLong: problem('uri_too_long', 'An address may have 4,096 characters.'),
  headersTooLarge: problem('headers_too_large', 'A request may have 64 header fields and 8 KiB of them.'),
  unavailable: problem('data_unavailable', unavailable('data').detail),
} as const;
