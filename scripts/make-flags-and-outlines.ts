/**
 * Generates `src/web/assets/flags.json` and `outlines.json`: the flags and the outlines of countries that pages draw. The
 * outlines are from `world-countries`. The package of the flags has 22 MB and is needed only for this. Install it outside
 * of the project and name its folder:
 *
 *   npm install --prefix <folder> country-flag-icons@1.6.20
 *   node scripts/make-flags-and-outlines.ts <folder>/node_modules/country-flag-icons
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COUNTRIES } from '../src/domain/countries.ts';

const [flags = ''] = process.argv.slice(2);
const ASSETS = new URL('../src/web/assets/', import.meta.url);
const OUTLINES = new URL('../node_modules/world-countries/', import.meta.url);

/** Coordinates are in hundredths of a degree. */
const STEPS = 100;
/** An outline keeps details of this share of its size, and islands above a share of the largest part. */
const DETAIL = 1 / 130;
const LEAST_PART = 0.012;

type Point = readonly [number, number];
type Ring = readonly Point[];

/** Ramer-Douglas-Peucker: the points that are further than the tolerance from the line between their neighbours. */
function simplified(ring: Ring, tolerance: number): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined || ring.length < 3) return ring;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  const distance = ([x, y]: Point) =>
    length === 0
      ? Math.hypot(x - first[0], y - first[1])
      : Math.abs(dy * (x - first[0]) - dx * (y - first[1])) / length;
  let furthest = 0;
  for (let at = 1; at < ring.length - 1; at++)
    if (distance(ring[at]!) > distance(ring[furthest]!) || furthest === 0) furthest = at;
  if (distance(ring[furthest]!) <= tolerance) return [first, last];
  return [
    ...simplified(ring.slice(0, furthest + 1), tolerance).slice(0, -1),
    ...simplified(ring.slice(furthest), tolerance),
  ];
}

const extent = (ring: Ring): number => {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
};

const area = (ring: Ring): number =>
  Math.abs(ring.reduce((sum, [x, y], at) => sum + x * ring.at(at - 1)![1] - y * ring.at(at - 1)![0], 0)) / 2;

/** The outer rings, each as a flat list of coordinates, of which all but the first are differences. */
function outlineOf(code3: string): number[][] {
  const file = new URL(`data/${code3.toLowerCase()}.geo.json`, OUTLINES);
  if (!existsSync(file)) return [];
  const geometry = JSON.parse(readFileSync(file, 'utf8')).features[0]?.geometry;
  if (geometry === undefined) return [];
  const polygons: Ring[][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.map(([outer]) => outer!).sort((a, b) => area(b) - area(a));
  const largest = area(rings[0]!);
  return rings
    .filter((ring) => area(ring) >= largest * LEAST_PART)
    .slice(0, 12)
    .map((ring) => {
      const points = simplified(ring, Math.max(0.01, extent(rings[0]!) * DETAIL)).map(
        ([x, y]) => [Math.round(x * STEPS), Math.round(y * STEPS)] as const,
      );
      return points.slice(0, -1).flatMap(([x, y], at) => {
        const [beforeX, beforeY] = points[at - 1] ?? [0, 0];
        return [x - beforeX, y - beforeY];
      });
    });
}

const codes3 = new Map<string, string>(
  JSON.parse(readFileSync(new URL('countries.json', OUTLINES), 'utf8')).map(
    ({ cca2, cca3 }: { cca2: string; cca3: string }) => [cca2, cca3],
  ),
);
const lines = (all: readonly (readonly [string, unknown])[]): string =>
  `{\n${all.map(([code, value]) => `"${code}":${JSON.stringify(value)}`).join(',\n')}\n}\n`;

const drawn = COUNTRIES.map(({ code }) => [code, join(flags, '3x2', `${code}.svg`)] as const)
  .filter(([, file]) => existsSync(file))
  .map(([code, file]) => [code, readFileSync(file, 'utf8').trim()] as const);
writeFileSync(new URL('flags.json', ASSETS), lines(drawn));
const outlines = COUNTRIES.map(({ code }) => [code, outlineOf(codes3.get(code) ?? '')] as const).filter(
  ([, rings]) => rings.length > 0,
);
writeFileSync(new URL('outlines.json', ASSETS), lines(outlines));
console.log(`${drawn.length} flags, ${outlines.length} outlines of ${COUNTRIES.length} countries`);
