import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import phonesFile from '../../reference/phones.json' with { type: 'json' };
import { BUNDLED_REFERENCE, loadReference } from './load.ts';
import { PhoneSearch, phoneFault, phoneName } from './phone-search.ts';
import type { PhonesFile, Verdict } from './schema.ts';

const { phones: search } = loadReference(BUNDLED_REFERENCE);
assert.ok(search !== null);

const find = (asked: string) => {
  const { matches, suggestions, verdict } = search.find(asked);
  return { verdict, matches: matches.map(phoneName), suggestions: suggestions.map(phoneName) };
};

/** What a traveller writes, the only phone that it means, and the verdict. */
const ONE: readonly (readonly [string, string, Verdict])[] = [
  ['iPhone 13', 'iPhone 13', 'usually'],
  ['iphone13pro', 'iPhone 13 Pro', 'usually'],
  ['IPHONE 12 MINI', 'iPhone 12 mini', 'usually'],
  ['İPHONE 12 Mini', 'iPhone 12 mini', 'usually'],
  ['apple iphone xr', 'iPhone XR', 'usually'],
  ['iphone 8', 'iPhone 8', 'no'],
  ['iphome 13', 'iPhone 13', 'usually'],
  ['ihpone 14 pro max', 'iPhone 14 Pro Max', 'usually'],
  ['iphone 13 128GB', 'iPhone 13', 'usually'],
  ['iphone se 2', 'iPhone SE (2020)', 'usually'],
  ['iPhone Air', 'iPhone Air', 'yes'],
  ['iPhone 16e', 'iPhone 16e', 'usually'],
  ['айфон 15', 'iPhone 15', 'usually'],
  ['아이폰 15 프로', 'iPhone 15 Pro', 'usually'],
  ['ipad mini 6', 'iPad mini (6th gen)', 'usually'],
  ['s23', 'Samsung Galaxy S23', 'usually'],
  ['Galaxy S23 Ultra', 'Samsung Galaxy S23 Ultra', 'usually'],
  ['samsung galaxy s21 fe', 'Samsung Galaxy S21 FE', 'no'],
  ['galaxys23', 'Samsung Galaxy S23', 'usually'],
  ['Samsng Galxy S24', 'Samsung Galaxy S24', 'usually'],
  ['S24+', 'Samsung Galaxy S24+', 'usually'],
  ['s24 plus', 'Samsung Galaxy S24+', 'usually'],
  ['三星 S24 Ultra', 'Samsung Galaxy S24 Ultra', 'usually'],
  ['A54', 'Samsung Galaxy A54', 'usually'],
  ['my phone is a Galaxy A54', 'Samsung Galaxy A54', 'usually'],
  ['My phone is an iPhone 13', 'iPhone 13', 'usually'],
  ['my phone: A54', 'Samsung Galaxy A54', 'usually'],
  ['I have an iPhone 13', 'iPhone 13', 'usually'],
  ['my iPhone 13', 'iPhone 13', 'usually'],
  ['I’ve got a Samsung Galaxy S23', 'Samsung Galaxy S23', 'usually'],
  ['mein Handy ist ein Galaxy A54', 'Samsung Galaxy A54', 'usually'],
  ['ich habe ein iPhone 13', 'iPhone 13', 'usually'],
  ['tengo un iPhone 13', 'iPhone 13', 'usually'],
  ['mi móvil es un Galaxy A54', 'Samsung Galaxy A54', 'usually'],
  ['telefonum Galaxy A54', 'Samsung Galaxy A54', 'usually'],
  ['bende iPhone 13 var', 'iPhone 13', 'usually'],
  ['A53', 'Samsung Galaxy A53', 'no'],
  ['A53 5G', 'Samsung Galaxy A53', 'no'],
  ['fold 4', 'Samsung Galaxy Z Fold4', 'usually'],
  ['Z Flip5', 'Samsung Galaxy Z Flip5', 'usually'],
  ['note20 ultra', 'Samsung Galaxy Note20 Ultra', 'usually'],
  ['Pixel 8a', 'Google Pixel 8a', 'yes'],
  ['google pixel 7', 'Google Pixel 7', 'yes'],
  ['Pixl 6 pro', 'Google Pixel 6 Pro', 'yes'],
  ['pixel 2', 'Google Pixel 2', 'rarely'],
  ['Xiaomi 13', 'Xiaomi 13', 'usually'],
  ['xiaomi redmi note 10', 'Xiaomi Redmi Note 10', 'no'],
  ['redmi note 13 pro+', 'Xiaomi Redmi Note 13 Pro+ 5G', 'usually'],
  ['poco x7', 'Xiaomi POCO X7', 'usually'],
  ['moto g34 5g', 'Motorola Moto G34', 'usually'],
  ['motorola edge 50 pro', 'Motorola Edge 50 Pro', 'usually'],
  ['razr 40 ultra', 'Motorola Razr 40 Ultra', 'usually'],
  ['razr plus 2024', 'Motorola Razr+ 2024', 'yes'],
  ['one plus 12', 'OnePlus 12', 'usually'],
  ['1+ 12', 'OnePlus 12', 'usually'],
  ['oneplus nord 4', 'OnePlus Nord 4', 'no'],
  ['Oppo Find X5 Pro', 'Oppo Find X5 Pro', 'usually'],
  ['reno 14', 'Oppo Reno14', 'usually'],
  ['vivo x200 pro', 'Vivo X200 Pro', 'usually'],
  ['Honour 90', 'Honor 90', 'usually'],
  ['honor magic 6 pro', 'Honor Magic6 Pro', 'usually'],
  ['huawei p30 pro', 'Huawei P30 Pro', 'no'],
  ['P40', 'Huawei P40', 'usually'],
  ['xperia 1 v', 'Sony Xperia 1 V', 'usually'],
  ['sony xperia 10 iv', 'Sony Xperia 10 IV', 'usually'],
  ['Nokia XR21', 'Nokia XR21', 'yes'],
  ['nothing phone 3a', 'Nothing Phone (3a)', 'unknown'],
  ['fairphone 5', 'Fairphone 5', 'yes'],
  ['aquos sense7', 'Sharp AQUOS sense7', 'yes'],
  ['zenphone 10', 'Asus Zenfone 10', 'no'],
  ['realme 12 pro plus', 'Realme 12 Pro+', 'no'],
  ['rakuten mini', 'Rakuten Mini', 'yes'],
  ['iPhone XS', 'iPhone XS', 'usually'],
  ['thinkphone', 'Motorola ThinkPhone', 'no'],
  ['TCL 50 5G', 'TCL 50 5G', 'rarely'],
  ['iPhone 15 China', 'iPhone 15', 'no'],
  ['iPhone15国行', 'iPhone 15', 'no'],
  ['iPhone 15 中国版', 'iPhone 15', 'no'],
  ['Chinese iPhone 15 Pro', 'iPhone 15 Pro', 'no'],
  ['iphone xr hong kong', 'iPhone XR', 'no'],
  ['iPhone 17 HK', 'iPhone 17', 'yes'],
  ['ihpone 15 bought in Hong Kong', 'iPhone 15', 'no'],
  ['iPhone 16e hong kong', 'iPhone 16e', 'unknown'],
  ['Pixel 3 Verizon', 'Google Pixel 3', 'no'],
  ['Galaxy S20 (Verizon)', 'Samsung Galaxy S20', 'no'],
  ['갤럭시 S22 한국판', 'Samsung Galaxy S22', 'no'],
  ['iPhone 14 US', 'iPhone 14', 'yes'],
  ['Galaxy S22 (Kore)', 'Samsung Galaxy S22', 'no'],
  ['Galaxy S22 acheté en Corée', 'Samsung Galaxy S22', 'no'],
  ['Samsung S22 из Кореи', 'Samsung Galaxy S22', 'no'],
  ['삼성 갤럭시 S22 자급제', 'Samsung Galaxy S22', 'no'],
  ["iPhone 15 Çin'den", 'iPhone 15', 'no'],
  ['iPhone 15 comprado na China', 'iPhone 15', 'no'],
  ['iPhone 15 aus China', 'iPhone 15', 'no'],
  ['ايفون ١٥ صيني', 'iPhone 15', 'no'],
  ['आईफोन १५ चीनी', 'iPhone 15', 'no'],
  ['ไอโฟน 15 ฮ่องกง', 'iPhone 15', 'no'],
  ["iPhone 14 d'Amérique", 'iPhone 14', 'yes'],
  ['אייפון 14 אמריקאי', 'iPhone 14', 'yes'],
  ['Pixel 3 aus Korea', 'Google Pixel 3', 'usually'],
  ['Galaxy S23 dual sim', 'Samsung Galaxy S23', 'usually'],
  ['iPad mini 6 WLAN', 'iPad mini (6th gen)', 'no'],
  ['iPad Air 11 M3 Wi-Fi', 'iPad Air 11 (M3)', 'no'],
  ['iPad Air 11 M3 Wi-Fi + Cellular', 'iPad Air 11 (M3)', 'usually'],
  ...[
    ...[
      'Wi-Fi & Cellular',
      'Wi-Fi Cellular',
      'WiFi/Cellular',
      'cellular wifi',
      'cellular + wifi',
      'WLAN + Cellular',
    ],
    ...['wifi LTE', 'Wi-Fi+Cellular', 'wifi&cellular', 'WLAN und Cellular', 'wifi 5G', 'cellular'],
  ].map((version) => [`iPad Air 5 ${version}`, 'iPad Air (5th gen)', 'usually'] as const),
  ['Galaxy Tab S9 5G', 'Samsung Galaxy Tab S9', 'usually'],
  ['Galaxy Tab S9 LTE', 'Samsung Galaxy Tab S9', 'usually'],
  ['Note20 Ultra US', 'Samsung Galaxy Note20 Ultra', 'rarely'],
  ['Xperia 1 VI Taiwan', 'Sony Xperia 1 VI', 'no'],
  ['iPhone 13 Germany', 'iPhone 13', 'usually'],
  // Two versions that differ: the general verdict, in whatever order they are named.
  ['AT&T iPhone 15 China', 'iPhone 15', 'usually'],
  ['iPhone 15 China AT&T', 'iPhone 15', 'usually'],
  ['Verizon iPhone 15 from Hong Kong', 'iPhone 15', 'usually'],
  ['iPhone 15 in the US from China', 'iPhone 15', 'usually'],
  // Two words for one version, and a place in China that is a version of its own.
  ['iPhone 15 Verizon USA', 'iPhone 15', 'yes'],
  ['iPhone 13 vodafone China', 'iPhone 13', 'no'],
  ['iPhone 17 Hong Kong, China', 'iPhone 17', 'yes'],
  ['TCL 50 5G T613K USA', 'TCL 50 5G', 'yes'],
  ['iPhone 13 vodafone', 'iPhone 13', 'usually'],
  ['iPhone 13 unlocked', 'iPhone 13', 'usually'],
  ['Galaxy A53 USA', 'Samsung Galaxy A53', 'no'],
  ['T613K', 'TCL 50 5G', 'yes'],
  ['TCL 50 5G T613K', 'TCL 50 5G', 'yes'],
  ['sm-f700f', 'Samsung Galaxy Z Flip', 'yes'],
  ['Galaxy Z Flip SM-F700F', 'Samsung Galaxy Z Flip', 'yes'],
];

