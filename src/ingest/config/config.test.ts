import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Type from 'typebox';
import { ConfigError, schemaFindings, serialiseProblem } from '../../operator-files/problems.ts';
import type { Adapter } from '../adapter.ts';
import { COUPON } from '../testing/coupons.ts';
import { checkFiles } from './check.ts';
import type { ConfigFiles } from './files.ts';
import { buildConfig } from './load.ts';
import { CouponsSchema, OverridesSchema, ProviderSchema, SourcesSchema } from './schema.ts';

const adapter: Adapter = {
  id: 'plain',
  credentials: ['api_key'],
  options: Type.Object({ url: Type.String() }, { additionalProperties: false }),
  async *fetch() {},
  expectWhole: async (page) => page,
  *parse() {},
};

const SOURCE = {
  id: 'anka-feed',
  adapter: 'plain',
  provider: 'anka',
  options: { url: 'https://feeds.anka.example/plans.json' },
  credentials: { api_key: 'ANKA_KEY' },
};
const PROVIDER = { id: 'anka', name: 'Anka', homepage: 'https://anka.example/', hosts: ['anka.example'] };

function files(change: {
  source?: object;
  sources?: object;
  provider?: object;
  coupon?: object;
  sourcesText?: string;
}): ConfigFiles {
  const sources = { note: 'mine', sources: [{ ...SOURCE, ...change.source }], ...change.sources };
  return {
    sources: { name: 'sources.json', text: change.sourcesText ?? JSON.stringify(sources) },
    providers: [{ name: 'providers/anka.json', text: JSON.stringify({ ...PROVIDER, ...change.provider }) }],
    coupons: { name: 'coupons.json', text: JSON.stringify({ coupons: [{ ...COUPON, ...change.coupon }] }) },
    overrides: null,
    folder: '/srv/esim',
  };
}
const problems = (change: Parameters<typeof files>[0]) =>
  checkFiles(files(change), [adapter]).problems.map(serialiseProblem);

test('sound files have no problem and become settings with their defaults', () => {
  assert.deepEqual(problems({}), []);
  const config = buildConfig(
    files({ sources: { rates: { file: 'rates.json' } }, source: { every: '30m', places: { KK: null } } }),
    [adapter],
  );
  const { adapter: used, ...source } = config.sources[0] ?? assert.fail();
  assert.equal(used, adapter);
  assert.deepEqual(source, {
    id: 'anka-feed',
    provider: 'anka',
    providers: null,
    shop: null,
    paused: false,
    trackingLink: null,
    options: SOURCE.options,
    credentials: { api_key: 'ANKA_KEY' },
    everyMs: 1_800_000,
    paceMs: 500,
    timeoutMs: 60_000,
    limits: { bytes: 64_000_000, rows: 300_000 },
    maximumSeconds: null,
    minimumRows: 1,
    currencyPreference: [],
    products: { goods: 'any', columns: 'seller' },
    places: { KK: null },
  });
  assert.deepEqual(config.rates, { kind: 'file', path: '/srv/esim/rates.json' });
  assert.deepEqual(config.providers, [{ ...PROVIDER, brand: 'anka' }]);
});

