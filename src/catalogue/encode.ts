/**
 * A market as two immutable runs of bytes: what it says (hashed: the version) and when it was seen.
 * Rows are sorted first and every table is numbered in row order, so the order of the input cannot matter.
 */
import { createHash } from 'node:crypto';
import { NONE } from '../domain/columns.ts';
import { ID_PATTERN, type Observation, type Plan } from '../domain/plan.ts';
import { release } from '../store/release.ts';
import { type Columns, type Schema, writeContainer } from './container.ts';
import { CoverageEncoder } from './encode-coverage.ts';
import { encodeRow, linkHeadLength } from './encode-row.ts';
import { MarketError } from './errors.ts';
import { compareStrings, headBytes, sortedCoupons, sortedProviders } from './head.ts';
import { CONTENT, OBSERVATIONS, ROW_SCHEMA } from './layout.ts';
import type { MarketRows, Rows } from './market.ts';
import { Interned, TextWriter } from './runs.ts';
import { finish, finishGently, type Steps } from './steps.ts';

/** Provider indexes are 16 bits wide. */
const PROVIDERS_MAX = 0x1_0000;
/** Between two stops: each row takes some microseconds. */
const ROWS_AT_ONCE = 512;

export interface EncodedMarket {
  readonly plans: number;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly observations: Uint8Array<ArrayBuffer>;
}

export const encode = (market: MarketRows): EncodedMarket => finish(encodeSteps(market));

/** The same in small pieces: a thread that encodes a large market has timers to keep meanwhile. */
export const encodeGently = (market: MarketRows): Promise<EncodedMarket> => finishGently(encodeSteps(market));

function* encodeSteps(market: MarketRows): Steps<EncodedMarket> {
  if (market.observations.length !== market.plans.length) {
    throw new MarketError('every plan needs exactly one observation');
  }
  const { order, places } = yield* survey(market.plans);
  const providers = sortedProviders(market.providers);
  if (providers.length > PROVIDERS_MAX) throw new MarketError(`more than ${PROVIDERS_MAX} providers`);
  const providerIndex = new Map(providers.map((provider, index) => [provider.id, index]));
  const coupons = sortedCoupons(market.coupons, providerIndex);

  const content = yield* encodeContent(
    market.plans,
    order,
    places,
    providerIndex,
    headBytes(market.sample, providers, coupons),
  );
  const sources = market.sources.toSorted((a, b) => compareStrings(a.id, b.id));
  const times = yield* encodeTimes(market.observations, order);
  const observations = writeContainer(OBSERVATIONS, {
    contentHash: createHash('sha256').update(content).digest(),
    ...times,
    couponVerifiedAt: Float64Array.from(coupons, (coupon) => coupon.verifiedAt),
    sources: Buffer.from(
      JSON.stringify(
        sources.map(({ id, status, lastSuccess, plans }) => ({ id, status, lastSuccess, plans })),
      ),
    ),
  });
  return { plans: market.plans.length, content, observations };
}

function* encodeTimes(observations: Rows<Observation>, order: Uint32Array) {
  const column = () => new Uint32Array(order.length);
  const columns = {
    observedAtSeconds: column(),
    sourceUpdatedAtSeconds: column(),
    firstSeenAtSeconds: column(),
    priceChangedAtSeconds: column(),
  };
  for (let row = 0; row < order.length; row += 1) {
    const seen = observations.at(order[row]!)!;
    columns.observedAtSeconds[row] = seconds(seen.observedAt);
    columns.sourceUpdatedAtSeconds[row] = seconds(seen.sourceUpdatedAt);
    columns.firstSeenAtSeconds[row] = seconds(seen.firstSeenAt);
    columns.priceChangedAtSeconds[row] = seconds(seen.priceChangedAt);
    if (row % ROWS_AT_ONCE === 0) yield;
  }
  return columns;
}