suite('a spelling that means one phone', () => {
  for (const [asked, name, verdict] of ONE)
    test(`“${asked}” is the ${name}`, () => {
      assert.deepEqual(find(asked), { verdict, matches: [name], suggestions: [] });
    });
});

/** Names of several phones: the verdict is null if they differ. */
const SEVERAL: readonly (readonly [string, Verdict | null, string])[] = [
  ['Pixel', null, 'Google Pixel 8'],
  ['Galaxy', null, 'Samsung Galaxy S23'],
  ['iphone se', null, 'iPhone SE (2016)'],
  ['13 pro', null, 'iPhone 13 Pro'],
  ['13', null, 'iPhone 13'],
  ['galaxy fold', null, 'Samsung Galaxy Z Fold4'],
  ['ipad pro 12.9', null, 'iPad Pro 12.9 (1st gen)'],
  ['iPad Pro 11', 'usually', 'iPad Pro 11 (M4)'],
  ['Redmi Note 13', 'no', 'Xiaomi Redmi Note 13 5G'],
  ['fairphone', 'yes', 'Fairphone 4'],
  ['razr+', 'yes', 'Motorola Razr+ 2023'],
  ['G22', 'no', 'Nokia G22'],
];

suite('a name of several phones', () => {
  for (const [asked, verdict, among] of SEVERAL)
    test(`“${asked}” has several matches`, () => {
      const found = find(asked);
      assert.equal(found.verdict, verdict);
      assert.ok(found.matches.length > 1 && found.matches.includes(among), found.matches.join());
    });
});

