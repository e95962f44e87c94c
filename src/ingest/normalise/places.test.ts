import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCountry } from '../../domain/countries.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { networksOf } from '../parse/networks.ts';
import { createPlacesReader } from '../parse/place-cells.ts';
import { createPlaceResolver } from '../parse/places.ts';
import { pageFrom, parseAll } from '../testing/adapters.ts';
import { normaliseDraft, outcomeOf, plan, settings } from '../testing/plans.ts';
import { normalise } from './normalise.ts';

const generic = ADAPTERS['generic']!;

const place = createPlaceResolver();

test('Kosovo is XK under every code that feeds give it', () => {
  for (const code of ['XK', 'KSV', 'UNK', 'XKX', 'XKK', 'xkk']) assert.equal(place(code), 'XK', code);
});

test('Northern Cyprus is never Türkiye and never Cyprus', () => {
  for (const text of [
    'nn',
    'NN',
    'northern-cyprus',
    'North Cyprus',
    'cyprus-north',
    'TRNC',
    'Turkish Republic of Northern Cyprus',
    'Kuzey Kıbrıs',
    'KKTC',
    'CY-NC',
    'cy-nc',
    'N. Cyprus',
    'Nordzypern',
    'Chypre du Nord',
    'Северный Кипр',
    '北キプロス',
    '북키프로스',
  ])
    assert.equal(place(text), 'unknown_place', text);
  assert.equal(place('CYP'), 'CY');
  assert.equal(createPlaceResolver({ CYP: null })('CYP'), 'unknown_place');
  assert.equal(outcomeOf({ places: ['nn', 'TR'] }), 'unknown_place');
  assert.equal(outcomeOf({ places: ['northern-cyprus', 'CY', 'TR'] }), 'unknown_place');
  for (const places of [['TR'], ['CY'], ['CY', 'TR']])
    assert.equal(outcomeOf({ name: 'Northern Cyprus 10 GB', places }), 'unknown_place');
  assert.equal(outcomeOf({ name: 'Türkiye & Northern Cyprus', places: ['TR', 'GR'] }), 'accepted');
});

test('a plan whose name excludes Northern Cyprus, under any of its names, is one for Cyprus', () => {
  for (const part of ['Northern Cyprus', 'TRNC', 'KKTC', 'Turkish Cyprus', 'Cipro Nord', 'Северный Кипр'])
    assert.equal(outcomeOf({ name: `Cyprus 10 GB, not valid in ${part}`, places: ['CY'] }), 'accepted', part);
});

test('a code with a subdivision means its country, wherever a feed states it', () => {
  const placesOf = createPlacesReader({});
  const countries = (cell: unknown) => [...new Set(placesOf(cell).places.map(place))].join(' ');
  for (const [code, country] of Object.entries({
    'PT-MA': 'PT',
    'ES-CN': 'ES',
    'US-CA': 'US',
    'pt-ma': 'PT',
  })) {
    assert.equal(place(code), country);
    assert.equal(countries(code), country);
    assert.equal(countries([code]), country);
  }
  assert.equal(countries('ES-CN PT-MA'), 'ES PT');
  assert.equal(countries('{ES-CN,PT-MA,GB-SCT}'), 'ES PT GB');
  assert.equal(countries('US-PR'), 'PR', 'a territory with a country code of its own');
  assert.equal(countries('DE-AT-CH'), 'DE AT CH', 'a list of countries');
  assert.equal(countries('Japan - JP'), 'JP');
  assert.equal(countries('Indonesia (incl. Bali)'), 'ID');
  assert.equal(countries('CY-NC'), 'unknown_place');
  assert.equal(outcomeOf({ places: ['CY-NC', 'TR'] }), 'unknown_place');
  assert.deepEqual(plan({ places: ['PT-MA'] }).named, [{ country: 'PT', part: 'Madeira' }]);
});

