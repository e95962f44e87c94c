/**
 * How long one ranking takes, and how it compares with plain objects and three full sorts in the same run.
 * Run by hand: node bench/ranking.ts
 */
import { type DestinationView, FACT, NONE, type PlanColumns } from '../src/domain/columns.ts';
import type { Coupon } from '../src/domain/coupon.ts';
import { cheapestFor, rank } from '../src/domain/ranking/rank.ts';
import { NEEDS, type Trip } from '../src/domain/trip.ts';

const NOW = 1_780_315_200_000;
const MARKET_PLANS = 100_000;
const PROVIDERS = 60;
const CANDIDATES = [100, 1_000, 8_000] as const;
const WARM_UP = 600;
const RUNS = 3_000;

/** Small deterministic generator, so that every run measures the same market. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = randomFrom(7);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

function market(count: number): PlanColumns {
  const u8 = (make: (row: number) => number) => Uint8Array.from({ length: count }, (_, row) => make(row));
  const u16 = (make: (row: number) => number) => Uint16Array.from({ length: count }, (_, row) => make(row));
  const u32 = (make: (row: number) => number) => Uint32Array.from({ length: count }, (_, row) => make(row));
  const model = u8(() => pick([0, 0, 0, 1, 2]));
  const megabytes = u32((row) =>
    model[row] === 2 ? NONE : pick([500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000]),
  );
  const validityDays = u32(() => pick([1, 3, 7, 10, 15, 30, 30, 60, 90, NONE]));
  const known = FACT.hotspot | FACT.topUp | FACT.phoneNumber;
  return {
    count,
    provider: u16((row) => Math.floor((row * PROVIDERS) / count)),
    usdCents: u32(
      (row) => 200 + Math.floor(Math.sqrt(model[row] === 0 ? megabytes[row]! : 9_000) * (8 + random() * 30)),
    ),
    model,
    megabytes,
    fullSpeedMbPerDay: u32((row) => (model[row] === 2 ? pick([NONE, 1_000, 2_000, 3_000, 5_000]) : NONE)),
    uncapped: u8((row) => (model[row] === 2 ? pick([0, 1, 2, 2]) : 2)),
    afterCap: u8(() => pick([0, 1, 2, 2])),
    throttleKbps: u32(() => pick([NONE, NONE, 128, 512, 1_024, 5_000])),
    maxKbps: u32(() => pick([NONE, NONE, NONE, NONE, NONE, NONE, 10_000, 50_000])),
    validityDays,
    soldPerDay: u8(() => (random() < 0.03 ? 1 : 0)),
    starts: u8(() => pick([0, 1, 2, 2, 3])),
    installWithinDays: u32(() => pick([NONE, 30, 180, 365])),
    breakout: u8(() => pick([0, 1, 1, 2, 2])),
    scope: u8(() => pick([0, 1, 2])),
    countriesCovered: u16(() => pick([1, 1, 1, 30, 40, 120])),
    factsKnown: u16(() => known),
    factsTrue: u16(() => Math.floor(random() * 512) & known),
    basis: u8(() => pick([0, 0, 0, 1])),
    tax: u8(() => pick([0, 1, 2])),
    converted: u8(() => pick([0, 0, 0, 1])),
    promoUsdCents: new Uint32Array(count).fill(NONE),
    periodDays: new Uint32Array(count).fill(NONE),
    observedAtSeconds: u32(() => NOW / 1_000 - Math.floor(random() * 60 * 3_600)),
  };
}

function coupon(provider: number, index: number): Coupon {
  return {
    id: `c${index}`,
    provider: `provider-${provider}`,
    code: `CODE${index}`,
    discount: pick([
      { kind: 'percent', basisPoints: 1_000 },
      { kind: 'amount', usdCents: 300 },
    ]),
    audience: pick(['everyone', 'everyone', 'new_customers']),
    use: pick(['every_order', 'first_order']),
    minimumSpendUsdCents: pick([null, 1_500]),
    maximumDiscountUsdCents: pick([null, 500]),
    countries: null,
    plans: null,
    validFrom: null,
    validUntil: null,
    verifiedAt: NOW,
  };
}

/** A third of the providers has promotions, three each. */
function promotions(): Map<number, Coupon[]> {
  const all = new Map<number, Coupon[]>();
  for (let provider = 0; provider < PROVIDERS; provider += 3) {
    all.set(
      provider,
      [0, 1, 2].map((index) => coupon(provider, index)),
    );
  }
  return all;
}

