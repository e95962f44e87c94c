/** Pictures of the world for large titles: a globe with prices, and the silhouette of a country. */
import { flatMapInSteps, inSteps } from '../domain/in-steps.ts';
import type { CountryCode } from '../domain/plan.ts';
import { type Html, html, trusted } from './html.ts';
import { boxOf, linePath, middleOf, outlineOf, outlines, type Point, projection } from './outlines.ts';

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

/** All countries as one line. */
export const landPath = inSteps(function* () {
  while (outlines.next()) yield;
  const rings = [...outlines().values()].flat();
  const paths = yield* flatMapInSteps(rings, (ring) => {
    const points = ring.map(onGlobe);
    if (!points.some(({ isVisible }) => isVisible)) return [];
    return [
      linePath(
        points.map(({ at }) => at),
        STEP_PX,
        LEAST_PX,
      ),
    ];
  });
  return paths.join('');
});

export interface GlobeMark {
  readonly code: CountryCode;
  readonly name: string;
  readonly money: string;
}

/** A globe with prices of destinations. The list below it says the same with links, so it is hidden from screen readers. */
export function globe(marks: readonly GlobeMark[]): Html {
  const size = 2 * RADIUS;
  const shown = marks.flatMap((mark) => {
    const [main] = outlineOf(mark.code) ?? [];
    if (main === undefined) return [];
    const { at, isVisible } = onGlobe(middleOf(main));
    return isVisible ? [{ ...mark, at }] : [];
  });
  return html`<div class="globe-frame"><svg class="globe" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" aria-hidden="true"><circle class="sea" cx="${RADIUS}" cy="${RADIUS}" r="${RADIUS - 1}"/><path d="${trusted(landPath())}"/>${shown.map(
    ({ at: [x, y], name, money }) => {
      // A label near the right edge stands before its spot.
      const isBefore = x > 1.4 * RADIUS;
      return html`<circle class="spot" cx="${Math.round(x)}" cy="${Math.round(y)}" r="6"/><text x="${Math.round(x) + (isBefore ? -12 : 12)}" y="${Math.round(y) + 6}"${isBefore && html` text-anchor="end"`}>${name} <tspan>${money}</tspan></text>`;
    },
  )}</svg></div>`;
}

/** It is drawn with more points than the globe, because it is the only shape of its picture. */
const SILHOUETTE = { width: 340, height: 170, stepPx: 2, leastPx: 3 } as const;

/** The shape of a country; null if it is unknown. */
export function silhouette(code: CountryCode): Html | null {
  const outline = outlineOf(code);
  const [main] = outline ?? [];
  if (outline === null || main === undefined) return null;
  const project = projection(boxOf(main), SILHOUETTE.width, SILHOUETTE.height);
  const { stepPx, leastPx } = SILHOUETTE;
  const path = outline.map((ring) => linePath(ring.map(project), stepPx, leastPx)).join('');
  return html`<svg class="silhouette" viewBox="0 0 ${SILHOUETTE.width} ${SILHOUETTE.height}" aria-hidden="true"><path d="${trusted(path)}"/></svg>`;
}
