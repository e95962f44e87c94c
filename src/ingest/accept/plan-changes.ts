/**
 * Guards for single plans: terms that change in a way that shops rarely do, ids that occur twice, placeholder values, and
 * duplicates whose price falls. Such a plan is quarantined before duplicates are removed, so that it replaces no other
 * plan. Its last good terms stay.
 */
import { DAY_MS } from '../../domain/freshness.ts';
import { dollarsOfCents, parseMinor } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import { isTermsReason, type QuarantinedPlan, type TermsReason } from '../documents/quarantine.ts';
import type { RejectedRow } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { rejectedRow } from '../normalise/rejected-rows.ts';
import { hasSameTerms, joinById, plansByOffer } from './duplicates.ts';
import { lastTermsOf, type SourceHistory } from './history.ts';
import {
  FALL_KEPT_SHARE,
  fallenPrice,
  isConfirmed,
  type QuarantineCause,
  quarantinedPlan,
} from './quarantined-plan.ts';
import {
  amountOf,
  type ComparedTerms,
  comparableBytes,
  hasOtherPlaces,
  isFarFrom,
  lengthOf,
  placesOf,
} from './source-checks.ts';

/** Terms that stay changed for so long are published, if few plans of the provider changed in that way. */
const TERMS_CONFIRMED_MS = 2 * DAY_MS;
const CHANGED_SHARE_MAX = 0.05;
/** "14.99 EUR" after "14.99 USD" is another label. A price that was really converted differs by more. */
const SIMILAR_NUMBER = 0.05;
/** Shops write such values for "no limit", "no expiry" or "unknown". */
const PLACEHOLDER_BYTES = 999_000_000_000;
const PLACEHOLDER_DAYS = 999;
const PLACEHOLDER_PRICES = ['0.01', '999', '9999', '99999'];
/** One real price may be 999. So many plans of different terms at such a price have none. */
const PLACEHOLDER_TERMS_MIN = 10;
const PLACEHOLDER_SHARE = 0.1;

/** What is known of the plans from earlier runs. */
interface EarlierPlans {
  /** The plans of the source that are served now. */
  readonly published: readonly Plan[];
  readonly history: SourceHistory;
  readonly quarantined: readonly QuarantinedPlan[];
  readonly now: number;
}

export const NO_EARLIER_PLANS: EarlierPlans = {
  published: [],
  history: new Map(),
  quarantined: [],
  now: 0,
};

/** A candidate whose plan is quarantined for its terms. */
export interface SetAside {
  readonly candidate: Candidate;
  readonly quarantined: QuarantinedPlan;
}

/** Divides the rows into `unchanged` ones, those that are set aside, and duplicates of one id. */
export function setAsideChanges(all: readonly Candidate[], earlier: EarlierPlans) {
  const { candidates, hasReusedId, duplicates, reusedIdCount } = onePerId(all, earlier);
  const isPlaceholderPrice = placeholderPrices(all);
  const publishedById = new Map(earlier.published.map((plan) => [plan.id, plan]));
  const twinsOf = plansByOffer(earlier.published);
  const lastById = new Map(earlier.quarantined.map((one) => [one.plan, one]));
  const causes = new Map<Candidate, QuarantineCause>();
  for (const candidate of candidates) {
    const { plan } = candidate;
    const served = publishedById.get(plan.id);
    // A plan that left the catalogue because of its age or for a few runs is still compared with its last good terms.
    const old = served ?? lastTermsOf(earlier.history.get(plan.id));
    const cause =
      (hasReusedId(candidate) ? reusedId(old, plan) : null) ??
      placeholderIn(old, plan, isPlaceholderPrice(plan)) ??
      (old && changedTerms(old, plan)) ??
      (served === undefined
        ? fallOfDuplicate(plan, twinsOf(plan), earlier.history, lastById.get(plan.id))
        : null);
    if (cause !== null) causes.set(candidate, cause);
  }
  const isRare = rareChanges(causes, all);
  const setAside: SetAside[] = [];
  const unchanged: Candidate[] = [];
  for (const candidate of candidates) {
    const { plan } = candidate;
    const found = causes.get(candidate);
    const last = lastById.get(plan.id);
    // A change of many plans is probably a fault of the feed, so it waits for the operator.
    const cause =
      found && isTermsReason(found.reason) && !isRare(found, plan)
        ? { ...found, confirmedAfterMs: null }
        : found;
    if (cause === undefined || isConfirmed(cause, plan, last, earlier.now)) unchanged.push(candidate);
    else setAside.push({ candidate, quarantined: quarantinedPlan(cause, plan, last, earlier.now) });
  }
  return { unchanged, setAside, duplicates, reusedIdCount };
}

