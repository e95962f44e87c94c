import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIST_MAX, NEEDS, NO_FILTERS, REQUIREMENTS, THEN_MAX } from '../domain/trip.ts';
import { readTripQuery } from './query.ts';
import { BAD_QUERIES } from './testing/bad-queries.ts';

for (const [query, faults] of BAD_QUERIES) {
  test(`"${query}" is refused with every fault: ${faults}`, () => {
    const parsed = readTripQuery(query);
    assert.ok(!parsed.ok);
    assert.equal(parsed.faults.map(({ parameter, code }) => `${parameter} ${code}`).join(', '), faults);
    for (const { parameter, code, message } of parsed.faults) {
      const start = code === 'unknown_name' ? JSON.stringify(parameter) : parameter;
      assert.ok(message.startsWith(start) && /give |did you mean /.test(message), message);
    }
  });
}

test('a message is about what is wrong', () => {
  const messages = (query: string) => {
    const parsed = readTripQuery(`country=TR&days=7&${query}`);
    return parsed.ok ? [] : parsed.faults.map(({ message }) => message);
  };
  assert.deepEqual(messages('need=normal&then=KR:0'), [
    'then, stop 1, its days is out of range: give a whole number from 1 to 90, plain digits.',
  ]);
  assert.deepEqual(messages('need=normal&then=KR:4,jp:3'), [
    'then, stop 2, its country is malformed: give two upper-case letters, an ISO 3166-1 alpha-2 code such as TR. Did you mean JP (Japan)?',
  ]);
  const misspelt = messages('need=normal&then=Thialand:4,Germnay:3').map((text) => text.split('TR.')[1]);
  assert.deepEqual(
    misspelt,
    [' Did you mean TH (Thailand)?', ''],
    'choices are searched for the first unknown place only',
  );
  assert.deepEqual(messages('need=unlimited&data_gb=20'), [
    'data_gb cannot be combined with need=unlimited: leave it out, or give another need.',
  ]);
  assert.deepEqual(messages('need=normal&require[]=hotspot'), [
    '"require[]" is not a parameter: did you mean require?',
  ]);
});

const PLAIN = {
  include: null,
  filters: NO_FILTERS,
  limit: LIST_MAX,
  phone: null,
  format: null,
  ignored: [],
} as const;

test('a phone has 2 to 60 characters without control characters, and no fault repeats it', () => {
  const read = (phone: string) =>
    readTripQuery(new URLSearchParams({ country: 'JP', days: '5', need: 'normal', phone }).toString());
  const good = read(' iPhone 13 ');
  assert.equal(good.ok && good.value.phone, ' iPhone 13 ');
  for (const [phone, code] of [
    ['', 'empty'],
    ['x', 'out_of_range'],
    ['y'.repeat(200), 'out_of_range'],
    ['iPhone\u0000', 'malformed'],
    ['iPhone\n13', 'malformed'],
  ] as const) {
    const parsed = read(phone);
    const [fault] = parsed.ok ? [] : parsed.faults;
    assert.deepEqual([fault?.parameter, fault?.code], ['phone', code], JSON.stringify(phone));
    if (phone.length > 1) assert.ok(!fault?.message.includes(phone));
  }
});

test('a query with a phone is never stored, however its parameter is written', () => {
  const trip = 'country=JP&days=5&need=normal';
  const isStored = (query: string) => {
    const first = readTripQuery(query);
    return readTripQuery(query) === first;
  };
  assert.ok(isStored(trip));
  for (const phone of [
    'phone=iPhone+13',
    'ph%6Fne=iPhone+13',
    'Phone=iPhone+13',
    'model=iPhone+13',
    'phone=a&phone=b',
  ])
    assert.ok(!isStored(`${trip}&${phone}`), phone);
});

test('stated data, filters, limit and format are read as exact numbers', () => {
  const parsed = readTripQuery(
    'country=JP&days=5&need=normal&then=KR:4&data_gb=20.5&max_usd=14.99&avoid_exits=HK,CN&limit=5&format=csv&require=uncapped',
  );
  assert.deepEqual(parsed, {
    ok: true,
    value: {
      ...PLAIN,
      trip: {
        country: 'JP',
        days: 5,
        need: 'normal',
        then: [{ country: 'KR', days: 4 }],
        data: { mb: 20_500, days: 9 },
      },
      filters: { ...NO_FILTERS, require: ['uncapped'], maxUsdCents: 1_499, avoidExits: ['HK', 'CN'] },
      limit: 5,
      format: 'csv',
    },
  });
  const read = (query: string) => {
    const same = readTripQuery(`country=JP&days=5&need=normal&${query}`);
    return same.ok ? same.value : assert.fail(query);
  };
  assert.deepEqual(read('data_gb=20.0').trip, read('data_gb=20').trip, '20.0 is 20');
  assert.equal(read('data_gb=0.1').trip.data?.mb, 100);
  assert.equal(read('max_usd=0.01').filters.maxUsdCents, 1);
});