test('each mistake is told with its file, its place and plain words', () => {
  const cases: readonly [Parameters<typeof files>[0], RegExp][] = [
    [
      { sourcesText: '{"sources": [' },
      /^sources\.json, line 1, column 14: is not valid JSON: the file ends here, and "\]}" is missing$/m,
    ],
    [
      { sourcesText: '{"sources":\n  [,]}' },
      /^sources\.json, line 2, column 4: is not valid JSON: remove this comma$/m,
    ],
    [{ sourcesText: '{"sources": []}' }, /^sources\.json, line \d+, column \d+: sources /],
    [
      { source: { evry: '6h' } },
      /^sources\.json, line \d+, column \d+: sources\[0\]\.evry is an unknown field; did you mean "every"\?$/,
    ],
    [
      { source: { every: '6 hours' } },
      /^sources\.json, line \d+, column \d+: sources\[0\]\.every must be a duration, such as "30m" or "6h"$/,
    ],
    [{ source: { id: 'Anka Feed' } }, /sources\[0\]\.id must be an id of lower-case letters/],
    [{ source: { paused: 'yes' } }, /sources\[0\]\.paused must be true or false$/],
    [
      { sourcesText: '{"sources": [],\n "note": "a",\n "note": "b"}' },
      /^sources\.json, line 3, column 10: note occurs twice$/m,
    ],
    [{ provider: { hosts: ['not a host'] } }, /hosts\[0\] must be a host name, such as/],
    [
      { coupon: { discount: { percent: 10 } } },
      /coupons\[0\]\.discount\.percent must be text, such as "10" in quotes$/,
    ],
    [{ coupon: { validUntil: 'soon' } }, /validUntil must be a day, such as "2026-12-31"$/],
    [
      { source: { adapter: 'other' } },
      /sources\[0\]\.adapter "other" is not a known adapter; the adapters are plain$/,
    ],
    [
      { source: { provider: 'nobody' } },
      /sources\[0\]\.provider "nobody" has no file in the providers folder$/,
    ],
    [{ source: { provider: undefined } }, /sources\[0\] needs either "provider" or "providers"$/],
    [{ source: { providers: {} } }, /sources\[0\] needs either "provider" or "providers"$/],
    [
      { source: { provider: undefined, providers: { names: { Nobody: 'nobody' } } } },
      /sources\[0\]\.providers\.names\.Nobody "nobody" has no file in the providers folder$/,
    ],
    [{ source: { trackingLink: 'https://track.example/' } }, /trackingLink must be/],
    [
      { source: { trackingLink: 'https://track.example/?u={link}&s={sub_id}' } },
      /trackingLink contains \{sub_id\}; the placeholders are \{link\}, \{id\}, \{provider\}, \{via\}, \{to\}$/,
    ],
    [
      { source: { trackingLink: 'https://{provider}.track.example/?u={link}' } },
      /trackingLink has a placeholder in its host: write the host itself$/,
    ],
    [{ source: { options: {} } }, /sources\[0\]\.options lacks "url"$/],
    [{ source: { options: { url: 'x', more: 1 } } }, /sources\[0\]\.options\.more is an unknown field$/],
    [
      { source: { credentials: {} } },
      /sources\[0\]\.credentials lacks "api_key" \(the name of an environment variable\): \{"api_key": "ANKA_FEED_API_KEY"\}$/,
    ],
    [{ source: { credentials: { api_key: 'K', extra: 'E' } } }, /credentials "extra" is not used by plain$/],
    [{ source: { credentials: { api_key: 'not a name!' } } }, /sources\[0\]\.credentials\.api_key must be/],
    [{ source: { places: { XX: 'QQ' } } }, /sources\[0\]\.places\.XX "QQ" is not a country$/],
    [{ sources: { sources: [SOURCE, SOURCE] } }, /sources\[1\]\.id "anka-feed" is used twice$/],
    [{ sources: { rates: { file: 'a', url: 'https://x.example' } } }, /rates has both "file" and "url"$/],
    [{ sources: { rates: { note: 'None yet.' } } }, /rates needs "file" or "url"$/],
    [
      { provider: { id: 'simurg' } },
      /^providers\/anka\.json, line \d+, column \d+: id is "simurg", so the file must be called simurg\.json$/,
    ],
    // The name of the file ends with "ka.json".
    [{ provider: { id: 'ka' } }, /id is "ka", so the file must be called ka\.json$/],
    [
      { provider: { homepage: 'https://other.example/' } },
      /^providers\/anka\.json, line \d+, column \d+: homepage is not on one of the hosts$/,
    ],
    [
      { provider: { hosts: ['https://anka.example'] } },
      /^providers\/anka\.json, line \d+, column \d+: hosts\[0\] must be/,
    ],
    [
      { coupon: { discount: { percent: '0' } } },
      /^coupons\.json, line \d+, column \d+: coupons\[0\]\.discount must be above 0/,
    ],
    [{ coupon: { discount: { percent: '100.01' } } }, /discount must be above 0 and at most 100%$/],
    [
      { coupon: { discount: { rate: '10' } } },
      /coupons\[0\]\.discount must be an object with "percent", or an object with "amount", "currency"$/,
    ],
    [
      { source: { places: { Turkey: 'tr' } } },
      /^sources\.json, line 1, column \d+: sources\[0\]\.places\.Turkey must be a country's code, such as "TR", or null$/,
    ],
    [{ coupon: { code: 'X'.repeat(41) } }, /coupons\[0\]\.code must be text of 1 to 40 characters, or null$/],
    [
      { coupon: { audience: 'friends' } },
      /coupons\[0\]\.audience must be one of "everyone", "new_customers", "app_only"$/,
    ],
    [{ coupon: { countries: ['XX'] } }, /coupons\[0\]\.countries "XX" is not a country$/],
    [{ coupon: { verifiedAt: '2026-13-01' } }, /coupons\[0\]\.verifiedAt is not a valid date$/],
    [{ coupon: { validFrom: '2026-12-01', validUntil: '2026-11-01' } }, /validUntil is before validFrom$/],
  ];
  for (const [change, expected] of cases) {
    const found = problems(change);
    assert.ok(
      found.some((line) => expected.test(line)),
      `${expected} not in\n${found.join('\n')}`,
    );
  }
});

