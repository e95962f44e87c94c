/** REST and MCP answer the same trip from the same entry: the same plans in the same order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { NEEDS, SORTS } from '../../src/domain/trip.ts';
import type { PlanRow } from '../../src/wire/row.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import type { Result } from '../../src/wire/schemas/result.ts';
import { callTool, rpc, send } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

const TRIPS = 100;

let service: TestService;
before(async () => {
  service = await startService({ plans: 7_000 });
});
after(() => service.close());

const rest = async (path: string) => JSON.parse((await send(`${service.origin}${path}`, 'GET', {})).text);

const HOUR_MS = 3_600_000;

const ageSeconds = ({ freshness }: Result, sentAt: number): number =>
  Math.floor(sentAt / 1000) - Math.floor(Date.parse(freshness.observed_at) / 1000);

/** Where each key of a row is in a REST result. A function stands for what has another form there. */
const IN_REST: Record<keyof PlanRow, string | ((result: Result, sentAt: number) => unknown)> = {
  name: 'plan.name',
  provider: 'provider.name',
  usd: 'price.usd',
  list_usd: 'price.list_usd',
  tax: 'price.tax',
  caveats: 'price.caveats',
  basis: 'price.basis',
  comparable_usd: 'why.comparable_usd',
  drawbacks: ({ why }) => why.drawbacks.map(({ code, usd }) => ({ code, usd })),
  coupons: ({ coupons }, sentAt) =>
    coupons.map(({ code, discount, applied_to_price, usd, conditions, condition_codes, verified_at }) => ({
      ...{ code, discount, in_price: applied_to_price, usd, conditions },
      condition_codes: condition_codes.map(({ code, value }) =>
        value === undefined ? [code] : [code, value],
      ),
      verified_days_ago: Math.floor((sentAt - Date.parse(verified_at)) / (24 * HOUR_MS)),
    })),
  new_customers_only: 'eligibility.new_customers_only',
  identity_check: 'eligibility.identity_check',
  notes: 'eligibility.notes',
  note_codes: ({ eligibility }) =>
    eligibility.note_codes.map(({ code, value }) => (value === undefined ? [code] : [code, value])),
  price_age_hours: (result, sentAt) => Math.floor(ageSeconds(result, sentAt) / 360) / 10,
  price_status: (result, sentAt) => {
    const hours = ageSeconds(result, sentAt) / 3600;
    return hours <= 24 ? 'fresh' : hours <= 48 ? 'aging' : 'stale';
  },
  model: 'data.model',
  gb_for_trip: 'data.gb_for_trip',
  gb_per_day: ({ data }) =>
    ({ total: null, per_day: data.gb, unlimited: data.full_speed_gb_per_day })[data.model],
  period_days: 'data.period_days',
  after_cap: 'data.after_cap',
  throttle_kbps: 'data.throttle_kbps',
  uncapped: 'data.uncapped',
  valid_days: 'validity.days',
  starts: 'validity.starts',
  install_within_days: 'validity.install_within_days',
  copies: 'copies',
  short_by_gb: 'fits.short_by_gb',
  short_by_days: 'fits.short_by_days',
  countries_covered: 'plan.countries_covered',
  generation: 'speed.generation',
  advertised_max_mbps: 'speed.advertised_max_mbps',
  networks: 'speed.networks',
  networks_by_country: ({ speed }) => speed.networks_by_country ?? null,
  breakout: 'speed.breakout',
  exits: 'speed.exits',
  hotspot: 'features.hotspot',
  hotspot_gb: 'features.hotspot_gb',
  top_up: 'features.top_up',
  phone_number: 'features.phone_number',
  calls: 'features.calls',
  sms: 'features.sms',
  group_usd: 'price.group_usd',
  missing_countries: 'fits.missing_countries',
  shop: 'provider.shop',
  refund: ({ provider: { refund } }) => refund && `The shop states (${refund.checked_on}): ${refund.text}`,
  ads: 'features.ads',
  reasons: ({ why }) => why.reasons.map(({ text }) => text),
  // Clicks are counted by interface.
  url: ({ url }) => url.replace('via=api', 'via=mcp'),
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Record<string, unknown>)[name], value);

