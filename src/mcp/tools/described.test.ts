import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from '../../wire/schemas/result.ts';
import { fakeEndpoint, resultOf, TRIP } from '../testing/fakes.ts';
import { answerBytesMax, withinBudget } from './budget.ts';
import { projectPlan } from './plan.ts';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Definition {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: { readonly title: string };
}

async function definitions(): Promise<{ search: Definition; list: Definition }> {
  const { json } = await fakeEndpoint().post({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  const [search, list] = json.result.tools as [Definition, Definition];
  return { search, list };
}

/** Every field of a schema or of a value, as dotted names. */
function fieldsOf(schema: Schema, path = ''): string[] {
  if (schema.items !== undefined) return fieldsOf(schema.items, path);
  if (schema.anyOf?.[0] !== undefined) return fieldsOf(schema.anyOf[0], path);
  if (schema.properties === undefined) return [path];
  return Object.entries(schema.properties).flatMap(([name, inner]) => fieldsOf(inner, `${path}.${name}`));
}
function fieldsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsIn(one, path)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner, `${path}.${name}`));
}
function* eachSchema(schema: Schema): Generator<Schema> {
  yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]) {
    yield* eachSchema(inner);
  }
}

const plain = resultOf(1);
const STATED: Result = {
  ...plain,
  plan: { ...plain.plan, scope: 'region', countries_covered: 12 },
  price: { ...plain.price, tax: 'included' },
  coupons: [...plain.coupons, { ...plain.coupons[0]!, code: null, applied_to_price: false, usd: 11.2 }],
  eligibility: { new_customers_only: true, identity_check: true, notes: ['Once for each household'] },
  features: { ...plain.features, hotspot: true, top_up: true, ads: true },
  data: {
    ...plain.data,
    gb: 5,
    full_speed_gb_per_day: 2,
    after_cap: 'throttle',
    throttle_kbps: 512,
    uncapped: true,
  },
  fits: { meets_need: false, short_by_gb: 2, short_by_days: 3 },
  speed: { ...plain.speed, advertised_max_mbps: 150, exits: ['TR', 'NL'] },
};
const LONG = ['Cheapest plan that meets the need', '29 GB more than the trip needs', 'Hotspot allowed'];
const UNSTATED: Result = {
  ...plain,
  price: { ...plain.price, list_usd: plain.price.usd },
  validity: { ...plain.validity, starts: 'unknown' },
  data: { ...plain.data, gb: null, after_cap: 'unknown' },
  eligibility: { new_customers_only: null, identity_check: null, notes: [] },
  speed: { ...plain.speed, generation: null, networks: [], exits: null },
  features: {
    hotspot: null,
    top_up: null,
    phone_number: null,
    ads: null,
  },
};

const NOTICE = { code: '', value: '', text: '' };

test('the schemas name exactly the fields that an answer can have', async () => {
  const { search, list } = await definitions();
  const { call } = fakeEndpoint();
  const answer = (await call('search_esim_plans', TRIP)).json.result.structuredContent;
  const plan = { ...projectPlan(STATED), more_coupons: 1, drawbacks: 'by their codes' };
  const stop = { country: 'KR', days: 4 };
  const legs = [{ stops: [stop], plan: null }];
  const way = { usd: 1, comparable_usd: 1, further_purchases_usd: 0, purchases: 1, legs };
  const whole = {
    ...answer,
    plans: [plan],
    query: { ...answer.query, then: [stop], require: [''], data_gb: 1, max_usd: 1, avoid_exits: [''] },
    itinerary: { recommended: way, cheapest: way },
    notices: [NOTICE],
  };
  assert.deepEqual(fieldsOf(search.outputSchema).sort(), fieldsIn(whole).sort());
  const countries = (await call('list_destinations', {})).json.result.structuredContent;
  assert.deepEqual(fieldsOf(list.outputSchema).sort(), fieldsIn({ ...countries, notices: [NOTICE] }).sort());
});

test('a field that is always there is required, and one that may be missing says what that means', async () => {
  const { search } = await definitions();
  for (const schema of eachSchema(search.outputSchema)) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!schema.required?.includes(name))
        assert.match(field.description ?? '', /^\S.*\. Left out: \w.*\.$/, name);
    }
  }
  const always = fieldsIn(projectPlan(UNSTATED)).map((field) => field.split('.').at(-1)!);
  for (const schema of eachSchema(search.outputSchema.properties!['plans']!)) {
    for (const name of schema.required ?? []) {
      assert.ok(
        always.includes(name) ||
          schema.properties?.[name]?.type === 'object' ||
          schema.properties?.[name]?.items,
        name,
      );
    }
  }
});

