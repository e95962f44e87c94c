import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../countries.ts';
import { namesWithCodes } from '../testing/names-with-codes.ts';
import { type PlaceMatch, resolvePlace } from './meaning.ts';
import { PLACE_LANGUAGES, type PlaceLanguage, placeName } from './names.ts';
import { destinationReader, readDestination, searchPlaces, similarPlaces } from './search.ts';

const ALL = COUNTRIES.map(({ code }) => code);
const search = (query: string, among: readonly string[] = ALL, language: PlaceLanguage = 'en') =>
  searchPlaces(query, new Map(among.map((code) => [code, 1])), language);
const codes = (query: string, among: readonly string[] = ALL, language: PlaceLanguage = 'en') =>
  search(query, among, language).map(({ country }) => country.code);
const named = (matches: readonly PlaceMatch[], language: PlaceLanguage = 'en') =>
  matches.map(({ country, place }) => [country.code, place === null ? null : placeName(place, language)]);

/** Query: the country that comes first. Several codes: exactly these, in any order. `-`: nothing. */
const HARD: readonly (readonly [string, string])[] = [
  // Countries in their own language and in others.
  ...namesWithCodes(`日本 JP | Россия RU | Polska PL | مصر EG | Ελλάδα GR | 한국 KR | 대한민국 KR | 中国 CN | 中國 CN | ไทย TH
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
  ...namesWithCodes(
    `UK GB | USA US | U.S.A. US | UAE AE | KSA SA | PRC CN | jp JP | JPN JP | KOR KR | GBR GB`,
  ),
  // Cities.
  ...namesWithCodes(`Istanbul TR | İstanbul TR | Стамбул TR | Tokyo JP | 東京 JP | 东京 JP | 도쿄 JP | Токио JP | Kyoto JP | 京都 JP
    Osaka JP | 大阪 JP | London GB | Londra GB | Londres GB | Лондон GB | ロンドン GB | Paris FR | パリ FR | París FR
    Rome IT | Roma IT | Milano IT | Venedig IT | Firenze IT | Florence IT | Napoli IT | Wien AT | Viyana AT
    München DE | Munich DE | Köln DE | Praha CZ | Prag CZ | Warszawa PL | Kraków PL | Krakow PL | Lisboa PT | Lizbon PT
    Москва RU | Moscow RU | Санкт-Петербург RU | Kiev UA | Kyiv UA | Athens GR | Atina GR | Αθήνα GR | Bangkok TH
    กรุงเทพ TH | Seoul KR | 서울 KR | Busan KR | Beijing CN | 北京 CN | Shanghai CN | Hong Kong HK | 香港 HK | Macau MO
    Taipei TW | 台北 TW | Singapore SG | Dubai AE | دبي AE | Abu Dhabi AE | Doha QA | Marrakech MA | Cairo EG | القاهرة EG
    Nairobi KE | Cape Town ZA | New York US | NYC US | Los Angeles US | Las Vegas US | Miami US | San Francisco US
    Toronto CA | Vancouver CA | Mexico City MX | CDMX MX | Rio de Janeiro BR | São Paulo BR | Buenos Aires AR | Lima PE
    Sydney AU | Melbourne AU | Auckland NZ | Male MV | Saigon VN | Ho Chi Minh City VN | Hanoi VN | Bombay IN | Mumbai IN
    Aarhus DK | Århus DK | Hai Phong VN | Hue VN | Huế VN | Heraklion GR | Chania GR | Girona ES | Gerona ES | Acapulco MX
    Fes MA | Benidorm ES | Sitges ES | Segovia ES | Albufeira PT | Cascais PT | Ericeira PT | Sorrento IT | Positano IT
    Taormina IT | Como IT | Pula HR | Rovinj HR | Avignon FR | Annecy FR | Biarritz FR | Lourdes FR | Lugano CH
    Grindelwald CH | Hallstatt AT | Galway IE | Killarney IE | Limerick IE | Inverness GB | Ayutthaya TH | Bagan MM | Nikko JP
    Takayama JP | Hakuba JP | Byron Bay AU | Wanaka NZ | Napa US | Whistler CA | Bariloche AR | Uyuni BO | Dalaman TR
    Delhi IN | Kathmandu NP | Reykjavik IS | Zürich CH | Geneva CH | Genève CH | Copenhagen DK | København DK | Brussels BE
    Bruxelles BE | Budapest HU | Bucharest RO | Belgrade RS | Mecca SA | Tel Aviv IL | Amman JO | Antalya TR | Tbilisi GE`),
  // Islands, parts and regions inside one country.
  ...namesWithCodes(`Bali ID | バリ島 ID | Lombok ID | Java ID | Tenerife ES | Mallorca ES | Majorca ES | Ibiza ES
    Canary Islands ES | Kanarya Adaları ES | Azores PT | Madeira PT | Açores PT | Sicily IT | Sardinia IT | Tuscany IT
    Crete GR | Santorini GR | Kos GR | Rhodes GR | Corfu GR | Corsica FR | Provence FR | Scotland GB | England GB | Wales GB
    Northern Ireland GB | Hawaii US | ハワイ US | Alaska US | Florida US | California US | Phuket TH | Koh Samui TH | Okinawa JP
    沖縄 JP | Hokkaido JP | Jeju KR | 제주도 KR | Goa IN | Kerala IN | Zanzibar TZ | Galapagos EC | Easter Island CL | Tahiti PF
    Bora Bora PF | Cancun MX | Tulum MX | Punta Cana DO | Boracay PH | Palawan PH | Langkawi MY | Cappadocia TR | Kapadokya TR
    Palma de Mallorca ES | Las Palmas ES | La Rioja ES | Rioja ES | Gozo MT | Rarotonga CK | Koh Rong KH | Nosy Be MG
    Yakushima JP | Burgundy FR | Liguria IT | Uluru AU | Meteora GR | Lake Tahoe US | Chichen Itza MX | Atitlan GT
    Torres del Paine CL | Halong Bay VN | Bodrum TR | Sharm El Sheikh EG | Hurghada EG | Svalbard SJ | Lofoten NO | Algarve PT | Bavaria DE | Tasmania AU
    Machu Picchu PE | Petra JO | Angkor Wat KH | Saba BQ | Aaland Islands AX | Djerba TN | Phu Quoc VN`),
  // Several countries.
  ...namesWithCodes(
    `Scandinavia DK,FI,IS,NO,SE | Baltics EE,LT,LV | Benelux BE,LU,NL | Borneo BN,ID,MY | Caucasus AM,AZ,GE | Patagonia AR,CL`,
  ),
  // Not corrected, not completed into another place. The first name is that of Bali with a wrong character before it.
  ...namesWithCodes(
    `发巴厘岛 - | Atlantis - | Narnia - | Wakanda - | xx - | zz - | Balii - | 12345 - | !!! -`,
  ),
];

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

test('an airport code in capitals comes before a name in another language', () => {
  assert.deepEqual(named(search('SIN'))[0], ['SG', 'Singapore']);
  assert.deepEqual(codes('HND')[0], 'HN', 'the code of a country wins');
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
});

test('a name of two cities offers both, the larger one first', () => {
  const read = readDestination('Kochi');
  assert.equal(read.kind, 'several');
  assert.deepEqual(named(read.kind === 'several' ? read.choices : []), [
    ['IN', 'Kochi'],
    ['JP', 'Kochi'],
  ]);
  assert.deepEqual(named(search('Cochin'))[0], ['IN', 'Kochi']);
});

test('a group returns its destinations with plans, the best known first', () => {
  assert.deepEqual(codes('Europe').slice(0, 6), ['ES', 'FR', 'IT', 'GB', 'DE', 'GR']);
  assert.deepEqual(codes('Europe', ['AL', 'TR', 'FR', 'JP']), ['FR', 'TR', 'AL']);
  assert.deepEqual(codes('Avrupa', ['JP']), []);
  assert.deepEqual(codes('EU'), codes('Europe'));
  assert.equal(codes('European Union').length, 27);
  assert.ok(codes('Africa').length > 50);
});

test('a misspelt name gets suggestions, the nearest first', () => {
  const EVERYWHERE = new Map(ALL.map((code) => [code, 1]));
  const similar = (text: string, language: PlaceLanguage = 'en') =>
    named(similarPlaces(text, EVERYWHERE, language), language);
  assert.deepEqual(similar('Thialand')[0], ['TH', null]);
  assert.deepEqual(similar('Barcelna')[0], ['ES', 'Barcelona']);
  assert.deepEqual(similar('Almnya', 'tr')[0], ['DE', null]);
  assert.deepEqual(similar('Япноия')[0], ['JP', null]);
  assert.deepEqual(similar('Irqn')[0], ['IR', null]);
  assert.deepEqual(similar('Thialand').length, 1);
  assert.deepEqual(similar('kosou'), [['CW', null]], 'in a short text, only one letter may be wrong');
  assert.deepEqual(similar('amrica', 'de'), [['US', null]], 'up to six letters, only one may be wrong');
  for (const text of ['Zermany', 'Lamuu', 'cruise', 'बालि', 'לונדוו'])
    assert.deepEqual(similar(text), [], `${text} is not likely to mean a name with another first letter`);
  for (const text of ['', 'xqzwv', 'Atlantis', 'x'.repeat(5_000)]) assert.deepEqual(similar(text), [], text);
  assert.deepEqual(similar('nga'), [], 'a name in full');
  assert.deepEqual(similar('Kyreniaa'), [], 'near a town in Northern Cyprus');
  assert.deepEqual(similarPlaces('Thialand', new Map([['JP', 1]])), []);
});

const MISSPELT = `Thialand TH, Switzerlnd CH, Philipines PH, Phillippines PH, Kyrgistan KG, Uzbekstan UZ, Azerbaijian AZ,
  Morroco MA, Malasya MY, Venezeula VE, Indoensia ID, Camboida KH, Portgual PT, Germnay DE, Austraila AU, Nehterlands NL,
  Lichtenstien LI, Honduars HN, Kazahkstan KZ, Tajikstan TJ, Turkmenstan TM, Bangaldesh BD, Ehtiopia ET, Slovakai SK,
  Denmrak DK, Tailnad TH, Seychells SC, Sri Lnaka LK`;
const OTHER_NAMES = `Kurdistan, Somaliland, Yugoslavia, Rhodesia, Latveria, Anatolia, Bactria, Numidia, Ruritania, Syldavia,
  Tatarstan, Dagestan, Balochistan, Borduria, Waziristan, Abkhazia, Transnistria, Wallachia, Mesopotamia, Zubrowka,
  Babylon, Phoenicia, Pomerania, Freedonia, Atlantis, Westeros`;

test('a misspelt name of a country is suggested first, and no country for a name that is only similar', () => {
  const similar = (text: string) => named(similarPlaces(text, new Map(ALL.map((code) => [code, 1]))));
  for (const line of MISSPELT.split(/,\s+/)) {
    const [, text = '', code] = /^(.+) ([A-Z]{2})$/.exec(line) ?? [];
    assert.deepEqual(similar(text)[0], [code, null], text);
  }
  for (const text of OTHER_NAMES.split(/,\s+/))
    assert.deepEqual(destinationReader()(text), { kind: 'unknown', choices: [] }, text);
});

test('a text is read in one way: found, several, group, unknown with suggestions, or without a code', () => {
  const kind = (text: string) => readDestination(text).kind;
  assert.deepEqual(['Japan', 'Congo', 'Benelux', 'Thialand', 'Girne', 'x'.repeat(61)].map(kind), [
    'found',
    'several',
    'group',
    'unknown',
    'no_code',
    'unknown',
  ]);
  const misspelt = destinationReader()('Thialand');
  assert.ok(misspelt.kind === 'unknown' && misspelt.choices[0]?.country.code === 'TH');
});

test('the name or the code of a region is one destination, and a group inside it offers the region', () => {
  const code = (text: string) => {
    const read = readDestination(text);
    return read.kind === 'found' ? read.country.code : read.choices[0]?.country.code;
  };
  const names = ['Europe', 'EU', 'Europa', '歐洲', 'XA', 'Asia', 'Southeast Asia', 'North America', 'LATAM'];
  assert.deepEqual(names.map(code), ['EU', 'EU', 'EU', 'EU', 'XA', 'XA', 'XS', 'XN', 'XL']);
  assert.deepEqual(['Scandinavia', 'Schengen', 'Benelux', 'Balkans'].map(code), ['EU', 'EU', 'EU', 'EU']);
  assert.deepEqual(['European Union', '欧盟', 'Avrupa Birliği'].map(code), ['EU', 'EU', 'EU']);
  assert.equal(code('xa'), undefined, 'a code of a region is written in capitals');
  assert.equal(resolvePlace('EU'), null, 'no feed states a region by its code');
});

test('regions are known in the languages of travellers, and parts of a continent offer their countries', () => {
  for (const [text, code] of namesWithCodes(`यूरोप EU | אירופה EU | اروپا EU | एशिया XA | Азія XA
    Đông Nam Á XS | Юго-Восточная Азия XS | เอเชียตะวันออกเฉียงใต้ XS | Bắc Mỹ XN | 拉丁美洲 XL | Латинская Америка XL`)) {
    const read = readDestination(text);
    assert.equal(read.kind === 'found' && read.country.code, code, text);
  }
  for (const [text, first, second] of [
    ['Western Europe', 'EU', 'FR'],
    ['Ostasien', 'XA', 'JP'],
    ['新马泰', 'XA', 'SG'],
    ['Worldwide', 'FR', 'ES'],
  ]) {
    const read = readDestination(text!);
    assert.equal(read.kind, 'group', text);
    assert.deepEqual(
      read.kind === 'group' && read.choices.map(({ country }) => country.code).slice(0, 2),
      [first, second],
      text,
    );
  }
});

test('words for an island or a city beside a name are left out, unless they belong to it', () => {
  for (const [
    text,
    code,
  ] of namesWithCodes(`Ilha da Madeira PT | Île de la Réunion RE | Isola d’Elba IT | Insel Rügen DE
    Islas de Cabo Verde CV | City of London GB | Bozcaada adası TR | 東京都 JP | 제주섬 KR | Isle of Man IM | Kansas City US`)) {
    const read = readDestination(text);
    assert.equal(read.kind === 'found' && read.country.code, code, text);
  }
  assert.equal(readDestination('Ilha da Zzz').kind, 'unknown');
  assert.equal(searchPlaces('Ilha da Madeira', new Map([['PT', 1]]))[0]?.country.code, 'PT');
});

test('a text that names several countries offers each of them, and one country twice is that country', () => {
  for (const [text, expected] of [
    ['USA and Canada', ['US', 'CA']],
    ['Spanien und Portugal', ['ES', 'PT']],
    ['韩国和日本', ['KR', 'JP']],
    ['한국과 일본', ['KR', 'JP']],
    ['France, Italy, Spain', ['FR', 'IT', 'ES']],
    ['Japan/Korea', ['JP', 'KR']],
  ] as const) {
    const read = readDestination(text);
    assert.equal(read.kind, 'group', text);
    assert.deepEqual(
      read.kind === 'group' && read.choices.map(({ country }) => country.code),
      expected,
      text,
    );
  }
  for (const [text, code] of namesWithCodes(
    'Wales and Scotland GB | Bosnia and Herzegovina BA | Paris, Texas, USA US | Rome & Milan IT',
  )) {
    const read = readDestination(text);
    assert.equal(read.kind === 'found' && read.country.code, code, text);
  }
  assert.equal(readDestination('Congo and Kenya').kind, 'unknown');
  const seven = readDestination('Peru, Oman, Iran, Iraq, Mali, Togo, Fiji');
  assert.equal(seven.kind === 'group' && seven.choices.length, 7, 'more than any trip, and not the last one');
});

test('only destinations with plans are offered, or all if none of them has plans', () => {
  const choices = (text: string, ...among: readonly string[]) => {
    const read = destinationReader('en', new Map(among.map((code) => [code, 1])))(text);
    return read.kind === 'found' ? assert.fail(text) : read.choices.map(({ country }) => country.code);
  };
  assert.deepEqual(choices('Congo', 'CG', 'JP'), ['CG']);
  assert.deepEqual(choices('Congo', 'JP').toSorted(), ['CD', 'CG']);
  assert.deepEqual(
    choices('Scandinavia', 'NO', 'JP', 'SE'),
    ['EU', 'SE', 'NO'],
    'the region, then its countries',
  );
  assert.deepEqual(choices('Thailan', 'TH', 'JP'), ['TH'], 'the beginning of a name');
  assert.deepEqual(choices('Thialand', 'TH', 'JP'), ['TH'], 'a similar name');
  assert.deepEqual(choices('Thialand', 'JP'), []);
});

test('of the places of one request, choices are searched for the first unknown one only', () => {
  const read = destinationReader();
  const choices = (text: string) => {
    const { kind, choices } = { choices: [], ...read(text) };
    return [kind, choices.length];
  };
  assert.deepEqual(['Japan', 'Congo', 'Thialand', 'Germnay', 'Congo', 'Thialand'].map(choices), [
    ['found', 0],
    ['several', 2],
    ['unknown', 1],
    ['unknown', 0],
    ['several', 2],
    ['unknown', 0],
  ]);
  assert.deepEqual(readDestination('Thialand'), { kind: 'unknown', choices: [] });
});

test('the short name of a city is read without folding the names of all countries again', (t) => {
  readDestination('Rom');
  const { mock } = t.mock.method(String.prototype, 'normalize');
  for (const text of ['서울', '東京', 'Rio', 'Rom']) readDestination(text);
  assert.ok(mock.callCount() < COUNTRIES.length, `${mock.callCount()} texts were folded`);
  assert.deepEqual(readDestination('Rom', 'de').kind, 'several', 'the beginning of Romania');
});

test('a longer text than any name is unknown and has no choices, and Northern Cyprus has none', () => {
  assert.equal(readDestination('Japan'.padEnd(60)).kind, 'found');
  assert.deepEqual(destinationReader()('Japan'.padEnd(61)), { kind: 'unknown', choices: [] });
  assert.deepEqual(readDestination('Girne'), { kind: 'no_code', choices: [] });
});

test('a flag, a place with its country, and both countries of Crimea are found', () => {
  assert.deepEqual(codes('🇯🇵'), ['JP']);
  assert.deepEqual(codes('Rome Italy'), ['IT']);
  assert.deepEqual(codes('Valencia, Spain'), ['ES']);
  for (const text of ['Crimea', 'Sevastopol', 'Krim', 'Крым', 'Simferopol', 'Yalta', 'Kerch'])
    assert.deepEqual(codes(text).slice(0, 2), ['UA', 'RU'], text);
});

test('Northern Cyprus is not found, because it has no country code', () => {
  for (const text of ['Northern Cyprus', 'TRNC', 'KKTC', 'Kuzey Kıbrıs', 'Nordzypern', 'Kyrenia', 'Girne'])
    assert.deepEqual(codes(text), [], text);
});

test('a search never throws, and returns each given country at most once', () => {
  const queries = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...HARD.map(([query]) => query)));
  fc.assert(
    fc.property(queries, fc.subarray(ALL), (query, among) => {
      const found = codes(query, among);
      assert.equal(new Set(found).size, found.length);
      assert.ok(found.every((code) => among.includes(code)));
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