test('a place with the name of an object member is unknown', () => {
  for (const text of ['constructor', 'valueOf', '__proto__'])
    assert.equal(place(text), 'unknown_place', text);
  assert.equal(plan({ places: ['constructor', 'ES', 'PT'], name: '' }).coverage.destinations.join(), 'ES,PT');
});

test('codes that are no country are no country', () => {
  for (const text of ['HI', 'S1', 'KK', 'EU', 'ZZ', '', '  ', 'Europe', 'x'.repeat(500)])
    assert.equal(place(text), 'unknown_place', text);
});

test('retired codes are told apart from unknown ones', () => {
  for (const text of ['AN', 'ANT', 'an', 'YU', 'SCG']) assert.equal(place(text), 'retired_place', text);
  assert.equal(outcomeOf({ places: ['AN'] }), 'retired_place');
  assert.equal(outcomeOf({ places: ['AN', 'S1'] }), 'unknown_place');
});

test('ISO-2, ISO-3 and plain names all lead to the country', () => {
  for (const text of ['TR', 'tr', 'TUR', 'Türkiye', 'Turkey', ' TR ']) assert.equal(place(text), 'TR', text);
  assert.equal(place('IC'), 'ES');
  assert.equal(place('UK'), 'GB');
});

test('"KOS" is the code of Kosovo, and "Kos" the Greek island', () => {
  assert.equal(place('KOS'), 'XK');
  assert.equal(place('Kos'), 'GR');
  assert.equal(place('kos'), 'GR');
});

test('islands, states, parts and cities lead to their country; a name of several countries leads nowhere', () => {
  const expected: Readonly<Record<string, string>> = {
    'Aaland Islands': 'AX',
    Azores: 'PT',
    Madeira: 'PT',
    'Canary Islands': 'ES',
    'ES-CN': 'ES',
    Saba: 'BQ',
    Scotland: 'GB',
    England: 'GB',
    'GB-SCT': 'GB',
    Hawaii: 'US',
    'Bali City': 'ID',
    'Istanbul City': 'TR',
    'Los Angeles City': 'US',
    Barcelona: 'ES',
    'Marie Galante': 'GP',
    'Saint Martinfrench Part': 'MF',
    'Turks And Caicos': 'TC',
    'South Cyprus': 'CY',
    Congo: 'unknown_place',
    'Virgin Islands': 'unknown_place',
    'Central America': 'unknown_place',
    'North Cyprus City': 'unknown_place',
    'Alaska Cruise': 'unknown_place',
  };
  for (const [text, code] of Object.entries(expected)) assert.equal(place(text), code, text);
});

test("the operator's own reading of a code comes before every rule", () => {
  const own = createPlaceResolver({ KK: 'XK', cyp: null });
  assert.equal(own('kk'), 'XK');
  assert.equal(own('CYP'), 'unknown_place');
});

test('an unknown place leaves a regional plan, and the plan stays', () => {
  const read = normaliseDraft({ places: ['FR', 'HI', 'AN', 'DE', 'FR'] });
  assert.ok(read.ok);
  assert.deepEqual(read.plan.coverage.destinations, ['DE', 'FR']);
});

test('a plan whose only places are unknown is rejected; one without places too', () => {
  assert.equal(outcomeOf({ places: ['HI'] }), 'unknown_place');
  assert.equal(outcomeOf({ places: [] }), 'no_place');
});

test('every destination of every plan is a country, sorted and once', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom('TR', 'tur', 'AN', 'nn', 'HI', 'FR', 'de', 'KSV'),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (places) => {
      const read = normaliseDraft({ places });
      if (!read.ok) return;
      const { destinations } = read.plan.coverage;
      assert.ok(destinations.length > 0 && destinations.every(isCountry));
      assert.deepEqual(destinations, [...new Set(destinations)].sort());
    }),
  );
});

