/**
 * The checks of a loaded snapshot that its checksum cannot make: that the parts agree with each other.
 * Plain loops over typed arrays, so that a million plans cost milliseconds; after them no index needs a guard.
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
import type { Column } from './container.ts';
import { BYTES_PER_MEGABYTE } from './encode-row.ts';
import { SnapshotError } from './errors.ts';
import { compareCoupons, type Head } from './head.ts';
import { CONTENT, type ContentColumns, OBSERVATIONS, type ObservationColumns, ROW_SCHEMA } from './layout.ts';

/** False, true, not stated. */
const THREE_STATES = 3;
/** 0 not stated, then 2 to 5; 1 is never written and reads as not stated. */
const GENERATION_NUMBERS = 6;

function require(condition: boolean, title: string, why: string): asserts condition {
  if (!condition) throw new SnapshotError(`${title} refused: ${why}`);
}

function below(column: Column, limit: number, name: string, none = false): void {
  for (let at = 0; at < column.length; at += 1) {
    const value = column[at]!;
    if (!(value < limit) && !(none && value === NONE)) {
      throw new SnapshotError(`${CONTENT.title} refused: ${name} ${at} is out of range`);
    }
  }
}

/** Offsets of `lists` runs (where the number is known) that together fill `length` elements. */
function runs(offsets: Uint32Array, length: number, name: string, lists = offsets.length - 1): void {
  const whole = offsets.length === lists + 1 && offsets[0] === 0 && offsets.at(-1) === length;
  require(whole, CONTENT.title, `${name} offsets do not fit`);
  for (let at = 1; at < offsets.length; at += 1) {
    require(offsets[at - 1]! <= offsets[at]!, CONTENT.title, `${name} offsets go back at ${at}`);
  }
}

/** Places ascend strictly within each run. */
function ascendingRuns(offsets: Uint32Array, places: Uint16Array, name: string): void {
  for (let list = 0; list + 1 < offsets.length; list += 1) {
    for (let at = offsets[list]! + 1; at < offsets[list + 1]!; at += 1) {
      require(places[at - 1]! < places[at]!, CONTENT.title, `${name} ${list} is out of order`);
    }
  }
}

export function checkContent(content: ContentColumns, head: Head): void {
  const rows = content.provider.length;
  for (const name of Object.keys(ROW_SCHEMA) as (keyof typeof ROW_SCHEMA)[]) {
    require(content[name].length === rows, CONTENT.title, `column ${name} has another length`);
  }
  checkTables(content);
  checkRows(content, head.providers.length);
  checkOrder(content);
  checkHead(head);
}

function checkTables(content: ContentColumns): void {
  const rows = content.provider.length;
  const strings = content.stringOffsets.length - 1;
  runs(content.idOffsets, content.idBytes.length, 'id', rows);
  runs(content.externalIdOffsets, content.externalIdBytes.length, 'external id', rows);
  runs(content.linkTailOffsets, content.linkTailBytes.length, 'link', rows);
  runs(content.stringOffsets, content.stringBytes.length, 'string');
  runs(content.placeListOffsets, content.placeListPlaces.length, 'place list');
  runs(content.networkListOffsets, content.networkListNameStrings.length, 'network list');
  runs(content.networkMapOffsets, content.networkMapPlaces.length, 'network map');

  const letters = content.placeLetters;
  require(letters.length % 2 === 0, CONTENT.title, 'half a country code');
  for (let at = 2; at < letters.length; at += 2) {
    const [before, now] = [letters[at - 2]! * 256 + letters[at - 1]!, letters[at]! * 256 + letters[at + 1]!];
    require(before < now, CONTENT.title, 'country codes are out of order');
  }
  const places = letters.length / 2;
  below(content.placeListPlaces, places, 'place');
  below(content.networkMapPlaces, places, 'place of a network');
  ascendingRuns(content.placeListOffsets, content.placeListPlaces, 'place list');
  ascendingRuns(content.networkMapOffsets, content.networkMapPlaces, 'network map');
  below(content.networkListNameStrings, strings, 'network name');
  below(content.networkListGenerations, GENERATION_NUMBERS, 'network generation');
  require(content.networkListGenerations.length === content.networkListNameStrings.length &&
    content.networkMapLists.length ===
      content.networkMapPlaces.length, CONTENT.title, 'network tables differ in length');
  below(content.networkMapLists, content.networkListOffsets.length - 1, 'network list');

  const coverages = content.coverageDestinations.length;
  require(content.coverageExclusions.length === coverages &&
    content.coverageNetworks.length === coverages &&
    content.coverageGeneration.length === coverages, CONTENT.title, 'coverage tables differ in length');
  below(content.coverageDestinations, content.placeListOffsets.length - 1, 'destinations of coverage');
  below(content.coverageExclusions, content.placeListOffsets.length - 1, 'exclusions of coverage');
  below(content.coverageNetworks, content.networkMapOffsets.length - 1, 'networks of coverage');
  below(content.coverageGeneration, GENERATION_NUMBERS, 'generation of coverage');
}

