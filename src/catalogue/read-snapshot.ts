/** Reads the two blobs of a snapshot, in slices. Throws if one is damaged, inconsistent or of another format. */
import type { TSchema } from 'typebox';
import type { Validator } from 'typebox/schema';
import type { Coupon } from '../domain/coupon.ts';
import { compareIds } from '../domain/destination.ts';
import type { Observation, Plan, Provider } from '../domain/plan.ts';
import type { Snapshot, SnapshotStore } from '../store/port.ts';
import { type Catalogue, CatalogueBuilder, fullId, type Market } from './catalogue.ts';
import { Slices } from './slices.ts';
import {
  checkContentHeader,
  checkObservation,
  checkObservationsHeader,
  checkPlanLine,
  FORMAT,
  faultOf,
  OtherFormatError,
  readLines,
  SnapshotError,
  withAllFacts,
} from './snapshot-format.ts';

const CONTENT = 'the content';
const OBSERVATIONS = 'the observations';

/** The content of a snapshot, without observations. */
export interface SnapshotContent {
  readonly sample: boolean;
  readonly providers: readonly Provider[];
  readonly coupons: readonly Omit<Coupon, 'verifiedAt'>[];
  /** In the order of `compareIds`. */
  readonly plans: readonly Plan[];
}

/** The market of a snapshot. Its plans have the order of `compareIds`. */
export interface SnapshotMarket extends Market {
  /** The hash of the content. */
  readonly version: string;
}

/** `known`: a market that was read before. If its content is the same, only the observations are read. */
export async function readSnapshot(
  blobs: Pick<SnapshotStore, 'getBlob'>,
  snapshot: Pick<Snapshot, 'content' | 'observations'>,
  known: SnapshotMarket | null = null,
): Promise<SnapshotMarket> {
  const version = snapshot.content.sha256;
  const content =
    known?.version === version ? contentOf(known) : await readContent(await blobs.getBlob(snapshot.content));
  const observations = await blobs.getBlob(snapshot.observations);
  return { version, ...(await withObservations(content, version, observations)) };
}

const contentOf = ({ sample, providers, coupons, plans }: Market): SnapshotContent => ({
  sample,
  providers,
  coupons,
  plans: plans.map(({ plan }) => plan),
});

export async function readContent(blob: Uint8Array): Promise<SnapshotContent> {
  const lines = readLines(blob, CONTENT);
  const headerLine: unknown = (await lines.next()).value;
  expectFormat(headerLine);
  const header = checked(checkContentHeader, headerLine, CONTENT);
  // All plans of a provider share one string, which makes the frequent comparisons fast.
  const providers = new Map(header.providers.map(({ id }) => [id, id]));
  const plans: Plan[] = [];
  for await (const line of lines) {
    const { coverage, ...terms } = checked(checkPlanLine, withAllFacts(line), CONTENT);
    const sharedCoverage = header.coverages[coverage];
    const provider = providers.get(terms.provider);
    if (sharedCoverage === undefined || provider === undefined)
      throw new SnapshotError(`${CONTENT}: ${fullId(terms)} has an unknown coverage or provider`);
    const plan = { ...terms, provider, coverage: sharedCoverage };
    const previous = plans.at(-1);
    if (previous !== undefined && compareIds(previous, plan) >= 0)
      throw new SnapshotError(`${CONTENT}: ${fullId(plan)} is out of order`);
    plans.push(plan);
  }
  if (plans.length !== header.plans)
    throw new SnapshotError(`${CONTENT} has ${plans.length} plans instead of ${header.plans}`);
  return { sample: header.sample, providers: header.providers, coupons: header.coupons, plans };
}

/** The header of another format may have other fields, so only its format is read before it is checked. */
function expectFormat(header: unknown): void {
  const format = header instanceof Object && 'format' in header ? Number(header.format) : undefined;
  if (format !== FORMAT)
    throw new OtherFormatError(`${CONTENT} has format ${format}; this version reads format ${FORMAT}`);
}

/** `version`: the hash of the content that the observations must belong to. */
async function withObservations(
  content: SnapshotContent,
  version: string,
  blob: Uint8Array,
): Promise<Market> {
  const lines = readLines(blob, OBSERVATIONS);
  const headerLine: unknown = (await lines.next()).value;
  const header = checked(checkObservationsHeader, headerLine, OBSERVATIONS);
  if (header.content !== version) throw new SnapshotError(`${OBSERVATIONS} belong to another content`);
  const observations: Observation[] = [];
  for await (const line of lines) observations.push(checked(checkObservation, line, OBSERVATIONS));
  const { sources, couponsVerifiedAt } = header;
  if (observations.length !== content.plans.length || couponsVerifiedAt.length !== content.coupons.length)
    throw new SnapshotError(`${OBSERVATIONS} do not have one entry for each plan and coupon`);
  return {
    sample: content.sample,
    providers: content.providers,
    plans: content.plans.map((plan, at) => ({ plan, observation: observations[at]! })),
    coupons: content.coupons.map((coupon, at) => ({ ...coupon, verifiedAt: couponsVerifiedAt[at]! })),
    sources,
  };
}

/** Like `createCatalogue`, in slices. */
export async function loadCatalogue(market: SnapshotMarket, serial: number): Promise<Catalogue> {
  const { plans, ...facts } = market;
  const slices = new Slices();
  const builder = new CatalogueBuilder();
  for (const observed of plans) {
    builder.add(observed);
    if (slices.isOver) await slices.pause();
  }
  for (const _ of builder.countInSteps()) if (slices.isOver) await slices.pause();
  return builder.finish({ ...facts, serial });
}

/** `title` names the blob in an error. */
function checked<T>(validator: Validator<TSchema, T>, line: unknown, title: string): T {
  if (validator.Check(line)) return line;
  throw new SnapshotError(`${title} ${faultOf(validator, line)}`);
}
