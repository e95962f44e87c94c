/**
 * Corrections of the operator that are published at once, before any feed is read: hidden plans, and changed overrides,
 * coupons and provider files. Cached responses for their destinations are computed again.
 */
import type { Market } from '../../catalogue/catalogue.ts';
import { publish } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import type { CountryCode } from '../../domain/plan.ts';
import { isFaultOfSnapshot, type Snapshot, type Store } from '../../store/port.ts';
import { withPlausibleDiscounts } from '../accept/discounts.ts';
import { marketPrices } from '../accept/market-prices.ts';
import { convertCoupons } from '../config/coupons.ts';
import type { IngestConfig, ProviderConfig } from '../config/load.ts';
import type { CouponEntry, OverrideEntry } from '../config/schema.ts';
import { getJson, putJson, readHidden } from '../documents.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { planKeys } from '../parse/plan-names.ts';
import { readKnownRates } from '../read/rates.ts';
import { withoutHidden } from './hidden.ts';

type CorrectionStore = Pick<Store, 'snapshots' | 'documents'>;
type Hides = (provider: string, plan: string) => boolean;

/** The entries that the last run applied. */
interface AppliedEntries {
  readonly overrides: readonly OverrideEntry[];
  readonly coupons: readonly CouponEntry[];
  readonly providers: readonly ProviderConfig[];
}

/** The plans that a changed entry is about. */
interface Scope {
  readonly provider: string;
  /** null: every plan of the provider. */
  readonly keys: ReadonlySet<string> | null;
  /** null: every destination of the plans. */
  readonly countries: readonly CountryCode[] | null;
  /** Changed fields, and a plan that is no longer hidden, are known only after the feed was read again. */
  readonly needsFeed: boolean;
}

function scopesOf(before: AppliedEntries, after: AppliedEntries): readonly Scope[] {
  const everything = { keys: null, countries: null, needsFeed: false };
  const planOf = ({ provider, plan }: OverrideEntry) => ({
    provider,
    keys: new Set(planKeys(provider, plan)),
    countries: null,
  });
  return [
    ...onlyIn(before.overrides, after.overrides).map((entry) => ({ ...planOf(entry), needsFeed: true })),
    ...onlyIn(after.overrides, before.overrides).map((entry) => ({
      ...planOf(entry),
      needsFeed: entry.set !== undefined,
    })),
    ...differing(before.coupons, after.coupons).map(({ provider, plans, countries }) => ({
      ...everything,
      provider,
      keys: plans === undefined ? null : new Set(plans.flatMap((plan) => planKeys(provider, plan))),
      countries: countries ?? null,
    })),
    ...differing(before.providers, after.providers).map(({ id }) => ({ ...everything, provider: id })),
  ];
}

/** The entries of one list that the other one does not have. */
function onlyIn<T>(entries: readonly T[], others: readonly T[]): readonly T[] {
  const texts = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !texts.has(JSON.stringify(entry)));
}

/** The entries that only one of the two lists has. A changed entry is in both results. */
const differing = <T>(before: readonly T[], after: readonly T[]): readonly T[] => [
  ...onlyIn(before, after),
  ...onlyIn(after, before),
];

function affectedBy(scopes: readonly Scope[], markets: readonly Market[]): CountryCode[] {
  const codes = new Set<CountryCode>();
  for (const { provider, keys, countries } of scopes)
    for (const { plans } of markets)
      for (const { plan } of plans) {
        if (plan.provider !== provider || keys?.has(`${provider}/${plan.id}`) === false) continue;
        for (const code of plan.coverage.destinations)
          if (countries === null || countries.includes(code)) codes.add(code);
      }
  return [...codes].sort();
}

/** What a run has to correct, because the operator edited files since the last one. */
export interface Corrections {
  /** The destinations of plans whose fields changed or that are no longer hidden, once their feed was read again. */
  readonly destinations: (...markets: readonly Market[]) => readonly CountryCode[];
  /** The next run has nothing to correct. */
  readonly done: () => Promise<void>;
}

/** Publishes at once what needs no feed. The sample market has new dates in every run, so it is not compared. */
export async function publishEdited(
  config: IngestConfig,
  { snapshots, documents }: CorrectionStore,
  now: number,
): Promise<Corrections> {
  const hidden = await readHidden(documents);
  const overrides = createOverrides(config.overrides, hidden, now);
  // An override that has ended is a change too.
  const applied = { overrides: overrides.active, coupons: config.coupons, providers: config.providers };
  const done = () => putJson(documents, 'settings', 'corrections', applied);
  const before = await getJson<AppliedEntries>(documents, 'settings', 'corrections');
  const scopes = config.sample || before === null ? [] : scopesOf(before, applied);
  const ofFields = scopes.filter(({ needsFeed }) => needsFeed);
  const destinations = (...markets: readonly Market[]) => affectedBy(ofFields, markets);
  const current = scopes.length === 0 ? null : await snapshots.current();
  const market = current === null ? null : await readOrNull(snapshots, current);
  if (market === null || market.sample) return { destinations, done };
  const rates = await readKnownRates(config.rates, documents, now);
  const corrected = correctedMarket(market, config, overrides.hides, rates.table, now);
  const atOnce = scopes.filter(({ needsFeed }) => !needsFeed);
  if (atOnce.length > 0 && corrected.plans.length > 0)
    await publish(snapshots, corrected, now, affectedBy(atOnce, [market, corrected]));
  return { destinations, done };
}

function correctedMarket(
  market: Market,
  config: IngestConfig,
  hides: Hides,
  rates: Parameters<typeof convertCoupons>[1],
  now: number,
): Market {
  const left = withoutHidden(market, hides)?.market ?? market;
  const files = new Map(config.providers.map((provider) => [provider.id, provider]));
  const providers = left.providers.map((published) => {
    const file = files.get(published.id);
    if (file === undefined) return published;
    const { id, name, homepage, brand, refund } = file;
    return { id, name, homepage, brand, ...(refund && { refund }) };
  });
  const used = new Set(providers.map(({ id }) => id));
  const coupons = convertCoupons(config.coupons, rates, now).coupons.filter(({ provider }) =>
    used.has(provider),
  );
  const prices = marketPrices(left.plans.map(({ plan }) => plan));
  return withPlausibleDiscounts({ ...left, providers, coupons }, prices);
}

async function readOrNull(snapshots: Store['snapshots'], snapshot: Snapshot): Promise<Market | null> {
  try {
    return await readSnapshot(snapshots, snapshot);
  } catch (error) {
    if (isFaultOfSnapshot(error)) return null;
    throw error;
  }
}
