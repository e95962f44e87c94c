import type { Offer } from '../offer.ts';
import { amountIn, feedUrl, major, type Renderer } from './renderer.ts';

const HOURS_PER_DAY = 24;
/** What a shop pays of what it asks, about. */
const WHOLESALE_SHARE = 0.6;

function details(offer: Offer): readonly object[] {
  const { amount, unit } = amountIn(offer.gb ?? 0);
  const values: Readonly<Record<string, string>> = {
    PLAN_TITLE: offer.name,
    PLAN_DATA_LIMIT: String(amount),
    PLAN_DATA_UNIT: unit,
    PLAN_VALIDITY: String((offer.days ?? 0) * HOURS_PER_DAY),
    FIVEG: offer.generation === '5G' ? '1' : '0',
    TAGS: JSON.stringify([{ item: offer.generation ?? '' }]),
    TOPUP: offer.topUp === true ? '1' : '0',
    // Objects travel as JSON inside a string here.
    PLAN_DETAILS: JSON.stringify({ heading: offer.name, items: [] }),
  };
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export const mobimatter: Renderer = {
  adapter: 'mobimatter',
  contentType: 'application/json',
  options: (provider) => ({
    url: feedUrl(provider, 'api/v2/products'),
    link: `${provider.homepage}esim/{id}`,
  }),
  *pages({ id, name }, offers) {
    const result = offers.map((offer) => ({
      productId: offer.id,
      uniqueId: offer.id,
      productCategory: 'esim_realtime',
      productFamilyName: offer.place,
      providerId: id,
      providerName: name,
      retailPrice: major(offer.priceMinor),
      wholesalePrice: Math.floor(offer.priceMinor * WHOLESALE_SHARE) / 100,
      currencyCode: 'USD',
      countries: offer.destinations,
      productDetails: details(offer),
    }));
    yield JSON.stringify({ statusCode: 200, result });
  },
};
