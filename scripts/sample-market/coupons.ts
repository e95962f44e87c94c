/** Coupons of every kind, all confirmed on the reference day. */
import type { CouponEntry } from '../../src/ingest/config/schema.ts';
import type { SampleMarket } from './market.ts';
import { REFERENCE_DAY } from './prices.ts';

/** Some of a shop's plans for one country. One coupon is for these plans only. */
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

export function sampleCoupons(market: SampleMarket): CouponEntry[] {
  const everyone = ['everyone', 'every_order'] as const;
  const newcomer = ['new_customers', 'first_order'] as const;
  // Four and eight weeks after the reference day.
  const validFrom = '2026-02-02';
  const validUntil = '2026-03-02';
  const plans = planIds(market, 'driftlark', 'TR');
  const kinds = [
    coupon('pebblefone', 'PEBBLE10', percent('10'), everyone, { validUntil }),
    coupon('pebblefone', 'HELLO20', percent('20'), newcomer, { maximumDiscount: usd('8.00') }),
    coupon('quillroam', null, percent('5'), everyone, { countries: ['FR', 'ES', 'IT', 'TR'] }),
    coupon('quillroam', 'QUILLAPP', percent('15'), ['app_only', 'every_order']),
    coupon('copperkite', 'KITE3', usd('3.00'), everyone, { minimumSpend: usd('15.00') }),
    coupon('moonferry', 'FERRY1', { amount: '1.00', currency: 'GBP' }, newcomer, { confirmed: true }),
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
    verifiedAt: REFERENCE_DAY,
  }));
}
