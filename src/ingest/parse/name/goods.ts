/** Tells a plan from other goods: physical cards, devices, packs of several plans, top-ups and subscriptions. */
import type { Kind } from '../words.ts';
import { CURRENCIES, type NameTokens } from './name-tokens.ts';

export interface OtherGoods {
  readonly reason: 'not_a_plan' | 'top_up' | 'subscription';
  readonly what: string;
}

/** The sizes in which phones and tablets are sold. */
const STORAGE: ReadonlySet<string> = new Set('16GB 32GB 64GB 128GB 256GB 512GB 1TB 2TB'.split(' '));

interface Goods {
  /** null: nothing in the name says that it is no plan. */
  readonly otherGoods: OtherGoods | null;
  /** The same without "SIM card", which a shop of eSIMs may write for its plans. */
  readonly otherThanCard: OtherGoods | null;
}

/** `used`: the positions of amounts and lengths. */
export function readOtherGoods(name: NameTokens, used: ReadonlySet<number>): Goods {
  const at = soldAt(name, 'goods') ?? physicalCardAt(name) ?? packAt(name, used) ?? deviceAt(name);
  const goods = at === undefined ? null : ({ reason: 'not_a_plan', what: name.text(at) } as const);
  const otherThanCard = goods ?? topUpIn(name) ?? subscriptionIn(name);
  const card = namesEsim(name) ? undefined : soldAt(name, 'card');
  const isCard = goods === null && card !== undefined;
  return {
    otherGoods: isCard ? { reason: 'not_a_plan', what: name.text(card) } : otherThanCard,
    otherThanCard,
  };
}

function topUpIn(name: NameTokens): OtherGoods | null {
  const at = name.positionsOf('topUp').find((one) => !canBeToppedUp(name, one));
  return at === undefined ? null : { reason: 'top_up', what: name.text(at) };
}

function subscriptionIn(name: NameTokens): OtherGoods | null {
  const at = soldAt(name, 'subscription') ?? name.numbers.find((one) => isPriceAMonth(name, one));
  return at === undefined ? null : { reason: 'subscription', what: name.text(at) };
}

/** "eSIM-compatible phone case" is not about an eSIM: it is a feature of something else. */
export function isEsim(name: NameTokens): boolean {
  const isFeature = (at: number) => name.is(name.text(at + 1) === '-' ? at + 2 : at + 1, 'feature');
  return name.positionsOf('esim').some((at) => !isNoEsim(name, at) && !isFeature(at));
}

/** "QR code by e-mail". A postal delivery ("SIM pin included") is that of a card. */
export const isDelivered = (name: NameTokens): boolean =>
  name.positionsOf('delivery').some((at) => !name.isNegated(at, { before: 1, after: 1 }));

/** "Not an eSIM". Only the words beside it count: "no contract eSIM" is one. */
const isNoEsim = (name: NameTokens, at: number): boolean => name.isNegated(at, { before: 1, after: 1 });

/** The first word of a kind that the name does not only mention. */
const soldAt = (name: NameTokens, kind: Kind): number | undefined =>
  name.positionsOf(kind).find((at) => !isOnlyMentioned(name, at));

/** "No router", "instead of a physical SIM", "pocket WiFi alternative", "router not included", "supports Suica". */
function isOnlyMentioned(name: NameTokens, at: number): boolean {
  if (isSupported(name, at)) return true;
  // "Say goodbye to the old plastic SIM card": several adjectives may be in between.
  if (name.hasBefore(at, 4, 'instead') || name.hasAfter(at, 3, 'insteadAfter')) return true;
  return name.isNegated(at, { before: 3, after: 2 });
}

const APP = /^(?:apps?|アプリ|앱|어플|uygulamasi)$/;
const SUPPORTS = /^(?:supports?|supporting|unterstützt|soporta|supporta|suporta|支持|支援)$/;
const SUPPORTED = /^(?:に?も?対応|지원|호환)$/;

/** "Supports Suica", "Suica apps", "ルーター・タブレット対応": what the plan is used with. In "対応ルーター", the router is sold. */
function isSupported(name: NameTokens, at: number): boolean {
  if (SUPPORTS.test(name.lower(at - 1))) return true;
  let next = at + 1;
  while (/^[・/、]$/.test(name.text(next)) && name.is(next + 1, 'goods', 'device')) next += 2;
  return APP.test(name.lower(next)) || SUPPORTED.test(name.lower(next));
}

