/**
 * The rows of each destination, built at load from the coverage tables: stored, they would be a second copy
 * of the same facts that could disagree with the first. See docs/decisions/0010-columnar-snapshot.md.
 */
import { type DestinationPostings, NAMING, NONE, namingOf } from '../domain/columns.ts';
import { BREAKOUTS, type CountryCode } from '../domain/plan.ts';
import { readNamed } from './head.ts';
import type { ContentColumns } from './layout.ts';
import { textReader } from './row-reader.ts';
import { inBlocks, type Steps } from './steps.ts';

/** The network count of a posting is 8 bits wide. */
const NETWORKS_MAX = 255;

const LOCAL = BREAKOUTS.indexOf('local');
const ROAMING = BREAKOUTS.indexOf('roaming');
/** The coverage does not state its exits: what the plan as a whole says decides. */
const AS_THE_PLAN_SAYS = 255;

/** For each destination of each coverage, in list order: what differs from place to place. */
function placeFacts(content: ContentColumns) {
  const { placeListOffsets, placeListPlaces, networkMapOffsets, networkMapPlaces, networkMapLists } = content;
  const coverages = content.coverageDestinations.length;
  const starts = new Uint32Array(coverages + 1);
  for (let coverage = 0; coverage < coverages; coverage += 1) {
    const list = content.coverageDestinations[coverage]!;
    starts[coverage + 1] = starts[coverage]! + placeListOffsets[list + 1]! - placeListOffsets[list]!;
  }
  const generation = new Uint8Array(starts[coverages]!);
  const networks = new Uint8Array(starts[coverages]!);
  const breakout = new Uint8Array(starts[coverages]!).fill(AS_THE_PLAN_SAYS);

  for (let coverage = 0; coverage < coverages; coverage += 1) {
    const list = content.coverageDestinations[coverage]!;
    const map = content.coverageNetworks[coverage]!;
    const mapEnd = networkMapOffsets[map + 1]!;
    let pair = networkMapOffsets[map]!;
    let slot = starts[coverage]!;
    const exits = exitsOf(content, coverage);
    // Both runs ascend by place, so one pass over each joins them.
    for (let at = placeListOffsets[list]!; at < placeListOffsets[list + 1]!; at += 1, slot += 1) {
      const place = placeListPlaces[at]!;
      while (pair < mapEnd && networkMapPlaces[pair]! < place) pair += 1;
      let best = 0;
      if (pair < mapEnd && networkMapPlaces[pair] === place) {
        const start = content.networkListOffsets[networkMapLists[pair]!]!;
        const end = content.networkListOffsets[networkMapLists[pair]! + 1]!;
        networks[slot] = Math.min(end - start, NETWORKS_MAX);
        for (let network = start; network < end; network += 1) {
          best = Math.max(best, content.networkListGenerations[network]!);
        }
      }
      if (exits !== null) breakout[slot] = exits.includes(place) ? LOCAL : ROAMING;
      generation[slot] = best || content.coverageGeneration[coverage]!;
    }
  }
  return { starts, generation, networks, breakout };
}

function exitsOf(content: ContentColumns, coverage: number): Uint16Array | null {
  const list = content.coverageExits[coverage]!;
  if (list === NONE) return null;
  const { placeListOffsets, placeListPlaces } = content;
  return placeListPlaces.subarray(placeListOffsets[list], placeListOffsets[list + 1]);
}

/** What a row's name says of a place. Few different texts name places, so each is read once for each place. */
function namingReader(
  { namedString, stringBytes, stringOffsets }: ContentColumns,
  code: (place: number) => CountryCode,
): (row: number, place: number) => number {
  const string = textReader(stringBytes, stringOffsets);
  const known = new Map<number, Map<number, number>>();
  return (row, place) => {
    const text = namedString[row]!;
    if (text === NONE) return NAMING.none;
    const byPlace = known.get(text) ?? new Map<number, number>();
    if (byPlace.size === 0) known.set(text, byPlace);
    const naming = byPlace.get(place) ?? namingOf(readNamed(string(text)), code(place));
    byPlace.set(place, naming);
    return naming;
  };
}

/** Parallel to the places; a place that no plan covers has empty postings. */
export function* buildPostings(
  content: ContentColumns,
  code: (place: number) => CountryCode,
): Steps<readonly DestinationPostings[]> {
  const { coverage, coverageDestinations, placeListOffsets, placeListPlaces } = content;
  const placeCount = content.placeLetters.length / 2;
  const ends = new Uint32Array(placeCount + 1);
  yield* inBlocks(coverage.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const list = coverageDestinations[coverage[row]!]!;
      const end = placeListOffsets[list + 1]!;
      for (let at = placeListOffsets[list]!; at < end; at += 1) ends[placeListPlaces[at]! + 1]! += 1;
    }
  });
  for (let place = 0; place < placeCount; place += 1) ends[place + 1]! += ends[place]!;

  const total = ends[placeCount]!;
  const rows = new Uint32Array(total);
  const generation = new Uint8Array(total);
  const networks = new Uint8Array(total);
  const breakout = new Uint8Array(total);
  const naming = new Uint8Array(total);
  yield;
  const facts = placeFacts(content);
  const namingAt = namingReader(content, code);
  yield;
  const next = ends.slice();
  yield* inBlocks(coverage.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const list = coverageDestinations[coverage[row]!]!;
      const end = placeListOffsets[list + 1]!;
      let slot = facts.starts[coverage[row]!]!;
      for (let at = placeListOffsets[list]!; at < end; at += 1, slot += 1) {
        const posting = next[placeListPlaces[at]!]!++;
        rows[posting] = row;
        generation[posting] = facts.generation[slot]!;
        networks[posting] = facts.networks[slot]!;
        const exit = facts.breakout[slot]!;
        breakout[posting] = exit === AS_THE_PLAN_SAYS ? content.breakout[row]! : exit;
        naming[posting] = namingAt(row, placeListPlaces[at]!);
      }
    }
  });
  return Array.from({ length: placeCount }, (_, place) => {
    const [start, end] = [ends[place]!, ends[place + 1]!];
    return {
      rows: rows.subarray(start, end),
      generation: generation.subarray(start, end),
      networks: networks.subarray(start, end),
      breakout: breakout.subarray(start, end),
      naming: naming.subarray(start, end),
    };
  });
}
