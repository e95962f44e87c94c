/** The partner feed of eSIM Access: daily plans are sold by the day, and wholesale prices are listed too. */
import { exitOf, type Offer } from '../offers.ts';
import { type FeedFormat, speedText } from './feed-format.ts';

/** Prices are in ten-thousandths of a dollar. */
const UNITS_PER_CENT = 100;
const BYTES_PER_GIB = 1024 ** 3;
/** The wholesale price as a share of the retail price. */
const WHOLESALE_SHARE = 0.55;
/** A wholesale price above the retail price, which the checks must report. */
const FLAWED_WHOLESALE_SHARE = 1.8;

/** 1 total, 2 daily then slow, 3 daily then cut off. */
function dataType({ id, model, throttleKbps }: Offer): number {
  if (model === 'unlimited') throw new Error(`${id}: this feed has no form for a plan without a limit`);
  if (model === 'total') return 1;
  return throttleKbps === null ? 3 : 2;
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

export const esimaccess: FeedFormat = {
  adapter: 'esimaccess',
  extension: 'json',
  options: ({ homepage }) => ({ link: `${homepage}esim/{slug}` }),
  credentials: { access_code: 'SAMPLE_ACCESS_CODE' },
  write(_provider, offers) {
    const packageList = offers.map((offer) => {
      const retailPrice = offer.priceMinor * UNITS_PER_CENT;
      const share = offer.flaw === 'below_wholesale' ? FLAWED_WHOLESALE_SHARE : WHOLESALE_SHARE;
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
        // 1 from installation, 2 from the first connection.
        activeType: offer.starts === 'install' ? 1 : 2,
        speed: offer.generation === '5G' ? '3G/4G/5G' : '3G/4G',
        ipExport: exitOf(offer) ?? '',
        // 2: it can be topped up.
        supportTopUpType: offer.topUp === true ? 2 : 1,
        fupPolicy: offer.throttleKbps === null ? '' : speedText(offer.throttleKbps),
        locationNetworkList: networkList(offer),
      };
    });
    return JSON.stringify({ success: true, errorCode: '0', errorMsg: null, obj: { packageList } });
  },
};
