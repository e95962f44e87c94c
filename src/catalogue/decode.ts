/** Two runs of bytes as a catalogue: columns are views over the bytes, plans are put together on demand. */
import { createHash } from 'node:crypto';
import { type DestinationView, NONE, type PlanColumns } from '../domain/columns.ts';
import type { Coupon } from '../domain/coupon.ts';
import type { CountryCode, Observation, Price, Provider } from '../domain/plan.ts';
import { type Catalogue, SnapshotError, type SourceState } from './catalogue.ts';
import { checkContent, checkObservations } from './check.ts';
import { containerSteps, readContainer } from './container.ts';
import { compareStrings, type Head, readHead, readJson } from './head.ts';
import { CONTENT, OBSERVATIONS, type ObservationColumns } from './layout.ts';
import { buildPostings } from './postings.ts';
import { rowReader, textReader } from './row-reader.ts';
import { finish, finishGently, type Steps } from './steps.ts';

/** What publication compares editions by. Rows ascend by provider, then id. */
export interface PricedRows {
  readonly planCount: number;
  readonly planId: (row: number) => string;
  readonly providerOf: (row: number) => string;
  readonly price: (row: number) => Pick<Price, 'minor' | 'currency'>;
}

/** An edition row by row, without what only serving needs. */
export interface CatalogueRows
  extends PricedRows,
    Pick<Catalogue, 'providers' | 'sources' | 'plan' | 'observation' | 'find'> {
  readonly sourceOf: (row: number) => string;
  readonly price: (row: number) => Price;
}

/** A catalogue with what publication and ingest read of it. */
export interface DecodedCatalogue extends Catalogue, CatalogueRows {
  readonly columns: PlanColumns;
}

/** Throws SnapshotError with one line where the bytes are cut short, altered, of another format or inconsistent. */
export const decode = (content: Uint8Array, observations: Uint8Array, serial: number): DecodedCatalogue =>
  finish(decodeSteps(content, observations, serial, createHash('sha256').update(content).digest()));

/** The same in small pieces, for a thread that serves meanwhile. The store has just proved that the hash is right. */
export const decodeGently = (
  content: Uint8Array,
  observations: Uint8Array,
  serial: number,
  contentSha256: string,
): Promise<DecodedCatalogue> =>
  finishGently(decodeSteps(content, observations, serial, Buffer.from(contentSha256, 'hex')));

/** For whoever compares or merges editions: the same checks, and a third of the memory less. */
export const decodeRows = (content: Uint8Array, observations: Uint8Array): CatalogueRows =>
  finish(rowSteps(content, observations, createHash('sha256').update(content).digest())).rows;

/**
 * Ids and prices alone, of content that was encoded here. In memory of their own, a fifth of the content's: the content
 * can be given back before another edition is loaded to compare it with.
 */
export function decodePrices(contentBytes: Uint8Array): PricedRows {
  const content = readContainer(CONTENT, contentBytes);
  const { providers } = readHead(content.head, CONTENT.title);
  const string = textReader(content.stringBytes, content.stringOffsets);
  const currencies = new Map(Array.from(new Set(content.currencyString), (index) => [index, string(index)]));
  const provider = content.provider.slice();
  const minor = content.minor.slice();
  const currency = content.currencyString.slice();
  return {
    planCount: provider.length,
    planId: textReader(content.idBytes.slice(), content.idOffsets.slice()),
    providerOf: (row) => providers[provider[row]!]!.id,
    price: (row) => ({ minor: minor[row]!, currency: currencies.get(currency[row]!)! }),
  };
}

