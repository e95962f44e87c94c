import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../countries.ts';
import { countriesMeant, type PlaceMatch, partNamed, resolvePlace } from './meaning.ts';
import { PLACE_LANGUAGES, type PlaceLanguage, placeName } from './names.ts';
import { isNorthernCyprus } from './northern-cyprus.ts';
import { GROUPS, REGIONS, regionNames } from './regions.ts';
import { readDestination, searchPlaces, similarPlaces } from './search.ts';

const ALL = COUNTRIES.map(({ code }) => code);
const search = (query: string, among: readonly string[] = ALL, language: PlaceLanguage = 'en') =>
  searchPlaces(query, new Map(among.map((code) => [code, 1])), language);
const codes = (query: string, among: readonly string[] = ALL, language: PlaceLanguage = 'en') =>
  search(query, among, language).map(({ country }) => country.code);
const named = (matches: readonly PlaceMatch[], language: PlaceLanguage = 'en') =>
  matches.map(({ country, place }) => [country.code, place === null ? null : placeName(place, language)]);
const meant = (text: string, language: PlaceLanguage = 'en') =>
  countriesMeant(text, language).map(({ country }) => country.code);

/** Query: the country that comes first. Several codes: exactly these, in any order. */
const HARD: readonly (readonly [string, string])[] = [
  // Countries in their own language and in others.
  ...table(`日本 JP | Россия RU | Polska PL | مصر EG | Ελλάδα GR | 한국 KR | 대한민국 KR | 中国 CN | 中國 CN | ไทย TH
    ประเทศไทย TH | भारत IN | ישראל IL | საქართველო GE | Україна UA | Deutschland DE | Magyarország HU | Suomi FI
    Eesti EE | Shqipëri AL | Hrvatska HR | Österreich AT | Schweiz CH | Suisse CH | Svizzera CH | España ES | Italia IT
    Türkiye TR | Turquía TR | Turquie TR | Turchia TR | Türkei TR | Турция TR | トルコ TR | 土耳其 TR | 튀르키예 TR
    Almanya DE | Yunanistan GR | Japonya JP | Japón JP | Japon JP | Япония JP | 日本国 JP | 일본 JP | ญี่ปุ่น JP | اليابان JP
    Frankreich FR | Fransa FR | Francia FR | Франция FR | フランス FR | 法国 FR | 프랑스 FR | Vereinigtes Königreich GB
    Reino Unido GB | Birleşik Krallık GB | イギリス GB | 英国 GB | 영국 GB | Великобритания GB | Estados Unidos US
    Vereinigte Staaten US | Amerika Birleşik Devletleri US | ABD US | アメリカ US | 美国 US | 미국 US | США US | Egitto EG
    Ägypten EG | Mısır EG | Marruecos MA | Maroc MA | Fas MA | المغرب MA | Tailandia TH | Tayland TH | Таиланд TH
    Indonésie ID | Endonezya ID | Việt Nam VN | Вьетнам VN | Norge NO | Sverige SE | Danmark DK | Ísland IS | Éire IE
    Česko CZ | Slovensko SK | Slovenija SI | Србија RS | България BG | România RO | Қазақстан KZ | Հայաստան AM
    Azərbaycan AZ | ایران IR | الإمارات AE | السعودية SA | Pilipinas PH | Holland NL | Holanda NL | Nederland NL
    韓国 KR | ロシア RU | 대만 TW | 포르투갈 PT | 印度尼西亚 ID`),
  // Codes and what people write in place of them.
  ...table(`UK GB | USA US | U.S.A. US | UAE AE | KSA SA | PRC CN | jp JP | JPN JP | KOR KR | GBR GB`),
  // Cities.
  ...table(`Istanbul TR | İstanbul TR | Стамбул TR | Tokyo JP | 東京 JP | 东京 JP | 도쿄 JP | Токио JP | Kyoto JP | 京都 JP
    Osaka JP | 大阪 JP | London GB | Londra GB | Londres GB | Лондон GB | ロンドン GB | Paris FR | パリ FR | París FR
    Rome IT | Roma IT | Milano IT | Venedig IT | Firenze IT | Florence IT | Napoli IT | Wien AT | Viyana AT
    München DE | Munich DE | Köln DE | Praha CZ | Prag CZ | Warszawa PL | Kraków PL | Krakow PL | Lisboa PT | Lizbon PT
    Москва RU | Moscow RU | Санкт-Петербург RU | Kiev UA | Kyiv UA | Athens GR | Atina GR | Αθήνα GR | Bangkok TH
    กรุงเทพ TH | Seoul KR | 서울 KR | Busan KR | Beijing CN | 北京 CN | Shanghai CN | Hong Kong HK | 香港 HK | Macau MO
    Taipei TW | 台北 TW | Singapore SG | Dubai AE | دبي AE | Abu Dhabi AE | Doha QA | Marrakech MA | Cairo EG | القاهرة EG
    Nairobi KE | Cape Town ZA | New York US | NYC US | Los Angeles US | Las Vegas US | Miami US | San Francisco US
    Toronto CA | Vancouver CA | Mexico City MX | CDMX MX | Rio de Janeiro BR | São Paulo BR | Buenos Aires AR | Lima PE
    Sydney AU | Melbourne AU | Auckland NZ | Male MV | Saigon VN | Ho Chi Minh City VN | Hanoi VN | Bombay IN | Mumbai IN
    Delhi IN | Kathmandu NP | Reykjavik IS | Zürich CH | Geneva CH | Genève CH | Copenhagen DK | København DK | Brussels BE
    Bruxelles BE | Budapest HU | Bucharest RO | Belgrade RS | Mecca SA | Tel Aviv IL | Amman JO | Antalya TR | Tbilisi GE`),
  // Islands, parts and regions inside one country.
  ...table(`Bali ID | バリ島 ID | Lombok ID | Java ID | Tenerife ES | Mallorca ES | Majorca ES | Ibiza ES
    Canary Islands ES | Kanarya Adaları ES | Azores PT | Madeira PT | Açores PT | Sicily IT | Sardinia IT | Tuscany IT
    Crete GR | Santorini GR | Kos GR | Rhodes GR | Corfu GR | Corsica FR | Provence FR | Scotland GB | England GB | Wales GB
    Northern Ireland GB | Hawaii US | ハワイ US | Alaska US | Florida US | California US | Phuket TH | Koh Samui TH | Okinawa JP
    沖縄 JP | Hokkaido JP | Jeju KR | 제주도 KR | Goa IN | Kerala IN | Zanzibar TZ | Galapagos EC | Easter Island CL | Tahiti PF
    Bora Bora PF | Cancun MX | Tulum MX | Punta Cana DO | Boracay PH | Palawan PH | Langkawi MY | Cappadocia TR | Kapadokya TR
    Bodrum TR | Sharm El Sheikh EG | Hurghada EG | Svalbard SJ | Lofoten NO | Algarve PT | Bavaria DE | Tasmania AU
    Machu Picchu PE | Petra JO | Angkor Wat KH | Saba BQ | Aaland Islands AX | Djerba TN | Phu Quoc VN`),
  // Several countries.
  ...table(
    `Scandinavia DK,FI,IS,NO,SE | Baltics EE,LT,LV | Benelux BE,LU,NL | Borneo BN,ID,MY | Caucasus AM,AZ,GE | Patagonia AR,CL`,
  ),
  // Not corrected, not completed into another place. The first name is that of Bali with a wrong character before it.
  ...table(`发巴厘岛 - | Atlantis - | Narnia - | Wakanda - | xx - | zz - | Balii - | 12345 - | !!! -`),
];

