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
  const ids: string[] = [];
  if (shop === undefined) return ids;
  for (const offer of market.offersOf(shop))
    if (offer.scope === 'country' && offer.destinations[0] === country) ids.push(offer.id);
  return ids.sort().slice(0, 3);
}

type Kind = Omit<CouponEntry, 'id' | 'verifiedAt'>;

export function sampleCoupons(now: number, market: SampleMarket = sampleMarket()): CouponEntry[] {
  const everyone = { audience: 'everyone', use: 'every_order' } as const;
  const newcomer = { audience: 'new_customers', use: 'first_order' } as const;
  // Months keep the list the same for weeks: a coupon that moved every day would make a new catalogue every day.
  const nextMonth = monthStart(now, 2);
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const named = planIds(market, 'driftlark', 'TR');
  const kinds: Kind[] = [
    {
      provider: 'pebblefone',
      code: 'PEBBLE10',
      discount: { percent: '10' },
      ...everyone,
      validUntil: nextMonth,
    },
    {
      provider: 'pebblefone',
      code: 'HELLO20',
      discount: { percent: '20' },
      ...newcomer,
      maximumDiscount: usd('8.00'),
    },
    {
      provider: 'quillroam',
      code: null,
      discount: { percent: '5' },
      ...everyone,
      countries: ['FR', 'ES', 'IT', 'TR'],
    },
    {
      provider: 'quillroam',
      code: 'QUILLAPP',
      discount: { percent: '15' },
      audience: 'app_only',
      use: 'every_order',
    },
    { provider: 'copperkite', code: 'KITE3', discount: usd('3.00'), ...everyone, minimumSpend: usd('15.00') },
    { provider: 'moonferry', code: 'FERRY1', discount: { amount: '1.00', currency: 'GBP' }, ...newcomer },
    {
      provider: 'bramblenet',
      code: null,
      discount: { percent: '7.5' },
      audience: 'everyone',
      use: 'first_order',
    },
    {
      provider: 'tidewire-go',
      code: 'TIDE25',
      discount: { percent: '25' },
      ...newcomer,
      minimumSpend: usd('20.00'),
      maximumDiscount: usd('10.00'),
    },
    {
      provider: 'larkspan',
      code: 'LARK2',
      discount: usd('2.00'),
      audience: 'everyone',
      use: 'first_order',
      minimumSpend: usd('10.00'),
    },
    {
      provider: 'plumroute',
      code: 'PLUMJP',
      discount: { percent: '12' },
      ...everyone,
      countries: ['JP', 'KR', 'TW'],
    },
    {
      provider: 'hopstone-mobile',
      code: 'SOON30',
      discount: { percent: '30' },
      ...everyone,
      validFrom: monthStart(now, 1),
      validUntil: nextMonth,
    },
    {
      provider: 'lanternroam',
      code: 'LANTERN',
      discount: { percent: '10' },
      audience: 'app_only',
      use: 'first_order',
      validUntil: nextMonth,
    },
    { provider: 'saltmarsh-sim', code: 'SALT5', discount: { percent: '5' }, ...everyone },
  ];
  if (named.length > 0)
    kinds.push({
      provider: 'driftlark',
      code: 'DRIFTTR',
      discount: { percent: '15' },
      ...everyone,
      plans: named,
    });
  const verifiedAt = monthStart(now, 0);
  return kinds.map((kind, index) => ({
    id: `sample-${String(index + 1).padStart(2, '0')}`,
    ...kind,
    verifiedAt,
  }));
}
