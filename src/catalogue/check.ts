/**
 * The checks of a loaded snapshot that its checksum cannot make: that the parts agree with each other.
 * Plain loops over typed arrays, so that a million plans cost a few tenths of a second; after them no index needs a guard.
 */
import { FACT, NONE } from '../domain/columns.ts';
import {
  AFTER_CAP,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  RESET_RULES,
  SCOPES,
  TAX,
} from '../domain/plan.ts';
import { SnapshotError } from './catalogue.ts';
import type { Column } from './container.ts';
import { BYTES_PER_MEGABYTE } from './encode-row.ts';
import { compareCoupons, type Head } from './head.ts';
import { CONTENT, type ContentColumns, OBSERVATIONS, type ObservationColumns, ROW_SCHEMA } from './layout.ts';
import { inBlocks, type Steps } from './steps.ts';

/** False, true, not stated. */
const THREE_STATES = 3;
/** 0 not stated, then 2 to 5; 1 is never written and reads as not stated. */
const GENERATION_NUMBERS = 6;

function require(condition: boolean, title: string, why: string): asserts condition {
  if (!condition) throw new SnapshotError(`${title} refused: ${why}`);
}

const refuse = (why: string): never => require(false, CONTENT.title, why) as never;

/** Not a number is out of range too. */
const isOut = (value: number, limit: number, none: boolean) => !(value < limit) && !(none && value === NONE);

function below(column: Column, limit: number, name: string, none = false): Steps<void> {
  return inBlocks(column.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (isOut(column[at]!, limit, none)) refuse(`${name} ${at} is out of range`);
    }
  });
}

/** Offsets of `lists` runs (where the number is known) that together fill `length` elements. */
function* runs(offsets: Uint32Array, length: number, name: string, lists = offsets.length - 1): Steps<void> {
  const whole = offsets.length === lists + 1 && offsets[0] === 0 && offsets.at(-1) === length;
  require(whole, CONTENT.title, `${name} offsets do not fit`);
  yield* inBlocks(lists, (from, to) => {
    for (let at = from; at < to; at += 1) {
      if (offsets[at]! > offsets[at + 1]!) refuse(`${name} offsets go back at ${at + 1}`);
    }
  });
}

/** Places ascend strictly within each run. */
function ascendingRuns(offsets: Uint32Array, places: Uint16Array, name: string): Steps<void> {
  return inBlocks(offsets.length - 1, (from, to) => {
    for (let list = from; list < to; list += 1) {
      for (let at = offsets[list]! + 1; at < offsets[list + 1]!; at += 1) {
        if (places[at - 1]! >= places[at]!) refuse(`${name} ${list} is out of order`);
      }
    }
  });
}

export function* checkContent(content: ContentColumns, head: Head): Steps<void> {
  const rows = content.provider.length;
  for (const name of Object.keys(ROW_SCHEMA) as (keyof typeof ROW_SCHEMA)[]) {
    require(content[name].length === rows, CONTENT.title, `column ${name} has another length`);
  }
  yield* checkTables(content);
  yield* checkRows(content, head.providers.length);
  yield* checkOrder(content);
  checkHead(head);
}

function* checkTables(content: ContentColumns): Steps<void> {
  const rows = content.provider.length;
  const strings = content.stringOffsets.length - 1;
  yield* runs(content.idOffsets, content.idBytes.length, 'id', rows);
  yield* runs(content.externalIdOffsets, content.externalIdBytes.length, 'external id', rows);
  yield* runs(content.linkTailOffsets, content.linkTailBytes.length, 'link', rows);
  yield* runs(content.stringOffsets, content.stringBytes.length, 'string');
  yield* runs(content.placeListOffsets, content.placeListPlaces.length, 'place list');
  yield* runs(content.networkListOffsets, content.networkListNameStrings.length, 'network list');
  yield* runs(content.networkMapOffsets, content.networkMapPlaces.length, 'network map');

  const letters = content.placeLetters;
  require(letters.length % 2 === 0, CONTENT.title, 'half a country code');
  for (let at = 2; at < letters.length; at += 2) {
    const [before, now] = [letters[at - 2]! * 256 + letters[at - 1]!, letters[at]! * 256 + letters[at + 1]!];
    require(before < now, CONTENT.title, 'country codes are out of order');
  }
  const places = letters.length / 2;
  yield* below(content.placeListPlaces, places, 'place');
  yield* below(content.networkMapPlaces, places, 'place of a network');
  yield* ascendingRuns(content.placeListOffsets, content.placeListPlaces, 'place list');
  yield* ascendingRuns(content.networkMapOffsets, content.networkMapPlaces, 'network map');
  yield* below(content.networkListNameStrings, strings, 'network name');
  yield* below(content.networkListGenerations, GENERATION_NUMBERS, 'network generation');
  require(content.networkListGenerations.length === content.networkListNameStrings.length &&
    content.networkMapLists.length ===
      content.networkMapPlaces.length, CONTENT.title, 'network tables differ in length');
  yield* below(content.networkMapLists, content.networkListOffsets.length - 1, 'network list');

  const coverages = content.coverageDestinations.length;
  require(content.coverageExclusions.length === coverages &&
    content.coverageNetworks.length === coverages &&
    content.coverageGeneration.length === coverages &&
    content.coverageExits.length === coverages, CONTENT.title, 'coverage tables differ in length');
  yield* below(content.coverageDestinations, content.placeListOffsets.length - 1, 'destinations of coverage');
  yield* below(content.coverageExclusions, content.placeListOffsets.length - 1, 'exclusions of coverage');
  yield* below(content.coverageNetworks, content.networkMapOffsets.length - 1, 'networks of coverage');
  yield* below(content.coverageGeneration, GENERATION_NUMBERS, 'generation of coverage');
  yield* below(content.coverageExits, content.placeListOffsets.length - 1, 'exits of coverage', true);
}

