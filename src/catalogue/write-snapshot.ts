/** Writes a market as the two blobs of a snapshot. Plans are sorted, so that the order of the input does not matter. */
import { hash } from 'node:crypto';
import type { Validator } from 'typebox/schema';
import type { Coupon } from '../domain/coupon.ts';
import { compareIds, compareStrings } from '../domain/destination.ts';
import type { Coverage, Plan } from '../domain/plan.ts';
import { fullId, type Market, MarketError, type ObservedPlan } from './catalogue.ts';
import {
  canonicalJson,
  checkContentHeader,
  checkObservation,
  checkObservationsHeader,
  checkPlanLine,
  compressLines,
  FORMAT,
  faultOf,
} from './snapshot-format.ts';

export interface SnapshotBlobs {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly observations: Uint8Array<ArrayBuffer>;
}

export async function writeSnapshot(market: Market): Promise<SnapshotBlobs> {
  const all = market.plans.toSorted((a, b) => compareIds(a.plan, b.plan));
  const providers = market.providers.toSorted((a, b) => compareStrings(a.id, b.id));
  const coupons = market.coupons.toSorted(compareIds);
  const sources = market.sources.toSorted((a, b) => compareStrings(a.id, b.id));
  checkConsistency(
    providers.map(({ id }) => id),
    coupons,
    all.map(({ plan }) => plan),
  );

  // The header comes before the plans and needs all coverages.
  const coverages = new CoverageTable();
  for (const { plan } of all) coverages.positionOf(plan.coverage);
  const header = {
    format: FORMAT,
    sample: market.sample,
    plans: all.length,
    providers,
    coupons: coupons.map(contentOf),
    coverages: coverages.all,
  };
  const content = await compressLines(contentLines(header, all, coverages));
  const observationsHeader = {
    format: FORMAT,
    content: hash('sha256', content, 'hex'),
    sources,
    couponsVerifiedAt: coupons.map(({ verifiedAt }) => verifiedAt),
  };
  return { content, observations: await compressLines(observationLines(observationsHeader, all)) };
}

function* contentLines(
  header: object,
  all: readonly ObservedPlan[],
  coverages: CoverageTable,
): Generator<string> {
  yield lineOf(checkContentHeader, header, 'the market');
  for (const { plan } of all) {
    if (plan.price.basis === 'wholesale')
      throw new MarketError(`${fullId(plan)}: a wholesale price is never published`);
    const line = { ...plan, coverage: coverages.positionOf(plan.coverage) };
    if (!checkPlanLine.Check(line)) throw invalidPlan(plan, faultOf(checkPlanLine, line));
    yield canonicalJson(line);
  }
}

function* observationLines(header: object, all: readonly ObservedPlan[]): Generator<string> {
  yield lineOf(checkObservationsHeader, header, 'the observations');
  for (const { plan, observation } of all) yield lineOf(checkObservation, observation, fullId(plan));
}

/** The cause is a defect of the program, so the operator can only leave the plan out. */
const invalidPlan = (plan: Plan, fault: string): MarketError =>
  new MarketError(
    `${fullId(plan)} of the source "${plan.source}" ${fault}: this is a defect of the service, please report it. ` +
      'Until it is repaired, hide the plan with an override or pause the source.',
  );

function lineOf(validator: Validator, line: unknown, what: string): string {
  if (!validator.Check(line)) throw new MarketError(`${what} ${faultOf(validator, line)}`);
  return canonicalJson(line);
}

/** The distinct coverages in the order of first use, which is stable because the plans are sorted. */
class CoverageTable {
  readonly all: Coverage[] = [];
  readonly #positions = new Map<string, number>();
  /** Many plans share one coverage object, so its JSON is created once. */
  readonly #positionByObject = new Map<Coverage, number>();

  /** Adds the coverage if it is new. */
  positionOf(coverage: Coverage): number {
    const known = this.#positionByObject.get(coverage);
    if (known !== undefined) return known;
    const text = canonicalJson(coverage);
    const position = this.#positions.get(text) ?? this.all.push(coverage) - 1;
    this.#positions.set(text, position);
    this.#positionByObject.set(coverage, position);
    for (const places of [coverage.destinations, coverage.exclusions, coverage.exits ?? []]) {
      if (places.some((place, at) => at > 0 && place <= places[at - 1]!))
        throw new MarketError(`places must be sorted without repeats: ${places.join()}`);
    }
    return position;
  }
}

/** Throws if a name occurs twice or if a provider is unknown. All three lists are sorted. */
function checkConsistency(
  providers: readonly string[],
  coupons: readonly Coupon[],
  plans: readonly Plan[],
): void {
  const known = new Set(providers);
  for (const names of [providers, coupons.map(fullId), plans.map(fullId)]) {
    const repeated = names.find((name, at) => name === names[at - 1]);
    if (repeated !== undefined) throw new MarketError(`${repeated} is given twice`);
  }
  const withoutProvider = [...coupons, ...plans].find(({ provider }) => !known.has(provider));
  if (withoutProvider !== undefined)
    throw new MarketError(`${fullId(withoutProvider)} has an unknown provider`);
}

/** The time of verification is an observation, not content. */
function contentOf(coupon: Coupon) {
  const { verifiedAt: _verifiedAt, ...content } = coupon;
  return content;
}
