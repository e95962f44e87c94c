import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../countries.ts';
import { namesWithCodes } from '../testing/names-with-codes.ts';
import exonyms from './exonyms.json' with { type: 'json' };
import {
  airportBeside,
  boundedText,
  countriesMeant,
  PLACE_TEXT_MAX,
  type PlaceMatch,
  partNamed,
  resolvePlace,
} from './meaning.ts';
import { PLACE_LANGUAGES, type PlaceLanguage, placeName } from './names.ts';
import { GROUPS, REGIONS, regionNames } from './regions.ts';

const ALL = COUNTRIES.map(({ code }) => code);
const meant = (text: string, language: PlaceLanguage = 'en') =>
  countriesMeant(text, language).map(({ country }) => country.code);
const named = (matches: readonly PlaceMatch[]) =>
  matches.map(({ country, place }) => [country.code, place === null ? null : placeName(place, 'en')]);

/** Each text must mean exactly these countries, in this order. */
function assertMeant(expected: Readonly<Record<string, string>>): void {
  for (const [text, codes] of Object.entries(expected)) assert.equal(meant(text).join(' '), codes, text);
}

test('a country in brackets, after a comma or as a further word selects the place in that country', () => {
  assertMeant({
    'Granada (Spain)': 'ES',
    'Granada (ES)': 'ES',
    'Granada, GD': 'GD',
    'Congo (CD)': 'CD',
    'Salvador (Brazil)': 'BR',
    'San Jose CA': 'US',
  });
});

test('if only one of two texts is known, it decides, and if they disagree, the reader must choose', () => {
  assertMeant({
    'Rome (Atlantis)': 'IT',
    'Atlantis, Japan': 'JP',
    'Paris (Congo)': 'FR CD CG',
  });
});

test('a small place that is known elsewhere only is in the country that follows it, unless it may be a stop', () => {
  assertMeant({
    'Lagos, Portugal': 'PT',
    'Lagos Portugal': 'PT',
    'Kochi, India': 'IN',
    'La Rioja, Spain': 'ES',
    'Perth, Scotland': 'GB',
    'Las Palmas Spain': 'ES',
    'Hamilton, Bermuda': 'BM',
    'Hamilton, BM': 'BM',
    'Hamilton Bermuda': 'BM',
    'Toledo, Dominican Republic': 'DO',
    'Santiago, Dominican Republic': 'DO',
    'Santiago Dominican Republic': 'DO',
  });
  assertMeant({
    'Spain, Portugal': 'ES PT',
    'Paris, Japan': 'FR JP',
    'Tenerife, Japan': 'ES JP',
    'Brisbane, New Zealand': 'AU NZ',
    'Rome, GA': 'IT GA US',
    'Georgia, Japan': 'GE JP',
  });
  for (const text of ['Rome Japan', 'Hamilton bm', 'Hamilton Island', 'Zzyzx Japan'])
    assertMeant({ [text]: '' });
});

test('a place in a state is understood in any case, and the state before the country of its name', () => {
  assertMeant({
    'Georgia, USA': 'US',
    'Paris, Texas': 'US',
    'paris, texas': 'US',
    'London, Ontario': 'CA',
    'Tbilisi, Georgia': 'GE',
    'miami, fl': 'US',
    'georgia usa': 'US',
    'Naples FL': 'US',
    'New Mexico': 'US',
    Ontario: 'CA',
    Georgia: 'GE',
  });
  assert.deepEqual(named(countriesMeant('new mexico')), [['US', 'New Mexico']]);
  assertMeant({ 'Zzyzx FL': '' });
});

test('an airport code in capitals is its city, and a code of a country wins', () => {
  assertMeant({ JFK: 'US', LHR: 'GB', SIN: 'SG', MAD: 'ES', HND: 'HN', PER: 'PE' });
  assert.deepEqual(named(countriesMeant('LHR')), [['GB', 'London']]);
});

test('a code of a country that is also an airport is known as both', () => {
  assert.equal(airportBeside('HND'), 'Tokyo');
  for (const text of ['JFK', 'JPN', 'hnd', 'Tokyo']) assert.equal(airportBeside(text), null, text);
});

test('the most visited places are known in the languages of their visitors', () => {
  for (const [text, code] of namesWithCodes(`Paryż FR | Řím IT | Bécs AT | Luân Đôn GB | 汉城 KR | HCMC VN
    Nova Iorque US | Les Canaries ES | サイパン MP | बाली ID | לונדון GB | Roatan HN | Lamu KE | Anglia GB | Benátky IT
    Monachium DE | নিউ ইয়র্ক US | டோக்கியோ JP | پاریس FR | Londýn GB | Bukareszt RO | Atene GR | Wenen AT`))
    assert.deepEqual(meant(text), [code], text);
});

