/** Examples of the OpenAPI document. A test validates each against its own schema. */
const attribution = {
  text: 'Data by Eşim',
  url: 'https://esim.example',
  html: '<a href="https://esim.example">Data by Eşim</a>',
  required: true,
};

const result = {
  rank: 1,
  plan: { id: 'tr-10gb-30d', name: 'Türkiye 10 GB / 30 days', scope: 'country', countries_covered: 1 },
  provider: { id: 'nomadica', name: 'Nomadica' },
  data: {
    model: 'total',
    gb: 10,
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
    measured: false,
  },
  features: {
    hotspot: true,
    top_up: true,
    phone_number: false,
    identity_check: null,
    subscription: false,
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
    basis: 'retail',
    converted_from: null,
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
    score: 87.2,
    parts: { price: 0.93, headroom: 0.43, speed: 0.95, validity: 1, certainty: 0.9, ease: 0.67 },
    reasons: ['Cheapest plan with 5G'],
    reason_codes: ['cheapest_5g'],
  },
  go: '/go/nomadica/tr-10gb-30d',
  url: 'https://esim.example/go/nomadica/tr-10gb-30d',
};

const problem = (code: string, status: number, title: string, detail: string, more: object = {}) => ({
  type: `https://esim.example/docs/errors#${code}`,
  title,
  status,
  detail,
  code,
  ...more,
});

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
      data_needed_gb: 7,
      computed_at: '2026-11-15T02:00:00.000Z',
      fresh_until: '2026-11-15T02:15:00.000Z',
      catalogue: '6f1c…',
    },
    orders: { Recommended: [result], Cheapest: [result], Fastest: [result] },
    notices: ['Prices are estimates until checkout.'],
    notice_codes: ['prices_are_estimates'],
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
  },
  invalidQuery: problem(
    'invalid_query',
    422,
    'The query is not valid',
    'days is out of range: give a whole number from 1 to 90, plain digits.',
    {
      errors: [
        {
          parameter: 'days',
          code: 'out_of_range',
          message: 'days is out of range: give a whole number from 1 to 90, plain digits.',
        },
      ],
    },
  ),
  rateLimited: problem(
    'rate_limited',
    429,
    'A limit is reached',
    'The limit comparison.minute (12) is reached. Wait 17 s.',
    {
      limit: { name: 'comparison.minute', per: 'minute', limit: 12, reset: 1_794_711_660 },
    },
  ),
  unavailable: problem(
    'data_unavailable',
    503,
    'The catalogue is not available at the moment',
    'There is no usable catalogue just now. Try again later.',
  ),
} as const;
