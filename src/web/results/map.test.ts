import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountryCode } from '../../domain/plan.ts';
import { ENGLISH } from '../../texts/texts.ts';
import { formatFor } from '../format.ts';
import { routeMap } from './map.ts';

function pictureOf(...countries: readonly string[]) {
  const stops = countries.map((country) => ({ country: country as CountryCode, days: 4 }));
  const language = { texts: ENGLISH, format: formatFor(ENGLISH), root: '', isChosen: false, link: String };
  const picture = String(routeMap(stops, language));
  const pathOf = (name: string) => new RegExp(`class="${name}" d="([^"]*)"`).exec(picture)?.[1] ?? '';
  const circles = [...picture.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x));
  return { picture, land: pathOf('land'), stopLand: pathOf('stop-land'), circles };
}

test('a route across the Pacific is drawn over the Pacific', () => {
  const [japan = 0, us = 0] = pictureOf('JP', 'US').circles;
  assert.ok(japan < us, 'to the east');
  const [thailand = 0, second = 0, third = 0] = pictureOf('TH', 'JP', 'US').circles;
  assert.ok(thailand < second && second < third);
  const [france = 0, other = 0] = pictureOf('FR', 'US').circles;
  assert.ok(other < france, 'the Atlantic stays whole');
});

/** The starting points of the parts of a path. */
const startsOf = (path: string) =>
  [...path.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

test('a map has the land around the route or no other land, and nothing outside of the picture', () => {
  for (const route of [
    ['IT', 'FR', 'ES'],
    ['JP', 'US'],
    ['DE', 'AT'],
    ['TH', 'VN', 'KH'],
    ['US', 'AU'],
  ]) {
    const { land, stopLand } = pictureOf(...route);
    assert.ok(startsOf(land).length >= 8, `${route.join()}: ${startsOf(land).length} parts`);
    for (const [x, y] of [...startsOf(land), ...startsOf(stopLand)])
      assert.ok(x >= -10 && x <= 610 && y >= -10 && y <= 370, `${route.join()}: ${x} ${y}`);
  }
  assert.equal(pictureOf('ES', 'FR', 'IT', 'GR', 'TR', 'GB').land, '', 'not a part of it');
});

test('the map of the longest route has less than 6 KB', () => {
  for (const route of [
    ['IT', 'FR', 'ES', 'PT', 'GB', 'IE'],
    ['US', 'CA', 'MX', 'AU', 'NZ', 'JP'],
    ['US', 'AU'],
  ])
    assert.ok(pictureOf(...route).picture.length < 6_000, route.join());
});
