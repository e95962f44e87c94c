/**
 * Recomputes a response from the facts that it shows. Its results are turned back into plans and ranked again, and
 * every figure and position is compared. A response shows neither the plans that are not listed nor the places that a
 * plan name mentions, so these are assumed to be right.
 */
import { createCatalogue } from '../src/catalogue/catalogue.ts';
import type { Coupon } from '../src/domain/coupon.ts';
import { eachFact, FACTS } from '../src/domain/facts.ts';
import type { Plan } from '../src/domain/plan.ts';
import { order } from '../src/domain/ranking/order.ts';
import { explainer } from '../src/domain/ranking/rank.ts';
import type { RankedOffer } from '../src/domain/ranking/ranked.ts';
import { type ScoredOffer, score } from '../src/domain/ranking/score.ts';
import { LIST_MAX, SORTS, type Sort, tripOf } from '../src/domain/trip.ts';
import { fullPlanId } from '../src/wire/result.ts';
import { type Comparison, LIST_OF } from '../src/wire/schemas/comparison.ts';
import type { Result } from '../src/wire/schemas/result.ts';

export interface Recomputed {
  /** Number of different plans in the three lists. */
  readonly plans: number;
  /** The first wrong figure or position, in one line; null if all of them are right. */
  readonly fault: string | null;
  /** A condition that the response does not show and that the order depends on. */
  readonly note: string | null;
}

const BYTES_PER_MB = 1_000_000;

const centsOf = (usd: number): number => Math.round(usd * 100);
const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
const bytesOf = (gb: number | null): number | null =>
  gb === null ? null : Math.round(gb * 1_000) * BYTES_PER_MB;

/** Turns a result back into the plan that it was computed from. */
function planOf(shown: Result, country: string, days: number): Plan {
  const { data, validity, speed, features, price, eligibility } = shown;
  const units = validity.sold_per_day ? Math.min(days, validity.days ?? days) : shown.copies;
  const usdCents = Math.round(centsOf(price.list_usd) / units);
  const isNamedElsewhere = shown.why.drawbacks.some(({ code }) => code === 'named_elsewhere');
  return {
    id: shown.plan.id,
    provider: shown.provider.id,
    source: 'answer',
    externalId: shown.plan.id,
    name: shown.plan.name,
    named: isNamedElsewhere ? [{ country, part: 'a part' }] : [],
    coverage: {
      scope: shown.plan.scope,
      destinations: [country],
      exclusions: [],
      networks: { [country]: speed.networks.map((name) => ({ name, generation: null })) },
      generation: speed.generation,
      breakout: speed.breakout,
      exits: null,
    },
    allowance: {
      model: data.model,
      bytes: bytesOf(data.gb),
      periodDays: data.period_days,
      afterCap: data.after_cap,
      throttleKbps: data.throttle_kbps,
      fullSpeedBytesPerDay: bytesOf(data.full_speed_gb_per_day),
      uncapped: data.uncapped,
      maxKbps: speed.advertised_max_mbps === null ? null : Math.round(speed.advertised_max_mbps * 1_000),
    },
    validity: {
      days: validity.days,
      starts: validity.starts,
      installWithinDays: validity.install_within_days,
      soldPerDay: validity.sold_per_day,
    },
    price: {
      minor: usdCents,
      currency: price.converted_from?.currency ?? 'USD',
      basis: price.basis,
      tax: price.tax,
      usdCents,
      rate: price.converted_from === null ? null : '1',
      rateDate: price.converted_from?.rate_date ?? null,
      promoUsdCents: null,
    },
    facts: {
      ...eachFact((name) => {
        const { feature } = FACTS[name];
        return feature === null ? null : features[feature];
      }),
      identityCheck: eligibility.identity_check,
      newCustomersOnly: eligibility.new_customers_only,
    },
    extras: { hotspotBytes: null, callMinutes: null, textMessages: null },
    link: 'https://shop.example/',
  };
}

