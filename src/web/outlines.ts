/** The outlines of countries, simplified, from `assets/outlines.json`. The largest part of a country comes first. */
import { readFileSync } from 'node:fs';
import type { CountryCode } from '../domain/plan.ts';

/** Rings of longitude and latitude in degrees. */
export type Outline = readonly (readonly (readonly [longitude: number, latitude: number])[])[];

let known: ReadonlyMap<CountryCode, Outline> | undefined;

/** The file has differences in hundredths of a degree, which take a third of the bytes. */
function ringOf(steps: readonly number[]): [number, number][] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at) => {
    x += steps[2 * at] ?? 0;
    y += steps[2 * at + 1] ?? 0;
    return [x / 100, y / 100];
  });
}

function read(): ReadonlyMap<CountryCode, Outline> {
  const file = readFileSync(new URL('./assets/outlines.json', import.meta.url), 'utf8');
  const all = Object.entries(JSON.parse(file) as Record<CountryCode, number[][]>);
  return new Map(all.map(([code, rings]) => [code, rings.map(ringOf)]));
}

export const outlines = (): [CountryCode, Outline][] => {
  known ??= read();
  return [...known];
};

export const outlineOf = (code: CountryCode): Outline | null => {
  known ??= read();
  return known.get(code) ?? null;
};
