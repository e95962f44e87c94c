/** Coupons of every kind, dated around the given moment so that a fresh start always has valid ones. */
import type { CouponEntry } from '../ingest/config/schema.ts';
import { type SampleMarket, sampleMarket } from './market.ts';

/** `YYYY-MM-DD` of the first day of a month that lies so many months ahead. */
function monthStart(now: number, ahead: number): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10);
}

/** Some of a shop's plans for one country, for the coupon that names plans. */
function planIds(market: SampleMarket, provider: string, country: string): string[] {
  const shop = market.providers.find(({ id }) => id === provider);
  return [...(shop === undefined ? [] : market.offersOf(shop))]
    .filter(({ scope, destinations }) => scope === 'country' && destinations[0] === country)
    .map(({ id }) => id)
    .sort()
    .slice(0, 3);
}

type Kind = Omit<CouponEntry, 'id' | 'verifiedAt'>;

const usd = (amount: string) => ({ amount, currency: 'USD' });
const percent = (share: string) => ({ percent: share });
const coupon = (
  provider: string,
  code: string | null,
  discount: Kind['discount'],
  [audience, use]: readonly [Kind['audience'], Kind['use']],
  more: Partial<Kind> = {},
): Kind => ({ provider, code, discount, audience, use, ...more });

export function sampleCoupons(now: number, market: SampleMarket = sampleMarket()): CouponEntry[] {
  const everyone = ['everyone', 'every_order'] as const;
  const newcomer = ['new_customers', 'first_order'] as const;
  // Months keep the list the same for weeks: a coupon that moved every day would make a new catalogue every day.
  const validUntil = monthStart(now, 2);
  const validFrom = monthStart(now, 1);
  const verifiedAt = monthStart(now, 0);
  const plans = planIds(market, 'driftlark', 'TR');
  const kinds = [
    coupon('pebblefone', 'PEBBLE10', percent('10'), everyone, { validUntil }),
    coupon('pebblefone', 'HELLO20', percent('20'), newcomer, { maximumDiscount: usd('8.00') }),
    coupon('quillroam', null, percent('5'), everyone, { countries: ['FR', 'ES', 'IT', 'TR'] }),
    coupon('quillroam', 'QUILLAPP', percent('15'), ['app_only', 'every_order']),
    coupon('copperkite', 'KITE3', usd('3.00'), everyone, { minimumSpend: usd('15.00') }),
    coupon('moonferry', 'FERRY1', { amount: '1.00', currency: 'GBP' }, newcomer),
    coupon('bramblenet', null, percent('7.5'), ['everyone', 'first_order']),
    coupon('tidewire-go', 'TIDE25', percent('25'), newcomer, {
      minimumSpend: usd('20.00'),
      maximumDiscount: usd('10.00'),
    }),
    coupon('larkspan', 'LARK2', usd('2.00'), ['everyone', 'first_order'], { minimumSpend: usd('10.00') }),
    coupon('plumroute', 'PLUMJP', percent('12'), everyone, { countries: ['JP', 'KR', 'TW'] }),
    coupon('hopstone-mobile', 'SOON30', percent('30'), everyone, { validFrom, validUntil }),
    coupon('lanternroam', 'LANTERN', percent('10'), ['app_only', 'first_order'], { validUntil }),
    coupon('saltmarsh-sim', 'SALT5', percent('5'), everyone),
    ...(plans.length > 0 ? [coupon('driftlark', 'DRIFTTR', percent('15'), everyone, { plans })] : []),
  ];
  return kinds.map((kind, index) => ({
    id: `sample-${String(index + 1).padStart(2, '0')}`,
    ...kind,
    verifiedAt,
  }));
}
