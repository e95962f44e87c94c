/** The small part of the content: providers, coupons and the sample flag, as JSON with a fixed order of keys. */

import type { Coupon } from '../domain/coupon.ts';
import { ID_PATTERN, type NamedPlace, type Provider } from '../domain/plan.ts';
import { MarketError, SnapshotError } from './catalogue.ts';

/** A coupon without the time at which it was last checked: that is an observation. */
export type CouponContent = Omit<Coupon, 'verifiedAt'>;

export interface Head {
  readonly sample: boolean;
  /** Sorted by id. */
  readonly providers: readonly Provider[];
  /** Sorted by provider, then id. */
  readonly coupons: readonly CouponContent[];
}

/** Code-unit order, which is what `<` compares. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const compareCoupons = (a: CouponContent, b: CouponContent): number =>
  compareStrings(a.provider, b.provider) || compareStrings(a.id, b.id);

export function headBytes(
  sample: boolean,
  providers: readonly Provider[],
  coupons: readonly Coupon[],
): Uint8Array {
  // Written key by key: the order in which another module built its objects must not reach the hash.
  const head: Head = {
    sample,
    providers: providers.map(({ id, name, homepage, brand }) => ({ id, name, homepage, brand })),
    coupons: coupons.map((coupon) => ({
      id: coupon.id,
      provider: coupon.provider,
      code: coupon.code,
      discount:
        coupon.discount.kind === 'percent'
          ? { kind: 'percent', basisPoints: coupon.discount.basisPoints }
          : { kind: 'amount', usdCents: coupon.discount.usdCents },
      audience: coupon.audience,
      use: coupon.use,
      minimumSpendUsdCents: coupon.minimumSpendUsdCents,
      maximumDiscountUsdCents: coupon.maximumDiscountUsdCents,
      countries: coupon.countries,
      plans: coupon.plans,
      validFrom: coupon.validFrom,
      validUntil: coupon.validUntil,
    })),
  };
  return Buffer.from(JSON.stringify(head), 'utf8');
}

export function sortedProviders(providers: readonly Provider[]): readonly Provider[] {
  const sorted = providers.toSorted((a, b) => compareStrings(a.id, b.id));
  for (const [index, provider] of sorted.entries()) {
    if (!ID_PATTERN.test(provider.id)) throw new MarketError(`"${provider.id}" is no provider id`);
    if (sorted[index - 1]?.id === provider.id)
      throw new MarketError(`provider ${provider.id} is given twice`);
  }
  return sorted;
}

export function sortedCoupons(
  coupons: readonly Coupon[],
  knownProviders: ReadonlyMap<string, number>,
): readonly Coupon[] {
  const sorted = coupons.toSorted(compareCoupons);
  for (const [index, coupon] of sorted.entries()) {
    const title = `coupon ${coupon.provider}/${coupon.id}`;
    if (!knownProviders.has(coupon.provider)) throw new MarketError(`${title} is of an unknown provider`);
    const before = sorted[index - 1];
    if (before && compareCoupons(before, coupon) === 0) throw new MarketError(`${title} is given twice`);
  }
  return sorted;
}

export function readJson(bytes: Uint8Array, title: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    throw new SnapshotError(`${title} refused: a section is not JSON`);
  }
}

export function readHead(bytes: Uint8Array, title: string): Head {
  const head = readJson(bytes, title) as Partial<Head> | null;
  const wellFormed =
    typeof head?.sample === 'boolean' && Array.isArray(head.providers) && Array.isArray(head.coupons);
  if (!wellFormed) throw new SnapshotError(`${title} refused: its head is incomplete`);
  return head as Head;
}

// The places that a plan's name names, as one short text that many plans share: `GB:Scotland,FR:`.

const NAMED = /^[A-Z]{2}:[^,:]*$/;

/** null where the name names no place. */
export function namedText(named: readonly NamedPlace[]): string | null {
  if (named.length === 0) return null;
  const texts = named.map(({ country, part }) => `${country}:${part ?? ''}`);
  const odd = texts.find((text) => !NAMED.test(text));
  if (odd !== undefined) throw new MarketError(`"${odd}" is no place that a name names`);
  return texts.join();
}

export function readNamed(text: string): readonly NamedPlace[] {
  return text.split(',').map((place) => ({ country: place.slice(0, 2), part: place.slice(3) || null }));
}
