/** Keeps an answer small enough to be read whole: 4 KB for up to 5 plans, 14 KB for 20, as much for each between. */
import type { ToolPlan } from './plan.ts';

/** For each plan, and once more for what stands around them. */
const PLAN_BYTES = 682;
export const answerBytesMax = (plans: number): number => PLAN_BYTES * (Math.max(5, plans) + 1);

type Leaner = (plan: ToolPlan) => ToolPlan;

/** What is left out first where plans have much to say. A price, the coupon in it and who may buy it always stay. */
const LEANER: readonly Leaner[] = [
  (plan) => ({ ...plan, reasons: plan.reasons.slice(0, 1) }),
  (plan) => ({ ...plan, price: withoutEstimate(plan.price) }),
  (plan) => ({ ...plan, features: onlyTrue(plan.features, 'hotspot') }),
  (plan) => withNetworks(plan, 2),
  (plan) => withCoupons(plan, 1),
  (plan) => ({ ...plan, validity: { days: plan.validity.days } }),
  (plan) => (plan.freshness.status === 'fresh' ? { ...plan, freshness: ageOf(plan) } : plan),
  (plan) => ({ ...plan, reasons: [] }),
  (plan) => withNetworks(plan, 1),
  (plan) => ({ ...plan, price: { usd: plan.price.usd } }),
  (plan) => ({ ...plan, features: {} }),
  (plan) => withNetworks(plan, 0),
  withoutCount,
  (plan) => ({
    ...plan,
    speed: plan.speed.generation === undefined ? {} : { generation: plan.speed.generation },
  }),
  withoutUsual,
  (plan) => ({ ...plan, data: { model: plan.data.model, gb_for_trip: plan.data.gb_for_trip } }),
];

/** Lower places say less first. */
export function withinBudget(plans: readonly ToolPlan[], aroundBytes: number): ToolPlan[] {
  const kept = [...plans];
  let excess = bytesOf(kept) + aroundBytes - answerBytesMax(plans.length);
  for (const leaner of LEANER) {
    for (let place = kept.length - 1; place >= 0 && excess > 0; place -= 1) {
      const plan = kept[place];
      if (plan === undefined) continue;
      const less = leaner(plan);
      excess -= bytesOf(plan) - bytesOf(less);
      kept[place] = less;
    }
  }
  return kept;
}

/** A leg of an itinerary stands apart from the list. */
const LEG_BYTES = 640;

export function leanPlan(plan: ToolPlan): ToolPlan {
  return LEANER.reduce((kept, leaner) => (bytesOf(kept) > LEG_BYTES ? leaner(kept) : kept), plan);
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));

/** The applied one stands first. */
function withCoupons(plan: ToolPlan, most: number): ToolPlan {
  const more = plan.coupons.length - most;
  return more <= 0 ? plan : { ...plan, coupons: plan.coupons.slice(0, most), more_coupons: more };
}

function withNetworks(plan: ToolPlan, most: number): ToolPlan {
  const { networks, ...speed } = plan.speed;
  if (networks === undefined || most === 0) return { ...plan, speed };
  return { ...plan, speed: { ...speed, networks: networks.slice(0, most) } };
}

function withoutEstimate(price: ToolPlan['price']): ToolPlan['price'] {
  const { estimated: _, ...rest } = price;
  return rest;
}

const ageOf = ({ freshness }: ToolPlan) => ({ age_seconds: freshness.age_seconds });

/** One copy that meets the need. */
function withoutUsual(plan: ToolPlan): ToolPlan {
  const { copies, fits, ...rest } = plan;
  return {
    ...rest,
    ...(copies === 1 ? {} : { copies }),
    ...(fits?.meets_need === true ? {} : { fits }),
  } as ToolPlan;
}

function withoutCount(plan: ToolPlan): ToolPlan {
  const { countries_covered: _, ...less } = plan;
  return less;
}

function onlyTrue<T extends object>(flags: T, kept: keyof T): T {
  return Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => value === true || name === kept),
  ) as T;
}