function table(text: string): (readonly [string, string])[] {
  return text.split(/[|\n]/).map((entry) => {
    const cut = entry.trim().lastIndexOf(' ');
    return [entry.trim().slice(0, cut), entry.trim().slice(cut + 1)] as const;
  });
}

test('more than two hundred difficult queries find the intended country', () => {
  assert.ok(HARD.length >= 200);
  const wrong = HARD.flatMap(([query, expected]) => {
    const found = codes(query);
    const right =
      expected === '-'
        ? found.length === 0
        : expected.includes(',')
          ? found.toSorted().join() === expected
          : found[0] === expected;
    return right ? [] : [`${query}: ${found.slice(0, 4).join()} instead of ${expected}`];
  });
  assert.deepEqual(wrong, []);
});

test('a short name is never corrected into another place', () => {
  assert.ok(!codes('Bali').includes('ML'));
  assert.ok(!codes('EU').includes('RE'));
  assert.ok(codes('EU').includes('DE') && codes('EU').includes('FR'));
  assert.deepEqual(codes('Mali')[0], 'ML');
  assert.deepEqual(codes('Niger')[0], 'NE');
  assert.deepEqual(codes('Oman')[0], 'OM');
});

test('two letters mean codes and aliases only', () => {
  assert.deepEqual(codes('MY'), ['MY']);
  assert.deepEqual(codes('UK'), ['GB']);
  assert.deepEqual(codes('tu'), []);
});