/** The row that a REST result must have. */
const expectedRow = (result: Result | null, sentAt: number): unknown =>
  result &&
  Object.fromEntries(
    Object.entries(IN_REST).map(([key, source]) => [
      key,
      typeof source === 'string' ? at(result, source) : source(result, sentAt),
    ]),
  );

const ORDERS = { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' } as const;
const LIMITS = [3, 5, 20] as const;

interface AskedTrip {
  readonly country: string;
  readonly days: number;
  readonly need: string;
  readonly then: readonly { readonly country: string; readonly days: number }[];
  readonly travellers: number;
  readonly phone: string | null;
}

const queryOf = ({ country, days, need, then, travellers, phone }: AskedTrip): string => {
  const stops = then.map((stop) => `${stop.country}:${stop.days}`).join(',');
  const more = { ...(stops !== '' && { then: stops }), ...(phone !== null && { phone }) };
  return new URLSearchParams({
    ...{ country, days: String(days), need, travellers: String(travellers) },
    ...more,
  }).toString();
};

interface ToolNotice {
  readonly code: string;
  readonly value?: string;
  readonly text: string;
}

test(`for ${TRIPS} trips the tool has every fact of the REST results, at every limit and at several stops`, async () => {
  const { countries } = await rest('/api/v1/countries');
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(tools[0].outputSchema);
  const country = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...countries.map(({ code }: { code: string }) => code)) },
    { weight: 1, arbitrary: fc.constantFrom('ZZ', 'AQ') },
  );
  const stop = fc.record({ country, days: fc.integer({ min: 1, max: 10 }) });
  const trip = fc.record({
    country,
    days: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 31, max: 50 })),
    need: fc.constantFrom(...NEEDS),
    then: fc.oneof(fc.constant([]), fc.array(stop, { minLength: 1, maxLength: 4 })),
    travellers: fc.constantFrom(1, 1, 2, 4),
    phone: fc.constantFrom(null, null, 'iPhone 13', 'Galaxy'),
  });
  const sort = fc.constantFrom(...SORTS);
  let rows = 0;
  let legs = 0;
  let notes = 0;
  await fc.assert(
    fc.asyncProperty(trip, sort, async (asked, order) => {
      const body = (await rest(`/api/v1/plans?${queryOf(asked)}`)) as Comparison;
      for (const limit of LIMITS) {
        const given = { ...asked, sort: order, limit };
        const { json } = await callTool(service.mcp, 'search_esim_plans', given);
        const { structuredContent, content } = json.result;
        const { sent_at, ...query } = structuredContent.query;
        const sentAt = Date.parse(sent_at);
        const { include: _, catalogue: __, ...same } = body.query;
        assert.deepEqual(query, { ...same, limit });
        const results = body.orders[ORDERS[order]].slice(0, limit);
        assert.deepEqual(
          structuredContent.plans,
          results.map((result) => expectedRow(result, sentAt)),
        );
        rows += results.length;
        for (const way of ['recommended', 'cheapest'] as const) {
          const own = body.itinerary?.[way];
          legs += own?.legs.length ?? 0;
          assert.deepEqual(
            structuredContent.itinerary?.[way],
            own && {
              ...own,
              legs: own.legs.map(({ stops, result }) => ({ stops, plan: expectedRow(result, sentAt) })),
            },
          );
        }
        for (const way of ['recommended', 'cheapest'] as const) {
          const shared = body.sharing?.[way];
          assert.deepEqual(
            structuredContent.sharing?.[way],
            shared && {
              ...shared,
              legs: shared.legs.map(({ stops, result }) => ({ stops, plan: expectedRow(result, sentAt) })),
            },
          );
        }
        assert.deepEqual(structuredContent.phone, body.phone);
        assert.deepEqual(structuredContent.good_to_know, body.good_to_know);
        notes += body.good_to_know.length;
        const { html: _html, ...attribution } = body.attribution;
        assert.deepEqual(structuredContent.attribution, attribution);
        assert.deepEqual([structuredContent.country, structuredContent.sort], [body.country, order]);
        const notices: readonly ToolNotice[] = structuredContent.notices;
        // Over REST, query.days_total has the same sum.
        const sum = notices.find(({ code }) => code === 'days_total');
        assert.equal(sum?.value, asked.then.length === 0 ? undefined : String(body.query.days_total));
        assert.deepEqual(
          notices.filter((notice) => notice !== sum),
          body.notices,
        );
        assert.deepEqual(structuredContent.considered, body.considered);
        assert.ok(validate(structuredContent), JSON.stringify(validate.errors));
        assert.deepEqual(JSON.parse(content[0].text), structuredContent);
      }
    }),
    { numRuns: TRIPS, seed: 30 },
  );
  assert.ok(
    rows > (20 * TRIPS) / 2 && legs > TRIPS && notes > 0,
    `${rows} rows, ${legs} legs, ${notes} notes`,
  );
});