function* encodeContent(
  plans: Rows<Plan>,
  order: Uint32Array,
  places: ReadonlySet<string>,
  providerIndex: ReadonlyMap<string, number>,
  head: Uint8Array,
): Steps<Uint8Array<ArrayBuffer>> {
  const rows = allocate(ROW_SCHEMA, plans.length);
  const texts = new Interned<string>();
  const string = (text: string) => texts.add(text, () => wellFormed(text));
  const coverages = new CoverageEncoder(places, string);
  const ids = new TextWriter();
  const externalIds = new TextWriter();
  const linkTails = new TextWriter();

  for (let row = 0; row < order.length; row += 1) {
    const plan = plans.at(order[row]!)!;
    try {
      const provider = providerIndex.get(plan.provider);
      if (provider === undefined) throw new MarketError('unknown provider');
      encodeRow(rows, row, plan, { provider, coverage: coverages.add(plan.coverage), string });
      ids.append(plan.id);
      externalIds.append(wellFormed(plan.externalId));
      linkTails.append(wellFormed(plan.link.slice(linkHeadLength(plan.link))));
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
      throw new MarketError(`${plan.provider}/${plan.id}: ${error.message}`);
    }
    if (row % ROWS_AT_ONCE === 0) yield;
  }

  const strings = new TextWriter();
  for (const text of texts.values) strings.append(text);
  const [id, externalId, linkTail, stringRun] = [ids, externalIds, linkTails, strings].map((writer) =>
    writer.finish(),
  );
  const content = writeContainer(CONTENT, {
    ...rows,
    ...coverages.finish(),
    idOffsets: id!.offsets,
    idBytes: id!.bytes,
    externalIdOffsets: externalId!.offsets,
    externalIdBytes: externalId!.bytes,
    linkTailOffsets: linkTail!.offsets,
    linkTailBytes: linkTail!.bytes,
    stringOffsets: stringRun!.offsets,
    stringBytes: stringRun!.bytes,
    head,
  });
  // Copied now. Left to the garbage collector, they would stand beside the result for a while, and they are as large.
  for (const column of Object.values(rows)) release(column);
  for (const { bytes } of [id!, externalId!, linkTail!, stringRun!]) release(new Uint8Array(bytes.buffer));
  return content;
}

interface Survey {
  /** Indexes of the plans sorted by provider id, then plan id, in code-unit order. */
  readonly order: Uint32Array;
  /** Every code that any coverage names. */
  readonly places: ReadonlySet<string>;
}

/** One look at every plan before the first is written: it may have to be put together for each. */
function* survey(plans: Rows<Plan>): Steps<Survey> {
  const providers: string[] = [];
  const ids: string[] = [];
  const places = new Set<string>();
  let last: object | null = null;
  for (let index = 0; index < plans.length; index += 1) {
    const { provider, id, coverage } = plans.at(index)!;
    if (!ID_PATTERN.test(id)) throw new MarketError(`"${id}" is no plan id`);
    providers.push(provider);
    ids.push(id);
    if (index % ROWS_AT_ONCE === 0) yield;
    // Plans of one offer follow each other and share theirs.
    if (coverage === last) continue;
    last = coverage;
    for (const place of coverage.destinations) places.add(place);
    for (const place of coverage.exclusions) places.add(place);
    for (const place of Object.keys(coverage.networks)) places.add(place);
  }
  const compare = (a: number, b: number) =>
    compareStrings(providers[a]!, providers[b]!) || compareStrings(ids[a]!, ids[b]!);
  const order = Uint32Array.from(ids.keys()).sort(compare);
  for (let row = 1; row < order.length; row += 1) {
    if (compare(order[row - 1]!, order[row]!) === 0) {
      throw new MarketError(`${providers[order[row]!]}/${ids[order[row]!]} is given twice`);
    }
  }
  return { order, places };
}

function allocate<S extends Schema>(schema: S, length: number): Columns<S> {
  const columns = Object.entries(schema).map(([name, Type]) => [name, new Type(length)]);
  return Object.fromEntries(columns) as Columns<S>;
}

/** Half a surrogate pair has no UTF-8 form, so it would not come back as it went in. */
function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new MarketError(`not well-formed text: ${JSON.stringify(text)}`);
  return text;
}

function seconds(milliseconds: number | null): number {
  if (milliseconds === null) return NONE;
  const whole = Math.floor(milliseconds / 1000);
  if (whole >= 0 && whole < NONE) return whole;
  throw new MarketError(`${milliseconds} is no time that an observation can hold`);
}
