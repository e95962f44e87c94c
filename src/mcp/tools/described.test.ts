import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DRAWBACK_CODES } from '../../domain/ranking/drawbacks-table.ts';
import { examples } from '../../wire/examples.ts';
import { rowOf } from '../../wire/row.ts';
import { fakeEndpoint, NOW, resultOf, TRIP } from '../testing/fakes.ts';

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

/** The dotted name of every field, such as `.query.days`. */
function fieldsOfSchema(schema: Schema, path = ''): string[] {
  if (schema.items !== undefined) return fieldsOfSchema(schema.items, path);
  // Only the value of a notice has alternatives, a text and a list of texts. Neither has fields.
  if (schema.anyOf?.[0] !== undefined) return fieldsOfSchema(schema.anyOf[0], path);
  if (schema.properties === undefined) return [path];
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    fieldsOfSchema(inner, `${path}.${name}`),
  );
}
function fieldsOfValue(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOfValue(one, path)))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOfValue(inner, `${path}.${name}`));
}
function* eachSchema(schema: Schema): Generator<Schema> {
  yield schema;
  const { properties = {}, items, anyOf = [] } = schema;
  for (const inner of [...Object.values(properties), ...(items ? [items] : []), ...anyOf]) {
    yield* eachSchema(inner);
  }
}

const NOTICE = { code: '', value: '', text: '' };

test('the schemas name exactly the fields that an answer can have', async () => {
  const { search, list } = await definitions();
  const { call } = fakeEndpoint();
  const answer = (await call('search_esim_plans', TRIP)).json.result.structuredContent;
  const stop = { country: 'KR', days: 4 };
  const legs = [{ stops: [stop], plan: null }];
  const way = { usd: 1, group_usd: 2, comparable_usd: 1, further_purchases_usd: 0, purchases: 1, legs };
  const whole = {
    ...answer,
    query: {
      ...answer.query,
      then: [stop],
      require: [''],
      avoid_exits: [''],
      providers: [''],
      avoid_providers: [''],
    },
    plans: [
      {
        ...rowOf(resultOf(1), NOW),
        caveats: [''],
        notes: [''],
        note_codes: [['call_minutes', 1]],
        networks: [''],
        exits: [''],
      },
    ],
    // The schema names the fields of `recommended` only. `cheapest` has the same ones, which are left out here.
    itinerary: { recommended: way, cheapest: null },
    sharing: { recommended: null, cheapest: null },
    closest: { fails: [''], plan: null },
    picks: [{ picks: [''], plan: null, difference_usd: 0, reasons: [{ code: '', value: 0, text: '' }] }],
    phone: {
      ...examples().phones.phone,
      suggestions: [{ brand: '', model: '' }],
    },
    good_to_know: examples().comparison.good_to_know,
    notices: [NOTICE],
  };
  assert.deepEqual(fieldsOfSchema(search.outputSchema).sort(), fieldsOfValue(whole).sort());
  const countries = (await call('list_destinations', {})).json.result.structuredContent;
  assert.deepEqual(
    fieldsOfSchema(list.outputSchema).sort(),
    fieldsOfValue({ ...countries, suggestions: [{ code: '', name: '' }], notices: [NOTICE] }).sort(),
  );
});

test('the output schemas require every field, except those that depend on the call', async () => {
  const { search, list } = await definitions();
  const optional = [search, list].flatMap(({ outputSchema }) =>
    [...eachSchema(outputSchema)].flatMap(({ properties = {}, required = [] }) =>
      Object.keys(properties).filter((name) => !required.includes(name)),
    ),
  );
  assert.deepEqual([...new Set(optional)].sort(), [
    'closest', // if filters left nothing
    'itinerary', // of several stops
    'notices', // if there is something to know
    'phone', // if the call names one
    'picks', // with sort recommended
    'sharing', // of several travellers
    'suggestions', // for a misspelt place or phone
    'value', // of a notice about a certain value
  ]);
});

test('every argument, every key of a row and every list of an answer is described', async () => {
  const { search, list } = await definitions();
  const row = search.outputSchema.properties!['plans']!.items!;
  const ofTools = [search, list].flatMap(({ inputSchema, outputSchema }) => [
    ...Object.entries(inputSchema.properties!),
    ...Object.entries(outputSchema.properties!).filter(([, { type }]) => type === 'array'),
  ]);
  const described = [...ofTools, ...Object.entries(row.properties!)];
  for (const [name, { description }] of described) assert.match(description ?? '', /\w{3}/, name);
  assert.match(row.description ?? '', /null and "unknown" mean that the provider does not say/);
  assert.equal(search.outputSchema.properties!['plans']!.maxItems, 20);
  assert.equal(search.outputSchema.properties!['plans']!.items!.properties!['coupons']!.maxItems, 3);
  const { sort } = search.inputSchema.properties!;
  assert.equal(sort?.default, 'recommended');
  assert.ok(search.inputSchema.properties!['country'] && list.inputSchema.properties!['query']);
});

test('the output schema says what each drawback code means', async () => {
  const { search } = await definitions();
  const { drawbacks } = search.outputSchema.properties!['plans']!.items!.properties!;
  const { description = '' } = drawbacks!.items!.properties!['code']!;
  for (const code of DRAWBACK_CODES) assert.match(description, new RegExp(`\\b${code}: \\w[^.]+\\.`), code);
});

test('a row describes the facts of several stops', async () => {
  const { search } = await definitions();
  const row = search.outputSchema.properties!['plans']!.items!.properties!;
  for (const [key, says] of [
    ['generation', 'of several stops, the worst'],
    ['networks', 'of several stops, those of the stop with the fewest'],
    ['networks_by_country', 'at each of several stops'],
    ['exits', 'the same for every stop'],
  ] as const)
    assert.ok(row[key]?.description?.includes(says), key);
});

/** Assistants pay for every token. A token of the o200k tokenizer has about 4.2 characters of these schemas. */
const LIST_MAX_CHARACTERS = 29_000;

test('the list of tools stays below 7,000 tokens', async () => {
  const { text } = await fakeEndpoint().post({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  assert.ok(text.length < LIST_MAX_CHARACTERS, `${text.length} characters`);
});

test('the descriptions say what an assistant must know before it calls', async () => {
  const { search, list } = await definitions();
  for (const [tool, facts] of [
    [
      search,
      [
        'mobile data for travel',
        'SIM card for internet abroad, instead of roaming',
        'returns up to 20',
        'Give limit 5 for a first answer, above all with several stops',
        'for one traveller and the whole trip',
        'days of arrival and departure both count',
        'coupons with their conditions',
        'light 0.3 GB (maps, messages), normal 1 GB (browsing, social media), heavy 3 GB (video)',
        'Do not use it to buy',
        'null means not stated',
        'checkout decides the final price',
        'at most 7 days old',
        'cached for 15 minutes',
        '12 calls a minute and 120 a day (UTC)',
        'an error says how many seconds to wait',
        'names each fault and takes no quota',
        'an empty list and a notice',
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
        'Use it to see whether a country is covered',
      ],
    ],
  ] as const) {
    for (const fact of facts) assert.ok(tool.description.includes(fact), fact);
    assert.equal(tool.annotations.title, tool.title);
  }
});
