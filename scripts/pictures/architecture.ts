/** Draws the parts of the program: on the left how plans come in, on the right how a request is answered. */
import { COLOURS, drawing, element, text } from './svg.ts';

interface Box {
  readonly name: string;
  /** Folders of `src/`. A test checks that they exist. */
  readonly folders: readonly string[];
  readonly does: string;
  /** What it does stands next to its name, and not below. */
  readonly isFlat?: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const WIDTH = 900;
const HEIGHT = 520;
const BOX_HEIGHT = 74;
const FLAT_HEIGHT = 40;
const LEFT = 40;
const RIGHT = 500;
const NARROW = 360;

const ROW = { outside: 92, first: 150, second: 258, third: 366, last: 468 } as const;

export const BOXES: readonly Box[] = [
  {
    name: 'Read',
    folders: ['ingest'],
    does: 'connectors parse rows, rules normalise them',
    x: LEFT,
    y: ROW.first,
    width: NARROW,
  },
  {
    name: 'Accept and publish',
    folders: ['ingest', 'catalogue'],
    does: 'rejects, quarantine, one snapshot',
    x: LEFT,
    y: ROW.second,
    width: NARROW,
  },
  {
    name: 'Catalogue',
    folders: ['catalogue'],
    does: 'immutable, in memory',
    x: LEFT,
    y: ROW.third,
    width: NARROW,
  },
  {
    name: 'Interfaces',
    folders: ['http', 'mcp', 'web', 'wire'],
    does: 'burst limit, fair turns, route, format',
    x: RIGHT,
    y: ROW.first,
    width: NARROW,
  },
  {
    name: 'Answers',
    folders: ['answers', 'limits'],
    does: 'cache, one decision about all quotas',
    x: RIGHT,
    y: ROW.second,
    width: NARROW,
  },
  {
    name: 'Ranking',
    folders: ['domain'],
    does: 'pure: no clock, no input, no output',
    x: RIGHT,
    y: ROW.third,
    width: NARROW,
  },
  {
    name: 'Store',
    folders: ['store'],
    does: 'snapshots, cached responses, counters: SQLite in a folder, or Redis for several processes',
    isFlat: true,
    x: LEFT,
    y: ROW.last,
    width: WIDTH - 2 * LEFT,
  },
];

function boxParts({ name, folders, does, isFlat = false, x, y, width }: Box): string[] {
  const height = isFlat ? FLAT_HEIGHT : BOX_HEIGHT;
  const places = folders.map((folder) => `${folder}/`).join(' ');
  return [
    element('rect', { x, y, width, height, rx: 10, fill: COLOURS.tonal, stroke: COLOURS.blue }),
    text(name, { x: x + 16, y: y + 28, 'font-size': 17, 'font-weight': 'bold' }),
    text(places, { x: x + width - 16, y: y + 28, fill: COLOURS.soft, 'font-size': 13, 'text-anchor': 'end' }),
    isFlat
      ? text(does, { x: x + 90, y: y + 27, fill: COLOURS.soft, 'font-size': 13 })
      : text(does, { x: x + 16, y: y + 54, fill: COLOURS.soft }),
  ];
}

type Point = readonly [x: number, y: number];

function arrow([x1, y1]: Point, [x2, y2]: Point, label: string): string[] {
  const isLevel = y1 === y2;
  return [
    element('line', { x1, y1, x2, y2, stroke: COLOURS.blue, 'stroke-width': 2, 'marker-end': 'url(#head)' }),
    text(label, {
      x: isLevel ? (x1 + x2) / 2 : x1 + 10,
      y: isLevel ? y1 - 8 : (y1 + y2) / 2 + 4,
      fill: COLOURS.soft,
      'font-size': 13,
      ...(isLevel && { 'text-anchor': 'middle' }),
    }),
  ];
}

const HEAD = `<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="${COLOURS.blue}"/></marker></defs>`;

export function drawArchitecture(): string {
  const feeds = LEFT + NARROW / 2;
  const people = RIGHT + NARROW / 2;
  const below = (row: number): number => row + BOX_HEIGHT;
  return drawing({
    width: WIDTH,
    height: HEIGHT,
    title:
      'Feeds are read, checked and published as a snapshot. Requests are ranked from the snapshot in memory and never call a provider.',
    parts: [
      HEAD,
      text('A request never calls a provider. It reads an immutable catalogue in memory.', {
        x: LEFT,
        y: 40,
        'font-size': 17,
      }),
      text('Feeds of providers', {
        x: feeds,
        y: ROW.outside,
        'text-anchor': 'middle',
        'font-weight': 'bold',
      }),
      text('Travellers, developers, assistants', {
        x: people,
        y: ROW.outside,
        'text-anchor': 'middle',
        'font-weight': 'bold',
      }),
      ...BOXES.flatMap(boxParts),
      ...arrow([feeds, ROW.outside + 8], [feeds, ROW.first], 'rows'),
      ...arrow([feeds, below(ROW.first)], [feeds, ROW.second], 'plans'),
      ...arrow([feeds, below(ROW.second)], [feeds, ROW.third], 'snapshot'),
      ...arrow([LEFT + NARROW, ROW.third + BOX_HEIGHT / 2], [RIGHT, ROW.third + BOX_HEIGHT / 2], 'plans'),
      ...arrow([people, ROW.outside + 8], [people, ROW.first], 'request'),
      ...arrow([people, below(ROW.first)], [people, ROW.second], 'trip'),
      ...arrow([people, below(ROW.second)], [people, ROW.third], 'on a cache miss'),
      ...arrow([feeds, below(ROW.third)], [feeds, ROW.last], 'kept in'),
    ],
  });
}