test('each name that is written by hand means its own country, with the name of the place', () => {
  for (const line of exonyms.names) {
    const [country = '', english = '', names = ''] = line.split(' | ');
    for (const name of names.split(', ')) assert.ok(meant(name).includes(country), `${name}: ${english}`);
  }
  assert.deepEqual(named(countriesMeant('Rzym')), [['IT', 'Rome']]);
});

test('an article before a name is left out, unless it belongs to the name', () => {
  assertMeant({
    'Las Canarias': 'ES',
    'die Malediven': 'MV',
    'les Seychelles': 'SC',
    'l’Islande': 'IS',
    'La Paz': 'BO MX',
    // "Palmas" is in Brazil.
    'Las Palmas': 'ES',
    Palmas: 'BR',
    'las zzz': '',
    // "Angeles City" is in the Philippines.
    'Los Angeles City': '',
    'Angeles City': 'PH',
  });
});

test('the Dutch part of Saint Martin is another country than the French one', () => {
  assertMeant({
    'Saint-Martin (Pays-Bas)': 'SX',
    'Saint-Martin (partie néerlandaise)': 'SX',
    'Saint-Martin': 'MF',
  });
});

test('two brackets mean nothing, nor does an ambiguous country after a comma if the place is in none of its countries', () => {
  assertMeant({ 'Tokyo (Japan) (JP)': '', 'Paris, Congo': '' });
});

test('a group after a smaller group keeps all countries of the smaller one', () => {
  const { countries } = GROUPS.find(({ name }) => name === 'Scandinavia') ?? assert.fail('no such group');
  assertMeant({ 'Scandinavia, Europe': countries.join(' ') });
});

test('spaces and brackets around a text, and repeated flags, change nothing', () => {
  assertMeant({
    ' Rome Italy ': 'IT',
    '(Japan)': 'JP',
    'Japan ()': 'JP',
    '[jp]': 'JP',
    '🇯🇵🇯🇵': 'JP',
    '🇯🇵 🇰🇷': 'JP KR',
    'Japan🇯🇵': 'JP',
    'Rome🇮🇹Italy': 'IT',
    '': '',
  });
});

test('a part of a name has at least five letters', () => {
  assertMeant({ Lanka: 'LK', Leste: 'TL', Verde: 'CV', Faso: '', Rica: '' });
});

test('Northern Cyprus means no country in any form', () => {
  assertMeant({
    'Northern Cyprus': '',
    TRNC: '',
    KKTC: '',
    'Kuzey Kıbrıs': '',
    Nordzypern: '',
    Kyrenia: '',
    Girne: '',
  });
  assertMeant({ Cyprus: 'CY' });
  assertMeant({ Famagusta: '', 'Cyprus (North)': '', 'Kyrenia, Cyprus': '', 'Girne (Türkiye)': '', NN: '' });
});

test('the largest place of a name comes first, and decides alone if it is ten times as large', () => {
  assertMeant({
    Formosa: 'TW',
    Valencia: 'VE ES US',
    Kochi: 'IN JP',
    Lagos: 'NG',
    Perth: 'AU',
    Santiago: 'CL',
  });
});

test('the name of a country means it first and once, even if a well-known city there has the same name', () => {
  for (const { code, name } of COUNTRIES) {
    const found = meant(name);
    assert.equal(found[0], code, name);
    assert.equal(new Set(found).size, found.length, name);
  }
});

test('a text of any length is cut to the longest text that the interfaces accept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.ok(boundedText(text).length <= PLACE_TEXT_MAX);
    }),
  );
  // This ligature stands for a sentence of 18 letters.
  assert.equal(boundedText('ﷺ'.repeat(PLACE_TEXT_MAX)).length, PLACE_TEXT_MAX);
  assert.equal(boundedText(`${' '.repeat(5)}Japan`), 'Japan');
});

test('a feed may write a country in another language, but not in an ambiguous way', () => {
  for (const [text, code] of [
    ['Almanya', 'DE'],
    ['Japonsko', 'JP'],
    ['Россия', 'RU'],
    ['コンゴ', null],
    ['Конго', null],
    ['Paris', null],
  ] as const)
    assert.equal(resolvePlace(text), code, text);
});

test('a part of a country is found by any spelling, and has its English name if the tables have one', () => {
  for (const [text, country, part] of [
    ['Schottland', 'GB', 'Scotland'],
    ['Kapadokya', 'TR', 'Cappadocia'],
    ['sylt', 'DE', 'Sylt'],
    ['西藏', 'CN', '西藏'],
  ] as const)
    assert.deepEqual(partNamed(text), { country, part }, text);
  assert.equal(partNamed(''), null);
});