/** Names that are not in the table, and a phone that is suggested; null: none. */
const UNKNOWN: readonly (readonly [string, string | null])[] = [
  ['iPhone 13 Prro', 'iPhone 13 Pro'],
  ['13 Prro', 'iPhone 13 Pro'],
  ['iPhone 13 Ultra', 'iPhone 13'],
  ['iPhone 1 3', null],
  ['A59', null],
  ['A5', 'Xiaomi Redmi A5'],
  ['XR', 'iPhone XR'],
  ['Xperia Z5', 'Sony Xperia 5'],
  ['zenfone 12', 'Asus Zenfone 12 Ultra'],
  ['Magic7', 'Honor Magic7 Pro'],
  ['hero6', 'Sharp AQUOS zero6'],
  ['iphone 19', null],
  ['nokia 3310', null],
  ['asdfgh', null],
  ['💥💥', null],
  ['*#06#', null],
  ['the quick brown fox', null],
];

suite('a phone that is not in the table', () => {
  for (const [asked, suggested] of UNKNOWN)
    test(`“${asked}” is unknown and matches nothing`, () => {
      const found = find(asked);
      assert.deepEqual([found.verdict, found.matches], ['unknown', []]);
      if (suggested === null) assert.deepEqual(found.suggestions, []);
      else assert.ok(found.suggestions.includes(suggested), found.suggestions.join());
    });
});

