/** An endpoint for tests: fixed responses behind the real rules, protocol and tools. */
import type { Form, Outcome } from '../../answers/answers.ts';
import { ResponseCache } from '../../answers/cache.ts';
import { COUNTRIES } from '../../domain/countries.ts';
import { NO_FILTERS, type Trip } from '../../domain/trip.ts';
import { bodyPieces, type HttpAnswer } from '../../http/router.ts';
import { createBurstLimit } from '../../limits/burst.ts';
import { DEFAULT_POLICIES } from '../../limits/policies.ts';
import type { Caller, Decision } from '../../limits/port.ts';
import type { Reference } from '../../reference/load.ts';
import { attributionOf } from '../../wire/attribution.ts';
import type { Comparison as ComparisonBody } from '../../wire/schemas/comparison.ts';
import type { Countries } from '../../wire/schemas/lists.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type McpOptions, mcpRoutes } from '../routes.ts';

export const NOW = Date.UTC(2026, 0, 15, 12);
export const IDENTITY = { serviceName: 'Eşim', baseUrl: 'https://esim.example' } as const;
export const CALLER = { key: 'a-caller' } as const;
const ATTRIBUTION = attributionOf(IDENTITY.serviceName, IDENTITY.baseUrl);

export function resultOf(rank: number, usd = 12.6): Result {
  return {
    rank,
    plan: {
      id: `tr-${rank}gb`,
      name: `Türkiye ${rank} GB / 30 days`,
      scope: 'country',
      countries_covered: 1,
      countries: ['TR'],
    },
    provider: { id: 'harbour', name: 'Harbour', shop: null, refund: null },
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
    fits: { meets_need: true, short_by_gb: 0, short_by_days: 0, missing_countries: null },
    speed: {
      generation: '5G',
      advertised_max_mbps: null,
      networks: ['Bosfor Mobil'],
      breakout: 'local',
      exits: ['TR'],
    },
    features: {
      hotspot: true,
      hotspot_gb: null,
      top_up: null,
      phone_number: false,
      calls: null,
      sms: null,
      ads: null,
    },
    price: {
      currency: 'USD',
      usd,
      list_usd: 14.07,
      group_usd: null,
      per_gb_usd: 1.26,
      per_day_usd: 1.8,
      tax: 'unknown',
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
        usd,
        conditions: ['Open to everyone', 'Ends 2026-12-31'],
        condition_codes: [{ code: 'everyone' }, { code: 'ends', value: '2026-12-31' }],
        use: 'every_order',
        minimum_spend_usd: null,
        maximum_discount_usd: null,
        valid_until: '2026-12-31T23:59:59.000Z',
        verified_at: '2026-01-14T00:00:00.000Z',
      },
    ],
    eligibility: { new_customers_only: false, identity_check: null, notes: [], note_codes: [] },
    freshness: { observed_at: '2026-01-15T10:30:00.000Z', age_seconds: 5400, status: 'fresh' },
    why: {
      comparable_usd: 12.85,
      drawbacks: [{ code: 'coupon', percent: 2, usd: 0.25, text: 'Rests on a coupon' }],
      reasons: [{ code: 'cheapest', text: 'Cheapest for the whole trip' }],
    },
    go: `/go/harbour/tr-${rank}gb`,
    url: `${IDENTITY.baseUrl}/go/harbour/tr-${rank}gb`,
  };
}

export function comparisonBody({ country, days, need }: Trip): ComparisonBody {
  return {
    attribution: ATTRIBUTION,
    country,
    destination: { code: country, name: 'Türkiye', region: 'Asia', kind: 'country' },
    query: {
      country,
      days,
      need,
      include: 'variants',
      data_gb: null,
      then: [],
      require: [],
      max_usd: null,
      avoid_exits: [],
      providers: [],
      avoid_providers: [],
      travellers: 1,
      phone: null,
      limit: 20,
      days_total: days,
      data_needed_gb: 7,
      computed_at: new Date(NOW).toISOString(),
      fresh_until: new Date(NOW + 900_000).toISOString(),
      catalogue: 'c1',
    },
    considered: {
      plans: 3,
      meet_the_need: 3,
      left_out_by_require: { no: 0, unknown: 0 },
      left_out_by_max_usd: 0,
      left_out_by_avoid_exits: { no: 0, unknown: 0 },
      left_out_by_providers: 0,
      left_out_by_avoid_providers: 0,
    },
    orders: {
      Recommended: [resultOf(1), resultOf(2)],
      Cheapest: [resultOf(1, 9.99), resultOf(2), resultOf(3)],
      Fastest: [resultOf(1, 20)],
    },
    variants: [],
    picks: [],
    good_to_know: [],
    notices: [{ code: 'prices_are_estimates', text: 'Prices are estimates until checkout.' }],
  };
}

function countriesBody(): Countries {
  const countries = COUNTRIES.map(({ code, name, region }) => ({ code, name, region, plans: 3 }));
  const fresh_until = new Date(NOW + 3_600_000).toISOString();
  const regions = [{ code: 'EU', name: 'Europe', plans: 2 }];
  return { attribution: ATTRIBUTION, count: countries.length, countries, regions, notices: [], fresh_until };
}

