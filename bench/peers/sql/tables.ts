/**
 * The market as two tables for SQLite. All that no trip changes is worked out beforehand, so that a comparison reads one
 * range of each. The percentages are written here and in `query.ts` once more: SQL is one more oracle of the ranking.
 */
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Coupon } from '../../../src/domain/coupon.ts';
import type { CountryCode, Generation, Plan } from '../../../src/domain/plan.ts';

/** The first column is the country, all others are whole numbers. */
export type Row = Readonly<Record<string, string | number>>;

/** Stands for "no expiry", "uncapped" and "never": above all real ones, small enough that no product overflows. */
const ENDLESS_DAYS = 100_000;
export const ENDLESS_MB = 1_000_000_000;
const NEVER_SECONDS = 2 ** 40;
/** A plan that states no top speed is never too slow, and compares as 20 Mbps. */
const NO_TOP_KBPS = 1_000_000_000;
const UNSTATED_TOP_KBPS = 20_000;
const NO_REST_KBPS = -1;

export const KINDS = { whole: 0, renewing: 1, daily: 2, uncapped: 3, unstated: 4 } as const;

function kindOf({ allowance }: Plan): number {
  if (allowance.model === 'total') return allowance.periodDays === null ? KINDS.whole : KINDS.renewing;
  if (allowance.model === 'per_day') return KINDS.daily;
  if (allowance.uncapped === true) return KINDS.uncapped;
  return allowance.fullSpeedBytesPerDay === null ? KINDS.unstated : KINDS.daily;
}

const GENERATION_PERCENT = { '5': 0, '4': 2, '0': 4, '3': 30, '2': 60 } as const;

function generationAt({ coverage }: Plan, country: CountryCode): keyof typeof GENERATION_PERCENT {
  const stated = (coverage.networks[country] ?? []).flatMap(({ generation }) => generation ?? []);
  const all: readonly (Generation | null)[] = stated.length > 0 ? stated : [coverage.generation];
  const best = Math.max(...all.map((generation) => Number(generation?.[0] ?? 0)));
  return String(best) as keyof typeof GENERATION_PERCENT;
}