test('every list and every argument is described, and lists are bounded as they are served', async () => {
  const { search, list } = await definitions();
  const described = [search, list].flatMap(({ inputSchema, outputSchema }) => [
    ...Object.values(inputSchema.properties!),
    ...[...eachSchema(outputSchema)].filter(({ type }) => type === 'array'),
    outputSchema.properties!['count'] ?? outputSchema.properties!['plans']!.items!,
  ]);
  for (const { description } of described) assert.match(description ?? '', /\w{3}/);
  assert.equal(search.outputSchema.properties!['plans']!.maxItems, 20);
  assert.equal(search.outputSchema.properties!['plans']!.items!.properties!['coupons']!.maxItems, 3);
  const { sort } = search.inputSchema.properties!;
  assert.equal(sort?.default, 'recommended');
  assert.ok(search.inputSchema.properties!['country'] && list.inputSchema.properties!['query']);
});

test('a projection is exact where everything is stated, and where nothing is', () => {
  const always = {
    name: 'Türkiye 1 GB / 30 days',
    provider: 'Harbour',
    scope: 'country',
    freshness: { status: 'fresh', age_seconds: 5400 },
    comparable_usd: 12.85,
    drawbacks: { coupon: 0.25 },
    copies: 1,
    reasons: ['Cheapest for the whole trip'],
    url: 'https://esim.example/go/harbour/tr-1gb',
  };
  const applied = {
    code: 'TRIP10',
    discount: '10%',
    applied_to_price: true,
    conditions: ['Open to everyone', 'Ends 2026-12-31'],
  };
  const { code: _, ...uncoded } = applied;
  assert.deepEqual(projectPlan(STATED), {
    ...always,
    scope: 'region',
    countries_covered: 12,
    price: { usd: 12.6, list_usd: 14.07, tax: 'included', estimated: true },
    coupons: [applied, { ...uncoded, applied_to_price: false, usd: 11.2 }],
    eligibility: { new_customers_only: true, identity_check: true, notes: ['Once for each household'] },
    data: {
      model: 'total',
      gb_for_trip: 10,
      gb: 5,
      full_speed_gb_per_day: 2,
      after_cap: 'throttle',
      throttle_kbps: 512,
      uncapped: true,
    },
    validity: { days: 30, starts: 'first_use' },
    fits: { meets_need: false, short_by_gb: 2, short_by_days: 3 },
    speed: { generation: '5G', advertised_max_mbps: 150, networks: ['Bosfor Mobil'], exits: ['TR', 'NL'] },
    features: { hotspot: true, top_up: true, phone_number: false, ads: true },
  });
  assert.deepEqual(projectPlan(UNSTATED), {
    ...always,
    price: { usd: 12.6, estimated: true },
    coupons: [applied],
    eligibility: {},
    data: { model: 'total', gb_for_trip: 10 },
    validity: { days: 30 },
    fits: { meets_need: true },
    speed: {},
    features: {},
  });
});

test('where room is short, lower places say less first, and nobody loses a price, its coupon or its link', () => {
  const why = { ...plain.why, reasons: LONG.map((text) => ({ code: 'cheapest' as const, text })) };
  const plans = Array.from({ length: 20 }, () => projectPlan({ ...plain, coupons: STATED.coupons, why }));
  const around = 700;
  const kept = withinBudget(plans, around);
  assert.ok(Buffer.byteLength(JSON.stringify(kept)) + around <= answerBytesMax(20));
  assert.deepEqual(kept[0]?.reasons, LONG.slice(0, 1));
  const last = kept.at(-1)!;
  assert.equal(last.price.estimated, undefined);
  assert.deepEqual([last.coupons, last.more_coupons], [plans[0]!.coupons.slice(0, 1), 1]);
  assert.deepEqual([last.price.usd, last.url], [12.6, plans[0]!.url]);
  assert.deepEqual(withinBudget(plans.slice(0, 3), around), plans.slice(0, 3));
});

test('the descriptions say what an assistant must know before it calls', async () => {
  const { search, list } = await definitions();
  for (const [tool, facts] of [
    [
      search,
      [
        'up to 20 in one order',
        'coupons with their conditions',
        'light 0.3 GB (maps, messages), normal 1 GB (browsing, social media), heavy 3 GB (video)',
        'Do not use it to buy',
        'checkout decides the final price',
        'at most 7 days old',
        'cached for 15 minutes',
        '12 calls a minute and 120 a day (UTC)',
        'an error says how many seconds to wait',
        'names each fault, free of charge',
        'an empty list and a notice',
        'fastest. need is',
      ],
    ],
    [
      list,
      [
        'ISO code, English name',
        'Do not use it for prices or plans',
        'cached for 60 minutes',
        '30 calls a minute and 300 a day (UTC)',
        'an error says how many seconds to wait',
        'No match gives an empty list',
        'of plans. Use it',
      ],
    ],
  ] as const) {
    for (const fact of facts) assert.ok(tool.description.includes(fact), fact);
    assert.equal(tool.annotations.title, tool.title);
  }
});