test('the answer for every destination of the sample is valid in both dialects', async () => {
  const { countries } = await rest('/api/v1/countries');
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const validators = [Ajv, Ajv2020].map((dialect) =>
    new dialect({ strict: false, validateFormats: false }).compile(tools[0].outputSchema),
  );
  assert.ok(countries.length > 200);
  for (const { code } of countries) {
    const trip = { country: code, days: 10, need: 'normal' };
    const { structuredContent } = (await callTool(service.mcp, 'search_esim_plans', trip)).json.result;
    for (const validate of validators)
      assert.ok(validate(structuredContent), `${code} ${JSON.stringify(validate.errors)}`);
  }
});

test('several stops and requirements are answered as over REST', async () => {
  const body = (await rest(
    '/api/v1/plans?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot',
  )) as Comparison;
  const then = [
    { country: 'KR', days: 4 },
    { country: 'Taiwan', days: 3 },
  ];
  const asked = { country: 'Japan', days: 5, need: 'normal', then, require: ['hotspot'] };
  const { structuredContent } = (await callTool(service.mcp, 'search_esim_plans', asked)).json.result;
  const sentAt = Date.parse(structuredContent.query.sent_at);
  assert.deepEqual(
    structuredContent.plans,
    body.orders.Recommended.map((result) => expectedRow(result, sentAt)),
  );
  const sum = structuredContent.notices.find(({ code }: ToolNotice) => code === 'days_total');
  assert.deepEqual(sum, {
    code: 'days_total',
    value: '12',
    text: '12 days: Japan 5, South Korea 4, Taiwan 3.',
  });
  assert.deepEqual(structuredContent.query.require, ['hotspot']);
  assert.deepEqual(structuredContent.query.then, body.query.then);
});

test('one allowance serves both interfaces', async () => {
  const own = await startService({ limits: { 'comparison.minute': 3 } });
  try {
    const trip = { country: 'TR', days: 7, need: 'normal' };
    const remaining = async (answer: Promise<{ headers: Readonly<Record<string, unknown>> }>) =>
      (await answer).headers['x-ratelimit-remaining'];
    const overRest = () => send(`${own.origin}/api/v1/plans?country=TR&days=7&need=normal`, 'GET', {});
    const overMcp = () => callTool(own.mcp, 'search_esim_plans', trip);
    assert.equal(await remaining(overRest()), '2');
    assert.equal(await remaining(overMcp()), '1');
    assert.equal(await remaining(overRest()), '0');
    const refused = await overMcp();
    const { retry_after, limit } = refused.json.error.data;
    assert.deepEqual([refused.status, limit.name], [429, 'comparison.minute']);
    assert.equal(refused.headers['retry-after'], String(retry_after));
    assert.equal(refused.headers['x-ratelimit-reset'], String(limit.reset));
    assert.equal((await rpc(own.mcp, 'ping')).status, 200);
  } finally {
    await own.close();
  }
});

test('every name that travellers use finds its destination', async () => {
  for (const [query, code] of [
    ['turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['TÜRKİYE', 'TR'],
    ['turkiye', 'TR'],
    ['TR', 'TR'],
    ['Kosovo', 'XK'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['Ivory Coast', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['South Korea', 'KR'],
    ['Korea', 'KR'],
  ] as const) {
    const { structuredContent } = (await callTool(service.mcp, 'list_destinations', { query })).json.result;
    assert.equal(structuredContent.countries[0]?.code, code, query);
    assert.equal(structuredContent.count, structuredContent.countries.length);
  }
});