function* decodeSteps(
  contentBytes: Uint8Array,
  observationBytes: Uint8Array,
  serial: number,
  hash: Buffer,
): Steps<DecodedCatalogue> {
  const { rows, content, seen, head, place } = yield* rowSteps(contentBytes, observationBytes, hash);
  const { planCount, planId } = rows;
  const postings = yield* buildPostings(content, place);
  const coupons = couponsByProvider(head, seen.couponVerifiedAt);
  const columns: PlanColumns = { ...content, count: planCount, observedAtSeconds: seen.observedAtSeconds };
  const brands = brandNumbers(head.providers);
  const views = new Map<CountryCode, DestinationView>();
  for (const [index, posting] of postings.entries()) {
    if (posting.rows.length > 0)
      views.set(place(index), { columns, postings: posting, coupons, brands, planId });
  }
  return Object.freeze({
    ...rows,
    version: hash.toString('hex'),
    serial,
    sample: head.sample,
    destinations: Array.from(views, ([code, view]) => ({ code, plans: view.postings.rows.length })),
    ...newestAndOldest(seen.observedAtSeconds),
    columns,
    view: (country: CountryCode) => views.get(country) ?? null,
  });
}

/** Parallel to the providers. */
function brandNumbers(providers: readonly Provider[]): Uint16Array {
  const names = [...new Set(providers.map(({ brand }) => brand))];
  return Uint16Array.from(providers, ({ brand }) => names.indexOf(brand));
}

function* rowSteps(contentBytes: Uint8Array, observationBytes: Uint8Array, hash: Buffer) {
  const content = yield* containerSteps(CONTENT, contentBytes);
  const head = readHead(content.head, CONTENT.title);
  yield* checkContent(content, head);
  const seen = yield* containerSteps(OBSERVATIONS, observationBytes);
  const planCount = content.provider.length;
  checkObservations(seen, hash, planCount, head.coupons.length);
  const { providers } = head;
  const { planId, sourceOf, price, plan, place } = rowReader(content, providers);
  const providerOf = (row: number) => providers[content.provider[row]!]!.id;
  const rows: CatalogueRows = {
    planCount,
    providers,
    sources: readSources(seen.sources),
    planId,
    providerOf,
    sourceOf,
    plan: (row) => plan(rowWithin(row, planCount)),
    price: (row) => price(rowWithin(row, planCount)),
    observation: (row) => observationOf(seen, rowWithin(row, planCount)),
    find(provider, id) {
      let low = 0;
      let high = planCount;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = compareStrings(providerOf(middle), provider) || compareStrings(planId(middle), id);
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return null;
    },
  };
  return { rows, content, seen, head, place };
}

function rowWithin(row: number, planCount: number): number {
  if (Number.isInteger(row) && row >= 0 && row < planCount) return row;
  throw new RangeError(`no row ${row} in a catalogue of ${planCount}`);
}

function observationOf(seen: ObservationColumns, row: number): Observation {
  const at = (column: Uint32Array) => (column[row] === NONE ? null : column[row]! * 1000);
  return {
    observedAt: seen.observedAtSeconds[row]! * 1000,
    sourceUpdatedAt: at(seen.sourceUpdatedAtSeconds),
    firstSeenAt: seen.firstSeenAtSeconds[row]! * 1000,
    priceChangedAt: at(seen.priceChangedAtSeconds),
    lowestCents: seen.lowestCents[row]!,
    highestCents: seen.highestCents[row]!,
  };
}

function couponsByProvider(head: Head, verifiedAt: Float64Array): ReadonlyMap<number, readonly Coupon[]> {
  const indexes = new Map(head.providers.map(({ id }, index) => [id, index]));
  const coupons = head.coupons.map((coupon, index) => ({ ...coupon, verifiedAt: verifiedAt[index]! }));
  return Map.groupBy(coupons, ({ provider }) => indexes.get(provider)!);
}

function newestAndOldest(seconds: Uint32Array): Pick<Catalogue, 'newest' | 'oldest'> {
  if (seconds.length === 0) return { newest: null, oldest: null };
  let newest = 0;
  let oldest = NONE;
  for (let row = 0; row < seconds.length; row += 1) {
    newest = Math.max(newest, seconds[row]!);
    oldest = Math.min(oldest, seconds[row]!);
  }
  return { newest: newest * 1000, oldest: oldest * 1000 };
}

function readSources(bytes: Uint8Array): readonly SourceState[] {
  const sources = readJson(bytes, OBSERVATIONS.title);
  if (!Array.isArray(sources)) throw new SnapshotError(`${OBSERVATIONS.title} refused: no list of sources`);
  return sources as SourceState[];
}
