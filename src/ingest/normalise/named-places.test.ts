import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namingOf } from '../../domain/destination.ts';
import { plan } from '../testing/plans.ts';

const EUROPE = ['FR', 'DE', 'ES', 'PT', 'NO', 'GB', 'GR'];
const named = (name: string, places: readonly string[]): string =>
  plan({ name, places })
    .named.map(({ country, part }) => (part === null ? country : `${country ?? 'region'}:${part}`))
    .join(' ');

test('a name names the country as a whole', () => {
  for (const name of ['Türkiye', 'Turkey Saver', 'eSIM, TURKEY, V2', 'turkiye basic'])
    assert.equal(named(name, ['TR']), 'TR', name);
  assert.equal(named('Saint Vincent And The Grenadines Basic', ['VC']), 'VC');
  assert.equal(named('UK Saver', ['GB']), 'GB');
  assert.equal(named('Spain & Portugal', ['ES', 'PT']), 'ES PT');
  assert.equal(named('South Africa Saver', ['ZA']), 'ZA');
  assert.equal(named('US Virgin Islands Saver', ['VI']), 'VI');
  assert.equal(named('Trinidad & Tobago', ['TT']), 'TT');
  assert.equal(named('St. Lucia Saver', ['LC']), 'LC');
  assert.equal(named('St.Lucia Saver', ['St.Lucia']), 'LC');
});

test('a name names a part of the country, and the feed may sell one', () => {
  assert.equal(named('Scotland Explorer', ['GB']), 'GB:Scotland');
  assert.equal(named('Azores', ['PT']), 'PT:Azores');
  assert.equal(named('US-HI Basic', ['US']), 'US:Hawaii');
  assert.equal(named('US HI Canada', ['US', 'CA']), 'CA US:Hawaii');
  assert.equal(named('Saver', ['Canary Islands']), 'ES:Canary Islands');
  assert.equal(named('Saver', ['Barcelona City']), 'ES:Barcelona');
  assert.equal(named('Portugal with Madeira', ['PT']), 'PT');
});

test('a name names another place', () => {
  assert.equal(named('Svalbard Saver', EUROPE), 'SJ');
  assert.equal(named('Fiji Saver', EUROPE), 'FJ');
  assert.equal(named('日本 データ', ['TR']), 'JP');
});

test('a region of which the plan covers no country is another place, in any language', () => {
  const naming = (name: string, places: readonly string[], country: string) =>
    namingOf(plan({ name, places }).named, country);
  for (const name of ['Europe', 'EU Saver', 'Europa', 'Avrupa', 'ヨーロッパ', 'European Saver'])
    assert.equal(naming(name, ['VN'], 'VN'), 'elsewhere', name);
  assert.deepEqual(plan({ name: 'Avrupa Saver', places: ['VN'] }).named, [{ country: null, part: 'Europe' }]);
  assert.equal(naming('Asia', ['FR', 'DE'], 'DE'), 'elsewhere');
  assert.equal(naming('Asia', ['VN', 'TH'], 'VN'), 'none');
  assert.equal(naming('Europe', ['TR'], 'TR'), 'none');
  assert.equal(naming('Global', ['VN'], 'VN'), 'none');
  assert.equal(naming('Europe + Vietnam', ['VN', 'TH'], 'VN'), 'country');
  assert.equal(naming('Europe + Vietnam', ['VN', 'TH'], 'TH'), 'elsewhere');
  assert.equal(naming('Europe, 36 countries', ['VN'], 'VN'), 'elsewhere');
});

test('regions, everyday words, countries of phone numbers and fancy names name no place', () => {
  for (const [name, places] of [
    ['Europe', EUROPE],
    ['Balkans', EUROPE],
    ['Europe & UK', EUROPE],
    ['Orion: USA + EU', EUROPE],
    ['Orion: UK + EU', EUROPE],
    ['O2 European eSIM (UK phone number)', EUROPE],
    ['Global 120 countries', EUROPE],
    ['Global (Not Include Mainland China)', EUROPE],
    ['Europe excl. Switzerland', EUROPE],
    ['Europe (Switzerland & Turkey excluded)', EUROPE],
    ['Middle East and North Africa', ['AE', 'OM']],
    ['Vodafone with UK number', EUROPE],
    ['Anatolia Classic', ['TR']],
    ['Mobile Best Data Side', ['TR']],
    ['Bali Vibes', ['TR']],
    ['New Mexico Saver', ['US']],
    ['Georgia Saver', ['US']],
  ] as const)
    assert.equal(named(name, places), '', name);
});
