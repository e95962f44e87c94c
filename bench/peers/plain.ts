/**
 * A simple implementation: plain plan objects, one array for each destination, priced by `map`, sorted by `Array.sort`.
 *
 * It does less than the service: it has no coupons, freshness, fair-use limits, domination, positions per brand or
 * reasons. Its responses have the same format.
 */
import type { Market } from '../../src/catalogue/catalogue.ts';
import type { Plan } from '../../src/domain/plan.ts';
import type { Trip } from '../../src/domain/trip.ts';

const MB_A_DAY = { light: 300, normal: 1_000, heavy: 3_000, unlimited: 3_000 } as const;
const COPIES_MOST = 10;
const LIST_MOST = 20;

interface Priced {
  readonly plan: Plan;
  readonly copies: number;
  readonly cents: number;
  readonly gigabytes: number;
  readonly missing: number;
  readonly generation: number;
  readonly score: number;
}

export type Sort = 'recommended' | 'cheapest' | 'fastest';

function price(plan: Plan, { country, days, need }: Trip): Priced {
  const { allowance, validity, price } = plan;
  const neededGb = Math.max(1, (MB_A_DAY[need] * days) / 1_000);
  const daily = allowance.model !== 'total';
  const each = (allowance.bytes ?? allowance.fullSpeedBytesPerDay ?? 1e9) / 1e9;
  const forDays = Math.ceil(days / (validity.days ?? days));
  const wanted = daily ? forDays : Math.max(forDays, Math.ceil(neededGb / each));
  const copies = validity.soldPerDay || plan.facts.newCustomersOnly ? 1 : Math.min(COPIES_MOST, wanted);
  const cents = price.usdCents * (validity.soldPerDay ? days : copies);
  const gigabytes = daily ? each * days : each * copies;
  const networks = plan.coverage.networks[country] ?? [];
  const generation = networks.some((network) => network.generation === '5G') ? 5 : 4;
  const missing = Math.max(0, neededGb - gigabytes);
  const score =
    4_000 / cents + Math.min(1, gigabytes / neededGb / 2) + generation / 10 + networks.length / 100;
  return { plan, copies, cents, gigabytes, missing, generation, score };
}

const byId = (a: Priced, b: Priced) => (a.plan.id < b.plan.id ? -1 : 1);
const ORDERS: Readonly<Record<Sort, (a: Priced, b: Priced) => number>> = {
  recommended: (a, b) => a.missing - b.missing || b.score - a.score || byId(a, b),
  cheapest: (a, b) => a.missing - b.missing || a.cents - b.cents || b.gigabytes - a.gigabytes || byId(a, b),
  fastest: (a, b) => a.missing - b.missing || b.generation - a.generation || a.cents - b.cents || byId(a, b),
};

function serialise(
  { plan, copies, cents, gigabytes, missing, generation, score }: Priced,
  rank: number,
  trip: Trip,
) {
  const { allowance, validity, coverage, facts } = plan;
  const go = `/go/${plan.provider}/${plan.id}`;
  return {
    rank,
    plan: {
      id: plan.id,
      name: plan.name,
      scope: coverage.scope,
      countries_covered: coverage.destinations.length,
    },
    provider: { id: plan.provider, name: plan.provider },
    data: {
      model: allowance.model,
      gb: allowance.bytes,
      gb_for_trip: gigabytes,
      after_cap: allowance.afterCap,
    },
    validity: {
      days: validity.days,
      starts: validity.starts,
      install_within_days: validity.installWithinDays,
    },
    copies,
    fits: { meets_need: missing === 0, short_by_gb: missing, short_by_days: 0 },
    speed: {
      generation: `${generation}G`,
      advertised_max_mbps: allowance.maxKbps,
      networks: (coverage.networks[trip.country] ?? []).map(({ name }) => name),
      breakout: coverage.breakout,
    },
    features: { hotspot: facts.hotspot, top_up: facts.topUp, phone_number: facts.phoneNumber },
    price: {
      currency: 'USD',
      usd: cents / 100,
      per_gb_usd: Math.round(cents / gigabytes) / 100,
      per_day_usd: Math.round(cents / trip.days) / 100,
      tax: plan.price.tax,
      estimated: true,
      basis: plan.price.basis,
    },
    coupons: [],
    eligibility: {
      new_customers_only: facts.newCustomersOnly,
      identity_check: facts.identityCheck,
      notes: [],
    },
    why: { score, reasons: ['Fits the trip'] },
    go,
    url: `http://localhost:8080${go}`,
  };
}

export type PlainResult = ReturnType<typeof serialise>;

export interface PlainMarket {
  readonly countries: readonly { readonly code: string; readonly plans: number }[];
  readonly list: (trip: Trip, sort: Sort) => PlainResult[];
}

export function plainMarket({ plans }: Market): PlainMarket {
  const byCountry = new Map<string, Plan[]>();
  for (const { plan } of plans) {
    for (const code of plan.coverage.destinations) {
      const list = byCountry.get(code);
      if (list === undefined) byCountry.set(code, [plan]);
      else list.push(plan);
    }
  }
  return {
    countries: [...byCountry].map(([code, list]) => ({ code, plans: list.length })),
    list(trip, sort) {
      const offered = byCountry.get(trip.country) ?? [];
      const fitting =
        trip.need === 'unlimited' ? offered.filter((plan) => plan.allowance.model === 'unlimited') : offered;
      const sorted = fitting.map((plan) => price(plan, trip)).sort(ORDERS[sort]);
      return sorted.slice(0, LIST_MOST).map((priced, index) => serialise(priced, index + 1, trip));
    },
  };
}