test('the first letters of a well-known city suggest it, in the language of the reader', () => {
  for (const [query, language, code, name] of [
    ['par', 'en', 'FR', 'Paris'],
    ['lon', 'en', 'GB', 'London'],
    ['lon', 'tr', 'GB', 'Londra'],
    ['lon', 'es', 'GB', 'Londres'],
    ['ist', 'en', 'TR', 'Istanbul'],
    ['ist', 'tr', 'TR', 'İstanbul'],
    ['tok', 'de', 'JP', 'Tokio'],
    ['rom', 'en', 'IT', 'Rome'],
    ['rom', 'de', 'IT', 'Rom'],
    ['Рим', 'en', 'IT', 'Rome'],
    ['tenerif', 'de', 'ES', 'Teneriffa'],
    ['mad', 'en', 'ES', 'Madrid'],
    ['san', 'en', 'US', 'San Francisco'],
  ] as const) {
    const found = named(search(query, ALL, language), language).slice(0, 5);
    assert.ok(
      found.some((match) => match[0] === code && match[1] === name),
      `${query} in ${language}: ${found.join(' ')}`,
    );
  }
  assert.deepEqual(named(search('par')).slice(0, 2), [
    ['PY', null],
    ['FR', 'Paris'],
  ]);
  for (const language of PLACE_LANGUAGES)
    assert.ok(codes('rom', ALL, language).slice(0, 2).includes('RO'), language);
});

test('an exact name comes first, then the beginning of a name, then a part of one', () => {
  const order = codes('york');
  assert.deepEqual(order.slice(0, 2), ['GB', 'US']);
  assert.deepEqual(named(search('york', ['US', 'CA'])), [
    ['US', 'York'],
    ['CA', 'North York'],
  ]);
  assert.deepEqual(codes('ber').slice(0, 2), ['BM', 'DE']);
  assert.deepEqual(codes('kos').slice(0, 2), ['GR', 'XK']);
});

test('countries come first, then places, then groups, and names in other languages last', () => {
  const first = (query: string, language: PlaceLanguage, count: number) =>
    named(search(query, ALL, language)).slice(0, count);
  assert.deepEqual(first('sch', 'es', 3), [
    ['CH', null],
    ['DE', 'Schöneberg'],
    ['ES', 'Schengen'],
  ]);
  // "Argel" is the Spanish name of Algiers.
  assert.deepEqual(first('arge', 'tr', 3), [
    ['AR', null],
    ['FR', 'Argenteuil'],
    ['DZ', 'Algiers'],
  ]);
  assert.deepEqual(first('alm', 'tr', 1), [['DE', null]], 'Almanya');
  assert.deepEqual(first('alm', 'en', 1), [['KZ', 'Almaty']]);
  assert.deepEqual(first('spa', 'tr', 1), [['ES', null]], 'English names are known in every language');
  // The exact name of a place comes first in any language: Spanish in German.
  assert.deepEqual(first('Florencia', 'de', 1), [['IT', 'Florence']]);
  // It comes before the beginning of the name of a country, here Palau.
  assert.deepEqual(first('pala', 'en', 2), [
    ['TD', 'Pala'],
    ['PW', null],
  ]);
  assert.deepEqual(codes('Famagusta'), [], 'a town in Northern Cyprus');
});

