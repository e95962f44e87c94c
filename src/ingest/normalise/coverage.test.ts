import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../../domain/countries.ts';
import type { Draft, DraftNetwork } from '../draft.ts';
import { normaliseDraft, plan } from '../testing/plans.ts';

const detailFor = (changes: Partial<Draft>) => {
  const read = normaliseDraft(changes);
  return read.ok ? 'accepted' : `${read.reason}: ${read.detail}`;
};
const destinationsOf = (name: string) =>
  plan({ name, places: ['JP', 'KR', 'CH', 'FR'] }).coverage.destinations;
const network = (name: string, change: Partial<DraftNetwork> = {}): DraftNetwork => ({
  place: null,
  name,
  generation: null,
  ...change,
});
const turkish = (networks: readonly DraftNetwork[], leaks?: (text: string) => boolean) =>
  plan({ networks }, leaks === undefined ? {} : { leaks }).coverage.networks['TR'] ?? [];

test('a row without a country says which of its places was read, at most three of them', () => {
  assert.equal(detailFor({ places: [] }), 'no_place: the row has no destination');
  assert.equal(
    detailFor({ places: ['Narnia', 'Mordor'] }),
    'unknown_place: no country found for "Narnia", "Mordor"',
  );
  assert.equal(
    detailFor({ places: ['Narnia', 'Mordor', 'Utopia'] }),
    'unknown_place: no country found for "Narnia", "Mordor", "Utopia"',
  );
  assert.equal(
    detailFor({ places: ['Narnia', 'Mordor', 'Utopia', 'Atlantis', 'x'.repeat(90)] }),
    'unknown_place: no country found for "Narnia", "Mordor", "Utopia" and 2 more',
  );
});

test('a row whose places are all excluded is rejected, by its own column or by its name', () => {
  assert.equal(
    detailFor({ places: ['TR'], excludedPlaces: ['TUR'] }),
    'name_contradicts: the row or its name excludes every place that it states: "TR"',
  );
  assert.equal(
    detailFor({ name: 'Europe (no France) 10 GB', places: ['FR'] }),
    'name_contradicts: the row or its name excludes every place that it states: "FR"',
  );
});

test('a country that stands after the word is excluded from the region before it', () => {
  for (const name of [
    'Asia excluded Japan',
    'Asia (excluded Japan)',
    'Asia not valid Japan',
    'Asia 除外 日本',
    'アジア 除く 日本',
  ])
    assert.deepEqual(destinationsOf(name), ['CH', 'FR', 'KR'], name);
  assert.deepEqual(destinationsOf('Asia excluded Japan and Korea'), ['CH', 'FR']);
  assert.deepEqual(destinationsOf('Global (excluded Japan)'), ['CH', 'FR', 'KR']);
  // Here the word belongs to the country before it.
  assert.deepEqual(destinationsOf('Asia: Japan excluded, Korea'), ['CH', 'FR', 'KR']);
  assert.deepEqual(destinationsOf('Japan excluded Korea'), ['CH', 'FR', 'KR']);
});

test('a place that is "not in use" is excluded', () => {
  for (const name of [
    'Switzerland not in use',
    'Switzerland: not in use',
    'Europe: not in use in Switzerland',
  ])
    assert.deepEqual(destinationsOf(name), ['FR', 'JP', 'KR'], name);
});

test('only rows whose places are all regions wait for the countries of a region', () => {
  assert.equal(
    detailFor({ places: ['Europe'] }),
    'unknown_place: "Europe" is a region, but `regions` of the source does not list its countries',
  );
  assert.equal(
    detailFor({ places: ['Europe', 'Asia'] }),
    'unknown_place: "Europe", "Asia" are regions, but `regions` of the source does not list their countries',
  );
  assert.equal(
    detailFor({ places: ['Europe', 'Narnia'] }),
    'unknown_place: no country found for "Europe", "Narnia"',
  );
});

test('Northern Cyprus is not sold under the code of a neighbour, but beside another country', () => {
  for (const places of [
    ['KKTC', 'TR'],
    ['KKTC', 'TR', 'CY'],
  ])
    assert.match(detailFor({ places }), /^unknown_place: no country found/);
  assert.deepEqual(plan({ places: ['KKTC', 'TR', 'GR'] }).coverage.destinations, ['GR', 'TR']);
  assert.deepEqual(plan({ places: ['Narnia', 'TR'] }).coverage.destinations, ['TR']);
});

test('a plan for sixty countries is global unless the feed states its scope', () => {
  const codes = COUNTRIES.map(({ code }) => code);
  const scopeOf = (count: number, scope: Draft['scope'] = null) =>
    plan({ places: codes.slice(0, count), scope }).coverage.scope;
  assert.deepEqual(
    [scopeOf(59), scopeOf(60), scopeOf(60, 'region'), scopeOf(2, 'global')],
    ['region', 'global', 'region', 'global'],
  );
});

test('exits and exclusions are sorted and stated once', () => {
  const { exits, exclusions } = plan({
    places: ['TR', 'GR'],
    exits: ['SE', 'DE', 'SWE'],
    excludedPlaces: ['SE', 'DE', 'nowhere'],
  }).coverage;
  assert.deepEqual(
    [exits, exclusions],
    [
      ['DE', 'SE'],
      ['DE', 'SE'],
    ],
  );
});

test('a network is listed once with its best generation, whatever the order of the rows is', () => {
  const twice = (one: DraftNetwork['generation'], other: DraftNetwork['generation']) =>
    turkish([network('Anatel', { generation: one }), network('Anatel', { generation: other })]);
  for (const [one, other] of [
    ['4G', '5G'],
    ['5G', '4G'],
    ['5G', null],
    [null, '5G'],
    ['5G', '5G'],
  ] as const)
    assert.deepEqual(twice(one, other), [{ name: 'Anatel', generation: '5G' }], `${one} ${other}`);
});

test('a generation that is stated for no place is that of the plan, also without the name of a network', () => {
  const generationOf = (networks: readonly DraftNetwork[]) => plan({ networks }).coverage.generation;
  assert.equal(generationOf([network('', { generation: '4G' }), network('', { generation: '5G' })]), '5G');
  assert.equal(generationOf([network('Anatel', { place: 'TR', generation: '5G' })]), null);
});

test('a network without a name, of another country or with one of our credentials is left out', () => {
  const leaks = (text: string) => text.includes('s3cret');
  const given = [network(''), network('s3cret'), network('Elsewhere', { place: 'FR' }), network('Anatel')];
  assert.deepEqual(
    turkish(given, leaks).map(({ name }) => name),
    ['Anatel'],
  );
});

test('at most sixteen networks of a country are kept', () => {
  const many = Array.from({ length: 20 }, (_, at) => network(`Operator ${at + 1}`));
  assert.deepEqual(
    turkish(many).map(({ name }) => name),
    many.slice(0, 16).map(({ name }) => name),
  );
});

test('an operator that works in several of the countries is counted and not guessed', () => {
  const read = normaliseDraft({
    places: ['FR', 'ES', 'TR'],
    networks: [network('Orange'), network('Turkcell')],
  });
  assert.ok(read.ok);
  assert.deepEqual(read.plan.coverage.networks, { TR: [{ name: 'Turkcell', generation: null }] });
  assert.equal(read.droppedNetworks, 1);
});