function destination(columns: PlanColumns, coupons: Map<number, Coupon[]>, count: number): DestinationView {
  const step = columns.count / count;
  const rows = Uint32Array.from({ length: count }, (_, index) => Math.floor(index * step));
  return {
    columns,
    coupons,
    brands: Uint16Array.from({ length: 1 + Math.max(...columns.provider) }, (_, index) => index),
    planId: (row) => `plan-${row}`,
    postings: {
      rows,
      generation: Uint8Array.from(rows, () => pick([0, 4, 4, 5, 5])),
      networks: Uint8Array.from(rows, () => pick([0, 1, 2, 3])),
      breakout: Uint8Array.from(rows, (row) => columns.breakout[row]!),
      naming: new Uint8Array(rows.length),
    },
  };
}

interface PlainPlan {
  readonly row: number;
  readonly cents: number;
  readonly days: number;
  readonly mb: number;
  readonly generation: number;
  readonly kbps: number;
  readonly networks: number;
}

/** The peer: the simplest honest way, no coupons, no plans left out, a shallow score. */
function threeFullSorts(plans: readonly PlainPlan[], trip: Trip): number {
  const needed = 1_000 * trip.days;
  const rated = plans.map((plan) => {
    const copies = Math.min(10, Math.max(Math.ceil(trip.days / plan.days), Math.ceil(needed / plan.mb)));
    const mb = copies * plan.mb;
    return { ...plan, mb, cents: copies * plan.cents, short: Math.max(0, needed - mb), score: 0 };
  });
  const lowest = rated.reduce((least, plan) => Math.min(least, plan.cents), Number.POSITIVE_INFINITY);
  for (const plan of rated)
    plan.score = (4_000 * lowest) / plan.cents + 1_000 * plan.generation + 100 * plan.networks;
  const cheapest = rated.toSorted(
    (a, b) => a.short - b.short || a.cents - b.cents || b.mb - a.mb || a.row - b.row,
  );
  const fastest = rated.toSorted(
    (a, b) =>
      a.short - b.short ||
      b.generation - a.generation ||
      b.kbps - a.kbps ||
      b.networks - a.networks ||
      a.cents - b.cents,
  );
  const recommended = rated.toSorted((a, b) => a.short - b.short || b.score - a.score || a.row - b.row);
  return cheapest.slice(0, 20).length + fastest.slice(0, 20).length + recommended.slice(0, 20).length;
}

function plainPlans({ columns, postings }: DestinationView): PlainPlan[] {
  return Array.from(postings.rows, (row, index) => ({
    row,
    cents: columns.usdCents[row]!,
    days: Math.min(columns.validityDays[row]!, 365),
    mb: columns.model[row] === 2 ? 90_000 : columns.megabytes[row]!,
    generation: postings.generation[index]!,
    kbps: Math.min(columns.maxKbps[row]!, 20_000),
    networks: postings.networks[index]!,
  }));
}

function trips(): Trip[] {
  return Array.from({ length: 64 }, () => ({
    country: 'TR',
    days: 1 + Math.floor(random() * 30),
    need: pick(NEEDS),
  }));
}

/** CPU time of this thread. Its clock ticks coarsely, so it is read once around many runs. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  /** Mean CPU time: steady even where other work shares the machine. */
  readonly cpu: number;
}

function measure(run: (trip: Trip) => unknown, runs: number): Measured {
  const asked = trips();
  for (let index = 0; index < Math.min(WARM_UP, runs); index++) run(asked[index % asked.length]!);
  const cpuBefore = cpuMilliseconds();
  const taken = Array.from({ length: runs }, (_, index) => {
    const start = performance.now();
    run(asked[index % asked.length]!);
    return performance.now() - start;
  });
  const cpu = (cpuMilliseconds() - cpuBefore) / runs;
  taken.sort((a, b) => a - b);
  return { p50: taken[Math.floor(runs * 0.5)]!, p99: taken[Math.floor(runs * 0.99)]!, cpu };
}

const columns = market(MARKET_PLANS);
const coupons = promotions();
const format = (milliseconds: number) => milliseconds.toFixed(3).padStart(8);
console.log(
  `market of ${MARKET_PLANS} plans, ${PROVIDERS} providers, a third of them with coupons; milliseconds`,
);
console.log(
  'candidates |     rank p50      p99      cpu | cheapest p50      cpu |    sorts p50      cpu | sorts/rank cpu',
);
for (const count of CANDIDATES) {
  const view = destination(columns, coupons, count);
  const plain = plainPlans(view);
  const quick = measure((trip) => rank(view, trip, NOW), RUNS);
  const single = measure((trip) => cheapestFor(view, trip, NOW), RUNS);
  const sorts = measure((trip) => threeFullSorts(plain, trip), count > 1_000 ? 300 : RUNS);
  console.log(
    `${String(count).padStart(10)} |     ${format(quick.p50)} ${format(quick.p99)} ${format(quick.cpu)} |     ${format(single.p50)} ${format(single.cpu)} |     ${format(sorts.p50)} ${format(sorts.cpu)} | ${(sorts.cpu / quick.cpu).toFixed(1)}`,
  );
}