test('an ambiguous spelling and a word that names leave out resolve to nothing', () => {
  for (const text of ['Congo', 'Virgin Islands', 'island', 'Mann', 'Abode of Peace', 'Prathet']) {
    assert.equal(resolvePlace(text), null, text);
  }
  assert.equal(resolvePlace('the'), null);
});

test('spaces around a code do not count', () => {
  assert.equal(resolvePlace(' de '), 'DE');
  assert.equal(resolvePlace('\tdeu\n'), 'DE');
});

test('groups are fixed lists of countries without repeats; Schengen has 29', () => {
  const SCHENGEN =
    'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
  assert.equal(SCHENGEN.length, 29);
  for (const name of ['Schengen', 'Schengen Area', 'Schengenraum'])
    assert.deepEqual(meant(name).toSorted(), SCHENGEN);
  for (const { name, countries } of GROUPS) assert.deepEqual(meant(name), countries, name);
  assert.ok(meant('Europe').length > 40);
  for (const { name, countries } of REGIONS) {
    assert.equal(new Set(countries).size, countries.length, name);
    for (const code of countries) assert.ok(ALL.includes(code), `${name}: ${code}`);
  }
  const names = REGIONS.flatMap(regionNames);
  for (const name of ['Europe', 'Avrupa', 'Europa', 'EU', 'Crimea', 'Krim'])
    assert.ok(names.includes(name), name);
  assert.ok(!names.includes(''));
});

test('a city resolves if it has ten times the population of each other city of that name, else all are returned', () => {
  for (const [text, code, name] of [
    ['Barcelona', 'ES', 'Barcelona'],
    ['Athens', 'GR', 'Athens'],
    ['London', 'GB', 'London'],
    ['Florence', 'IT', 'Florence'],
    ['Vancouver', 'CA', 'Vancouver'],
    ['Bali', 'ID', 'Bali'],
    ['Tenerife', 'ES', 'Tenerife'],
  ] as const)
    assert.deepEqual(named(countriesMeant(text)), [[code, name]]);
  for (const text of ['Valencia', 'Birmingham', 'Cambridge', 'Hyderabad', 'Tripoli'])
    assert.ok(meant(text).length > 1, text);
});

test('an ambiguous name is never resolved', () => {
  assert.deepEqual(meant('Congo').toSorted(), ['CD', 'CG']);
  for (const text of ['Kongo', 'Конго', '刚果', '콩고', 'コンゴ', 'الكونغو'])
    for (const language of PLACE_LANGUAGES)
      assert.deepEqual(meant(text, language).toSorted(), ['CD', 'CG'], text);
  assert.deepEqual(meant('Virgin Islands').toSorted(), ['VG', 'VI']);
  for (const language of PLACE_LANGUAGES) {
    assert.deepEqual(meant('Rom', language), language === 'de' ? ['IT'] : ['IT', 'RO'], language);
    assert.ok(meant('Salvador', language).includes('SV') && meant('Salvador', language).includes('BR'));
    for (const text of ['Cabo', 'Guiana', 'Papua']) assert.ok(meant(text, language).length > 1, text);
    assert.ok(meant('Granada', language).includes('ES') && meant('Granada', language).includes('GD'));
  }
});

test('the name of a country means the country, even if a city has the same name', () => {
  assertMeant({ Georgia: 'GE', Jersey: 'JE' });
});

test('the old code of Romania, which feeds still send, resolves', () => {
  assert.equal(resolvePlace('ROM'), 'RO');
});

test('a short name is found as it is written, and a code of three letters only in capitals', () => {
  for (const [text, code] of [
    ['Çad', 'TD'],
    ['Nga', 'RU'],
    ['nga', 'RU'],
    ['NGA', 'NG'],
    ['Mỹ', 'US'],
    ['my', 'MY'],
    ['Ý', 'IT'],
    ['Áo', 'AT'],
    ['ao', 'AO'],
    ['USA', 'US'],
    ['usa', 'US'],
    ['TUR', 'TR'],
  ] as const)
    assert.deepEqual(meant(text), [code], text);
  for (const text of ['CAD', 'cad', 'tur', 'gbr']) assert.deepEqual(meant(text), [], text);
});

const LANGUAGES =
  'en ar bg bn ca cs da de el es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-PT ro ru sk sl sr sr-Latn sv sw ta th tr uk ur vi zh zh-Hant zh-Hant-HK'.split(
    ' ',
  );

