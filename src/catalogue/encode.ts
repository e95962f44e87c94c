/**
 * A market as two immutable runs of bytes: what it says (hashed: the version) and when it was seen.
 * Rows are sorted first and every table is numbered in row order, so the order of the input cannot matter.
 */
import { createHash } from 'node:crypto';
import { NONE } from '../domain/columns.ts';
import { ID_PATTERN, type Observation, type Plan } from '../domain/plan.ts';
import { type Market, MarketError } from './catalogue.ts';
import { openContainer } from './container.ts';
import { encodeRow, linkHeadLength } from './encode-row.ts';
import { CoverageEncoder, Interned, TextWriter, textRun } from './encode-tables.ts';
import { compareStrings, headBytes, sortedCoupons, sortedProviders } from './head.ts';
import { CONTENT, OBSERVATIONS, ROW_SCHEMA } from './layout.ts';
import { finish, finishGently, type Steps } from './steps.ts';

/** Provider indexes are 16 bits wide. */
const PROVIDERS_MAX = 0x1_0000;
/** Between two stops: each row takes some microseconds. */
const ROWS_AT_ONCE = 512;
const SHA256_BYTES = 32;

type TimeColumns = ReturnType<typeof openTimes>['columns'];

export interface EncodedMarket {
  readonly plans: number;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly observations: Uint8Array<ArrayBuffer>;
}

export const encode = (market: Market): EncodedMarket => finish(encodeSteps(market));

/** The same in small pieces: a thread that encodes a large market has timers to keep meanwhile. */
export const encodeGently = (market: Market): Promise<EncodedMarket> => finishGently(encodeSteps(market));

function* encodeSteps(market: Market): Steps<EncodedMarket> {
  if (market.observations.length !== market.plans.length) {
    throw new MarketError('every plan needs exactly one observation');
  }
  const surveyed = yield* survey(market.plans);
  const providers = sortedProviders(market.providers);
  if (providers.length > PROVIDERS_MAX) throw new MarketError(`more than ${PROVIDERS_MAX} providers`);
  const providerIndex = new Map(providers.map((provider, index) => [provider.id, index]));
  const coupons = sortedCoupons(market.coupons, providerIndex);
  const head = headBytes(market.sample, providers, coupons);

  const times = openTimes(market.plans.length, coupons.length);
  const content = yield* encodeRows(market, surveyed, providerIndex, head, times.columns);
  times.columns.contentHash.set(createHash('sha256').update(content).digest());
  times.columns.couponVerifiedAt.set(coupons.map((coupon) => coupon.verifiedAt));
  const sources = market.sources
    .toSorted((a, b) => compareStrings(a.id, b.id))
    .map(({ id, status, lastSuccess, plans }) => ({ id, status, lastSuccess, plans }));
  const observations = times.finish({ sources: Buffer.from(JSON.stringify(sources)) });
  return { plans: market.plans.length, content, observations };
}

const openTimes = (plans: number, coupons: number) =>
  openContainer(OBSERVATIONS, {
    contentHash: SHA256_BYTES,
    observedAtSeconds: plans,
    sourceUpdatedAtSeconds: plans,
    firstSeenAtSeconds: plans,
    priceChangedAtSeconds: plans,
    lowestCents: plans,
    highestCents: plans,
    couponVerifiedAt: coupons,
  });

function encodeTimes(columns: TimeColumns, row: number, seen: Observation): void {
  columns.observedAtSeconds[row] = seconds(seen.observedAt);
  columns.sourceUpdatedAtSeconds[row] = seconds(seen.sourceUpdatedAt);
  columns.firstSeenAtSeconds[row] = seconds(seen.firstSeenAt);
  columns.priceChangedAtSeconds[row] = seconds(seen.priceChangedAt);
  columns.lowestCents[row] = seen.lowestCents;
  columns.highestCents[row] = seen.highestCents;
}

function* encodeRows(
  { plans, observations }: Market,
  { order, places, idBytes, externalIdBytes, linkTailBytes }: Survey,
  providerIndex: ReadonlyMap<string, number>,
  head: Uint8Array,
  times: TimeColumns,
): Steps<Uint8Array<ArrayBuffer>> {
  const container = openContainer(CONTENT, {
    ...rowLengths(plans.length),
    idOffsets: plans.length + 1,
    idBytes,
    externalIdOffsets: plans.length + 1,
    externalIdBytes,
    linkTailOffsets: plans.length + 1,
    linkTailBytes,
  });
  const rows = container.columns;
  const texts = new Interned<string>();
  const string = (text: string) => texts.add(text, () => wellFormed(text));
  const coverages = new CoverageEncoder(places, string);
  const ids = new TextWriter(rows.idOffsets, rows.idBytes);
  const externalIds = new TextWriter(rows.externalIdOffsets, rows.externalIdBytes);
  const linkTails = new TextWriter(rows.linkTailOffsets, rows.linkTailBytes);

  for (let row = 0; row < order.length; row += 1) {
    const plan = plans[order[row]!]!;
    try {
      const provider = providerIndex.get(plan.provider);
      if (provider === undefined) throw new MarketError('unknown provider');
      encodeRow(rows, row, plan, { provider, coverage: coverages.add(plan.coverage), string });
      ids.append(plan.id);
      externalIds.append(wellFormed(plan.externalId));
      linkTails.append(wellFormed(linkTail(plan.link)));
      encodeTimes(times, row, observations[order[row]!]!);
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
      throw new MarketError(`${plan.provider}/${plan.id}: ${error.message}`);
    }
    if (row % ROWS_AT_ONCE === 0) yield;
  }

  const strings = textRun(texts.values);
  return container.finish({
    ...coverages.finish(),
    stringOffsets: strings.offsets,
    stringBytes: strings.bytes,
    head,
  });
}

const linkTail = (link: string): string => link.slice(linkHeadLength(link));

const rowLengths = (plans: number) =>
  Object.fromEntries(Object.keys(ROW_SCHEMA).map((name) => [name, plans])) as Record<
    keyof typeof ROW_SCHEMA,
    number
  >;

interface Survey {
  /** Indexes of the plans sorted by provider id, then plan id, in code-unit order. */
  readonly order: Uint32Array;
  /** Every code that any coverage names. */
  readonly places: ReadonlySet<string>;
  /** How much room the texts of all plans take: they are written where they stay. */
  readonly idBytes: number;
  readonly externalIdBytes: number;
  readonly linkTailBytes: number;
}

/** One look at every plan before the first is written. */
function* survey(plans: readonly Plan[]): Steps<Survey> {
  const providers: string[] = [];
  const ids: string[] = [];
  const places = new Set<string>();
  let last: object | null = null;
  let [idBytes, externalIdBytes, linkTailBytes] = [0, 0, 0];
  for (let index = 0; index < plans.length; index += 1) {
    const { provider, id, externalId, link, coverage } = plans[index]!;
    if (!ID_PATTERN.test(id)) throw new MarketError(`"${id}" is no plan id`);
    providers.push(provider);
    ids.push(id);
    idBytes += Buffer.byteLength(id);
    externalIdBytes += Buffer.byteLength(externalId);
    linkTailBytes += Buffer.byteLength(linkTail(link));
    if (index % ROWS_AT_ONCE === 0) yield;
    // Plans of one offer follow each other and share theirs.
    if (coverage === last) continue;
    last = coverage;
    for (const place of coverage.destinations) places.add(place);
    for (const place of coverage.exclusions) places.add(place);
    for (const place of coverage.exits ?? []) places.add(place);
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
  return { order, places, idBytes, externalIdBytes, linkTailBytes };
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
