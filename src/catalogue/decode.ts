/** Two runs of bytes as a catalogue: columns are views over the bytes, plans are put together on demand. */
import { createHash } from 'node:crypto';
import { type DestinationView, NONE, type PlanColumns } from '../domain/columns.ts';
import type { Coupon } from '../domain/coupon.ts';
import type { CountryCode, Observation, Price } from '../domain/plan.ts';
import type { Catalogue } from './catalogue.ts';
import { checkContent, checkObservations } from './check.ts';
import { readContainer } from './container.ts';
import { SnapshotError } from './errors.ts';
import { compareStrings, type Head, readHead, readJson } from './head.ts';
import { CONTENT, OBSERVATIONS, type ObservationColumns } from './layout.ts';
import type { SourceState } from './market.ts';
import { buildPostings } from './postings.ts';
import { rowReader } from './row-reader.ts';

/** A catalogue with what publication compares editions by. */
export interface DecodedCatalogue extends Catalogue {
  readonly columns: PlanColumns;
  planId(row: number): string;
  price(row: number): Price;
}

/** Throws SnapshotError with one line where the bytes are cut short, altered, of another format or inconsistent. */
export function decode(
  contentBytes: Uint8Array,
  observationBytes: Uint8Array,
  serial: number,
): DecodedCatalogue {
  const content = readContainer(CONTENT, contentBytes);
  const head = readHead(content.head, CONTENT.title);
  checkContent(content, head);
  const hash = createHash('sha256').update(contentBytes).digest();
  const seen = readContainer(OBSERVATIONS, observationBytes);
  const planCount = content.provider.length;
  checkObservations(seen, hash, planCount, head.coupons.length);

  const { providers, sample } = head;
  const { planId, price, plan, place } = rowReader(content, providers);
  const postings = buildPostings(content);
  const coupons = couponsByProvider(head, seen.couponVerifiedAt);
  const columns: PlanColumns = { ...content, count: planCount, observedAtSeconds: seen.observedAtSeconds };
  const views = new Map<CountryCode, DestinationView>();
  for (const [index, posting] of postings.entries()) {
    if (posting.rows.length > 0) views.set(place(index), { columns, postings: posting, coupons, planId });
  }
  const observed = newestAndOldest(seen.observedAtSeconds);

  return Object.freeze({
    version: hash.toString('hex'),
    serial,
    sample,
    planCount,
    providers,
    sources: readSources(seen.sources),
    destinations: Array.from(views, ([code, view]) => ({ code, plans: view.postings.rows.length })),
    ...observed,
    columns,
    planId,
    view: (country: CountryCode) => views.get(country) ?? null,
    plan: (row: number) => plan(rowWithin(row, planCount)),
    price: (row: number) => price(rowWithin(row, planCount)),
    observation: (row: number) => observationOf(seen, rowWithin(row, planCount)),
    find(provider: string, id: string) {
      let low = 0;
      let high = planCount;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order =
          compareStrings(providers[content.provider[middle]!]!.id, provider) ||
          compareStrings(planId(middle), id);
        if (order === 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return null;
    },
  });
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
  };
}

function couponsByProvider(head: Head, verifiedAt: Float64Array): ReadonlyMap<number, readonly Coupon[]> {
  const indexes = new Map(head.providers.map(({ id }, index) => [id, index]));
  const byProvider = new Map<number, Coupon[]>();
  for (const [index, coupon] of head.coupons.entries()) {
    const provider = indexes.get(coupon.provider)!;
    const list = byProvider.get(provider) ?? [];
    list.push({ ...coupon, verifiedAt: verifiedAt[index]! });
    byProvider.set(provider, list);
  }
  return byProvider;
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
