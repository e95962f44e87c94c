import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CODE_SUGGESTIONS,
  COUNTRIES,
  countryName,
  countryOf,
  isCountry,
  suggestCountry,
} from '../countries.ts';
import { fold } from './fold.ts';
import { resolvePlace } from './meaning.ts';
import { DROPPED_ALIASES } from './names.ts';
import { searchPlaces } from './search.ts';

const ALL = COUNTRIES.map((country) => country.code);
const EVERYWHERE = new Map(ALL.map((code) => [code, 0]));
const found = (query: string, among: ReadonlyMap<string, number> = EVERYWHERE) =>
  searchPlaces(query, among).map(({ country }) => country.code);
const NAMES = new Set(COUNTRIES.map((country) => fold(country.name)));

test('every ISO country and Kosovo is there once, with a name and a region', () => {
  assert.equal(COUNTRIES.length, 250);
  assert.equal(new Set(ALL).size, 250);
  assert.equal(new Set(COUNTRIES.map((country) => country.iso3)).size, 250);
  const regions = new Set(COUNTRIES.map((country) => country.region));
  assert.deepEqual([...regions].sort(), ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania']);
  for (const country of COUNTRIES) {
    assert.match(country.code, /^[A-Z]{2}$/);
    assert.match(country.iso3, /^[A-Z]{3}$/);
    assert.notEqual(country.name, '');
  }
});

test('the destination of the documented example is spelt as documented', () => {
  const { code, name, region } = countryOf('TR') ?? assert.fail('no TR');
  assert.deepEqual({ code, name, region }, { code: 'TR', name: 'Türkiye', region: 'Asia' });
  assert.equal(countryName('TR'), 'Türkiye');
  assert.equal(countryName('ZZ'), 'ZZ');
  assert.equal(countryOf('tr'), null);
  assert.ok(isCountry('XK'));
  assert.ok(!isCountry('UK'));
});

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['turkey', 'TR'],
  ['Türkiye', 'TR'],
  ['TÜRKİYE', 'TR'],
  ['turkiye', 'TR'],
  ['TURKIYE', 'TR'],
  ['TR', 'TR'],
  ['tr', 'TR'],
  ['TUR', 'TR'],
  ['Kosovo', 'XK'],
  ['KSV', 'XK'],
  ['UNK', 'XK'],
  ['XKX', 'XK'],
  ['xkk', 'XK'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['Ivory Coast', 'CI'],
  ["Côte d'Ivoire", 'CI'],
  ['Cote d’Ivoire', 'CI'],
  ['South Korea', 'KR'],
  ['Korea', 'KR'],
  ['Holland', 'NL'],
  ['the Netherlands', 'NL'],
  ['Czech Republic', 'CZ'],
  ['Burma', 'MM'],
  ['Swaziland', 'SZ'],
  ['Macau', 'MO'],
  ['Macao', 'MO'],
  ['UAE', 'AE'],
  ['St. Kitts & Nevis', 'KN'],
  ['St.Lucia', 'LC'],
  ['Trinidad & Tobago', 'TT'],
  ['Bahamas, The', 'BS'],
  ['Curacao', 'CW'],
  ['Reunion', 'RE'],
  ['Viet Nam', 'VN'],
  ['DR Congo', 'CD'],
  ['Cabo Verde', 'CV'],
  ['Saint Martin', 'MF'],
  ['Hong-Kong', 'HK'],
];

for (const [spelling, code] of SPELLINGS) {
  test(`"${spelling}" is ${code}, both for a feed and for a search`, () => {
    assert.equal(resolvePlace(spelling), code);
    assert.equal(found(spelling)[0], code);
  });
}

test('a code in brackets, braces or quotes is the code, not an abbreviation in another language', () => {
  for (const [text, code] of [
    ['(RU)', 'RU'],
    ['{RU}', 'RU'],
    ['[ru]', 'RU'],
    ['"SA"', 'SA'],
    ['( RUS )', 'RU'],
  ] as const) {
    assert.equal(resolvePlace(text), code, text);
    assert.equal(found(text)[0], code, text);
  }
});

test('a text that is not a country, a retired code or an ambiguous name resolves to nothing', () => {
  const nowhere = ['nn', 'AN', 'ANT', 'HI', 'S1', 'KK', 'IC', 'Northern Cyprus', 'Congo', 'Virgin Islands'];
  for (const text of [...nowhere, '', ' ', 'Island', 'Europe', '__proto__', 'constructor'])
    assert.equal(resolvePlace(text), null, text);
});

test('every country is found by its code, its ISO-3 code, its name and every unambiguous spelling', () => {
  const owners = new Map<string, Set<string>>();
  for (const { code, aliases } of COUNTRIES)
    for (const alias of aliases.map(fold)) owners.set(alias, (owners.get(alias) ?? new Set()).add(code));
  for (const country of COUNTRIES) {
    for (const text of [country.code, country.iso3, country.name, country.name.toUpperCase()])
      assert.equal(resolvePlace(text), country.code, text);
    for (const alias of country.aliases) {
      const folded = fold(alias);
      if (owners.get(folded)?.size !== 1 || NAMES.has(folded) || DROPPED_ALIASES.has(folded)) continue;
      assert.equal(resolvePlace(alias), country.code, alias);
    }
  }
});

test('a search returns the exact code first, then spellings, starts of names and parts of names', () => {
  assert.deepEqual(found('Korea').slice(0, 2), ['KR', 'KP']);
  assert.deepEqual(found('Congo').slice(0, 2), ['CD', 'CG']);
  assert.equal(found('IN')[0], 'IN');
  assert.deepEqual(found('united').slice(0, 5).toSorted(), ['AE', 'GB', 'MX', 'TZ', 'US']);
  assert.equal(found('guinea')[0], 'GN');
  assert.deepEqual(found('guinea').toSorted(), ['GN', 'GQ', 'GW', 'ID', 'PG']);
  assert.deepEqual(found('swazil'), ['SZ']);
  assert.deepEqual(found('no such place'), []);
  assert.deepEqual(found('!!!'), []);
});

test('a search returns only the given codes, and an empty query finds nothing', () => {
  assert.deepEqual(found('Korea', new Map([['KP', 1]])), ['KP']);
  for (const query of ['', ' ']) assert.deepEqual(found(query), []);
});

test('of several countries, the one with the most plans comes first', () => {
  const plans = (gb: number) => new Map([...EVERYWHERE, ['US', 5], ['GB', gb]]);
  assert.deepEqual(found('united', plans(9)).slice(0, 2), ['GB', 'US']);
  assert.deepEqual(found('united', plans(2)).slice(0, 2), ['US', 'GB']);
});

test('a code that does not exist suggests a country if that is certain', () => {
  assert.equal(suggestCountry('UK'), 'GB');
  assert.equal(suggestCountry('EN'), 'GB');
  assert.equal(suggestCountry('SU'), 'RU');
  assert.equal(suggestCountry('AN'), 'CW');
  assert.equal(suggestCountry('TR'), null);
  assert.equal(suggestCountry('QQ'), null);
  assert.equal(suggestCountry('CS'), null);
  for (const [from, to] of Object.entries(CODE_SUGGESTIONS)) {
    assert.ok(!isCountry(from), `${from} is a country itself`);
    assert.ok(isCountry(to), to);
  }
});

test('folding is idempotent, ignores case and never throws', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.integer({ min: 1, max: 0x1ffff }).map((point) => String.fromCodePoint(point)),
        maxLength: 40,
      }),
      (text) => {
        const once = fold(text);
        assert.equal(fold(once), once);
        resolvePlace(text);
        found(text);
      },
    ),
    { numRuns: 100 },
  );
  assert.equal(fold('ISPARTA'), fold('ısparta'));
});

test('a very long text means nothing', () => {
  const long = "st. & the ' İı".repeat(20_000);
  assert.equal(resolvePlace(long), null);
  assert.deepEqual(found(long), []);
});

test('countries are sorted by code, and no alias equals the name or the code', () => {
  assert.deepEqual(ALL, ALL.toSorted());
  for (const { code, name, aliases } of COUNTRIES) {
    assert.ok(!aliases.includes(code) && !aliases.includes(name), code);
    assert.equal(new Set(aliases).size, aliases.length, code);
  }
});

test('additional spellings come before those of the package', () => {
  assert.equal(countryOf('XK')?.aliases[0], 'KSV');
});
