/** The sizes and lengths that shops sell, and how often. */
import type { AllowanceModel } from '../../src/domain/plan.ts';
import { type Random, weightsOf } from './random.ts';
import type { Statements } from './statements.ts';

export interface Product {
  readonly model: AllowanceModel;
  readonly gb: number | null;
  readonly days: number | null;
  readonly soldPerDay: boolean;
  /** "10gb-30d": part of the plan's id. */
  readonly slug: string;
  /** "10 GB 30 Days". */
  readonly label: string;
  readonly weight: number;
}

function sizeOf(gb: number): string {
  return gb < 1 ? `${gb * 1000}MB` : `${gb}GB`;
}

function spaced(size: string): string {
  return size.replace(/([MG]B)$/, ' $1');
}

function daysLabel(days: number | null): string {
  return days === null ? 'No Expiry' : `${days} ${days === 1 ? 'Day' : 'Days'}`;
}

function product(
  model: AllowanceModel,
  gb: number | null,
  days: number | null,
  weight: number,
  soldPerDay = false,
): Product {
  const size = gb === null ? 'Unlimited' : sizeOf(gb);
  const per = model === 'per_day' ? '/Day' : '';
  const slug = `${gb === null ? 'unlimited' : size.toLowerCase()}${per === '' ? '' : '-daily'}-${days === null ? 'forever' : `${days}d`}`;
  const label = soldPerDay ? `${spaced(size)}${per}` : `${spaced(size)}${per} ${daysLabel(days)}`;
  return {
    model,
    gb,
    days,
    soldPerDay,
    slug: soldPerDay ? `${size.toLowerCase()}-by-the-day` : slug,
    label,
    weight,
  };
}

// The weights follow the shares of real plans: most have 30, 7 or 15 days and 10, 5, 3, 20 or 1 GB.
/** By size, how often each number of days is sold. */
const TOTALS: readonly Product[] = (
  [
    [0.5, { 1: 1, 3: 1 }],
    [1, { 3: 2, 5: 1, 7: 8, 15: 1, 30: 2 }],
    [2, { 7: 1, 15: 3, 30: 1 }],
    [3, { 7: 1, 15: 2, 30: 9 }],
    [5, { 7: 1, 10: 1, 15: 2, 30: 9, 60: 1 }],
    [10, { 7: 1, 15: 1, 30: 9, 90: 1 }],
    [15, { 30: 2 }],
    [20, { 15: 1, 30: 8, 60: 1, 90: 1 }],
    [30, { 30: 3 }],
    [50, { 30: 4, 60: 1, 90: 1 }],
    [100, { 30: 1, 90: 1 }],
  ] as const
).flatMap(([gb, weights]) => weightsOf(weights).map(([days, weight]) => product('total', gb, days, weight)));

const FOREVER: readonly Product[] = [1, 3, 5, 10].map((gb) => product('total', gb, null, 0.9));

const PER_DAY_GB: readonly (readonly [gb: number, weight: number])[] = [
  [0.5, 2],
  [1, 4],
  [2, 2],
  [3, 1.5],
  [5, 0.3],
];
const PER_DAY_DAYS = weightsOf({ 1: 1, 3: 1.6, 5: 1.6, 7: 2, 10: 1.6, 15: 1.4, 20: 0.8, 30: 1.6 });
const DAILY: readonly Product[] = PER_DAY_GB.flatMap(([gb, often]) =>
  PER_DAY_DAYS.map(([days, weight]) => product('per_day', gb, days, (often * weight) / 3)),
);
const BY_THE_DAY: readonly Product[] = PER_DAY_GB.map(([gb, often]) =>
  product('per_day', gb, null, often / 3, true),
);

const UNLIMITED: readonly Product[] = weightsOf({
  1: 1,
  3: 2,
  5: 2,
  7: 2,
  10: 2,
  15: 1.5,
  20: 0.7,
  30: 1.5,
}).map(([days, weight]) => product('unlimited', null, days, weight));

/** The kinds of products that a shop sells, each with its share of the shop's plans. */
function families(states: Statements): readonly (readonly [products: readonly Product[], share: number])[] {
  const daily = states.models.includes('per_day');
  const chosen: (readonly [readonly Product[], number])[] = [[TOTALS, daily ? 0.5 : 0.7]];
  if (states.noExpiry) chosen.push([FOREVER, 0.026]);
  // A shop that sells by the day has no other daily plans.
  if (daily) chosen.push(states.soldPerDay ? [BY_THE_DAY, 0.3] : [DAILY, 0.36]);
  if (states.models.includes('unlimited')) chosen.push([UNLIMITED, daily ? 0.1 : 0.3]);
  return chosen;
}

/** The products of a shop. A product is drawn in proportion to its weight. */
export interface Ladder {
  readonly products: readonly Product[];
  /** Running sums of the weights; the last one is the total. */
  readonly sums: readonly number[];
}

export function ladderOf(states: Statements): Ladder {
  const products: Product[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (const [family, share] of families(states)) {
    const whole = family.reduce((total, each) => total + each.weight, 0);
    for (const each of family) {
      sum += (each.weight / whole) * share;
      products.push(each);
      sums.push(sum);
    }
  }
  return { products, sums };
}

/** `count` different products; all of them where fewer exist. */
export function drawProducts({ products, sums }: Ladder, count: number, random: Random): readonly Product[] {
  if (count >= products.length) return products;
  const drawn = new Set<Product>();
  const whole = sums.at(-1) ?? 0;
  // A repeated product costs a try. If all tries are used, the first products fill the rest.
  for (let tries = 0; drawn.size < count && tries < count * 20; tries++) {
    const point = random.next() * whole;
    drawn.add(products[sums.findIndex((sum) => sum > point)]!);
  }
  for (const product of products) {
    if (drawn.size >= count) break;
    drawn.add(product);
  }
  return [...drawn];
}
