/**
 * The operator's edits of overrides, coupons and provider files since the last run. Edits that need no feed are published
 * before any feed is read. Cached responses for the destinations of all edits are computed again.
 */
import { fullId, type Market } from '../../catalogue/catalogue.ts';
import { publishChange } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import type { CountryCode, Plan } from '../../domain/plan.ts';
import {
  type DocumentStore,
  isFaultOfSnapshot,
  type Snapshot,
  type SnapshotStore,
  type Store,
} from '../../store/port.ts';
import { withPlausibleDiscounts } from '../accept/discounts.ts';
import { marketPrices } from '../accept/market-prices.ts';
import { convertCoupons } from '../config/coupons.ts';
import type { IngestConfig, ProviderConfig } from '../config/load.ts';
import type { RateTable } from '../config/rates.ts';
import type { CouponEntry, OverrideEntry } from '../config/schema.ts';
import { readHidden } from '../documents/hidden.ts';
import { getJson, putJson } from '../documents/json.ts';
import { createOverrides, type Overrides } from '../normalise/overrides.ts';
import { planKeys } from '../parse/plan-names.ts';
import { readKnownRates } from '../read/rates.ts';
import { withoutHidden } from './hidden.ts';

/** The entries that a run applies. The next run compares its own with them. */
interface AppliedEntries {
  readonly overrides: readonly OverrideEntry[];
  readonly coupons: readonly CouponEntry[];
  readonly providers: readonly ProviderConfig[];
}

/** The plans that an edited entry is about. */
export interface Scope {
  readonly provider: string;
  /** The full ids that the plans may have. null: every plan of the provider. */
  readonly keys: ReadonlySet<string> | null;
  /** null: every destination of the plans. */
  readonly countries: readonly CountryCode[] | null;
}

export interface Edits {
  /** The entries that this run applies. `saveApplied` stores them for the next run. */
  readonly applied: AppliedEntries;
  /** Edits that are published at once: new hidden plans, coupons and provider files. */
  readonly atOnce: readonly Scope[];
  /** Edits that need a feed, because it has the values of the plans: new fields, and overrides that were removed. */
  readonly withFeed: readonly Scope[];
}

/** Compares the operator's files with those of the last run. An override that has ended counts as removed. */
export async function findEdits(config: IngestConfig, documents: DocumentStore, now: number): Promise<Edits> {
  const { active } = createOverrides(config.overrides, [], now);
  const applied: AppliedEntries = {
    overrides: active,
    coupons: config.coupons,
    providers: config.providers,
  };
  const before = await getJson<AppliedEntries>(documents, 'settings', 'corrections');
  // The sample market has new dates in every run, so it is not compared.
  if (config.sample || before === null) return { applied, atOnce: [], withFeed: [] };
  const removed = onlyIn(before.overrides, applied.overrides);
  const added = onlyIn(applied.overrides, before.overrides);
  const hasNewValues = ({ set }: OverrideEntry) => set !== undefined;
  return {
    applied,
    atOnce: [
      ...added.filter((entry) => !hasNewValues(entry)).map(scopeOfOverride),
      ...differing(before.coupons, applied.coupons).map(scopeOfCoupon),
      ...differing(before.providers, applied.providers).map(scopeOfProvider),
    ],
    withFeed: [...removed, ...added.filter(hasNewValues)].map(scopeOfOverride),
  };
}

const scopeOfOverride = ({ provider, plan }: OverrideEntry): Scope => ({
  provider,
  keys: new Set(planKeys(provider, plan)),
  countries: null,
});

const scopeOfCoupon = ({ provider, plans, countries }: CouponEntry): Scope => ({
  provider,
  keys: plans === undefined ? null : new Set(plans.flatMap((plan) => planKeys(provider, plan))),
  countries: countries ?? null,
});

const scopeOfProvider = ({ id }: ProviderConfig): Scope => ({ provider: id, keys: null, countries: null });

/** Returns the entries of one list that the other one does not have. */
function onlyIn<T>(entries: readonly T[], others: readonly T[]): readonly T[] {
  const texts = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !texts.has(JSON.stringify(entry)));
}

/** Returns the entries that only one of the two lists has. Both versions of a changed entry are returned. */
const differing = <T>(before: readonly T[], after: readonly T[]): readonly T[] => [
  ...onlyIn(before, after),
  ...onlyIn(after, before),
];

const isInScope = ({ provider, keys }: Scope, plan: Plan): boolean =>
  plan.provider === provider && (keys === null || keys.has(fullId(plan)));

/** Returns the destinations of the plans in a scope, in alphabetical order. Their cached responses are out of date. */
export function destinationsOf(scopes: readonly Scope[], markets: readonly Market[]): readonly CountryCode[] {
  const plans = markets.flatMap((market) => market.plans.map(({ plan }) => plan));
  const codes = new Set<CountryCode>();
  for (const scope of scopes)
    for (const plan of plans) {
      if (!isInScope(scope, plan)) continue;
      for (const code of plan.coverage.destinations)
        if (scope.countries === null || scope.countries.includes(code)) codes.add(code);
    }
  return [...codes].sort();
}

/** Publishes the current catalogue with the edits that need no feed. A catalogue without a plan is not published. */
export async function publishAtOnce(
  { atOnce }: Edits,
  config: IngestConfig,
  { snapshots, documents }: Pick<Store, 'snapshots' | 'documents'>,
  now: number,
): Promise<void> {
  if (atOnce.length === 0) return;
  const { table } = await readKnownRates(config.rates, documents, now);
  await publishChange(snapshots, now, async (current) => {
    const market = current === null ? null : await readIntact(snapshots, current);
    // The sample market has none of the operator's providers.
    if (market === null || market.sample) return null;
    const { hides } = createOverrides(config.overrides, await readHidden(documents), now);
    const corrected = correctedMarket(market, config, hides, table, now);
    if (corrected.plans.length === 0) return null;
    return { market: corrected, destinations: destinationsOf(atOnce, [market, corrected]) };
  });
}

export const saveApplied = (documents: DocumentStore, { applied }: Edits): Promise<void> =>
  putJson(documents, 'settings', 'corrections', applied);

function correctedMarket(
  market: Market,
  config: IngestConfig,
  hides: Overrides['hides'],
  rates: RateTable | null,
  now: number,
): Market {
  const remaining = withoutHidden(market, hides)?.market ?? market;
  const files = new Map(config.providers.map((provider) => [provider.id, provider]));
  const providers = remaining.providers.map((published) => {
    const file = files.get(published.id);
    if (file === undefined) return published;
    const { id, name, homepage, brand, refund } = file;
    return { id, name, homepage, brand, ...(refund && { refund }) };
  });
  const usedProviders = new Set(providers.map(({ id }) => id));
  const { coupons } = convertCoupons(config.coupons, rates, now);
  const usedCoupons = coupons.filter(({ provider }) => usedProviders.has(provider));
  const prices = marketPrices(remaining.plans.map(({ plan }) => plan));
  return withPlausibleDiscounts({ ...remaining, providers, coupons: usedCoupons }, prices);
}

/** Returns null if the snapshot is damaged. */
async function readIntact(snapshots: SnapshotStore, snapshot: Snapshot): Promise<Market | null> {
  try {
    return await readSnapshot(snapshots, snapshot);
  } catch (error) {
    if (isFaultOfSnapshot(error)) return null;
    throw error;
  }
}