/** The price and the terms that a traveller compares. */
const termsOf = (plan: ComparedTerms): string =>
  [amountOf(plan), lengthOf(plan.validity.days), placesOf(plan.coverage.destinations), priceOf(plan)].join(
    ', ',
  );

const priceOf = ({ price: { currency, usdCents } }: ComparedTerms): string =>
  `${dollarsOfCents(usdCents)} (${currency})`;

/**
 * Keeps one row for each id: the cheapest one, if the rows have different terms. Rows that differ only in places are joined.
 * `hasReusedId` is true for a row that was kept instead of rows with other terms, unless the plan is served with its terms
 * already.
 */
function onePerId(all: readonly Candidate[], { published }: EarlierPlans) {
  const byId = Map.groupBy(all, ({ plan }) => plan.id);
  if (byId.size === all.length)
    return { candidates: all, hasReusedId: () => false, duplicates: [], reusedIdCount: 0 };
  const servedById = new Map(published.map((plan) => [plan.id, plan]));
  const reusedIds = new Set<string>();
  const withOtherTerms = new Map<Candidate, RejectedRow>();
  for (const [id, rows] of byId) {
    const cheapest = rows.toSorted((a, b) => a.plan.price.usdCents - b.plan.price.usdCents)[0]!.plan;
    const others = rows.filter(({ plan }) => !hasSameTerms(plan, cheapest));
    if (others.length === 0) continue;
    const served = servedById.get(id);
    const isServed = served !== undefined && hasSameTerms(served, cheapest);
    if (!isServed) reusedIds.add(id);
    const detail = `its id is also that of other terms: ${termsOf(cheapest)}`;
    for (const other of others) withOtherTerms.set(other, rejectedRow(other.ref, 'duplicate', detail));
  }
  const { kept, rejected } = joinById(all.filter((one) => !withOtherTerms.has(one)));
  return {
    candidates: kept,
    hasReusedId: ({ plan }: Candidate) => reusedIds.has(plan.id),
    duplicates: [...withOtherTerms.values(), ...rejected],
    reusedIdCount: withOtherTerms.size,
  };
}

/** A plan without last good terms waits for the operator. */
const changeOf = (reason: TermsReason, before: string | null, after: string): QuarantineCause => ({
  reason,
  detail: before === null ? after : `${after}, ${before} before`,
  old: before,
  new: after,
  oldUsdCents: null,
  confirmedAfterMs: before === null ? null : TERMS_CONFIRMED_MS,
});

const reusedId = (old: ComparedTerms | null, plan: Plan): QuarantineCause =>
  changeOf('id_reused', old && termsOf(old), termsOf(plan));

/** A plan that is served with the same values was accepted by the operator. */
function placeholderIn(
  old: ComparedTerms | null,
  plan: Plan,
  isPlaceholderPrice: boolean,
): QuarantineCause | null {
  const { allowance, validity, price } = plan;
  const found: string[] = [];
  if ((allowance.bytes ?? 0) >= PLACEHOLDER_BYTES && allowance.bytes !== old?.allowance.bytes)
    found.push(amountOf(plan));
  if ((validity.days ?? 0) >= PLACEHOLDER_DAYS && validity.days !== old?.validity.days)
    found.push(lengthOf(validity.days));
  if (isPlaceholderPrice && price.minor !== old?.price.minor) found.push(priceOf(plan));
  if (found.length === 0) return null;
  return { ...changeOf('placeholder', old && termsOf(old), found.join(', ')), confirmedAfterMs: null };
}

