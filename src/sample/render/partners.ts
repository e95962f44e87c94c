/** Feeds that partners get with a key: Airalo, eSIM Access and MobiMatter, as their adapters read them. */
import { exitOf, type Offer } from '../offers.ts';
import { amountIn, feedUrl, inChunks, major, type Renderer, speedText } from './renderer.ts';

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

/** Prices are in ten-thousandths of a dollar. */
const PER_CENT = 100;
const BYTES_PER_GIB = 1024 ** 3;
/** What a shop pays of what it asks, about. */
const ESIMACCESS_WHOLESALE_SHARE = 0.55;

/** 1 total, 2 daily then slow, 3 daily then cut off. */
function dataType({ model, throttleKbps }: Offer): number {
  return model === 'total' ? 1 : throttleKbps === null ? 3 : 2;
}

function networkList({ destinations, networks }: Offer): readonly unknown[] {
  return destinations.map((locationCode) => ({
    locationCode,
    operatorList: (networks[locationCode] ?? []).map(({ name, generation }) => ({
      operatorName: name,
      networkType: generation,
    })),
  }));
}

export const esimaccess: Renderer = {
  adapter: 'esimaccess',
  contentType: 'application/json',
  options: (provider) => ({
    url: feedUrl(provider, 'api/v1/open/package/list'),
    link: `${provider.homepage}esim/{slug}`,
  }),
  *pages(_provider, offers) {
    const packageList = offers.map((offer) => {
      const retailPrice = offer.priceMinor * PER_CENT;
      const share = offer.flaw === 'below_wholesale' ? 1.8 : ESIMACCESS_WHOLESALE_SHARE;
      return {
        packageCode: offer.id,
        slug: offer.id,
        name: offer.name,
        price: Math.round(retailPrice * share),
        retailPrice,
        currencyCode: 'USD',
        volume: (offer.gb ?? 0) * BYTES_PER_GIB,
        dataType: dataType(offer),
        unusedValidTime: offer.installWithinDays,
        // A daily plan is priced for one day, and the buyer names the number of days.
        duration: offer.soldPerDay ? 1 : offer.days,
        durationUnit: 'DAY',
        location: offer.destinations.join(','),
        locationCode: offer.placeSlug.toUpperCase(),
        activeType: offer.starts === 'install' ? 1 : 2,
        speed: offer.generation === '5G' ? '3G/4G/5G' : '3G/4G',
        ipExport: exitOf(offer) ?? '',
        supportTopUpType: offer.topUp === true ? 2 : 1,
        fupPolicy: offer.throttleKbps === null ? '' : speedText(offer.throttleKbps),
        locationNetworkList: networkList(offer),
      };
    });
    yield JSON.stringify({ success: true, errorCode: '0', errorMsg: null, obj: { packageList } });
  },
};

const HOURS_PER_DAY = 24;
/** What a shop pays of what it asks, about. */
const MOBIMATTER_WHOLESALE_SHARE = 0.6;

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
      wholesalePrice: Math.floor(offer.priceMinor * MOBIMATTER_WHOLESALE_SHARE) / 100,
      currencyCode: 'USD',
      countries: offer.destinations,
      productDetails: details(offer),
    }));
    yield JSON.stringify({ statusCode: 200, result });
  },
};
