/** REST and MCP answer the same trip from the same entry: the same plans in the same order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { NEEDS, SORTS } from '../../src/domain/trip.ts';
import { projectPlan, type ToolPlan } from '../../src/mcp/tools/plan.ts';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { callTool, rpc, send } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

const TRIPS = 200;

let service: TestService;
before(async () => {
  service = await startService({ plans: 7_000 });
});
after(() => service.close());

const rest = async (path: string) => JSON.parse((await send(`${service.origin}${path}`, 'GET', {})).text);

/** What a plan keeps however little room there is. */
const essence = ({
  name,
  provider,
  price,
  coupons,
  eligibility,
  freshness,
  data,
  url,
  ...plan
}: ToolPlan) => ({
  ...{ name, provider, usd: price.usd, coupon: coupons[0], eligibility, age: freshness.age_seconds, url },
  ...{
    model: data.model,
    gb: data.gb_for_trip,
    copies: plan.copies ?? 1,
    fits: plan.fits?.meets_need ?? true,
  },
  ...{ comparable: plan.comparable_usd, drawbacks: plan.drawbacks },
});

const ORDERS = { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' } as const;

test(`for ${TRIPS} random trips the tool’s plans are the projection of the REST results`, async () => {
  const { countries } = await rest('/api/v1/countries');
  const trip = fc.record({
    country: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...countries.map(({ code }: { code: string }) => code)) },
      { weight: 1, arbitrary: fc.constantFrom('ZZ', 'AQ') },
    ),
    days: fc.integer({ min: 1, max: 90 }),
    need: fc.constantFrom(...NEEDS),
    sort: fc.constantFrom(...SORTS),
  });
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(tools[0].outputSchema);
  await fc.assert(
    fc.asyncProperty(trip, async ({ sort, ...asked }) => {
      const query = `country=${asked.country}&days=${asked.days}&need=${asked.need}`;
      const body = (await rest(`/api/v1/plans?${query}`)) as Comparison;
      const { json } = await callTool(service.mcp, 'search_esim_plans', { ...asked, sort });
      const { structuredContent, content } = json.result;
      const results = body.orders[ORDERS[sort]];
      assert.deepEqual(structuredContent.plans.map(essence), results.map(projectPlan).map(essence));
      assert.deepEqual(structuredContent.notices, body.notices);
      assert.equal(structuredContent.query.computed_at, body.query.computed_at);
      assert.ok(validate(structuredContent), JSON.stringify(validate.errors));
      assert.deepEqual(JSON.parse(content[0].text), structuredContent);
      const one = await callTool(service.mcp, 'search_esim_plans', { ...asked, sort, limit: 1 });
      assert.deepEqual(one.json.result.structuredContent.plans, results.slice(0, 1).map(projectPlan));
    }),
    { numRuns: TRIPS },
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
  assert.deepEqual(
    structuredContent.plans.map(essence),
    body.orders.Recommended.map(projectPlan).map(essence),
  );
  assert.deepEqual(structuredContent.query.require, ['hotspot']);
  for (const way of ['recommended', 'cheapest'] as const) {
    const { legs, ...sums } = structuredContent.itinerary[way];
    const { legs: own, ...same } = body.itinerary![way]!;
    assert.deepEqual(sums, same);
    assert.deepEqual(
      legs.map(({ stops, plan }: { stops: object; plan: ToolPlan | null }) => [stops, plan?.url]),
      own.map(({ stops, result }) => [stops, result?.url]),
    );
  }
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(tools[0].outputSchema);
  assert.ok(validate(structuredContent), JSON.stringify(validate.errors));
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
