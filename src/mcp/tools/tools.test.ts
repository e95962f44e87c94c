import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { COUNTRIES, countryName } from '../../domain/countries.ts';
import { rowOf } from '../../wire/row.ts';
import { comparisonBody, fakeEndpoint, NOW, TRIP } from '../testing/fakes.ts';

const listed = async () =>
  (await fakeEndpoint().post({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).json.result.tools;

test('both tools have a title, a short description, schemas for clients of both dialects, and read-only hints', async () => {
  const tools = await listed();
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    ['search_esim_plans', 'list_destinations'],
  );
  for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(title && description.length < 2_000);
    for (const schema of [inputSchema, outputSchema]) {
      assert.equal(schema.type, 'object');
      assert.doesNotMatch(JSON.stringify(schema), /"(\$schema|multipleOf|examples|pattern)"/);
      for (const dialect of [Ajv, Ajv2020]) {
        assert.ok(
          new dialect({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(schema),
        );
      }
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

test('an answer is structured content that matches its schema, and the same JSON as text', async () => {
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

test('each sort returns its own order of the same comparison, and recommended if none is given', async () => {
  const { call } = fakeEndpoint();
  const { orders } = comparisonBody(TRIP);
  for (const [sort, results] of [
    ['recommended', orders.Recommended],
    ['cheapest', orders.Cheapest],
    ['fastest', orders.Fastest],
    [undefined, orders.Recommended],
  ] as const) {
    const { structuredContent } = (await call('search_esim_plans', { ...TRIP, sort })).json.result;
    const rows = results.map((result) => rowOf(result, NOW));
    assert.deepEqual(structuredContent.plans, rows);
    assert.equal(structuredContent.sort, sort ?? 'recommended');
  }
});

/** The text of the tool error for wrong arguments, for which nothing may be computed. */
const faultText = async (given: unknown, name = 'search_esim_plans') => {
  const { call, queries } = fakeEndpoint();
  const { status, json } = await call(name, given);
  assert.deepEqual([status, json.result.isError, queries.asked], [200, true, []]);
  return json.result.content[0].text as string;
};

test('all invalid arguments are named at once, with what is accepted, and nothing is computed', async () => {
  const text = await faultText({ country: 'Atlantis', days: '7', need: 'Heavy', sort: 'best', limit: 21 });
  assert.match(text, /country "Atlantis" is unknown: give an ISO .* list_destinations finds/);
  assert.match(text, /days "7" is malformed: .*from 1 to 90, without quotes\. Did you mean 7\?/);
  assert.match(text, /need "Heavy" is unknown: use light, normal, heavy, unlimited\. Did you mean "heavy"\?/);
  assert.match(text, /sort "best" is unknown: use recommended, cheapest, fastest/);
  assert.match(text, /limit 21 is out of range: .*from 1 to 20/);
  const missing = await faultText({});
  for (const name of ['country', 'days', 'need']) assert.match(missing, new RegExp(`${name} is missing`));
  assert.doesNotMatch(missing, /sort is|limit is/);
});

test('a name, an alias or lower case is read as the country that it means, and a notice says how', async () => {
  for (const [country, code] of [
    ['Japan', 'JP'],
    ['jp', 'JP'],
    ['Turkey', 'TR'],
    ['TUR', 'TR'],
    ['türkiye', 'TR'],
    [' tr ', 'TR'],
    ['UK', 'GB'],
    ['日本', 'JP'],
    ['Россия', 'RU'],
  ] as const) {
    const { queries, call } = fakeEndpoint();
    const { notices, query } = (await call('search_esim_plans', { ...TRIP, country })).json.result
      .structuredContent;
    assert.deepEqual(queries.asked, [`${code} 7 normal`]);
    assert.deepEqual(
      [notices[0].text, query.country],
      [`Read '${country.trim()}' as ${countryName(code)} (${code}).`, code],
    );
  }
  const { call } = fakeEndpoint();
  const bali = (await call('search_esim_plans', { ...TRIP, country: 'Bali' })).json.result;
  assert.equal(bali.structuredContent.notices[0].text, "Read 'Bali' as Bali: Indonesia (ID).");
  const barcelona = (await call('search_esim_plans', { ...TRIP, country: 'Barcelona' })).json.result;
  assert.equal(barcelona.structuredContent.notices[0].text, "Read 'Barcelona' as Barcelona: Spain (ES).");
  const honduras = (await call('search_esim_plans', { ...TRIP, country: 'HND' })).json.result;
  assert.equal(
    honduras.structuredContent.notices[0].text,
    "Read 'HND' as Honduras (HN); HND is also an airport of Tokyo: for that write Tokyo.",
  );
  const { notices } = (await call('search_esim_plans', TRIP)).json.result.structuredContent;
  assert.deepEqual(notices, comparisonBody(TRIP).notices);
  assert.match(await faultText({ ...TRIP, country: 'Virgin Islands' }), /Did you mean VG \(.*\) or VI /);
});

test('one notice says how the places of all stops were read', async () => {
  const { call } = fakeEndpoint();
  const then = [
    { country: 'Bali', days: 4 },
    { country: 'TW', days: 3 },
  ];
  const { structuredContent } = (await call('search_esim_plans', { ...TRIP, country: 'Tailand', then })).json
    .result;
  const read = structuredContent.notices.filter(
    ({ code }: { code: string }) => code === 'country_interpreted',
  );
  assert.deepEqual(read, [
    {
      code: 'country_interpreted',
      value: ['TH', 'ID'],
      text: "Read 'Tailand' as Thailand (TH), 'Bali' as Bali: Indonesia (ID).",
    },
  ]);
});

test('the first misspelt place of a call is an error with suggestions', async () => {
  const misspeltStops = ['Thialand', 'Germnay'].map((country) => ({ country, days: 3 }));
  assert.match(
    await faultText({ ...TRIP, country: 'Thialand' }),
    /"Thialand" is unknown: .*Did you mean TH \(Thailand\)\?/,
  );
  const several = await faultText({ ...TRIP, country: 'XQ', then: misspeltStops });
  assert.equal(several.match(/Did you mean/g)?.length, 1, 'only the first unknown place is searched');
  assert.match(several, /Did you mean TH \(Thailand\)\?/, 'two letters are a code and not searched');
});

test('a place of several countries or of none is an error that says what to choose, and never a guess', async () => {
  for (const [country, hint] of [
    ['Congo', /Did you mean CD .* or CG /],
    ['Rom', /Did you mean IT \(Rome: Italy\) or RO \(Romania\)\?/],
    ['Crimea', /Did you mean UA \(Crimea: Ukraine\) or RU \(Crimea: Russia\)\?/],
    ['Sevastopol', /Did you mean UA \(Sevastopol: Ukraine\) or RU \(Sevastopol: Russia\)\?/],
    ['Valencia', /VE \(Valencia: Venezuela\) or ES \(Valencia: Spain\)/],
    [
      'Benelux',
      /Benelux is several countries: give the region EU \(Europe\), or one .* NL \(Netherlands\), .* in then\./,
    ],
    ['Northern Cyprus', /Northern Cyprus has no country code/],
  ] as const)
    assert.match(await faultText({ ...TRIP, country }), hint, country);
  const { queries, call } = fakeEndpoint();
  await call('search_esim_plans', { ...TRIP, country: 'Valencia, Spain' });
  assert.deepEqual(queries.asked, ['ES 7 normal']);
});

test('each destination says why it matches, with null if the query is its name, its code or nothing', async () => {
  const { call } = fakeEndpoint();
  const match = async (query: string | undefined, code: string) => {
    const { countries } = (await call('list_destinations', { query })).json.result.structuredContent;
    return countries.find((country: { code: string }) => country.code === code)?.match;
  };
  for (const [query, code, expected] of [
    ['Bali', 'ID', 'Bali: island in Indonesia'],
    ['Istanbul', 'TR', 'Istanbul: city in Türkiye'],
    ['par', 'FR', 'Paris: city in France'],
    ['Cappadocia', 'TR', 'Cappadocia: place in Türkiye'],
    ['Balkans', 'GR', 'Balkans: includes Greece'],
    ['Crimea', 'UA', 'Crimea: Ukraine or another country'],
    ['Polska', 'PL', 'another name of Poland'],
    ['Japan', 'JP', null],
    ['jp', 'JP', null],
    ['JPN', 'JP', null],
    [undefined, 'JP', null],
  ] as const)
    assert.equal(await match(query, code), expected, query);
});

test('a group of countries that is no region lists its countries and the region that contains it', async () => {
  const { call } = fakeEndpoint();
  const listed = async (query: string) => {
    const { countries, regions } = (await call('list_destinations', { query })).json.result.structuredContent;
    return [countries[0]?.code, regions.map((region: { code: string }) => region.code)];
  };
  assert.deepEqual(await listed('Scandinavia'), ['SE', ['EU']]);
  assert.deepEqual(await listed('Schengen'), ['ES', ['EU']]);
  assert.deepEqual(await listed('Europe'), ['ES', ['EU']]);
  assert.deepEqual(await listed('Worldwide'), ['FR', []], 'no region contains it');
});

test('two letters that are no country are a code without plans, not a mistake', async () => {
  const { queries, call } = fakeEndpoint();
  const read = async (country: string) => {
    const { notices } = (await call('search_esim_plans', { ...TRIP, country })).json.result.structuredContent;
    return notices.filter(({ code }: { code: string }) => code === 'country_interpreted');
  };
  assert.deepEqual(await read('ZZ'), []);
  assert.deepEqual(await read('zz'), [
    { code: 'country_interpreted', value: 'ZZ', text: "Read 'zz' as ZZ." },
  ]);
  assert.deepEqual(queries.asked, ['ZZ 7 normal', 'ZZ 7 normal']);
});

test('a value of a wrong type or out of range is refused with a sentence', async () => {
  for (const given of [[], 'TR', 5]) assert.match(await faultText(given), /arguments must be an object/);
  for (const given of [undefined, null]) assert.match(await faultText(given), /country is missing/);
  for (const days of [0, 91, 7.5, -1, null, true, [7], {}, '07', 1e300]) {
    assert.match(
      await faultText({ ...TRIP, days }),
      /days .* is (malformed|out of range)/,
      JSON.stringify(days),
    );
  }
  for (const country of ['', 'T', 'T1', 'ÇA', 5, null, ['TR'], 'x'.repeat(101)]) {
    assert.match(
      await faultText({ ...TRIP, country }),
      /country .* is (unknown|malformed|too long)/,
      JSON.stringify(country),
    );
  }
  assert.match(await faultText({ query: 5 }, 'list_destinations'), /query 5 is malformed/);
  assert.match(await faultText({ query: 'x'.repeat(61) }, 'list_destinations'), /at most 60 characters/);
});

test('an optional argument that is null counts as absent', async () => {
  const { call } = fakeEndpoint();
  const { structuredContent } = (await call('search_esim_plans', { ...TRIP, sort: null, limit: null })).json
    .result;
  // The fake endpoint has two plans in this order.
  assert.deepEqual([structuredContent.sort, structuredContent.plans.length], ['recommended', 2]);
  for (const given of [null, { query: null }]) {
    const list = (await call('list_destinations', given)).json.result.structuredContent;
    assert.equal(list.count, COUNTRIES.length);
  }
});

test('limit takes the first plans of the order, and nothing else changes', async () => {
  const { call } = fakeEndpoint();
  const asked = { ...TRIP, sort: 'cheapest' };
  // The fake endpoint has three plans in this order.
  const whole = (await call('search_esim_plans', asked)).json.result.structuredContent;
  const two = (await call('search_esim_plans', { ...asked, limit: 2 })).json.result.structuredContent;
  const query = { ...whole.query, limit: 2 };
  assert.deepEqual(two, { ...whole, query, plans: whole.plans.slice(0, 2) });
});

test('7.0 is 7, extra arguments are ignored and named, and inherited names are no arguments', async () => {
  const { post, call, queries } = fakeEndpoint();
  const given =
    '{"country":"TR","days":7.0,"need":"normal","budget":5,"__proto__":{"sort":"x"},"constructor":1}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_esim_plans","arguments":${given}}}`;
  const { isError, structuredContent } = (await post({ body })).json.result;
  assert.deepEqual([isError, queries.asked], [undefined, ['TR 7 normal']]);
  assert.equal(
    structuredContent.notices[0].text,
    'Unknown and ignored: "budget", "__proto__", "constructor".',
  );
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}`.padEnd(60, 'x'), at]));
  const list = (await call('list_destinations', many)).json.result.structuredContent;
  const cutTo40 = `0${'x'.repeat(39)}`;
  assert.ok(list.notices[0].text.startsWith(`Unknown and ignored: "${cutTo40}", `));
});

test('stated data and filters reach the comparison, and what the schema cannot check is a fault', async () => {
  const { call, queries } = fakeEndpoint();
  await call('search_esim_plans', {
    ...TRIP,
    data_gb: 20.5,
    max_usd: 14.99,
    avoid_exits: ['HK', 'CN'],
    require: ['uncapped'],
  });
  await call('search_esim_plans', { ...TRIP, data_gb: null, max_usd: null, avoid_exits: [], require: [] });
  assert.deepEqual(queries.asked, [
    'TR 7 normal 20500 MB for 7 uncapped 1499 cents not HK not CN',
    'TR 7 normal',
  ]);
  for (const [given, fault] of [
    [{ data_gb: 20.05 }, /data_gb 20\.05 has more than one decimal: give a number from 0\.1 to 500/],
    [{ data_gb: 501 }, /data_gb 501 is out of range/],
    [{ data_gb: 5, need: 'unlimited' }, /data_gb 5 cannot be combined with need unlimited/],
    [{ max_usd: 9.999 }, /max_usd 9\.999 has more than two decimals/],
    [{ avoid_exits: ['HK', 'HK'] }, /avoid_exits\[1\] "HK" is given more than once/],
    [{ avoid_exits: ['hk', 'HKG'] }, /avoid_exits\[1\] "HKG" is malformed/],
    [{ avoid_exits: ['hk'] }, /avoid_exits\[0\] "hk" is malformed: .* such as "HK"/],
  ] as const)
    assert.match(await faultText({ ...TRIP, ...given }), fault);
});

test('an unknown member of several stops is ignored and named once', async () => {
  const then = [
    { country: 'KR', days: 4, city: 'Seoul' },
    { country: 'TW', days: 3, city: 'Taipei', budget: 5 },
  ];
  const answer = (await fakeEndpoint().call('search_esim_plans', { ...TRIP, then })).json.result;
  assert.equal(answer.structuredContent.notices[0].text, 'Unknown and ignored: "then.city", "then.budget".');
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
    ['Polska', 'PL'],
    ['Istanbul', 'TR'],
    ['Tenerife', 'ES'],
  ] as const) {
    assert.equal(await first(query), code, query);
  }
  const korea = (await call('list_destinations', { query: 'Korea' })).json.result.structuredContent.countries;
  assert.ok(korea.some(({ code }: { code: string }) => code === 'KR'));
});

test('further stops, also by name, and requirements reach the comparison', async () => {
  const { queries, call } = fakeEndpoint();
  const then = [
    { country: 'South Korea', days: 4 },
    { country: 'TW', days: 3 },
  ];
  const { structuredContent } = (
    await call('search_esim_plans', { ...TRIP, then, require: ['5g', 'hotspot'] })
  ).json.result;
  assert.deepEqual(queries.asked, ['TR 7 normal KR:4 TW:3 5g hotspot']);
  assert.equal(structuredContent.notices[0].text, "Read 'South Korea' as South Korea (KR).");
});

test('a fault in a list names the entry and what would be right', async () => {
  const stops = (...then: unknown[]) => faultText({ ...TRIP, then });
  for (const [text, fault] of [
    [await stops({ country: 'Benelux', days: 3 }), /then\[0\]\.country "Benelux" means several countries/],
    [
      await stops({ country: 'Europe', days: 3 }),
      /Europe \(EU\) is a region and cannot be one of several stops/,
    ],
    [await stops({ country: 'KR', days: 1 }, { country: 'KR' }), /then\[1\]\.days is missing: give a whole/],
    [await stops({ country: 'KR', days: 0 }), /then\[0\]\.days 0 is out of range/],
    [await stops('KR:4'), /then\[0\] "KR:4" is malformed: give \{"country", "days"\}/],
    [
      await stops({ country: 'KR', days: 84 }),
      /then is out of range: all days together are 91, give at most 90/,
    ],
    [await stops(...Array(6).fill({ country: 'KR', days: 1 })), /then \(a list of 6\) is too long/],
    [
      await faultText({ ...TRIP, require: ['5g', 'wifi'] }),
      / require\[1\] "wifi" is unknown: use hotspot, top_up, phone_number, no_identity_check, 5g, local_exit, uncapped, one_purchase\.$/,
    ],
    [
      await faultText({ ...TRIP, require: 'hotspot' }),
      /require "hotspot" is malformed: give a list of hotspot/,
    ],
  ] as const)
    assert.match(text, fault);
});

test('two hundred stops are one fault, and the answer is short', async () => {
  const then = Array.from({ length: 200 }, (_, index) => ({
    country: `x${index}`,
    days: 1,
    [`k${index}`]: 1,
  }));
  const { result } = (await fakeEndpoint().call('search_esim_plans', { ...TRIP, then })).json;
  assert.equal(result.isError, true);
  assert.match(
    result.content[0].text,
    /then \(a list of 200\) is too long: give a list of at most 5 further stops/,
  );
  assert.ok(result.content[0].text.length < 2_000, `${result.content[0].text.length} characters`);
});

test('a query that matches no destination gets an empty list and a notice about what to try', async () => {
  const { call } = fakeEndpoint();
  for (const [query, advice] of [
    ['Thialand', /^Nothing matches\. Did you mean TH \(Thailand\)/],
    ['Northern Cyprus', /Northern Cyprus has no country code/],
    ['qqqqqq', /^Nothing matches\. Try the English name/],
    ['a cruise', /do not work on a ship’s own network/],
  ] as const) {
    const list = (await call('list_destinations', { query })).json.result.structuredContent;
    assert.deepEqual([list.count, list.countries, list.notices[0].code], [0, [], 'no_match']);
    assert.match(list.notices[0].text, advice, query);
  }
  const japan = (await call('list_destinations', { query: 'Japan' })).json.result.structuredContent;
  assert.equal(japan.notices, undefined);
});

test('a phone with a control character is a fault that does not repeat the text', async () => {
  const text = await faultText({ ...TRIP, phone: 'iPhone\u0007 13' });
  assert.match(text, /phone is malformed/);
  assert.ok(!text.includes('\u0007'));
});

test('providers are given by name or id in any case, once or twice, and an empty list of them counts as absent', async () => {
  const { call, queries } = fakeEndpoint();
  const providers = ['Harbour SIM', ' anka ', 'harbour', 'Some Shop!'];
  await call('search_esim_plans', { ...TRIP, providers, avoid_providers: ['x1'] });
  await call('search_esim_plans', { ...TRIP, providers: [], avoid_providers: null });
  assert.deepEqual(queries.asked, [
    // The unknown one gets an id, so that the notice about unknown providers names it.
    'TR 7 normal only harbour only anka only some-shop not x1',
    'TR 7 normal',
  ]);
  assert.match(await faultText({ ...TRIP, providers: ['-'.repeat(60_000)] }), /providers\[0\]/);
});

test('a name that has no letter of an id is a malformed provider, and the fault shows the name', async () => {
  for (const name of ['日本', '?', ' ', '---'])
    assert.match(
      await faultText({ ...TRIP, providers: ['anka', name], avoid_providers: [name] }),
      new RegExp(
        `providers\\[1\\] "${RegExp.escape(name)}" is malformed: give the id.*avoid_providers\\[0\\] "${RegExp.escape(name)}" is malformed`,
        's',
      ),
    );
});