function* checkRows(content: ContentColumns, providers: number): Steps<void> {
  const strings = content.stringOffsets.length - 1;
  yield* below(content.provider, providers, 'provider of row');
  yield* below(content.usdCents, NONE, 'price of row');
  yield* below(content.model, ALLOWANCE_MODELS.length, 'allowance model of row');
  yield* below(content.byteRemainder, BYTES_PER_MEGABYTE, 'data of row');
  yield* below(content.fullSpeedByteRemainder, BYTES_PER_MEGABYTE, 'full-speed data of row');
  yield* below(content.uncapped, THREE_STATES, 'uncapped of row');
  yield* below(content.afterCap, AFTER_CAP.length, 'after-cap rule of row');
  yield* below(content.reset, RESET_RULES.length, 'reset rule of row');
  yield* below(content.soldPerDay, 2, 'sold-per-day of row');
  yield* below(content.starts, CLOCK_STARTS.length, 'start of validity of row');
  yield* below(content.breakout, BREAKOUTS.length, 'breakout of row');
  yield* below(content.scope, SCOPES.length, 'scope of row');
  // The third basis is wholesale, which is never served.
  yield* below(content.basis, 2, 'price basis of row');
  yield* below(content.tax, TAX.length, 'tax of row');
  yield* below(content.converted, 2, 'converted of row');
  yield* below(content.minor, Number.MAX_SAFE_INTEGER + 1, 'amount of row');
  yield* below(content.currencyString, strings, 'currency of row');
  yield* below(content.rateString, strings, 'rate of row', true);
  yield* below(content.rateDateString, strings, 'rate date of row', true);
  yield* below(content.sourceString, strings, 'source of row');
  yield* below(content.nameString, strings, 'name of row');
  yield* below(content.namedString, strings, 'named places of row', true);
  yield* below(content.linkHeadString, strings, 'link of row');
  yield* below(content.coverage, content.coverageDestinations.length, 'coverage of row');
  yield* below(content.factsKnown, FACT.roaming * 2, 'facts of row');
  const { factsTrue, factsKnown, coverage, coverageDestinations, placeListOffsets, countriesCovered } =
    content;
  yield* inBlocks(content.provider.length, (from, to) => {
    for (let row = from; row < to; row += 1) {
      if ((factsTrue[row]! & ~factsKnown[row]!) !== 0) refuse(`facts of row ${row} contradict each other`);
      const list = coverageDestinations[coverage[row]!]!;
      const covered = placeListOffsets[list + 1]! - placeListOffsets[list]!;
      if (covered === 0 || covered !== countriesCovered[row]) {
        refuse(`row ${row} covers another number of countries than it says`);
      }
    }
  });
}

/** Rows ascend strictly by provider, then id: the search for a plan and every last tie-break rest on it. */
function checkOrder({ provider, idOffsets, idBytes }: ContentColumns): Steps<void> {
  return inBlocks(provider.length, (from, to) => {
    for (let row = Math.max(1, from); row < to; row += 1) {
      const ascends =
        provider[row - 1]! < provider[row]! ||
        (provider[row - 1] === provider[row] && idAscends(idBytes, idOffsets, row));
      if (!ascends) refuse(`row ${row} is out of order`);
    }
  });
}

function idAscends(bytes: Uint8Array, offsets: Uint32Array, row: number): boolean {
  const before = offsets[row - 1]!;
  const start = offsets[row]!;
  const end = offsets[row + 1]!;
  const shared = Math.min(start - before, end - start);
  for (let at = 0; at < shared; at += 1) {
    if (bytes[before + at] !== bytes[start + at]) return bytes[before + at]! < bytes[start + at]!;
  }
  return start - before < end - start;
}

function checkHead({ providers, coupons }: Head): void {
  const ids = new Set(providers.map(({ id }) => id));
  const sorted =
    providers.every(({ id }, at) => at === 0 || providers[at - 1]!.id < id) &&
    coupons.every((coupon, at) => at === 0 || compareCoupons(coupons[at - 1]!, coupon) < 0);
  require(sorted, CONTENT.title, 'providers or coupons are out of order');
  require(coupons.every(({ provider }) =>
    ids.has(provider),
  ), CONTENT.title, 'a coupon of an unknown provider');
}

export function checkObservations(
  seen: ObservationColumns,
  contentHash: Uint8Array,
  rows: number,
  coupons: number,
): void {
  require(Buffer.compare(seen.contentHash, contentHash) ===
    0, OBSERVATIONS.title, 'they belong to another catalogue content');
  const fits =
    seen.observedAtSeconds.length === rows &&
    seen.sourceUpdatedAtSeconds.length === rows &&
    seen.firstSeenAtSeconds.length === rows &&
    seen.priceChangedAtSeconds.length === rows &&
    seen.lowestCents.length === rows &&
    seen.highestCents.length === rows &&
    seen.couponVerifiedAt.length === coupons;
  require(fits, OBSERVATIONS.title, 'their number is not that of the plans and coupons');
}