test('the names of all countries in 48 languages resolve unless they are ambiguous, and never to another country', () => {
  assert.equal(LANGUAGES.length, 48);
  const wrong: string[] = [];
  for (const locale of LANGUAGES) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    const resolved = ALL.filter((code) => {
      const found = meant(names.of(code) ?? '');
      if (found.length === 1 && found[0] !== code) wrong.push(`${locale} ${code}: ${found[0]}`);
      return found.length === 1 && found[0] === code;
    });
    // In each language, at most three of the names "Congo", "Granada", "Guiana" and "Salvador" are ambiguous.
    assert.ok(resolved.length >= ALL.length - 3, locale);
  }
  assert.deepEqual(wrong, []);
});

test('short forms and colloquial names resolve', () => {
  for (const [
    text,
    code,
  ] of namesWithCodes(`VAE AE | EAU AE | BAE AE | EE.UU. US | EEUU US | EUA US | ABD US | Malle ES | Dom Rep DO
    Weißrussland BY | Tschechei CZ | Kapverden CV | にほん JP | أمريكا US | Amerika US | Mekkah SA | West Bank PS
    Canarias ES | Baleares ES | 澳洲 AU | Großbritannien GB | Hồng Kông HK | R.A.S. Macao, China MO | Tailand TH`))
    assert.deepEqual(meant(text), [code], text);
});

test('a place with its country in any usual form resolves', () => {
  for (const [
    text,
    code,
  ] of namesWithCodes(`Rome Italy IT | Roma Italia IT | Miami FL US | Sydney NSW AU | Bali Indonesia ID | 東京, 日本 JP
    Turkey (Türkiye) TR | Japan (JP) JP | 日本（Japan） JP | 🇯🇵 JP | 🇯🇵 Japan JP | 🇹🇷 Türkiye 🇹🇷 TR`))
    assert.deepEqual(meant(text), [code], text);
  assert.deepEqual(meant('Japan (Korea)'), ['JP', 'KR']);
  for (const text of ['🇯🇵🇰🇷', 'Japan Korea', 'Rome Japan']) assert.notEqual(meant(text).length, 1, text);
  assert.deepEqual(meant('🇿🇿'), []);
});

test('whole words that are a part of the name of one country resolve, others do not', () => {
  for (const [text, code] of namesWithCodes(
    `Emiratos AE | Arab Emirates AE | États-Unis US | Stati Uniti US | Zealand NZ | Saudita SA`,
  ))
    assert.deepEqual(meant(text), [code], text);
  for (const text of ['United', 'Islands', 'Emir', 'Thail', 'Puerto', 'Unidos', 'Corea', 'Verd'])
    assert.notEqual(meant(text).length, 1, text);
});

test('Crimea and its cities mean both countries, and are a part of none', () => {
  for (const text of ['Crimea', 'Sevastopol', 'Krim', 'Крым', 'Simferopol', 'Yalta', 'Kerch']) {
    assert.deepEqual(meant(text), ['UA', 'RU'], text);
    assert.equal(partNamed(text), null, text);
  }
});

test('"City, Country" is accepted, and returns all candidates if the city is not known there', () => {
  for (const [text, expected] of [
    ['Barcelona, Venezuela', ['VE']],
    ['Valencia, Spain', ['ES']],
    ['Valencia, ES', ['ES']],
    ['valencia , spanien', ['ES']],
    ['Birmingham, USA', ['US']],
    ['Sevastopol, Ukraine', ['UA']],
    ['Congo, CG', ['CG']],
    ['Sitges, Spain', ['ES']],
    ['Los Angeles, CA', ['US']],
    ['Miami, FL', ['US']],
    ['miami, fl', ['US']],
    ['new york, ny', ['US']],
    ['Paris, TX', ['US']],
    ['Atlanta, Georgia', ['US']],
    ['Toronto, ON', ['CA']],
    ['Paris, CA', ['FR', 'CA', 'US']],
    ['Paris, Japan', ['FR', 'JP']],
    ['Korea, Republic of', ['KR']],
    ['Paris, Atlantis', []],
  ] as const)
    assert.deepEqual(meant(text), expected, text);
});

test('a result has the place that was found, or null for a country', () => {
  assert.deepEqual(
    ['Bali', 'Japan', 'jp', 'Tenerife', 'Atlantis', 'Jap'].map((text) => named(countriesMeant(text))),
    [[['ID', 'Bali']], [['JP', null]], [['JP', null]], [['ES', 'Tenerife']], [], []],
  );
});

test('a part of a country is recognised', () => {
  assert.deepEqual(partNamed('SCOTLAND'), { country: 'GB', part: 'Scotland' });
  assert.deepEqual(partNamed('Azores'), { country: 'PT', part: 'Azores' });
  assert.equal(partNamed('Portugal'), null);
  assert.equal(partNamed('Paris'), null);
});

test('a misspelt name is never corrected', () => {
  assertMeant({ Thialand: '', Barcelna: '', Irqn: '', Mxli: '' });
});

test('a text of any kind can be read', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.doesNotThrow(() => meant(text))));
});
