import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { comparisonBody, fakeEndpoint, resultOf, TRIP } from '../testing/fakes.ts';
import { projectPlan } from './plan.ts';

const listed = async () =>
  (await fakeEndpoint().post({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).json.result.tools;

test('both tools are described: title, schemas in 2020-12, and that they only read', async () => {
  const tools = await listed();
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    ['search_esim_plans', 'list_destinations'],
  );
  for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(title && description.length < 1_500);
    for (const schema of [inputSchema, outputSchema]) {
      assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
      assert.equal(schema.type, 'object');
      assert.doesNotMatch(JSON.stringify(schema), /"(multipleOf|examples)"/);
    }
    const { title: _, ...hints } = annotations;
    assert.deepEqual(hints, {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  }
});

test('an answer is structured content that its schema takes, and the same JSON as text', async () => {
  // Formats are for readers; ajv brings none of its own.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const [searchDefinition, listDefinition] = await listed();
  const { call } = fakeEndpoint();
  for (const [name, given, schema] of [
    ['search_esim_plans', TRIP, searchDefinition.outputSchema],
    ['list_destinations', {}, listDefinition.outputSchema],
    ['list_destinations', { query: 'no such place' }, listDefinition.outputSchema],
  ] as const) {
    const { result } = (await call(name, given)).json;
    const validate = ajv.compile(schema);
    assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    assert.equal(result.isError, undefined);
  }
});

test('each sort answers its own order of the same comparison, recommended where none is named', async () => {
  const { call } = fakeEndpoint();
  const { orders } = comparisonBody(TRIP);
  for (const [sort, results] of [
    ['recommended', orders.Recommended],
    ['cheapest', orders.Cheapest],
    ['fastest', orders.Fastest],
    [undefined, orders.Recommended],
  ] as const) {
    const { structuredContent } = (await call('search_esim_plans', { ...TRIP, sort })).json.result;
    assert.deepEqual(structuredContent.plans, results.map(projectPlan));
    assert.equal(structuredContent.sort, sort ?? 'recommended');
  }
});

test('a projection keeps price, conditions, eligibility, freshness and link, and leaves out what does not apply', () => {
  const result = resultOf(1);
  const plan = projectPlan(result);
  assert.deepEqual(plan.eligibility, { new_customers_only: false, identity_check: null });
  assert.deepEqual(plan.coupons[0]?.conditions, result.coupons[0]?.conditions);
  assert.deepEqual(
    [plan.price.usd, plan.url, plan.freshness.status],
    [result.price.usd, result.url, 'fresh'],
  );
  assert.deepEqual(Object.keys(plan.fits), ['meets_need']);
  assert.deepEqual(Object.keys(plan.data), ['model', 'gb_for_trip', 'after_cap']);
  assert.deepEqual(Object.keys(plan.price), ['usd', 'list_usd', 'estimated']);
  const other = projectPlan({
    ...result,
    price: { ...result.price, usd: 14.07, tax: 'excluded' },
    fits: { meets_need: false, short_by_gb: 2, short_by_days: 0 },
    data: { ...result.data, gb: 5, after_cap: 'throttle', throttle_kbps: 128, full_speed_gb_per_day: 1 },
    eligibility: {
      new_customers_only: true,
      identity_check: null,
      notes: ['Sold to new customers only, once'],
    },
  });
  assert.deepEqual(other.price, { usd: 14.07, tax: 'excluded', estimated: true });
  assert.deepEqual(other.fits, { meets_need: false, short_by_gb: 2 });
  const { model: _, gb_for_trip, ...stated } = other.data;
  assert.deepEqual(stated, { gb: 5, full_speed_gb_per_day: 1, after_cap: 'throttle', throttle_kbps: 128 });
  assert.equal(gb_for_trip, 10);
  assert.deepEqual(other.eligibility.notes, ['Sold to new customers only, once']);
});

const faultText = async (given: unknown, name = 'search_esim_plans') => {
  const { call, comparison } = fakeEndpoint();
  const { status, json } = await call(name, given);
  assert.deepEqual([status, json.result.isError, comparison.asked], [200, true, []]);
  return json.result.content[0].text as string;
};

test('arguments that cannot be used are all named at once, with what is allowed, and cost nothing', async () => {
  const text = await faultText({ country: 'tr', days: '7', need: 'Heavy', sort: 'best' });
  assert.match(text, /country "tr" is not usable: .*Did you mean "TR"\?/);
  assert.match(text, /days "7" is not usable: .*from 1 to 90, without quotes\. Did you mean 7\?/);
  assert.match(
    text,
    /need "Heavy" is not usable: .*"light", "normal", "heavy", "unlimited"\. Did you mean "heavy"\?/,
  );
  assert.match(text, /sort "best" is not usable: .*"recommended", "cheapest", "fastest"/);
  const missing = await faultText({});
  for (const name of ['country', 'days', 'need']) assert.match(missing, new RegExp(`${name} is missing`));
  assert.doesNotMatch(missing, /sort/);
});

test('a name or a longer code is answered with the code that it means', async () => {
  for (const country of ['Turkey', 'TUR', 'türkiye', ' tr ']) {
    assert.match(await faultText({ ...TRIP, country }), /Did you mean "TR"\?/, country);
  }
});

test('every other value of an argument is refused in words', async () => {
  for (const given of [undefined, null, [], 'TR', 5])
    assert.match(await faultText(given), /arguments must be an object/);
  for (const days of [0, 91, 7.5, -1, null, true, [7], {}, '07', 1e300]) {
    assert.match(await faultText({ ...TRIP, days }), /days .* is not usable/, JSON.stringify(days));
  }
  for (const country of ['', 'T', 'TRR', 'T1', 'ÇA', 5, null, ['TR']]) {
    assert.match(await faultText({ ...TRIP, country }), /country .* is not usable/, JSON.stringify(country));
  }
  assert.match(await faultText({ query: 5 }, 'list_destinations'), /query 5 is not usable/);
  assert.match(await faultText({ query: 'x'.repeat(101) }, 'list_destinations'), /at most 100 characters/);
});

test('7.0 is 7, extra arguments are ignored, and inherited names are no arguments', async () => {
  const { post, comparison } = fakeEndpoint();
  const given =
    '{"country":"TR","days":7.0,"need":"normal","budget":5,"__proto__":{"sort":"x"},"constructor":1}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_esim_plans","arguments":${given}}}`;
  assert.equal((await post({ body })).json.result.isError, undefined);
  assert.deepEqual(comparison.asked, ['TR 7 normal']);
});

test('destinations are found by code, by other names and without accents, the best match first', async () => {
  const { call } = fakeEndpoint();
  const first = async (query: string) =>
    (await call('list_destinations', { query })).json.result.structuredContent.countries[0]?.code;
  for (const [query, code] of [
    ['turkey', 'TR'],
    ['Türkiye', 'TR'],
    ['TÜRKİYE', 'TR'],
    ['turkiye', 'TR'],
    ['TR', 'TR'],
    [' tr ', 'TR'],
    ['Kosovo', 'XK'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['Ivory Coast', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['South Korea', 'KR'],
  ] as const) {
    assert.equal(await first(query), code, query);
  }
  const korea = (await call('list_destinations', { query: 'Korea' })).json.result.structuredContent.countries;
  assert.ok(korea.some(({ code }: { code: string }) => code === 'KR'));
});