const namesEsim = (name: NameTokens): boolean => name.positionsOf('esim').some((at) => !isNoEsim(name, at));

/** The position of a "physical SIM" that is sold, unless an eSIM is named before it: "eSIM or physical SIM". */
function physicalCardAt(name: NameTokens): number | undefined {
  const esim = name.positionsOf('esim').find((at) => !isNoEsim(name, at));
  const physical = soldAt(name, 'physical');
  return physical !== undefined && (esim === undefined || physical < esim) ? physical : undefined;
}

/** "From $3.88/mo", "$10 a month". */
function isPriceAMonth(name: NameTokens, at: number): boolean {
  const isSignAfter = CURRENCIES.has(name.text(at + 1));
  if (!isSignAfter && !CURRENCIES.has(name.text(at - 1))) return false;
  const unitAt = isSignAfter ? at + 2 : at + 1;
  const isPer = name.text(unitAt) === '/' || name.is(unitAt, 'per');
  return (isPer && name.is(unitAt + 1, 'month')) || name.is(unitAt, 'monthly');
}

/**
 * "2-pack", "2枚セット", "pack of 2", "2'li paket", "3 x Spain eSIM". Words of the kind `packs` are after the number,
 * those of the kind `packOf` before it.
 */
function packAt(name: NameTokens, used: ReadonlySet<number>): number | undefined {
  const isSeveral = (at: number) => /^(?:[2-9]|1\d|20)$/.test(name.text(at)) && !used.has(at);
  // "2枚セット", and with a mark in between "2-pack" and "2'li paket".
  const isCounted = (at: number) => isSeveral(/^[-'’]$/.test(name.text(at - 1)) ? at - 2 : at - 1);
  // "3 x eSIM", "3 x Spain eSIM", "3 x South Korea eSIM".
  const isMultiplied = (at: number) =>
    [2, 3, 4].some((back) => isSeveral(at - back) && name.isTimes(at - back + 1));
  // "eSIM x 3".
  const isMultipliedAfter = (at: number) => name.isTimes(at + 1) && isSeveral(at + 2);
  return (
    name.positionsOf('packs').find(isCounted) ??
    name.numbers.find((at) => isOneForOne(name, at)) ??
    name.positionsOf('esim').find((at) => isMultipliedAfter(at) || isMultiplied(at)) ??
    name.positionsOf('packOf').find((at) => isSeveral(at + 1))
  );
}

/** "[1+1]", "2+1": buy one, get one. "1+1 GB" is an amount. */
const isOneForOne = (name: NameTokens, at: number): boolean =>
  name.text(at + 1) === '+' &&
  /^[12]$/.test(name.text(at)) &&
  name.text(at + 2) === '1' &&
  !name.startsAmount(at + 2) &&
  (name.endsClause(at - 1) || name.hasBlankBefore(at));

/** "Smartphone 128 GB": the amount is the storage of a device. "Tablet with eSIM": the eSIM is a feature. */
function deviceAt(name: NameTokens): number | undefined {
  const esims = name.positionsOf('esim');
  const [firstEsim = 0] = esims;
  const isFeature = (at: number) => name.is(at - 1, 'with', 'allows') || name.text(at - 1) === '+';
  const hasEsim = (at: number) => at < firstEsim && esims.every(isFeature);
  const isStorage = (at: number) => STORAGE.has((name.text(at) + name.text(at + 1)).toUpperCase());
  // "Phone 128 GB", "Phone Pro Max 128 GB".
  const hasStorage = (at: number) => [1, 2, 3].some((step) => isStorage(at + step));
  // "eSIM for iPhone", "works with any smartphone".
  const isOnlyUser = (at: number) => name.hasBefore(at, 3, 'forDevice');
  return name.positionsOf('device').find((at) => !isOnlyUser(at) && (hasStorage(at) || hasEsim(at)));
}

/** A plan that can be topped up is not a top-up. */
function canBeToppedUp(name: NameTokens, at: number): boolean {
  // "5 GB + top-up", "with top-up", "auto top-up", "no top-up".
  if (/^[&+]$/.test(name.text(at - 1))) return true;
  if (name.hasBefore(at, 1, 'no', 'with', 'canTopUp', 'allowed')) return true;
  // "Top-up available", "top-up is optional", "top-up not possible".
  return name.hasAfter(at, 2, 'allowed', 'canTopUp', 'noAfter', 'no');
}
