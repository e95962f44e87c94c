/** The partner feed of Airalo: suggested retail prices and wholesale prices, under an operator for each place. */
import type { Offer } from '../offers.ts';
import { type FeedFormat, major, speedText } from './feed-format.ts';

/** The wholesale price as a share of the retail price. */
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

/** All sizes of one place share their terms, so they are listed under one operator. */
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

export const airalo: FeedFormat = {
  adapter: 'airalo',
  extension: 'json',
  options: ({ host, homepage }) => ({
    tokenUrl: `https://feeds.${host}/v2/token`,
    link: `${homepage}esim/{slug}/{id}`,
  }),
  credentials: { client_id: 'SAMPLE_CLIENT_ID', client_secret: 'SAMPLE_CLIENT_SECRET' },
  write({ currency }, offers) {
    const data = [...Map.groupBy(offers, (offer) => offer.placeSlug).values()].map((group, index) => {
      const [first] = group as [Offer];
      return {
        slug: first.placeSlug,
        country_code: first.scope === 'country' ? first.destinations[0] : '',
        title: first.place,
        operators: [operatorOf(group, index + 1, currency)],
      };
    });
    return JSON.stringify({ data, meta: { current_page: 1, last_page: 1, total: data.length } });
  },
};
