/**
 * A market as two immutable runs of bytes: what it says (hashed: the version) and when it was seen.
 * Rows are sorted first and every table is numbered in row order, so the order of the input cannot matter.
 */
import { createHash } from 'node:crypto';
import { NONE } from '../domain/columns.ts';
import { ID_PATTERN, type Observation, type Plan } from '../domain/plan.ts';
import { type Columns, type Schema, writeContainer } from './container.ts';
import { CoverageEncoder } from './encode-coverage.ts';
import { encodeRow, linkHeadLength } from './encode-row.ts';
import { MarketError } from './errors.ts';
import { compareStrings, headBytes, sortedCoupons, sortedProviders } from './head.ts';
import { CONTENT, OBSERVATIONS, ROW_SCHEMA } from './layout.ts';
import type { Market } from './market.ts';
import { Interned, TextWriter } from './runs.ts';

/** Provider indexes are 16 bits wide. */
const PROVIDERS_MAX = 0x1_0000;

export interface EncodedMarket {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly observations: Uint8Array<ArrayBuffer>;
}

export function encode(market: Market): EncodedMarket {
  if (market.observations.length !== market.plans.length) {
    throw new MarketError('every plan needs exactly one observation');
  }
  const order = rowOrder(market.plans);
  const providers = sortedProviders(market.providers);
  if (providers.length > PROVIDERS_MAX) throw new MarketError(`more than ${PROVIDERS_MAX} providers`);
  const providerIndex = new Map(providers.map((provider, index) => [provider.id, index]));
  const coupons = sortedCoupons(market.coupons, providerIndex);

  const content = encodeContent(
    order.map((index) => market.plans[index]!),
    providerIndex,
    headBytes(market.sample, providers, coupons),
  );
  const sources = market.sources.toSorted((a, b) => compareStrings(a.id, b.id));
  const observed = (at: (observation: Observation) => number | null) =>
    Uint32Array.from(order, (index) => seconds(at(market.observations[index]!)));
  const observations = writeContainer(OBSERVATIONS, {
    contentHash: createHash('sha256').update(content).digest(),
    observedAtSeconds: observed((observation) => observation.observedAt),
    sourceUpdatedAtSeconds: observed((observation) => observation.sourceUpdatedAt),
    firstSeenAtSeconds: observed((observation) => observation.firstSeenAt),
    priceChangedAtSeconds: observed((observation) => observation.priceChangedAt),
    couponVerifiedAt: Float64Array.from(coupons, (coupon) => coupon.verifiedAt),
    sources: Buffer.from(
      JSON.stringify(
        sources.map(({ id, status, lastSuccess, plans }) => ({ id, status, lastSuccess, plans })),
      ),
    ),
  });
  return { content, observations };
}

function encodeContent(
  plans: readonly Plan[],
  providerIndex: ReadonlyMap<string, number>,
  head: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const rows = allocate(ROW_SCHEMA, plans.length);
  const texts = new Interned<string>();
  const string = (text: string) => texts.add(text, () => wellFormed(text));
  const coverages = new CoverageEncoder(placesOf(plans), string);
  const ids = new TextWriter();
  const externalIds = new TextWriter();
  const linkTails = new TextWriter();

  for (const [row, plan] of plans.entries()) {
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
  }

  const strings = new TextWriter();
  for (const text of texts.values) strings.append(text);
  const [id, externalId, linkTail, stringRun] = [ids, externalIds, linkTails, strings].map((writer) =>
    writer.finish(),
  );
  return writeContainer(CONTENT, {
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
}

/** Indexes of the plans sorted by provider id, then plan id, in code-unit order. */
function rowOrder(plans: readonly Plan[]): number[] {
  const compare = (a: Plan, b: Plan) => compareStrings(a.provider, b.provider) || compareStrings(a.id, b.id);
  const order = plans.map((_, index) => index);
  order.sort((a, b) => compare(plans[a]!, plans[b]!));
  for (const [row, index] of order.entries()) {
    const plan = plans[index]!;
    if (!ID_PATTERN.test(plan.id)) throw new MarketError(`"${plan.id}" is no plan id`);
    if (row > 0 && compare(plans[order[row - 1]!]!, plan) === 0) {
      throw new MarketError(`${plan.provider}/${plan.id} is given twice`);
    }
  }
  return order;
}

function placesOf(plans: readonly Plan[]): ReadonlySet<string> {
  const places = new Set<string>();
  const seen = new Set<object>();
  for (const { coverage } of plans) {
    if (seen.has(coverage)) continue;
    seen.add(coverage);
    for (const place of coverage.destinations) places.add(place);
    for (const place of coverage.exclusions) places.add(place);
    for (const place of Object.keys(coverage.networks)) places.add(place);
  }
  return places;
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