export const admitted = (remaining = 11): Extract<Decision, { admitted: true }> => ({
  admitted: true,
  window: { name: 'comparison.minute', limit: 12, remaining, resetAt: NOW + 60_000 },
  windows: [{ name: 'comparison.minute', limit: 12, remaining, resetAt: NOW + 60_000 }],
  now: NOW,
  reservation: { kind: 'comparison', caller: CALLER.key, takenAt: NOW, id: '' },
});

export const refused: Extract<Outcome, { kind: 'refused' }> = {
  kind: 'refused',
  decision: {
    admitted: false,
    window: { name: 'comparison.minute', limit: 12, remaining: 0, resetAt: NOW + 42_000 },
    windows: [{ name: 'comparison.minute', limit: 12, remaining: 0, resetAt: NOW + 42_000 }],
    now: NOW,
    retryAfterSeconds: 42,
  },
};

/** The response as a caller gets it. */
export function inForm(outcome: Outcome, form: Form | null = null): Outcome {
  if (outcome.kind !== 'answer' || form === null) return outcome;
  return { ...outcome, entry: outcome.entry.uncached(form.make(outcome.entry)) };
}

/** Every table of facts is switched off. */
export const NO_REFERENCE: Reference = {
  phones: null,
  notes: null,
  activities: null,
  guide: null,
  problems: [],
};

/** Every trip has plans. `asked` records the calls. */
export function fakeQueries(): McpOptions['queries'] & { readonly asked: string[] } {
  const asked: string[] = [];
  const cache = new ResponseCache({ maxBytes: 10_000_000, clock: () => NOW });
  const answer = (body: object): Outcome => ({
    kind: 'answer',
    entry: cache.put('response', JSON.stringify(body), { at: NOW + 900_000, lifetimeMs: 900_000, serial: 1 }),
    decision: admitted(12 - asked.length),
  });
  return {
    asked,
    async comparison({ then = [], data, ...trip }, _, filters = NO_FILTERS, form) {
      const { require, maxUsdCents, avoidExits, providers, avoidProviders } = filters;
      const more = [
        ...then.map(({ country, days }) => `${country}:${days}`),
        ...(data === undefined ? [] : [`${data.mb} MB for ${data.days}`]),
        ...require,
        ...(maxUsdCents === null ? [] : [`${maxUsdCents} cents`]),
        ...avoidExits.map((code) => `not ${code}`),
        ...providers.map((id) => `only ${id}`),
        ...avoidProviders.map((id) => `not ${id}`),
      ];
      asked.push([trip.country, trip.days, trip.need, ...more].join(' '));
      return inForm(answer(comparisonBody(trip)), form);
    },
    async countries(_caller, _query, form) {
      asked.push('countries');
      return inForm(answer(countriesBody()), form);
    },
    providerNamed: (name) => (name === 'Harbour SIM' ? 'harbour' : null),
    reference: () => NO_REFERENCE,
  };
}

export interface Posted {
  readonly caller?: Caller;
  readonly nextTurn?: () => Promise<void>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface FakeAnswer extends HttpAnswer {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly json: any;
}

type EndpointOverrides = Partial<Omit<McpOptions, 'queries'>> & {
  readonly queries?: Partial<McpOptions['queries']>;
};

/** `post` sends an object as JSON, and a string or a buffer unchanged. */
export function fakeEndpoint({ queries: replaced, ...overrides }: EndpointOverrides = {}) {
  const queries = fakeQueries();
  const bucket = createBurstLimit({ clock: () => NOW, maxCallers: 10 });
  const routes = mcpRoutes({
    queries: { ...queries, ...replaced },
    proofs: {},
    limiter: { burst: (caller, count, taken) => bucket.take(caller.key, count, taken) },
    identity: IDENTITY,
    baseUrlIsSet: true,
    port: () => 8080,
    version: '1.0.0',
    clock: () => NOW,
    policies: DEFAULT_POLICIES,
    contact: 'mailto:desk@esim.example',
    ...overrides,
  });
  const [mcp] = routes;
  const raw = async ({
    body,
    headers = {},
    caller = CALLER,
    nextTurn = async () => {},
  }: Posted): Promise<HttpAnswer> => {
    const bytes = Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    return mcp!.handle({
      method: 'POST',
      params: {},
      query: '',
      headers: { 'content-type': 'application/json', ...headers },
      caller,
      body: bytes,
      nextTurn,
    });
  };
  const post = async (posted: Posted): Promise<FakeAnswer> => {
    const answer = await raw(posted);
    const text = bodyPieces(answer).join('');
    return { ...answer, text, json: text === '' ? null : JSON.parse(text) };
  };
  const call = (name: string, given?: unknown, id: unknown = 1) =>
    post({ body: { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } } });
  return { queries, bucket, raw, post, call, routes };
}

export const TRIP = { country: 'TR', days: 7, need: 'normal' } as const;
