import { exitOf, type Offer } from '../offer.ts';
import { feedUrl, type Renderer, speedText } from './renderer.ts';

/** Prices are in ten-thousandths of a dollar. */
const PER_CENT = 100;
const BYTES_PER_GIB = 1024 ** 3;
/** What a shop pays of what it asks, about. */
const WHOLESALE_SHARE = 0.55;

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
      const share = offer.flaw === 'below_wholesale' ? 1.8 : WHOLESALE_SHARE;
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
