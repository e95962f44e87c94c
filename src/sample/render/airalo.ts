import type { Offer } from '../offer.ts';
import { feedUrl, inChunks, major, type Renderer, speedText } from './renderer.ts';

/** Countries to a page. */
const PAGE_SIZE = 60;
/** What a shop pays of what it asks, about: only there so that a reader can tell the two apart. */
const NET_SHARE = 0.4;

function packageOf(offer: Offer, currency: string): object {
  const { throttleKbps, fullSpeedGbPerDay, gb, days } = offer;
  const fair = throttleKbps !== null && fullSpeedGbPerDay !== null;
  const price = major(offer.priceMinor);
  const net = Math.floor(offer.priceMinor * NET_SHARE) / 100;
  return {
    id: offer.id,
    type: offer.flaw === 'top_up' ? 'topup' : 'sim',
    price,
    net_price: net,
    amount: gb === null ? 0 : gb * 1024,
    day: days,
    is_unlimited: gb === null,
    title: `${gb === null ? 'Unlimited' : `${gb} GB`} - ${days} Days`,
    data: gb === null ? 'Unlimited' : `${gb} GB`,
    voice: null,
    text: null,
    is_fair_usage_policy: fair,
    fair_usage_policy: fair
      ? `Lower speed rate of ${speedText(throttleKbps)} after ${fullSpeedGbPerDay} GB usage per day.`
      : null,
    prices: { net_price: { [currency]: net }, recommended_retail_price: { [currency]: price } },
  };
}

/** All sizes of one place share an access contract, so they stand under one operator. */
function operatorOf(offers: readonly Offer[], number: number, currency: string): object {
  const [first] = offers as readonly [Offer];
  return {
    id: number,
    type: first.scope === 'country' ? 'local' : 'global',
    title: `${first.place} Link`,
    plan_type: 'data',
    activation_policy: first.starts === 'install' ? 'installation' : 'first-usage',
    is_kyc_verify: first.identityCheck ?? false,
    rechargeability: first.topUp ?? false,
    install_window_days: first.installWithinDays,
    is_roaming: true,
    other_info: '',
    coverages: first.destinations.map((code) => ({
      name: code,
      code,
      networks: (first.networks[code] ?? []).map(({ name, generation }) => ({
        name,
        types: [generation === '5G' ? '5G' : 'LTE'],
      })),
    })),
    packages: offers.map((offer) => packageOf(offer, currency)),
  };
}

export const airalo: Renderer = {
  adapter: 'airalo',
  contentType: 'application/json',
  options: (provider) => ({
    url: feedUrl(provider, 'v2/packages'),
    tokenUrl: feedUrl(provider, 'v2/token'),
    link: `${provider.homepage}esim/{slug}/{id}`,
  }),
  *pages({ currency }, offers) {
    const places = [...Map.groupBy(offers, (offer) => offer.placeSlug).values()].map((group, index) => {
      const [first] = group as [Offer];
      return {
        slug: first.placeSlug,
        country_code: first.scope === 'country' ? first.destinations[0] : '',
        title: first.place,
        operators: [operatorOf(group, index + 1, currency)],
      };
    });
    const chunks = inChunks(places, PAGE_SIZE);
    for (const [index, chunk] of chunks.entries()) {
      // From the second page on, the real feed sends an object with numbers for keys in place of a list.
      const data =
        index === 0 ? chunk : Object.fromEntries(chunk.map((place, i) => [index * PAGE_SIZE + i, place]));
      const meta = {
        current_page: index + 1,
        last_page: chunks.length,
        per_page: String(PAGE_SIZE),
        total: places.length,
      };
      yield JSON.stringify({ data, meta });
    }
  },
};
