import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCoveredDestination } from '../region.ts';
import {
  countriesOf,
  destinationName,
  isEnoughOf,
  REGION_DESTINATIONS,
  regionNamed,
  regionOf,
  regionsNamed,
  stopsIn,
} from './region-destinations.ts';

const codesNamed = (text: string): string[] => regionsNamed(text).map(({ code }) => code);

test('every region has a code of its own, and its core lies in the region', () => {
  const codes = REGION_DESTINATIONS.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const { code, name, core, countries } of REGION_DESTINATIONS) {
    assert.ok(core.length > 1 && core.every((country) => countries.has(country)), code);
    assert.equal(regionOf(code)?.name, name);
    assert.equal(regionNamed(name)?.code, code);
  }
  assert.deepEqual([regionOf('TR'), regionNamed('Atlantis')], [null, null]);
});

test('a region is found by its code, by a name in any language, and by at least three letters of its beginning', () => {
  for (const text of ['EU', ' EU ', 'Europe', 'europa', 'AVRUPA', 'ヨーロッパ', 'eur', 'eu'])
    assert.ok(codesNamed(text).includes('EU'), text);
  for (const text of ['e', 'rope', 'Turkey', ' ', '']) assert.ok(!codesNamed(text).includes('EU'), text);
});

test('the names of a region include those of the groups that contain its whole core, and its own do not', () => {
  const europe = regionOf('EU')!;
  assert.ok(europe.ownNames.every((name) => europe.names.includes(name)));
  for (const { code, core, names } of REGION_DESTINATIONS)
    for (const other of REGION_DESTINATIONS) {
      const contains = core.every((country) => other.countries.has(country));
      assert.equal(
        other.ownNames.every((name) => names.includes(name)),
        contains,
        `${other.code} ${code}`,
      );
    }
});

test('half of the core countries are enough, of an odd number the larger half', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((covered) => isEnoughOf(['AT', 'BE', 'CZ', 'DE'], covered)),
    [false, false, true, true],
  );
  assert.deepEqual(
    [1, 2].map((covered) => isEnoughOf(['AT', 'BE', 'CZ'], covered)),
    [false, true],
  );
});

test('a plan may be a result for a country that it covers, and for a region of which it covers enough', () => {
  const { core } = regionOf('EU')!;
  const enough = { destinations: core.slice(0, Math.ceil(core.length / 2)) };
  assert.ok(isCoveredDestination(enough, 'EU'));
  assert.ok(isCoveredDestination(enough, core[0]!));
  assert.ok(!isCoveredDestination({ destinations: enough.destinations.slice(1) }, 'EU'));
  assert.ok(!isCoveredDestination(enough, core.at(-1)!));
});

test('a country stands for itself, and a region for its core', () => {
  assert.deepEqual(countriesOf('TR'), ['TR']);
  assert.deepEqual(countriesOf('EU'), regionOf('EU')!.core);
  assert.deepEqual(['EU', 'JP', 'ZZ'].map(destinationName), ['Europe', 'Japan', 'ZZ']);
});

test('an example of a trip has two different countries of the core of the region', () => {
  for (const { code, core } of REGION_DESTINATIONS) {
    const { first, second } = stopsIn(code);
    assert.ok(first !== second && core.includes(first) && core.includes(second), code);
  }
});