/** The applied coupon, as a fixed discount on this plan alone. */
function couponOf(shown: Result, now: number): Coupon[] {
  const applied = shown.coupons.find(({ applied_to_price }) => applied_to_price);
  if (applied === undefined) return [];
  return [
    {
      id: `${shown.provider.id}.${shown.plan.id}`,
      provider: shown.provider.id,
      code: applied.code,
      discount: { kind: 'amount', usdCents: centsOf(shown.price.list_usd) - centsOf(applied.usd) },
      audience: 'everyone',
      use: 'every_order',
      minimumSpendUsdCents: null,
      maximumDiscountUsdCents: null,
      countries: null,
      plans: [shown.plan.id],
      validFrom: null,
      validUntil: null,
      verifiedAt: now,
    },
  ];
}

type Reranked = ReturnType<typeof rerank>;

/** Ranks all plans of the response. `brandOf` groups providers that may be one brand. */
function rerank(
  { country, query }: Comparison,
  shown: readonly Result[],
  brandOf: (provider: string) => string,
) {
  const now = Date.parse(query.computed_at);
  const providers = [...new Set(shown.map(({ provider }) => provider.id))];
  const catalogue = createCatalogue({
    plans: shown.map((result) => {
      const at = Date.parse(result.freshness.observed_at);
      const cents = centsOf(result.price.list_usd);
      const times = { observedAt: at, firstSeenAt: at, priceChangedAt: null };
      return {
        plan: planOf(result, country, query.days_total),
        observation: { ...times, lowestCents: cents, highestCents: cents },
      };
    }),
    coupons: shown.flatMap((result) => couponOf(result, now)),
    providers: providers.map((id) => ({
      id,
      name: id,
      homepage: 'https://shop.example/',
      brand: brandOf(id),
    })),
    sources: [{ id: 'answer', status: 'ok', lastSuccess: now, plans: shown.length }],
    sample: false,
  });
  const dataMb = query.data_gb === null ? null : Math.round(query.data_gb * 1_000);
  const trip = tripOf([{ country, days: query.days_total }], query.need, dataMb);
  const scored = score(catalogue.destination(country)!, trip, now);
  const lists = order(scored.offers, Number.POSITIVE_INFINITY);
  return { scored, lists };
}

const keyOf = ({ entry: { plan } }: ScoredOffer): string => `${plan.provider}/${plan.id}`;

/** Compares figures in the order in which they depend on each other, so that the first difference is the cause. */
function wrongFigure(shown: Result, { fit, price, comparableCents, drawbacks }: RankedOffer): string | null {
  const usd = (cents: number) => cents / 100;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['copies', shown.copies, fit.copies],
    ['fits.short_by_days', shown.fits.short_by_days, fit.shortByDays],
    ['fits.short_by_gb', shown.fits.short_by_gb, fit.shortByMb / 1_000],
    ['fits.meets_need', shown.fits.meets_need, fit.meetsNeed],
    ['data.gb_for_trip', shown.data.gb_for_trip, fit.mbForTrip === null ? null : fit.mbForTrip / 1_000],
    ['price.list_usd', shown.price.list_usd, usd(price.listCents)],
    ['price.usd', shown.price.usd, usd(price.cents)],
  ];
  for (const [field, actual, expected] of pairs) {
    if (actual !== expected) return `${field} is ${String(actual)}, but should be ${String(expected)}`;
  }
  const amountOf = ({ percent, usd: amount }: { percent: number; usd: number }) =>
    `${percent}% or ${dollars(amount)}`;
  for (const { code, ...stated } of shown.why.drawbacks) {
    const own = drawbacks.find((drawback) => drawback.code === code);
    if (own === undefined) return `the facts shown do not cause the drawback ${code}`;
    const expected = amountOf({ percent: own.percent, usd: usd(own.cents) });
    if (amountOf(stated) !== expected)
      return `the drawback ${code} is ${amountOf(stated)}, but should be ${expected}`;
  }
  const missing = drawbacks.find(
    ({ code }) => !shown.why.drawbacks.some((drawback) => drawback.code === code),
  );
  if (missing !== undefined) return `the drawback ${missing.code} (${missing.percent}%) is missing`;
  if (shown.why.comparable_usd === usd(comparableCents)) return null;
  return `comparable_usd is ${dollars(shown.why.comparable_usd)}, but should be ${dollars(usd(comparableCents))}`;
}