test('an override needs one thing to do, a reason and an end; faults are named with file, line and column', () => {
  const told = (overrides: readonly object[]) => {
    const text = JSON.stringify({ overrides }, null, 2);
    return checkFiles({ ...files({}), overrides: { name: 'overrides.json', text } }, [adapter]).problems.map(
      serialiseProblem,
    );
  };
  const sound = { provider: 'anka', plan: 'tr-1', reason: 'wrong price', until: '2026-12-31' };
  assert.deepEqual(told([{ ...sound, hide: true }]), []);
  assert.deepEqual(told([sound]), [
    'overrides.json, line 3, column 5: overrides[0] needs either "hide" or "set"',
  ]);
  assert.deepEqual(told([{ ...sound, hide: true, until: '2026-13-01' }]), [
    'overrides.json, line 7, column 16: overrides[0].until is not a valid date',
  ]);
  assert.match(
    told([{ ...sound, set: { days: 0 } }]).join(),
    /^overrides\.json, line 9, column 17: overrides\[0\]\.set\.days must be a whole number of at least 1, or null$/,
  );
  assert.match(
    told([
      { ...sound, hide: true },
      { ...sound, hide: true },
    ]).join(),
    /"anka\/tr-1" is named twice/,
  );
  assert.match(told([{ ...sound, reason: undefined, hide: true }]).join(), /lacks "reason"/);
});

test('the message for every pattern of the files is in words', () => {
  const patterns = [SourcesSchema, ProviderSchema, CouponsSchema, OverridesSchema].flatMap((schema) =>
    [...JSON.stringify(schema).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, pattern = '']) => JSON.parse(pattern) as string,
    ),
  );
  assert.ok(patterns.length > 10);
  for (const pattern of patterns) {
    // No pattern accepts this text. The library's own message for a pattern contains "matches".
    const [problem] = schemaFindings(Type.String({ pattern }), '\n<');
    assert.ok(problem, pattern);
    assert.doesNotMatch(problem.message, / matches /, pattern);
  }
});

test('all problems come at once, and stop the start', () => {
  const broken = files({ source: { evry: '6h', every: 'x' }, provider: { name: '' }, coupon: { id: 'NO' } });
  assert.throws(
    () => buildConfig(broken, [adapter]),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(
        [...new Set(error.problems.map(({ file }) => file))],
        ['sources.json', 'providers/anka.json', 'coupons.json'],
      );
      return true;
    },
  );
});

test('invisible characters are rejected in every file, and markup in a name', () => {
  assert.deepEqual(problems({ provider: { name: 'Anka\u202E' }, coupon: { code: 'TRIP\uFE0F' } }), [
    'providers/anka.json, line 1, column 21: name contains an invisible character (U+202E)',
    'coupons.json, line 1, column 50: coupons[0].code contains an invisible character (U+FE0F)',
  ]);
  assert.deepEqual(problems({ provider: { name: '<b>Anka</b>' } }), [
    'providers/anka.json, line 1, column 21: name must be a name without links and markup',
  ]);
  assert.deepEqual(problems({ provider: { name: 'Anka.io' }, source: { note: 'two\nlines' } }), []);
});

test('a provider has the brand of its file, or its id if the file has none', () => {
  assert.equal(
    buildConfig(files({ provider: { brand: 'simurg' } }), [adapter]).providers[0]?.brand,
    'simurg',
  );
  assert.equal(buildConfig(files({}), [adapter]).providers[0]?.brand, 'anka');
});

test('a source that is read less often than every 6 days is refused, because its plans would be removed', () => {
  assert.deepEqual(problems({ source: { every: '6d' } }), []);
  assert.match(
    problems({ source: { every: '7d' } }).join(),
    /sources\[0\]\.every is more than 6 days: plans are removed 7 days after they were read$/,
  );
});

test('a day that no calendar has is not a valid date', () => {
  assert.match(problems({ coupon: { verifiedAt: '2026-02-30' } }).join(), /verifiedAt is not a valid date$/);
  assert.deepEqual(problems({ coupon: { validUntil: '2028-02-29T18:00Z' } }), []);
});

test('docs/feeds.md names every field of a source', () => {
  const page = readFileSync(new URL('../../../docs/feeds.md', import.meta.url), 'utf8');
  for (const field of Object.keys(SourcesSchema.properties.sources.items.properties))
    assert.ok(page.includes(`\n| \`${field}\` |`), field);
});
