/**
 * The outlines of countries, simplified, from `assets/outlines.json`, and what pictures make of them. The largest part of
 * a country comes first.
 */
import { readFileSync } from 'node:fs';
import { flatMapInSteps, inSteps } from '../domain/in-steps.ts';
import type { CountryCode } from '../domain/plan.ts';

/** Longitude and latitude in degrees, or pixels. */
export type Point = readonly [x: number, y: number];

/** Rings of longitude and latitude. */
export type Outline = readonly (readonly Point[])[];

/** A smaller country is drawn as if it had this size. */
const LEAST_DEGREES = 0.1;

/** The file has differences in hundredths of a degree, which take a third of the bytes. */
function ringOf(steps: readonly number[]): [number, number][] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at) => {
    x += steps[2 * at] ?? 0;
    y += steps[2 * at + 1] ?? 0;
    return [x / 100, y / 100];
  });
}

/** Of all countries. */
export const outlines = inSteps(function* (): Generator<void, ReadonlyMap<CountryCode, Outline>> {
  const file = readFileSync(new URL('./assets/outlines.json', import.meta.url), 'utf8');
  const all = Object.entries(JSON.parse(file) as Record<CountryCode, number[][]>);
  yield;
  return new Map(yield* flatMapInSteps(all, ([code, rings]) => [[code, rings.map(ringOf)] as const]));
});

export const outlineOf = (code: CountryCode): Outline | null => outlines().get(code) ?? null;

/** In degrees, y points to the north. In pixels, it points down. */
export interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

export const boxOf = (points: readonly Point[]): Box => ({
  minX: Math.min(...points.map(([x]) => x)),
  maxX: Math.max(...points.map(([x]) => x)),
  minY: Math.min(...points.map(([, y]) => y)),
  maxY: Math.max(...points.map(([, y]) => y)),
});

export function middleOf(points: readonly Point[]): Point {
  const { minX, maxX, minY, maxY } = boxOf(points);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

/** Degrees to pixels of a picture that shows the box, with true proportions at its middle. `edge` is the room around it. */
export function projection(box: Box, width: number, height: number, edge = 0): (point: Point) => Point {
  const [centre, middle] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
  // A degree of longitude is shorter away from the equator.
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const spanX = Math.max(LEAST_DEGREES, (box.maxX - box.minX) * squeeze);
  const spanY = Math.max(LEAST_DEGREES, box.maxY - box.minY);
  const scale = Math.min((width - 2 * edge) / spanX, (height - 2 * edge) / spanY);
  return ([longitude, latitude]) => [
    Math.round(width / 2 + (longitude - centre) * squeeze * scale),
    Math.round(height / 2 - (latitude - middle) * scale),
  ];
}

/**
 * A closed line with relative steps of whole pixels. Points that are closer than `step` to the one before are left out.
 * It is '' if it is smaller than `least`.
 */
export function linePath(points: readonly Point[], step: number, least: number): string {
  const rounded = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const { minX, maxX, minY, maxY } = boxOf(rounded);
  const [first] = rounded;
  if (first === undefined || Math.max(maxX - minX, maxY - minY) < least) return '';
  let [x, y] = first;
  let path = '';
  for (const [nextX, nextY] of rounded.slice(1)) {
    if (Math.abs(nextX - x) + Math.abs(nextY - y) < step) continue;
    path += `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
  }
  return path === '' ? '' : `M${first.join(' ')}l${path.trimEnd()}z`;
}