function exitsLocally({ coverage: { exits, breakout } }: Plan, country: CountryCode): boolean {
  return exits === null ? breakout === 'local' : exits.includes(country);
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** Percentages that no trip changes, each in its row of the table. */
function fixedPercents(
  plan: Plan,
  country: CountryCode,
): Readonly<Record<(typeof FIXED_ROWS)[number], number>> {
  const { facts, price, allowance, named } = plan;
  const networks = (plan.coverage.networks[country] ?? []).length;
  const isNamed = named.some((place) => place.country === country && place.part === null);
  return {
    p_generation: GENERATION_PERCENT[generationAt(plan, country)],
    p_top: flag((allowance.maxKbps ?? NO_TOP_KBPS) < 10_000) * 5,
    p_hotspot: facts.hotspot === null ? 4 : facts.hotspot ? 0 : 15,
    p_identity: facts.identityCheck === null ? 2 : facts.identityCheck ? 10 : 0,
    p_networks: networks === 0 ? 2 : flag(networks === 1),
    p_exit: flag(!exitsLocally(plan, country)) * 2,
    p_converted: flag(price.rate !== null),
    p_suggested: flag(price.basis === 'rrp') * 4,
    p_tax: { included: 0, unknown: 1, excluded: 5 }[price.tax],
    p_naming: flag(named.length > 0 && !isNamed) * 25,
    p_renews: flag(facts.subscription === true) * 15,
    p_ads: flag(facts.ads === true) * 10,
  };
}

/** The names of those columns. */
export const FIXED_ROWS = [
  'p_generation',
  'p_top',
  'p_hotspot',
  'p_identity',
  'p_networks',
  'p_exit',
  'p_converted',
  'p_suggested',
  'p_tax',
  'p_naming',
  'p_renews',
  'p_ads',
] as const;

export const OFFER_COLUMNS = [
  ...['country', 'plan', 'brand', 'cents', 'kind', 'amount', 'period', 'rest', 'slow', 'top', 'unlimited'],
  ...[
    'validity',
    'per_day',
    'first_use',
    'new_only',
    'observed',
    'generation',
    'networks',
    'top_up',
    'phone',
  ],
  'named',
  ...FIXED_ROWS,
];

export const COUPON_COLUMNS = [
  ...['country', 'plan', 'coupon', 'basis_points', 'amount', 'least', 'most', 'begins', 'ends'],
];

function offerOf(catalogue: Catalogue, country: CountryCode, row: number, brand: number): Row {
  const plan = catalogue.plan(row);
  const { allowance, validity, facts, price } = plan;
  const bytes = allowance.model === 'unlimited' ? allowance.fullSpeedBytesPerDay : allowance.bytes;
  return {
    country,
    plan: row,
    brand,
    cents: price.usdCents,
    kind: kindOf(plan),
    amount: Math.floor((bytes ?? 0) / 1_000_000),
    period: allowance.periodDays ?? 1,
    rest: allowance.afterCap === 'throttle' ? (allowance.throttleKbps ?? 0) : NO_REST_KBPS,
    slow: allowance.maxKbps ?? NO_TOP_KBPS,
    top: allowance.maxKbps ?? UNSTATED_TOP_KBPS,
    unlimited: flag(allowance.model === 'unlimited'),
    validity: validity.days ?? ENDLESS_DAYS,
    per_day: flag(validity.soldPerDay),
    first_use: flag(validity.starts === 'first_use'),
    new_only: flag(facts.newCustomersOnly === true),
    observed: Math.floor(catalogue.observation(row).observedAt / 1_000),
    generation: Number(generationAt(plan, country)),
    networks: (plan.coverage.networks[country] ?? []).length,
    top_up: flag(facts.topUp === true),
    phone: flag(facts.phoneNumber === true),
    named: flag(plan.named.some((place) => place.country === country && place.part === null)),
    ...fixedPercents(plan, country),
  };
}

function couponRow(country: CountryCode, plan: number, index: number, coupon: Coupon): Row {
  const { discount } = coupon;
  return {
    country,
    plan,
    coupon: index,
    basis_points: discount.kind === 'percent' ? discount.basisPoints : 0,
    amount: discount.kind === 'amount' ? discount.usdCents : 0,
    least: coupon.minimumSpendUsdCents ?? 0,
    most: coupon.maximumDiscountUsdCents ?? NO_TOP_KBPS,
    begins: Math.ceil((coupon.validFrom ?? 0) / 1_000),
    ends: coupon.validUntil === null ? NEVER_SECONDS : Math.ceil(coupon.validUntil / 1_000),
  };
}

/** Sold-out plans are in no list, and only coupons without a personal condition set a price. */
export function* offersOf(catalogue: Catalogue): Generator<Row> {
  for (const { code } of catalogue.destinations) {
    const view = catalogue.view(code)!;
    for (const row of view.postings.rows) {
      if (catalogue.plan(row).facts.inStock === false) continue;
      yield offerOf(catalogue, code, row, view.brands[view.columns.provider[row]!]!);
    }
  }
}

export function* couponsOf(catalogue: Catalogue): Generator<Row> {
  for (const { code } of catalogue.destinations) {
    const view = catalogue.view(code)!;
    for (const row of view.postings.rows) {
      const all = view.coupons.get(view.columns.provider[row]!) ?? [];
      for (const [index, coupon] of all.entries()) {
        if (coupon.audience !== 'everyone' || coupon.use !== 'every_order') continue;
        if (coupon.countries !== null && !coupon.countries.includes(code)) continue;
        if (coupon.plans !== null && !coupon.plans.includes(view.planId(row))) continue;
        yield couponRow(code, row, index, coupon);
      }
    }
  }
}
