/** Places the names of stops on a map, so that no name lies on another name, on a number, or on the edge. */
import type { Point } from '../outlines.ts';

/** The circle with the number of a stop, in the units of the picture. */
export const CIRCLE_RADIUS = 18;
/** The sizes of the style sheet: on a phone the picture is smaller, so its letters are larger and the days are left out. */
const NAME_SIZE = 24;
const NAME_WITH_DAYS_SIZE = 18;
/** The mean width of a letter of a usual font, as a share of its size. */
const LETTER_WIDTH = 0.57;
const ASCENT = 0.95 * NAME_SIZE;
const DESCENT = 0.3 * NAME_SIZE;
const GAP = 5;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface StopName {
  readonly at: Point;
  readonly name: string;
  readonly days: string;
}

export interface PlacedName {
  readonly x: number;
  /** The line on which the letters stand. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const isOver = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const circleBox = ([x, y]: Point): Box => ({
  left: x - CIRCLE_RADIUS,
  right: x + CIRCLE_RADIUS,
  top: y - CIRCLE_RADIUS,
  bottom: y + CIRCLE_RADIUS,
});

function boxOfName({ x, y, anchor }: PlacedName, width: number): Box {
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

/** Below, above, beside, and at the corners of the number. */
function candidates([x, y]: Point): PlacedName[] {
  const below = y + CIRCLE_RADIUS + GAP + ASCENT;
  const above = y - CIRCLE_RADIUS - GAP - DESCENT;
  const [right, left] = [x + CIRCLE_RADIUS + GAP, x - CIRCLE_RADIUS - GAP];
  const level = y + 0.35 * NAME_SIZE;
  return [
    { x, y: below, anchor: 'middle' },
    { x, y: above, anchor: 'middle' },
    { x: right, y: level, anchor: 'start' },
    { x: left, y: level, anchor: 'end' },
    { x, y: below, anchor: 'start' },
    { x, y: below, anchor: 'end' },
    { x, y: above, anchor: 'start' },
    { x, y: above, anchor: 'end' },
  ];
}

/** null for a name that has no room. Its number stays, and the list of the stops has the name. */
export function placeNames(
  stops: readonly StopName[],
  width: number,
  height: number,
): readonly (PlacedName | null)[] {
  const circles = stops.map(({ at }) => circleBox(at));
  const picture: Box = { left: 0, right: width, top: 0, bottom: height };
  const isInside = ({ left, right, top, bottom }: Box) =>
    left >= picture.left && right <= picture.right && top >= picture.top && bottom <= picture.bottom;
  const placed: Box[] = [];
  return stops.map(({ at, name, days }) => {
    const nameWidth =
      LETTER_WIDTH * Math.max(name.length * NAME_SIZE, (name.length + 1 + days.length) * NAME_WITH_DAYS_SIZE);
    for (const candidate of candidates(at)) {
      const box = boxOfName(candidate, nameWidth);
      if (!isInside(box) || [...placed, ...circles].some((other) => isOver(box, other))) continue;
      placed.push(box);
      return { ...candidate, x: Math.round(candidate.x), y: Math.round(candidate.y) };
    }
    return null;
  });
}
