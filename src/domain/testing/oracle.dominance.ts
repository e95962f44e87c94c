/** "Dearer and no better", field by field on plain plans. */
import type { Plan, ThreeState } from '../plan.ts';
import type { Entry } from './oracle.ts';

/** Whether the first is at least as good. Both unknown: yes; one unknown: they do not compare. */
function known<T>(a: T | null, b: T | null, atLeast: (a: T, b: T) => boolean): boolean {
  if (a === null && b === null) return true;
  return a !== null && b !== null && atLeast(a, b);
}

const more = (a: number, b: number) => a >= b;
const unknownAsNull = <T extends string>(value: T): T | null => (value === 'unknown' ? null : value);
const inOrder =
  <T>(...worstToBest: readonly T[]) =>
  (a: T, b: T) =>
    worstToBest.indexOf(a) >= worstToBest.indexOf(b);

const wanted = (a: ThreeState, b: ThreeState) => known(a, b, (x, y) => x || !y);
const unwanted = (a: ThreeState, b: ThreeState) => known(a, b, (x, y) => !x || y);

type Data =
  | { readonly kind: 'whole' | 'daily'; readonly bytes: number }
  | { readonly kind: 'none' | 'unstated' };

function dataOf({ allowance }: Plan): Data {
  if (allowance.model === 'total') return { kind: 'whole', bytes: allowance.bytes! };
  if (allowance.model === 'per_day') return { kind: 'daily', bytes: allowance.bytes! };
  if (allowance.uncapped === true) return { kind: 'none' };
  if (allowance.fullSpeedBytesPerDay === null) return { kind: 'unstated' };
  return { kind: 'daily', bytes: allowance.fullSpeedBytesPerDay };
}

function dataAtLeast(a: Data, b: Data): boolean {
  if (a.kind === 'unstated' || b.kind === 'unstated') return a.kind === b.kind;
  if (a.kind === 'none') return true;
  return b.kind !== 'none' && a.kind === b.kind && a.bytes >= b.bytes;
}

function remainderAtLeast(a: Plan, b: Plan): boolean {
  if (dataOf(a).kind === 'none') return true;
  const x = a.allowance;
  const y = b.allowance;
  if (x.afterCap === 'throttle' && y.afterCap === 'stop') return true;
  if (x.afterCap !== y.afterCap) return false;
  return x.afterCap !== 'throttle' || known(x.throttleKbps, y.throttleKbps, more);
}

function freshness(ageSeconds: number): number {
  const hours = ageSeconds / 3_600;
  return hours <= 24 ? 0 : hours <= 48 ? 1 : 2;
}

function atLeastAsGood(a: Entry, b: Entry): boolean {
  const p = a.plan;
  const q = b.plan;
  const orNull = (count: number) => (count === 0 ? null : count);
  return [
    a.shortfall <= b.shortfall,
    a.oneCopyCents <= b.oneCopyCents,
    dataAtLeast(dataOf(p), dataOf(q)),
    remainderAtLeast(p, q),
    p.validity.soldPerDay === q.validity.soldPerDay,
    (p.validity.days ?? Number.POSITIVE_INFINITY) >= (q.validity.days ?? Number.POSITIVE_INFINITY),
    known(
      unknownAsNull(p.validity.starts),
      unknownAsNull(q.validity.starts),
      inOrder('purchase', 'install', 'first_use'),
    ),
    known(p.validity.installWithinDays, q.validity.installWithinDays, more),
    known(orNull(a.generation), orNull(b.generation), more),
    known(orNull(a.networks), orNull(b.networks), more),
    known(p.allowance.maxKbps, q.allowance.maxKbps, more),
    known(
      unknownAsNull(p.coverage.breakout),
      unknownAsNull(q.coverage.breakout),
      inOrder('roaming', 'local'),
    ),
    p.coverage.destinations.length >= q.coverage.destinations.length,
    wanted(p.facts.hotspot, q.facts.hotspot),
    wanted(p.facts.topUp, q.facts.topUp),
    wanted(p.facts.phoneNumber, q.facts.phoneNumber),
    unwanted(p.facts.identityCheck, q.facts.identityCheck),
    unwanted(p.facts.subscription, q.facts.subscription),
    unwanted(p.facts.newCustomersOnly, q.facts.newCustomersOnly),
    unwanted(p.facts.ads, q.facts.ads),
    freshness(a.ageSeconds) <= freshness(b.ageSeconds),
    known(unknownAsNull(p.price.tax), unknownAsNull(q.price.tax), inOrder('excluded', 'included')),
    inOrder('rrp', 'retail')(p.price.basis, q.price.basis),
    p.price.rate === null || q.price.rate !== null,
  ].every(Boolean);
}

export function isSuperfluous<E extends Entry>(entry: E, all: readonly E[]): boolean {
  return all.some(
    (other) =>
      other.plan.provider === entry.plan.provider &&
      other.price.cents < entry.price.cents &&
      atLeastAsGood(other, entry),
  );
}