test('destinations with more plans come first among equal names, then names by the alphabet', () => {
  const found = (among: readonly (readonly [string, number])[]) =>
    searchPlaces('united', new Map(among)).map(({ country }) => country.code);
  assert.deepEqual(
    found([
      ['AE', 1],
      ['GB', 3],
      ['US', 2],
    ]),
    ['GB', 'US', 'AE'],
  );
  assert.deepEqual(
    found([
      ['US', 1],
      ['GB', 1],
      ['AE', 1],
    ]),
    ['AE', 'GB', 'US'],
  );
});

test('cities come in the order of their population', () => {
  assert.deepEqual(named(search('birmingham')).slice(0, 2), [
    ['GB', 'Birmingham'],
    ['US', 'Birmingham'],
  ]);
  assert.deepEqual(meant('Valencia'), ['VE', 'ES', 'US']);
});

test('a group returns its destinations with plans, the best known first', () => {
  assert.deepEqual(codes('Europe').slice(0, 6), ['ES', 'FR', 'IT', 'GB', 'DE', 'GR']);
  assert.deepEqual(codes('Europe', ['AL', 'TR', 'FR', 'JP']), ['FR', 'TR', 'AL']);
  assert.deepEqual(codes('Avrupa', ['JP']), []);
  assert.deepEqual(codes('EU'), codes('Europe'));
  assert.ok(codes('Africa').length > 50);
  for (const { name, countries } of GROUPS) assert.deepEqual(meant(name), countries, name);
});

