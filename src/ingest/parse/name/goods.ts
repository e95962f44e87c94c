/** Tells a plan from other goods: physical cards, devices, packs of several plans, top-ups and subscriptions. */
import type { Kind } from '../words.ts';
import { type NameTokens, TIMES_MARKS } from './name-tokens.ts';

export interface OtherGoods {
  readonly reason: 'not_a_plan' | 'top_up' | 'subscription';
  readonly what: string;
}

/** The sizes in which phones and tablets are sold. */
const STORAGE: ReadonlySet<string> = new Set('16GB 32GB 64GB 128GB 256GB 512GB 1TB 2TB'.split(' '));

/** `used`: the positions of amounts and lengths. null: nothing in the name says that it is no plan. */
export function readOtherGoods(name: NameTokens, used: ReadonlySet<number>): OtherGoods | null {
  const goods = (kind: Kind) => name.positionsOf(kind).find((at) => !isUnsold(name, at));
  const esim = name.positionsOf('esim').find((at) => !name.isNegated(at, 1, 1)) ?? Infinity;
  // "SIM card" beside an eSIM is only mentioned. A physical SIM is, if the eSIM comes first.
  const physical = goods('physical') ?? Infinity;
  const card = physical < esim ? physical : esim === Infinity ? goods('card') : undefined;
  const at = goods('goods') ?? card ?? packAt(name, used) ?? deviceAt(name);
  if (at !== undefined) return { reason: 'not_a_plan', what: name.text(at) };
  const topUp = name.positionsOf('topUp').find((one) => !canBeToppedUp(name, one));
  if (topUp !== undefined) return { reason: 'top_up', what: name.text(topUp) };
  const renews = goods('subscription');
  return renews === undefined ? null : { reason: 'subscription', what: name.text(renews) };
}

/** "eSIM-compatible phone case" is not about an eSIM: it is a feature of something else. */
export function isEsim(name: NameTokens): boolean {
  const isFeature = (at: number) => name.is(name.text(at + 1) === '-' ? at + 2 : at + 1, 'feature');
  return name.positionsOf('esim').some((at) => !name.isNegated(at, 1, 1) && !isFeature(at));
}

/** "No router", "instead of a physical SIM", "cheaper than pocket WiFi": the goods are only mentioned. */
function isUnsold(name: NameTokens, at: number): boolean {
  const isOther = name.isAfter(at, 4, 'instead') || name.isBefore(at, 3, 'insteadAfter');
  return isOther || name.isNegated(at, 3, 2);
}

/** "Smartphone 128 GB": the amount is the storage of a device. "Tablet with eSIM": the eSIM is a feature. */
function deviceAt(name: NameTokens): number | undefined {
  const isStorage = (at: number) => STORAGE.has((name.text(at) + name.text(at + 1)).toUpperCase());
  const hasStorage = (at: number) => [1, 2, 3].some((step) => isStorage(at + step));
  const esims = name.positionsOf('esim');
  const isFeature =
    esims.length > 0 && esims.every((at) => name.is(at - 1, 'with', 'allows') || name.text(at - 1) === '+');
  return name
    .positionsOf('device')
    .find((at) => !name.isAfter(at, 3, 'forDevice') && (hasStorage(at) || (isFeature && at < esims[0]!)));
}

/** "2-pack", "2枚セット", "pack of 2", "2'li paket", "3 x Spain eSIM". */
function packAt(name: NameTokens, used: ReadonlySet<number>): number | undefined {
  const isSeveral = (at: number) => /^(?:[2-9]|1\d|20)$/.test(name.text(at)) && !used.has(at);
  const behind = name
    .positionsOf('packs')
    .find((at) => isSeveral(/^[-'’]$/.test(name.text(at - 1)) ? at - 2 : at - 1));
  const isTimes = (at: number) => TIMES_MARKS.has(name.lower(at));
  const isCounted = (at: number) => isTimes(at + 1) && isSeveral(at + 2);
  const times = name
    .positionsOf('esim')
    .find((at) => isCounted(at) || [2, 3, 4].some((back) => isSeveral(at - back) && isTimes(at - back + 1)));
  return behind ?? times ?? name.positionsOf('packOf').find((at) => isSeveral(at + 1));
}

/** "Top-up available", "with top-up": a plan that can be topped up is not a top-up. */
const canBeToppedUp = (name: NameTokens, at: number): boolean =>
  /^[&+]$/.test(name.text(at - 1)) ||
  name.isAfter(at, 1, 'no', 'with', 'canTopUp', 'allowed') ||
  name.isBefore(at, 2, 'allowed', 'canTopUp', 'noAfter', 'no');
