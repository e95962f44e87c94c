/** A market as the two blobs of a snapshot. The plans are sorted first, so that the order of the input does not matter. */
import { hash } from 'node:crypto';
import type { Coupon } from '../domain/coupon.ts';
import { comparePlans, compareStrings } from '../domain/destination.ts';
import type { Coverage, Observation, Plan } from '../domain/plan.ts';
import { type Market, MarketError } from './catalogue.ts';
import {
  type ContentHeader,
  canonicalJson,
  checkContentHeader,
  checkObservation,
  checkPlanLine,
  compressLines,
  FORMAT,
  firstError,
  type LineValidator,
  type ObservationsHeader,
} from './snapshot-format.ts';

export interface SnapshotBlobs {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly observations: Uint8Array<ArrayBuffer>;
}

export async function writeSnapshot(market: Market): Promise<SnapshotBlobs> {
  const { plans, observations } = sortedPlans(market);
  const coverages = new CoverageTable();
  const positions = plans.map(({ coverage }) => coverages.add(coverage));
  const providers = market.providers.toSorted((a, b) => compareStrings(a.id, b.id));
  const coupons = market.coupons.toSorted(comparePlans);
  const known = new Set(providers.map(({ id }) => id));
  refuseRepeats(
    'provider',
    providers.map(({ id }) => id),
  );
  refuseRepeats('coupon', coupons.map(nameOf));
  refuseRepeats('plan', plans.map(nameOf));
  for (const coupon of coupons) {
    if (!known.has(coupon.provider)) throw new MarketError(`coupon ${nameOf(coupon)}: unknown provider`);
  }

  const header = {
    format: FORMAT,
    sample: market.sample,
    plans: plans.length,
    providers,
    coupons: coupons.map(contentOf),
    coverages: coverages.all,
  };
  refuseInvalid(checkContentHeader, header, 'the market');
  const content = await compressLines(contentLines(header as ContentHeader, plans, positions, known));

  const observationsHeader: ObservationsHeader = {
    format: FORMAT,
    content: hash('sha256', content, 'hex'),
    sources: market.sources.toSorted((a, b) => compareStrings(a.id, b.id)),
    couponsVerifiedAt: coupons.map(({ verifiedAt }) => verifiedAt),
  };
  return { content, observations: await compressLines(observationLines(observationsHeader, observations)) };
}

function sortedPlans({ plans, observations }: Market) {
  if (observations.length !== plans.length) throw new MarketError('every plan needs exactly one observation');
  const order = Array.from(plans.keys()).sort((a, b) => comparePlans(plans[a]!, plans[b]!));
  return { plans: order.map((at) => plans[at]!), observations: order.map((at) => observations[at]!) };
}

function* contentLines(
  header: ContentHeader,
  plans: readonly Plan[],
  positions: readonly number[],
  providers: ReadonlySet<string>,
): Generator<string> {
  yield canonicalJson(header);
  for (const [index, plan] of plans.entries()) {
    const line = { ...plan, coverage: positions[index] };
    refuseInvalid(checkPlanLine, line, nameOf(plan));
    if (plan.price.basis === 'wholesale')
      throw new MarketError(`${nameOf(plan)}: a wholesale price is never published`);
    if (!providers.has(plan.provider)) throw new MarketError(`${nameOf(plan)}: unknown provider`);
    yield canonicalJson(line);
  }
}

function* observationLines(
  header: ObservationsHeader,
  observations: readonly Observation[],
): Generator<string> {
  yield canonicalJson(header);
  for (const observation of observations) {
    const { observedAt, sourceUpdatedAt, firstSeenAt, priceChangedAt } = observation;
    const line = {
      ...observation,
      observedAt: wholeSecond(observedAt),
      sourceUpdatedAt: sourceUpdatedAt === null ? null : wholeSecond(sourceUpdatedAt),
      firstSeenAt: wholeSecond(firstSeenAt),
      priceChangedAt: priceChangedAt === null ? null : wholeSecond(priceChangedAt),
    };
    refuseInvalid(checkObservation, line, 'an observation');
    yield canonicalJson(line);
  }
}

/** Each distinct coverage once, in the order of its first use. The plans are sorted by then, so the order is stable. */
class CoverageTable {
  readonly all: Coverage[] = [];
  readonly #positions = new Map<string, number>();
  /** Plans of one offer share the object: its text is needed once. */
  readonly #known = new Map<Coverage, number>();

  add(coverage: Coverage): number {
    const known = this.#known.get(coverage);
    if (known !== undefined) return known;
    const text = canonicalJson(coverage);
    const position = this.#positions.get(text) ?? this.all.push(coverage) - 1;
    refuseUnsorted(coverage);
    this.#positions.set(text, position);
    this.#known.set(coverage, position);
    return position;
  }
}

function refuseUnsorted({ destinations, exclusions, exits }: Coverage): void {
  for (const places of [destinations, exclusions, exits ?? []]) {
    if (places.some((place, at) => at > 0 && place <= places[at - 1]!))
      throw new MarketError(`places must be sorted without repeats: ${places.join()}`);
  }
}

function refuseInvalid(validator: LineValidator, value: unknown, what: string): void {
  if (!validator.Check(value)) throw new MarketError(`${what} ${firstError(validator, value)}`);
}

/** Sorted names without a repeat. */
function refuseRepeats(what: string, names: readonly string[]): void {
  const repeated = names.find((name, at) => name === names[at - 1]);
  if (repeated !== undefined) throw new MarketError(`${what} ${repeated} is given twice`);
}

const nameOf = ({ provider, id }: { readonly provider: string; readonly id: string }) => `${provider}/${id}`;

/** When a coupon was checked is an observation. */
function contentOf(coupon: Coupon) {
  const { verifiedAt: _verifiedAt, ...content } = coupon;
  return content;
}

/** Fractions of a second mean nothing for a price. */
const wholeSecond = (milliseconds: number): number => Math.floor(milliseconds / 1_000) * 1_000;
