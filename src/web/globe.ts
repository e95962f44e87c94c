/** Pictures of the world for large titles: a globe with prices, and the silhouette of a country. */
import type { CountryCode } from '../domain/plan.ts';
import { type Html, html, trusted } from './html.ts';
import { type Outline, outlineOf, outlines } from './outlines.ts';

type Point = readonly [x: number, y: number];

const RADIUS = 260;
/** The middle of the globe shows Europe, Africa and Asia, where most popular destinations are. */
const MIDDLE = { longitude: 55, latitude: 22 } as const;
/** Points that are closer than this to the one before are left out. */
const STEP_PX = 4;
/** Parts of a country that are smaller than this are not drawn. */
const LEAST_PX = 6;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The orthographic projection. A point on the far side is moved to the edge. */
function onGlobe([longitude, latitude]: Point): { readonly at: Point; readonly isVisible: boolean } {
  const [east, north, middle] = [
    radians(longitude - MIDDLE.longitude),
    radians(latitude),
    radians(MIDDLE.latitude),
  ];
  const x = Math.cos(north) * Math.sin(east);
  const y = Math.cos(middle) * Math.sin(north) - Math.sin(middle) * Math.cos(north) * Math.cos(east);
  const depth = Math.sin(middle) * Math.sin(north) + Math.cos(middle) * Math.cos(north) * Math.cos(east);
  const size = depth > 0 ? 1 : Math.hypot(x, y);
  return { at: [RADIUS + (RADIUS * x) / size, RADIUS - (RADIUS * y) / size], isVisible: depth > 0 };
}

/** A closed line with relative steps of whole pixels; '' if it is too small to see. */
function linePath(points: readonly Point[], step: number, least: number): string {
  const rounded = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const spanOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const size = Math.max(spanOf(rounded.map(([x]) => x)), spanOf(rounded.map(([, y]) => y)));
  const [first] = rounded;
  if (first === undefined || size < least) return '';
  let [x, y] = first;
  let path = '';
  for (const [nextX, nextY] of rounded.slice(1)) {
    if (Math.abs(nextX - x) + Math.abs(nextY - y) < step) continue;
    path += `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
  }
  return path === '' ? '' : `M${first.join(' ')}l${path.trimEnd()}z`;
}

let land: string | undefined;

function landPath(): string {
  land ??= outlines()
    .flatMap(([, outline]) => outline)
    .map((ring) => ring.map(onGlobe))
    .filter((ring) => ring.some(({ isVisible }) => isVisible))
    .map((ring) =>
      linePath(
        ring.map(({ at }) => at),
        STEP_PX,
        LEAST_PX,
      ),
    )
    .join('');
  return land;
}

export interface GlobeMark {
  readonly code: CountryCode;
  readonly name: string;
  readonly money: string;
}

/** A globe with prices of destinations. The list below it says the same with links, so it is hidden from screen readers. */
export function globe(marks: readonly GlobeMark[]): Html {
  const size = 2 * RADIUS;
  const shown = marks.flatMap((mark) => {
    const centre = centreOf(outlineOf(mark.code));
    const { at, isVisible } = onGlobe(centre ?? [0, 0]);
    return centre !== null && isVisible ? [{ ...mark, at }] : [];
  });
  return html`<div class="globe-frame"><svg class="globe" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" aria-hidden="true"><circle class="sea" cx="${RADIUS}" cy="${RADIUS}" r="${RADIUS - 1}"/><path d="${trusted(landPath())}"/>${shown.map(
    ({ at: [x, y], name, money }) => {
      // A label near the right edge stands before its spot.
      const isBefore = x > 1.4 * RADIUS;
      return html`<circle class="spot" cx="${Math.round(x)}" cy="${Math.round(y)}" r="6"/><text x="${Math.round(x) + (isBefore ? -12 : 12)}" y="${Math.round(y) + 6}"${isBefore && html` text-anchor="end"`}>${name} <tspan>${money}</tspan></text>`;
    },
  )}</svg></div>`;
}

/** The middle of the largest part of a country. */
function centreOf(outline: Outline | null): Point | null {
  const [ring] = outline ?? [];
  if (ring === undefined) return null;
  const middle = (values: readonly number[]) => (Math.max(...values) + Math.min(...values)) / 2;
  return [middle(ring.map(([x]) => x)), middle(ring.map(([, y]) => y))];
}

const SILHOUETTE = { width: 340, height: 170 } as const;

/** The shape of a country; null if it is unknown. */
export function silhouette(code: CountryCode): Html | null {
  const outline = outlineOf(code);
  const centre = centreOf(outline);
  const [main] = outline ?? [];
  if (outline === null || centre === null || main === undefined) return null;
  // A degree of longitude is shorter away from the equator.
  const squeeze = Math.cos(radians(centre[1]));
  const spanX = (Math.max(...main.map(([x]) => x)) - Math.min(...main.map(([x]) => x))) * squeeze;
  const spanY = Math.max(...main.map(([, y]) => y)) - Math.min(...main.map(([, y]) => y));
  const scale = Math.min(SILHOUETTE.width / Math.max(spanX, 0.1), SILHOUETTE.height / Math.max(spanY, 0.1));
  const project = ([x, y]: Point): Point => [
    SILHOUETTE.width / 2 + (x - centre[0]) * squeeze * scale,
    SILHOUETTE.height / 2 - (y - centre[1]) * scale,
  ];
  const path = outline.map((ring) => linePath(ring.map(project), 2, 3)).join('');
  return html`<svg class="silhouette" viewBox="0 0 ${SILHOUETTE.width} ${SILHOUETTE.height}" aria-hidden="true"><path d="${trusted(path)}"/></svg>`;
}