test('the name of every phone of the table, with its brand, means this phone alone', () => {
  for (const phone of search.phones)
    for (const name of [`${phone.brand} ${phone.model}`, phoneName(phone)])
      assert.deepEqual(search.find(name).matches, [phone], name);
});

test('the name of a model that is also that of its family means this model first', () => {
  for (const name of ['Galaxy Fold', 'Galaxy Z Flip', 'Pixel', 'Nord', 'Nord CE']) {
    const { matches } = search.find(name);
    assert.equal(matches[0]?.model, name);
    assert.ok(matches.length > 1, name);
  }
});

test('the version of no phone is misread from its own name', () => {
  for (const phone of search.phones) assert.equal(search.find(phoneName(phone)).version, null);
});

test('no word of the name of a phone is left out beside a version', () => {
  for (const { brand, model } of search.phones) {
    const found = search.find(`Hong Kong ${brand} ${model}`);
    assert.ok(
      found.matches.some((phone) => phone.model === model),
      model,
    );
  }
});

test('suggestions stay within a kind', () => {
  const kindsFor = (asked: string) => new Set(search.find(asked).suggestions.map(({ kind }) => kind));
  for (const asked of ['Galaxy Tab S8', 'iPad 16', 'iPad Pro 11 (9th gen)', 'Xiaomi Pad 6'])
    assert.ok(kindsFor(asked).isSubsetOf(new Set(['tablet'])), asked);
  assert.deepEqual(kindsFor('iPad (17)'), new Set(['tablet']));
  assert.ok(!kindsFor('Galaxy S11').has('tablet'));
  for (const asked of ['Galaxy Watch 6', 'Galaxy Buds 3']) assert.equal(kindsFor(asked).size, 0, asked);
});

test('a name with one changed digit never means the phone with the original digit', () => {
  for (const phone of search.phones) {
    const own = phoneName(phone);
    for (const [at, digit] of Array.from(own).entries()) {
      if (!/\d/.test(digit)) continue;
      const changed = `${own.slice(0, at)}${(Number(digit) + 1) % 10}${own.slice(at + 1)}`;
      assert.ok(!find(changed).matches.includes(own), `${changed} is not ${own}`);
    }
  }
});

test('a left-out or misspelt suffix never leads to the model with it', () => {
  for (const phone of search.phones) {
    const own = phoneName(phone);
    const [, stem, suffix] = /^(.*\d.*?) ?(Pro|Plus|\+|Max|Ultra|mini|FE|Lite|a|e)$/.exec(own) ?? [];
    if (stem === undefined || suffix === undefined) continue;
    assert.ok(!find(stem).matches.includes(own), `${stem} is not ${own}`);
    if (suffix.length > 2)
      assert.ok(!find(`${stem} ${suffix.slice(0, 1)}x${suffix.slice(1)}`).matches.includes(own), own);
  }
});

test('a text has 2 to 60 characters and no control characters', () => {
  assert.equal(phoneFault('iPhone 13'), null);
  assert.equal(phoneFault(' x '), 'out_of_range');
  assert.equal(phoneFault('x'.repeat(60)), null);
  assert.equal(phoneFault('x'.repeat(61)), 'out_of_range');
  for (const text of ['iPhone\u000013', 'iPhone\n13', 'iPhone\t13', 'iPhone \u202e13', 'iPhone \ud800'])
    assert.equal(phoneFault(text), 'malformed', JSON.stringify(text));
});

test('a text with more words than any name finds and suggests nothing', () => {
  const repeated = (times: number) => find('s23 galaxy '.repeat(times));
  assert.notDeepEqual(repeated(5).suggestions, []);
  assert.deepEqual(repeated(6), { verdict: 'unknown', matches: [], suggestions: [] });
});

test('of a misspelt word that may be many names, the first eight are tried', () => {
  const [known] = search.phones;
  assert.ok(known !== undefined);
  const models = Array.from('abcdefghijkl', (letter) => `Vors${letter} 7`);
  const phones = models.map((model) => ({ ...known, brand: 'Kexum', model }));
  const found = new PhoneSearch({ ...(phonesFile as unknown as PhonesFile), phones }).find('vorsz 7');
  assert.deepEqual(found.matches.map(({ model }) => model).toSorted(), models.slice(0, 8));
});

test('a search completes an index that was begun in parts', () => {
  const { phones: begun } = loadReference(BUNDLED_REFERENCE);
  assert.equal(begun?.indexNext(10), true);
  assert.deepEqual(begun?.find('galxy s22'), search.find('galxy s22'));
  assert.equal(begun?.indexNext(10), false);
});
