/** The map of a route: the countries of the stops among their neighbours, with numbers in the order of the trip. */
import type { Stop } from '../../domain/trip.ts';
import { type Html, html, trusted } from '../html.ts';
import type { Language } from '../language.ts';
import { type Outline, outlineOf, outlines } from '../outlines.ts';

const WIDTH = 600;
const HEIGHT = 360;
/** Room around the countries, in pixels. */
const EDGE = 44;
/** Parts of a country that are smaller than this on the map are not drawn. */
const LEAST_PX = 3;
/** Points that are closer than this to the one before are left out. Neighbours have fewer details. */
const STEP_PX = 3;
const NEIGHBOUR_STEP_PX = 6;
/** The picture stays below 8 KB. */
const BYTES_MAX = 7_600;

type Point = readonly [x: number, y: number];

interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

const boxOf = (points: readonly Point[]): Box => ({
  west: Math.min(...points.map(([x]) => x)),
  east: Math.max(...points.map(([x]) => x)),
  south: Math.min(...points.map(([, y]) => y)),
  north: Math.max(...points.map(([, y]) => y)),
});

/** Degrees as on a map with true proportions at its middle. */
function projection(box: Box): (point: Point) => Point {
  const middle = (box.south + box.north) / 2;
  const squeeze = Math.cos((middle * Math.PI) / 180);
  const [spanX, spanY] = [Math.max(1, (box.east - box.west) * squeeze), Math.max(1, box.north - box.south)];
  const scale = Math.min((WIDTH - 2 * EDGE) / spanX, (HEIGHT - 2 * EDGE) / spanY);
  const centre = (box.west + box.east) / 2;
  return ([lon, lat]) => [
    Math.round(WIDTH / 2 + (lon - centre) * squeeze * scale),
    Math.round(HEIGHT / 2 - (lat - middle) * scale),
  ];
}

/** The path of an outline with relative steps, without what is too small to see. */
function pathOf(outline: Outline, project: (point: Point) => Point, step: number): string {
  return outline
    .map((ring) => {
      const points = ring.map(project);
      const { west, east, south, north } = boxOf(points);
      const isOutside = east < -WIDTH || west > 2 * WIDTH || north < -HEIGHT || south > 2 * HEIGHT;
      if (isOutside || Math.max(east - west, north - south) < LEAST_PX) return '';
      let [x, y] = points[0] ?? [0, 0];
      let path = `M${x} ${y}l`;
      for (const [nextX, nextY] of points.slice(1)) {
        if (Math.abs(nextX - x) + Math.abs(nextY - y) < step) continue;
        path += `${nextX - x} ${nextY - y} `;
        [x, y] = [nextX, nextY];
      }
      return path.endsWith('l') ? '' : `${path.trimEnd()}z`;
    })
    .join('');
}

/** null if the outline of a country is unknown, or if the stops are all in one country. */
export function routeMap(stops: readonly Stop[], { texts, format }: Language): Html | null {
  const codes = [...new Set(stops.map(({ country }) => country))];
  const lands = codes.map((code) => outlineOf(code));
  if (codes.length < 2 || lands.some((land) => land === null)) return null;
  // The largest part of each country decides where the map is. Far islands would make it small.
  const mainParts = lands.map((land) => land?.[0] ?? []);
  const box = boxOf(mainParts.flat());
  const project = projection(box);
  const centres = mainParts.map((ring) => centreOf(ring.map(project)));
  const own = codes.map((_, at) => pathOf(lands[at] ?? [], project, STEP_PX)).join('');
  const isVisible = (outline: Outline) => {
    const { west, east, south, north } = boxOf((outline[0] ?? []).map(project));
    return east > 0 && west < WIDTH && north > 0 && south < HEIGHT;
  };
  const neighbours = outlines()
    .filter(([code, outline]) => !codes.includes(code) && isVisible(outline))
    .map(([, outline]) => pathOf(outline, project, NEIGHBOUR_STEP_PX))
    .sort((a, b) => a.length - b.length);
  let land = '';
  for (const path of neighbours) if (land.length + path.length + own.length < BYTES_MAX - 2_000) land += path;
  const route = stops.map(({ country }) => centres[codes.indexOf(country)] ?? [0, 0]);
  const daysOf = (code: string) =>
    stops.filter(({ country }) => country === code).reduce((sum, { days }) => sum + days, 0);
  const words = stops.map(({ country, days }) => `${format.country(country)}, ${format.days(days)}`);
  const numbers = (code: string) =>
    stops.flatMap(({ country }, at) => (country === code ? [at + 1] : [])).join(', ');
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${texts.itinerary.map(words.join(' → '))}"><path class="land" d="${trusted(land)}"/><path class="stop-land" d="${trusted(own)}"/><path class="route" d="M${route.map(([x, y]) => `${x} ${y}`).join('L')}"/>${codes.map(
    (code, at) => {
      const [x, y] = centres[at] ?? [0, 0];
      const below = y > HEIGHT - 60 ? y - 24 : y + 34;
      return html`<circle cx="${x}" cy="${y}" r="14"/><text class="at" x="${x}" y="${y + 6}">${numbers(code)}</text><text class="called" x="${Math.min(WIDTH - 70, Math.max(70, x))}" y="${below}">${format.country(code)} ${format.days(daysOf(code))}</text>`;
    },
  )}</svg>`;
}

function centreOf(points: readonly Point[]): Point {
  const { west, east, south, north } = boxOf(points);
  return [Math.round((west + east) / 2), Math.round((south + north) / 2)];
}
