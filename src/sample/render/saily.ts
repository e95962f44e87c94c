import type { Offer } from '../offer.ts';
import { amountIn, feedUrl, type Renderer } from './renderer.ts';

/** What an unlimited plan carries as its balance; it means nothing. */
const UNLIMITED_BALANCE_GB = 999;

function metadata({ fullSpeedGbPerDay, throttleKbps }: Offer): object {
  if (throttleKbps === null) return {};
  return {
    throttled_speed: { amount: throttleKbps, unit: 'KBPS' },
    ...(fullSpeedGbPerDay !== null && {
      unrestricted_data: { amount: fullSpeedGbPerDay, unit: 'GB' },
      unrestricted_data_after: { interval: 1, unit: 'DAY' },
    }),
  };
}

export const saily: Renderer = {
  adapter: 'saily',
  contentType: 'application/json',
  options: (provider) => ({ url: feedUrl(provider, 'v3/partners/plans?utm_source=sample') }),
  *pages({ currency }, offers) {
    const items = offers.map((offer) => {
      const unlimited = offer.model === 'unlimited';
      return {
        identifier: offer.id,
        name: offer.name,
        category: 'standard',
        covered_countries: offer.destinations,
        is_unlimited: unlimited,
        balances: [{ type: 'DATA', is_unlimited: unlimited, ...amountIn(offer.gb ?? UNLIMITED_BALANCE_GB) }],
        duration: { amount: offer.days, unit: 'day' },
        price: { amount_with_tax: offer.priceMinor, currency },
        destination_url: encodeURIComponent(`${offer.link}?transaction_id={transaction_id}`),
        merchant_plans: [{ metadata: metadata(offer) }],
      };
    });
    yield JSON.stringify({ items });
  },
};
