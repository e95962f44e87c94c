/** The map of a route: the countries of the stops among their neighbours, with numbers in the order of the trip. */
import { type Stop, totalDays } from '../../domain/trip.ts';
import { type Html, html, trusted } from '../html.ts';
import type { Language } from '../language.ts';
import {
  boxOf,
  linePath,
  middleOf,
  type Outline,
  outlineOf,
  outlines,
  type Point,
  projection,
} from '../outlines.ts';
import { CIRCLE_RADIUS, placeNames } from './map-labels.ts';

const WIDTH = 600;
const HEIGHT = 360;
/** Room around the countries, in pixels. */
const EDGE = 52;
/** Parts of a country that are smaller than this on the map are not drawn. */
const LEAST_PX = 5;
/** Points that are closer than this to the one before are left out. */
const STEP_PX = 4;
/** Neighbours have fewer details, and all of them as many fewer as they need to fit. */
const NEIGHBOUR_STEPS_PX = [7, 10, 14, 18];
/** From the middle of a number down to the line on which it stands. */
const NUMBER_DROP_PX = 7;
/** All outlines together, so that a picture has less than 6 KB. */
const OUTLINES_BYTES_MAX = 4_700;

/** What is cut off lies this far outside of the picture, so that the cut is not seen. */
const MARGIN = 4;

/** The edges of the picture: `sign` × the coordinate of a point inside is at most `sign` × `limit`. */
const EDGES = [
  { axis: 0, sign: -1, limit: -MARGIN },
  { axis: 0, sign: 1, limit: WIDTH + MARGIN },
  { axis: 1, sign: -1, limit: -MARGIN },
  { axis: 1, sign: 1, limit: HEIGHT + MARGIN },
] as const;

/** The part of a ring inside of the picture, cut at one edge after the other. */
function clipped(ring: readonly Point[]): readonly Point[] {
  let inside = ring;
  for (const { axis, sign, limit } of EDGES) {
    const isIn = (point: Point) => sign * point[axis] <= sign * limit;
    inside = inside.flatMap((point, at, all) => {
      const before = all.at(at - 1) ?? point;
      if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
      const share = (limit - before[axis]) / (point[axis] - before[axis]);
      const crossing: Point = [
        before[0] + share * (point[0] - before[0]),
        before[1] + share * (point[1] - before[1]),
      ];
      return isIn(point) ? [crossing, point] : [crossing];
    });
  }
  return inside;
}

/** An outline in pixels, without what is outside of the picture. */
const inPicture = (outline: Outline, project: (point: Point) => Point): Outline =>
  outline.map((ring) => clipped(ring.map(project))).filter((ring) => ring.length > 0);

const pathOf = (rings: Outline, step: number): string =>
  rings.map((ring) => linePath(ring, step, LEAST_PX)).join('');

/**
 * The longitude at which the map of the earth is cut: beyond the Pacific, or for a route across the Pacific in the widest
 * gap between its countries.
 */
function cutBetween(longitudes: readonly number[]): number {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? 0;
  if (last - first <= 180) return -180;
  const gaps = sorted.slice(1).map((east, at) => ({ west: sorted[at] ?? 0, east }));
  const widest = gaps.reduce((a, b) => (b.east - b.west > a.east - a.west ? b : a));
  return (widest.west + widest.east) / 2;
}

/** The outline to the east of the cut. A part stays whole. */
const eastOf =
  (cut: number) =>
  (outline: Outline): Outline =>
    outline.map((ring) => (middleOf(ring)[0] < cut ? ring.map(([x, y]): Point => [x + 360, y]) : ring));

/** The path of all neighbours with as many details as fit. Some of them alone would look like the whole land. */
const pathWithin = (rings: Outline, mostBytes: number): string =>
  NEIGHBOUR_STEPS_PX.map((step) => pathOf(rings, step)).find(({ length }) => length <= mostBytes) ?? '';

/** null if the outline of a country is unknown, or if the stops are all in one country. */
export function routeMap(stops: readonly Stop[], { texts, format }: Language): Html | null {
  const codes = [...new Set(stops.map(({ country }) => country))];
  const known = codes.map((code) => outlineOf(code)).filter((outline) => outline !== null);
  if (codes.length < 2 || known.length < codes.length) return null;
  const cut = cutBetween(known.map(([main = []]) => middleOf(main)[0]));
  const stopOutlines = known.map(eastOf(cut));
  // The largest part of each country decides where the map is. Far islands would make it small.
  const mainParts = stopOutlines.map(([main = []]) => main);
  const project = projection(boxOf(mainParts.flat()), WIDTH, HEIGHT, EDGE);
  const centres = mainParts.map((ring) => middleOf(ring.map(project)));
  const stopPath = stopOutlines.map((outline) => pathOf(inPicture(outline, project), STEP_PX)).join('');
  const neighbours = [...outlines()]
    .filter(([code]) => !codes.includes(code))
    .flatMap(([, outline]) => inPicture(eastOf(cut)(outline), project));
  const landPath = pathWithin(neighbours, OUTLINES_BYTES_MAX - stopPath.length);
  const route = stops.map(({ country }) => centres[codes.indexOf(country)] ?? [0, 0]);
  const daysOf = (code: string) => totalDays(stops.filter(({ country }) => country === code));
  const words = stops.map(({ country, days }) => `${format.country(country)}, ${format.days(days)}`);
  const numbers = (code: string) =>
    stops.flatMap(({ country }, at) => (country === code ? [at + 1] : [])).join(', ');
  const marks = codes.map((code, at) => ({
    at: centres[at] ?? ([0, 0] as const),
    numbers: numbers(code),
    name: format.country(code),
    days: format.days(daysOf(code)),
  }));
  const circles = marks.map(
    ({ at: [x, y], numbers }) =>
      html`<circle cx="${x}" cy="${y}" r="${CIRCLE_RADIUS}"/><text class="at" x="${x}" y="${y + NUMBER_DROP_PX}">${numbers}</text>`,
  );
  const names = placeNames(marks, WIDTH, HEIGHT).map((place, at) => {
    const mark = marks[at];
    return (
      place !== null &&
      html`<text class="called" x="${place.x}" y="${place.y}" text-anchor="${place.anchor}">${mark?.name} <tspan>${mark?.days}</tspan></text>`
    );
  });
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${texts.itinerary.map({ route: words.join(' → ') })}"><path class="land" d="${trusted(landPath)}"/><path class="stop-land" d="${trusted(stopPath)}"/><path class="route" d="M${route.map(([x, y]) => `${x} ${y}`).join('L')}"/>${circles}${names}</svg>`;
}