function checkRows(content: ContentColumns, providers: number): void {
  const strings = content.stringOffsets.length - 1;
  below(content.provider, providers, 'provider of row');
  below(content.usdCents, NONE, 'price of row');
  below(content.model, ALLOWANCE_MODELS.length, 'allowance model of row');
  below(content.byteRemainder, BYTES_PER_MEGABYTE, 'data of row');
  below(content.fullSpeedByteRemainder, BYTES_PER_MEGABYTE, 'full-speed data of row');
  below(content.uncapped, THREE_STATES, 'uncapped of row');
  below(content.afterCap, AFTER_CAP.length, 'after-cap rule of row');
  below(content.reset, RESET_RULES.length, 'reset rule of row');
  below(content.soldPerDay, 2, 'sold-per-day of row');
  below(content.starts, CLOCK_STARTS.length, 'start of validity of row');
  below(content.breakout, BREAKOUTS.length, 'breakout of row');
  below(content.scope, SCOPES.length, 'scope of row');
  // The third basis is wholesale, which is never served.
  below(content.basis, 2, 'price basis of row');
  below(content.tax, TAX.length, 'tax of row');
  below(content.converted, 2, 'converted of row');
  below(content.minor, Number.MAX_SAFE_INTEGER + 1, 'amount of row');
  below(content.currencyString, strings, 'currency of row');
  below(content.rateString, strings, 'rate of row', true);
  below(content.rateDateString, strings, 'rate date of row', true);
  below(content.sourceString, strings, 'source of row');
  below(content.nameString, strings, 'name of row');
  below(content.linkHeadString, strings, 'link of row');
  below(content.coverage, content.coverageDestinations.length, 'coverage of row');
  below(content.factsKnown, FACT.roaming * 2, 'facts of row');
  for (let row = 0; row < content.provider.length; row += 1) {
    require((content.factsTrue[row]! & ~content.factsKnown[row]!) ===
      0, CONTENT.title, `facts of row ${row} contradict each other`);
    const list = content.coverageDestinations[content.coverage[row]!]!;
    const covered = content.placeListOffsets[list + 1]! - content.placeListOffsets[list]!;
    require(covered > 0 &&
      covered ===
        content.countriesCovered[
          row
        ], CONTENT.title, `row ${row} covers another number of countries than it says`);
  }
}

/** Rows ascend strictly by provider, then id: the search for a plan and every last tie-break rest on it. */
function checkOrder({ provider, idOffsets, idBytes }: ContentColumns): void {
  for (let row = 1; row < provider.length; row += 1) {
    const ascends =
      provider[row - 1]! < provider[row]! ||
      (provider[row - 1] === provider[row] && idAscends(idBytes, idOffsets, row));
    require(ascends, CONTENT.title, `row ${row} is out of order`);
  }
}

function idAscends(bytes: Uint8Array, offsets: Uint32Array, row: number): boolean {
  const [before, start, end] = [offsets[row - 1]!, offsets[row]!, offsets[row + 1]!];
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
    seen.couponVerifiedAt.length === coupons;
  require(fits, OBSERVATIONS.title, 'their number is not that of the plans and coupons');
}