test('groups are fixed lists of countries without repeats; Schengen has 29', () => {
  const SCHENGEN =
    'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
  assert.equal(SCHENGEN.length, 29);
  for (const name of ['Schengen', 'Schengen Area', 'Schengenraum'])
    assert.deepEqual(meant(name).toSorted(), SCHENGEN);
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
  assert.equal(resolvePlace('ROM'), 'RO', 'feeds still send the old code of Romania');
  // The name of a country means the country, even if a city has the same name.
  assert.deepEqual(meant('Georgia'), ['GE']);
  assert.deepEqual(meant('Jersey'), ['JE']);
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

test('the names of all countries in 48 languages resolve, and never to another country', () => {
  assert.equal(LANGUAGES.length, 48);
  const wrong: string[] = [];
  for (const locale of LANGUAGES) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    const resolved = ALL.filter((code) => {
      const found = meant(names.of(code) ?? '');
      if (found.length === 1 && found[0] !== code) wrong.push(`${locale} ${code}: ${found[0]}`);
      return found.length === 1 && found[0] === code;
    });
    // The others are ambiguous: "Congo", "Granada", "Guiana" and "Salvador".
    assert.ok(resolved.length >= ALL.length - 3, locale);
  }
  assert.deepEqual(wrong, []);
});

test('short forms and colloquial names resolve', () => {
  for (const [
    text,
    code,
  ] of table(`VAE AE | EAU AE | BAE AE | EE.UU. US | EEUU US | EUA US | ABD US | Malle ES | Dom Rep DO
    Weißrussland BY | Tschechei CZ | Kapverden CV | にほん JP | أمريكا US | Amerika US | Mekkah SA | West Bank PS
    Canarias ES | Baleares ES | 澳洲 AU | Großbritannien GB | Hồng Kông HK | R.A.S. Macao, China MO | Tailand TH`))
    assert.deepEqual(meant(text), [code], text);
});

test('a place with its country in any usual form resolves', () => {
  for (const [
    text,
    code,
  ] of table(`Rome Italy IT | Roma Italia IT | Miami FL US | Sydney NSW AU | Bali Indonesia ID | 東京, 日本 JP
    Turkey (Türkiye) TR | Japan (JP) JP | 日本（Japan） JP | 🇯🇵 JP | 🇯🇵 Japan JP | 🇹🇷 Türkiye 🇹🇷 TR`))
    assert.deepEqual(meant(text), [code], text);
  assert.deepEqual(meant('Japan (Korea)'), ['JP', 'KR']);
  for (const text of ['🇯🇵🇰🇷', 'Japan Korea', 'Rome Japan']) assert.notEqual(meant(text).length, 1, text);
  assert.deepEqual(meant('🇿🇿'), []);
  assert.deepEqual(codes('🇯🇵'), ['JP']);
  assert.deepEqual(codes('Rome Italy'), ['IT']);
});

test('whole words that are a part of the name of one country resolve, others do not', () => {
  for (const [text, code] of table(
    `Emiratos AE | Arab Emirates AE | États-Unis US | Stati Uniti US | Zealand NZ | Saudita SA`,
  ))
    assert.deepEqual(meant(text), [code], text);
  for (const text of ['United', 'Islands', 'Emir', 'Thail', 'Puerto', 'Unidos', 'Corea', 'Verd'])
    assert.notEqual(meant(text).length, 1, text);
});

test('a misspelt name gets suggestions, the nearest first, and is never corrected', () => {
  const EVERYWHERE = new Map(ALL.map((code) => [code, 1]));
  const similar = (text: string, language: PlaceLanguage = 'en') =>
    named(similarPlaces(text, EVERYWHERE, language), language);
  assert.deepEqual(similar('Thialand')[0], ['TH', null]);
  assert.deepEqual(similar('Barcelna')[0], ['ES', 'Barcelona']);
  assert.deepEqual(similar('Almnya', 'tr')[0], ['DE', null]);
  assert.deepEqual(similar('Япноия')[0], ['JP', null]);
  assert.deepEqual(similar('Irqn')[0], ['IR', null]);
  assert.deepEqual(similar('Thialand').length, 1);
  assert.deepEqual(similar('kosou'), [['CW', null]], 'a short text has one wrong letter');
  assert.deepEqual(similar('amrica', 'de'), [
    ['US', null],
    ['JM', null],
    ['IE', null],
  ]);
  assert.deepEqual(
    similar('genase'),
    [
      ['GG', null],
      ['IT', 'Venice'],
      ['CH', 'Geneva'],
      ['GN', null],
      ['GD', null],
    ],
    'at most five, equally near ones by population',
  );
  for (const text of ['Thialand', 'Barcelna', 'Irqn', 'Mxli']) assert.deepEqual(meant(text), [], text);
  for (const text of ['', 'xqzwv', 'Atlantis', 'x'.repeat(5_000)]) assert.deepEqual(similar(text), [], text);
  assert.deepEqual(similar('nga'), [], 'a name in full');
  assert.deepEqual(similar('Kyreniaa'), [], 'near a town in Northern Cyprus');
  assert.deepEqual(similarPlaces('Thialand', new Map([['JP', 1]])), []);
});

test('a text is read in one way: found, several, group, unknown with suggestions, or without a code', () => {
  const kind = (text: string) => readDestination(text).kind;
  assert.deepEqual(['Japan', 'Congo', 'Europe', 'Thialand', 'Girne', 'x'.repeat(61)].map(kind), [
    'found',
    'several',
    'group',
    'unknown',
    'no_code',
    'unknown',
  ]);
  const misspelt = readDestination('Thialand');
  assert.ok(misspelt.kind === 'unknown' && misspelt.choices[0]?.country.code === 'TH');
});

test('only destinations with plans are offered, or all if none of them has plans', () => {
  const choices = (text: string, ...among: readonly string[]) => {
    const read = readDestination(text, 'en', new Map(among.map((code) => [code, 1])));
    return read.kind === 'found' ? assert.fail(text) : read.choices.map(({ country }) => country.code);
  };
  assert.deepEqual(choices('Congo', 'CG', 'JP'), ['CG']);
  assert.deepEqual(choices('Congo', 'JP').toSorted(), ['CD', 'CG']);
  assert.deepEqual(choices('Scandinavia', 'NO', 'JP', 'SE'), ['SE', 'NO']);
  assert.deepEqual(choices('Thailan', 'TH', 'JP'), ['TH'], 'the beginning of a name');
  assert.deepEqual(choices('Thialand', 'TH', 'JP'), ['TH'], 'a similar name');
  assert.deepEqual(choices('Thialand', 'JP'), []);
});

test('without destinations to choose from, an unknown text has no choices, and others are read as usual', () => {
  assert.deepEqual(readDestination('Thialand', 'en', null), { kind: 'unknown', choices: [] });
  assert.equal(readDestination('Congo', 'en', null).kind, 'several');
  const congo = readDestination('Congo', 'en', null);
  assert.equal(congo.kind === 'several' && congo.choices.length, 2);
});

test('a longer text than any name is unknown and has no choices, and Northern Cyprus has none', () => {
  assert.equal(readDestination('Japan'.padEnd(60)).kind, 'found');
  assert.deepEqual(readDestination('Japan'.padEnd(61)), { kind: 'unknown', choices: [] });
  assert.deepEqual(readDestination('Girne'), { kind: 'no_code', choices: [] });
});

test('Crimea and its cities return both countries', () => {
  for (const text of ['Crimea', 'Sevastopol', 'Krim', 'Крым', 'Simferopol', 'Yalta', 'Kerch']) {
    assert.deepEqual(meant(text), ['UA', 'RU'], text);
    assert.deepEqual(codes(text).slice(0, 2), ['UA', 'RU'], text);
    assert.equal(partNamed(text), null, text);
  }
});

test('Northern Cyprus has no country code', () => {
  for (const text of ['Northern Cyprus', 'TRNC', 'KKTC', 'Kuzey Kıbrıs', 'Nordzypern', 'Kyrenia', 'Girne']) {
    assert.deepEqual(meant(text), [], text);
    assert.deepEqual(codes(text), [], text);
  }
  for (const text of ['NN', 'CY-NC', 'Turkish Cyprus', 'Chipre del Norte', '北キプロス', 'Gazimağusa'])
    assert.ok(isNorthernCyprus(text), text);
  for (const text of ['NN Japan', 'Cyprus', 'Zypern', 'Cyprus North America', 'Kıbrıs Kuzey Afrika'])
    assert.ok(!isNorthernCyprus(text), text);
  for (const text of ['North Cyprus', 'Cyprus (North)', 'Northern part of Cyprus', "Kuzey Kıbrıs'ta"])
    assert.ok(isNorthernCyprus(text), text);
  assert.deepEqual(meant('Cyprus'), ['CY']);
  for (const text of ['Cyprus & North Macedonia', 'North Macedonia, Cyprus', 'Kıbrıs, Kuzey Makedonya'])
    assert.ok(!isNorthernCyprus(text), text);
  for (const text of ['Cyprus, Northern Ireland', 'Cyprus, North Korea', 'Kıbrıs, Kuzey İrlanda'])
    assert.ok(!isNorthernCyprus(text), text);
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
    ['Paris, TX', ['US']],
    ['Atlanta, Georgia', ['US']],
    ['Toronto, ON', ['CA']],
    ['Paris, CA', ['FR', 'CA', 'US']],
    ['Paris, Japan', ['FR', 'JP']],
    ['Korea, Republic of', ['KR']],
    ['Paris, Atlantis', []],
  ] as const)
    assert.deepEqual(meant(text), expected, text);
  assert.deepEqual(codes('Valencia, Spain'), ['ES']);
});

test('an ambiguous name returns all countries, the most likely first', () => {
  assert.deepEqual(codes('Birmingham').slice(0, 2), ['GB', 'US']);
  assert.ok(countriesMeant('Europe').length > 40);
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

test('a search never throws, and returns each given country at most once', () => {
  const queries = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...HARD.map(([query]) => query)));
  fc.assert(
    fc.property(queries, fc.subarray(ALL), (query, among) => {
      const found = codes(query, among);
      assert.equal(new Set(found).size, found.length);
      assert.ok(found.every((code) => among.includes(code)));
      countriesMeant(query);
    }),
  );
});

test('ISO-3 codes in capitals and complete spellings come before starts of names', () => {
  assert.equal(codes('MAR')[0], 'MA');
  assert.deepEqual(codes('burma'), ['MM']);
  assert.equal(codes('mali')[0], 'ML');
  assert.equal(codes('holland')[0], 'NL');
});

test('the start of another spelling matches from three letters on', () => {
  assert.ok(codes('swaz').includes('SZ'));
  assert.ok(codes('bur').includes('MM'));
  assert.ok(!codes('bu').includes('MM'));
});