test('scope follows the destinations that are left', () => {
  assert.equal(plan({ places: ['TR'], scope: 'region' }).coverage.scope, 'country');
  assert.equal(plan({ places: ['TR', 'GR'], scope: 'country' }).coverage.scope, 'region');
  assert.equal(plan({ places: ['TR', 'GR'], scope: 'global' }).coverage.scope, 'global');
});

test('exclusions are taken out of the coverage', () => {
  const { coverage } = plan({ places: ['FR', 'CH', 'DE'], excludedPlaces: ['CHE', 'S1'] });
  assert.deepEqual(coverage.destinations, ['DE', 'FR']);
  assert.deepEqual(coverage.exclusions, ['CH']);
});

test('networks stand under their destination with their best generation', () => {
  const { coverage } = plan({
    places: ['TR', 'GR'],
    networks: [
      { place: 'TUR', name: 'Anatel', generation: '4G' },
      { place: 'TR', name: 'Anatel', generation: '5G' },
      { place: 'FR', name: 'Elsewhere', generation: null },
      { place: null, name: 'Somewhere', generation: '3G' },
    ],
  });
  assert.deepEqual(coverage.networks, { TR: [{ name: 'Anatel', generation: '5G' }] });
  assert.equal(coverage.generation, '3G');
});

test('a region that no map explains is rejected with what to do', () => {
  const detail = (...places: string[]) => {
    const read = normaliseDraft({ places });
    return read.ok ? 'accepted' : read.detail;
  };
  for (const name of ['Europe', 'Asia (12 countries)', 'Global'])
    assert.match(detail(name), /is a region, but `regions` of the source does not list its countries/);
  assert.match(detail('Narnia'), /no country found for "Narnia"/);
});

test('a network that is called like an address of its country keeps its name', () => {
  const networks = [{ place: 'MK', name: 'Telekom.mk', generation: null }];
  assert.deepEqual(plan({ places: ['MK'], networks }).coverage.networks, {
    MK: [{ name: 'Telekom.mk', generation: null }],
  });
});

test('a network of a regional plan is kept under its country where that is certain, and counted where it is not', () => {
  const read = (cell: unknown) => {
    const made = normaliseDraft({ places: ['JP', 'KR', 'FR', 'ES'], networks: networksOf(cell) });
    assert.ok(made.ok);
    const { networks } = made.plan.coverage;
    const names = Object.entries(networks).map(
      ([code, list]) => `${code} ${list.map(({ name }) => name).join('+')}`,
    );
    return [names.sort().join(', '), made.droppedNetworks];
  };
  assert.deepEqual(read('Docomo, SKT'), ['JP Docomo, KR SKT', 0]);
  assert.deepEqual(read('Docomo (4G), Orange, Nobody Mobile'), ['JP Docomo', 2]);
  assert.deepEqual(read('FR: Orange, SFR; ES: Orange'), ['ES Orange, FR Orange+SFR', 0]);
  assert.deepEqual(read([{ code: 'FR', networks: [{ name: 'Orange' }] }]), ['FR Orange', 0]);
});

test('a code in the brackets of a list is that code, whatever the word means in another language', async () => {
  const options = {
    url: 'https://feed.example/',
    format: 'json',
    basis: 'retail',
    id: 'id',
    columns: { places: 'places', data: 'data', days: 'days', price: 'price' },
    constants: { currency: 'USD' },
    link: 'https://shop.example/{id}',
  };
  for (const [places, code] of [
    ['{RU}', 'RU'],
    ['["SA"]', 'SA'],
    ['RU', 'RU'],
  ]) {
    const body = JSON.stringify([{ id: 1, places, data: '5 GB', days: 7, price: 9 }]);
    const [row] = await parseAll(generic, pageFrom(body), options);
    assert.ok(row?.ok);
    const read = normalise(row.draft, settings());
    assert.ok(read.ok);
    assert.deepEqual(read.plan.coverage.destinations, [code]);
  }
});