/** Returns whether the price of a plan is a placeholder of its provider. */
function placeholderPrices(all: readonly Candidate[]): (plan: Plan) => boolean {
  const found = new Set<string>();
  const keyOf = ({ provider, price }: Plan) => `${provider} ${price.minor} ${price.currency}`;
  const rowsOf = Map.groupBy(all, ({ plan }) => plan.provider);
  const suspicious = all.filter(({ plan: { price } }) =>
    PLACEHOLDER_PRICES.some((text) => parseMinor(text, price.currency) === price.minor),
  );
  for (const [key, rows] of Map.groupBy(suspicious, ({ plan }) => keyOf(plan))) {
    const terms = new Set(rows.map(({ plan }) => `${plan.allowance.bytes} ${plan.validity.days}`));
    const providerRows = rowsOf.get(rows[0]!.plan.provider)!.length;
    if (terms.size >= PLACEHOLDER_TERMS_MIN && rows.length >= providerRows * PLACEHOLDER_SHARE)
      found.add(key);
  }
  return (plan) => found.has(keyOf(plan));
}

/** Terms of one plan that shops rarely change. */
function changedTerms(old: ComparedTerms, plan: Plan): QuarantineCause | null {
  const [from, to] = [old.price, plan.price];
  const isSameCurrency = from.currency === to.currency;
  if (!isSameCurrency && isSimilarNumber(old, plan))
    return changeOf('currency', `price in ${from.currency}`, `price in ${to.currency}`);
  const isDearer = isSameCurrency ? to.minor > from.minor : to.usdCents > from.usdCents;
  if (!isDearer && isFarFrom(...comparableBytes(plan, old)))
    return changeOf('amount', amountOf(old), amountOf(plan));
  if (!isDearer && isFarFrom(plan.validity.days, old.validity.days))
    return changeOf('length', lengthOf(old.validity.days), lengthOf(plan.validity.days));
  const [before, after] = [old.coverage.destinations, plan.coverage.destinations];
  // A plan of one country that gains a second one is another product. A plan of several may gain or lose a few.
  const isMoved =
    before.length === 1 ? after.some((code) => code !== before[0]) : hasOtherPlaces(before, after);
  return isMoved ? changeOf('places', placesOf(before), placesOf(after)) : null;
}

/** Compares the numbers of two prices in different currencies. The rates of both are for one unit. */
function isSimilarNumber(one: ComparedTerms, other: ComparedTerms): boolean {
  const [a, b] = [numberOf(one), numberOf(other)];
  return Math.abs(a - b) <= SIMILAR_NUMBER * Math.max(a, b);
}

const numberOf = ({ price: { minor, currency } }: ComparedTerms): number =>
  minor / (parseMinor('1', currency) ?? 1);

/** A plan that is not served and has the offer of one that is served. It may have been rejected as a duplicate so far. */
function fallOfDuplicate(
  plan: Plan,
  twins: readonly Plan[],
  history: SourceHistory,
  last: QuarantinedPlan | undefined,
): QuarantineCause | null {
  const { usdCents } = plan.price;
  const known = history.get(plan.id);
  const references = [
    ...twins.map(({ price }) => price.usdCents),
    ...(known?.isDuplicate ? known.prices.map(([, , , cents]) => cents) : []),
    ...(last?.reason === 'fell' && last.oldUsdCents !== null ? [last.oldUsdCents] : []),
  ];
  const highest = Math.max(0, ...references);
  if (usdCents >= highest * FALL_KEPT_SHARE) return null;
  return fallenPrice(highest, usdCents);
}

/** Returns whether few plans of a provider changed in one way. */
function rareChanges(causes: ReadonlyMap<Candidate, QuarantineCause>, all: readonly Candidate[]) {
  const plans = Map.groupBy(all, ({ plan }) => plan.provider);
  const changed = Map.groupBy(causes, ([{ plan }, { reason }]) => `${plan.provider} ${reason}`);
  return ({ reason }: QuarantineCause, { provider }: Plan): boolean => {
    const count = changed.get(`${provider} ${reason}`)?.length ?? 0;
    return count < (plans.get(provider)?.length ?? 0) * CHANGED_SHARE_MAX;
  };
}
