/** The map of a route: the countries of the stops among their neighbours, with numbers in the order of the trip. */
import type { Stop } from '../../domain/trip.ts';
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
/** Points that are closer than this to the one before are left out. Neighbours have fewer details. */
const STEP_PX = 3;
const NEIGHBOUR_STEP_PX = 7;
/** From the middle of a number down to the line on which it stands. */
const NUMBER_DROP_PX = 7;
/** Neighbours are drawn while all outlines stay below this, so that a picture has less than 6 KB. */
const OUTLINES_BYTES_MAX = 3_400;

/** Only what is far outside is left out, because a ring that reaches into the picture must stay closed. */
function pathOf(outline: Outline, project: (point: Point) => Point, step: number): string {
  const rings = outline.map((ring) => ring.map(project));
  const isNear = (ring: readonly Point[]) => {
    const { minX, maxX, minY, maxY } = boxOf(ring);
    return maxX >= -WIDTH && minX <= 2 * WIDTH && maxY >= -HEIGHT && minY <= 2 * HEIGHT;
  };
  return rings
    .filter(isNear)
    .map((ring) => linePath(ring, step, LEAST_PX))
    .join('');
}

/** null if the outline of a country is unknown, or if the stops are all in one country. */
export function routeMap(stops: readonly Stop[], { texts, format }: Language): Html | null {
  const codes = [...new Set(stops.map(({ country }) => country))];
  const stopOutlines = codes.map((code) => outlineOf(code));
  if (codes.length < 2 || stopOutlines.some((outline) => outline === null)) return null;
  // The largest part of each country decides where the map is. Far islands would make it small.
  const mainParts = stopOutlines.map((outline) => outline?.[0] ?? []);
  const project = projection(boxOf(mainParts.flat()), WIDTH, HEIGHT, EDGE);
  const centres = mainParts.map((ring) => middleOf(ring.map(project)));
  const stopPath = stopOutlines.map((outline) => pathOf(outline ?? [], project, STEP_PX)).join('');
  const isVisible = (outline: Outline) => {
    const { minX, maxX, minY, maxY } = boxOf((outline[0] ?? []).map(project));
    return maxX > 0 && minX < WIDTH && maxY > 0 && minY < HEIGHT;
  };
  const neighbours = [...outlines()]
    .filter(([code, outline]) => !codes.includes(code) && isVisible(outline))
    .map(([, outline]) => pathOf(outline, project, NEIGHBOUR_STEP_PX))
    .sort((a, b) => a.length - b.length);
  let neighbourPath = '';
  for (const path of neighbours)
    if (neighbourPath.length + path.length + stopPath.length < OUTLINES_BYTES_MAX) neighbourPath += path;
  const route = stops.map(({ country }) => centres[codes.indexOf(country)] ?? [0, 0]);
  const daysOf = (code: string) =>
    stops.filter(({ country }) => country === code).reduce((sum, { days }) => sum + days, 0);
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
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${texts.itinerary.map({ route: words.join(' → ') })}"><path class="land" d="${trusted(neighbourPath)}"/><path class="stop-land" d="${trusted(stopPath)}"/><path class="route" d="M${route.map(([x, y]) => `${x} ${y}`).join('L')}"/>${circles}${names}</svg>`;
}