function wrongPosition(results: readonly Result[], sort: Sort, { lists }: Reranked): string | null {
  const expected = lists[sort].slice(0, LIST_MAX).map(keyOf);
  const index = results.findIndex(
    (result, at) => result.rank !== at + 1 || fullPlanId(result) !== expected[at],
  );
  if (index < 0) return null;
  const shown = results[index]!;
  const location = `${LIST_OF[sort]}, position ${index + 1}, ${fullPlanId(shown)}`;
  if (shown.rank !== index + 1) return `${location}: its rank is ${shown.rank}`;
  const better = results.find((result) => fullPlanId(result) === expected[index]);
  if (better === undefined) return `${location}: the plan should be ${expected[index] ?? 'absent'}`;
  const cost = ({ price, why }: Result) =>
    `costs ${dollars(price.usd)} (comparable price ${dollars(why.comparable_usd)})`;
  return `${location}: the plan should be ${fullPlanId(better)}, which ${cost(better)}; this one ${cost(shown)}`;
}

function firstWrongPosition({ orders }: Comparison, reranked: Reranked): string | null {
  for (const sort of SORTS) {
    const fault = wrongPosition(orders[LIST_OF[sort]], sort, reranked);
    if (fault !== null) return fault;
  }
  return null;
}

/** Finds two providers that would make the order right if they were one brand. */
function brandThatExplains(response: Comparison, shown: readonly Result[]): readonly [string, string] | null {
  const providers = [...new Set(shown.map(({ provider }) => provider.id))];
  for (const [index, one] of providers.entries()) {
    for (const other of providers.slice(index + 1)) {
      const reranked = rerank(response, shown, (id) => (id === other ? one : id));
      if (firstWrongPosition(response, reranked) === null) return [one, other];
    }
  }
  return null;
}

/** A plan has the same facts in every list. Only its rank differs. */
const withoutRank = (shown: Result): string => JSON.stringify({ ...shown, rank: null });

export function recompute(response: Comparison): Recomputed {
  const lists = SORTS.map((sort) => [LIST_OF[sort], response.orders[LIST_OF[sort]]] as const);
  const shown = new Map<string, Result>();
  for (const result of lists.flatMap(([, list]) => list)) {
    if (!shown.has(fullPlanId(result))) shown.set(fullPlanId(result), result);
  }
  const all = [...shown.values()];
  const found = { plans: all.length, fault: null, note: null };
  if (all.length === 0) return found;
  const reranked = rerank(response, all, (id) => id);
  const explained = explainer(reranked.scored);
  const ranked = new Map(reranked.scored.offers.map((offer) => [keyOf(offer), explained(offer)]));
  for (const [name, list] of lists) {
    for (const [index, result] of list.entries()) {
      const own = ranked.get(fullPlanId(result));
      const isSame = withoutRank(result) === withoutRank(shown.get(fullPlanId(result))!);
      const difference = !isSame
        ? 'an earlier list shows different facts'
        : own === undefined
          ? 'the ranking would exclude it'
          : wrongFigure(result, own);
      if (difference !== null)
        return { ...found, fault: `${name}, position ${index + 1}, ${fullPlanId(result)}: ${difference}` };
    }
  }
  const fault = firstWrongPosition(response, reranked);
  const brand = fault === null ? null : brandThatExplains(response, all);
  if (brand === null) return { ...found, fault };
  return { ...found, note: `if ${brand.join(' and ')} are one brand, which the response does not show` };
}