test('every well-formed trip is parsed exactly, whatever unknown parameters are present', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
  fc.assert(
    fc.property(
      fc.tuple(letter, letter),
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom(...NEEDS),
      fc.boolean(),
      fc.string(),
      ([a, b], days, need, variants, noise) => {
        const query = new URLSearchParams({ noise, country: a + b, days: String(days), need });
        if (variants) query.set('include', 'variants');
        assert.deepEqual(readTripQuery(query.toString()), {
          ok: true,
          value: {
            ...PLAIN,
            trip: { country: a + b, days, need },
            include: variants ? 'variants' : null,
            ignored: ['noise'],
          },
        });
      },
    ),
  );
});

test('further stops and requirements are read in the order in which they are given', () => {
  const parsed = readTripQuery('country=JP&days=5&need=normal&then=KR:4,TW:3&require=5g,hotspot');
  assert.deepEqual(parsed, {
    ok: true,
    value: {
      trip: {
        country: 'JP',
        days: 5,
        need: 'normal',
        then: [
          { country: 'KR', days: 4 },
          { country: 'TW', days: 3 },
        ],
      },
      ...PLAIN,
      filters: { ...NO_FILTERS, require: ['5g', 'hotspot'] },
    },
  });
});

test('a fault in a list names its position and what is allowed', () => {
  const parsed = readTripQuery('country=JP&days=5&need=normal&then=KR:4,TW&require=5g,hotspt,zzzz');
  assert.ok(!parsed.ok);
  assert.deepEqual(
    parsed.faults.map(({ message }) => message.split(': give')[0]),
    [
      'then, stop 2 is malformed',
      'require, word 2 has a value that is not allowed',
      'require, word 3 has a value that is not allowed',
    ],
  );
  assert.ok(parsed.faults[1]?.message.includes('hotspot'));
});

test('no query string makes the parser throw', () => {
  // Any UTF-16 code units, also lone surrogates.
  const anyText = fc.array(fc.nat(0xffff), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(anyText, (query) => {
      const parsed = readTripQuery(query);
      assert.ok(parsed.ok || parsed.faults.length > 0);
    }),
  );
});

test('thousands of faulty stops or words cause only as many faults as a list may have entries', () => {
  const trip = 'country=JP&days=5&need=normal';
  for (const hostile of [',', 'x,', 'KR,', 'hotspot,']) {
    const parsed = readTripQuery(`${trip}&then=${hostile.repeat(1_000)}&require=${hostile.repeat(1_000)}`);
    assert.ok(!parsed.ok);
    assert.ok(parsed.faults.some(({ parameter }) => parameter === 'then'));
    assert.ok(parsed.faults.some(({ parameter }) => parameter === 'require'));
    // One for each entry that a list may have, and one for the length of each list.
    assert.ok(parsed.faults.length <= THEN_MAX + REQUIREMENTS.length + 2, `${parsed.faults.length} faults`);
  }
});

test('the parts of a list that is repeated are joined in their order', () => {
  const trip = 'country=TR&days=7&need=normal';
  for (const [repeated, joined] of [
    ['require=hotspot&limit=5&require=5g,top_up', 'require=hotspot,5g,top_up&limit=5'],
    ['then=KR:4&then=JP:3', 'then=KR:4,JP:3'],
    ['avoid_exits=HK&avoid_exits=CN', 'avoid_exits=HK,CN'],
    ['providers=b&providers=a', 'providers=b,a'],
    ['avoid_providers=b&avoid_providers=a', 'avoid_providers=b,a'],
  ] as const)
    assert.deepEqual(readTripQuery(`${trip}&${repeated}`), readTripQuery(`${trip}&${joined}`), repeated);
});

test('a group that is too large and too much data are faults that say what to ask for instead', () => {
  for (const [extra, advice] of [
    ['travellers=12', 'Compare two groups, such as 6 and 6 travellers.'],
    ['travellers=19', 'Compare several groups of at most 9 travellers.'],
    ['data_gb=501', 'For more data give need unlimited instead.'],
  ] as const) {
    const read = readTripQuery(`country=TR&days=7&need=normal&${extra}`);
    assert.ok(!read.ok && read.faults[0]?.message.endsWith(advice), extra);
  }
});

test('a trip that is too long is answered with the trips to ask for instead', () => {
  const message = (query: string) => {
    const parsed = readTripQuery(`need=normal&${query}`);
    return parsed.ok ? '' : parsed.faults[0]?.message;
  };
  const advice = 'Compare two trips, such as 60 and 60 days: most plans end within 90 days.';
  assert.ok(message('country=TR&days=120')?.endsWith(` ${advice}`));
  assert.ok(message('country=TR&days=80&then=KR:40')?.endsWith(` ${advice}`));
  assert.match(message('country=TR&days=365') ?? '', /several trips of at most 90 days/);
});

test('a word that people use for a need or a feature is answered with the one that means it', () => {
  const message = (query: string) => {
    const parsed = readTripQuery(`country=TR&days=7&${query}`);
    return parsed.ok ? '' : parsed.faults[0]?.message;
  };
  assert.match(message('need=uncapped') ?? '', /give need unlimited and the word uncapped in require/);
  assert.match(message('need=medium') ?? '', /Did you mean normal\?/);
  assert.match(message('need=normal&require=tethering') ?? '', /Did you mean hotspot\?/);
  assert.doesNotMatch(message('need=constructor') ?? '', /Did you mean/);
});
