/** The feed that shops publish for comparison sites, in the form of eSIMDB. */
import { exitOf, type Offer, telephonyOf } from '../offers.ts';
import { type FeedFormat, major } from './feed-format.ts';

/** The format asks for short names. */
const NAME_MAX = 35;

function shortName({ name, place, placeSlug }: Offer): string {
  return name.length <= NAME_MAX ? name : name.replace(place, placeSlug.toUpperCase());
}

function coverages({ destinations, networks }: Offer): readonly unknown[] {
  return destinations.map((code) => ({
    code,
    networks: (networks[code] ?? []).map(({ name, generation }) => ({
      name,
      types: generation === '5G' ? ['4G', '5G'] : ['4G'],
    })),
  }));
}

function telephony(offer: Offer) {
  const { calls, sms } = telephonyOf(offer);
  return calls === null
    ? null
    : { voice: { inbound: calls, outbound: calls }, sms: { inbound: sms, outbound: sms } };
}

export const esimdb: FeedFormat = {
  adapter: 'esimdb',
  extension: 'json',
  options: () => ({}),
  write({ currency }, offers) {
    return JSON.stringify(
      offers.map((offer) => ({
        id: offer.id,
        planName: shortName(offer),
        validity: offer.days ?? 0,
        validityInfo: '',
        link: offer.link,
        dataCap: offer.gb ?? 0,
        dataUnit: 'GB',
        dataCapPer: offer.model === 'per_day' ? 'day' : null,
        speedLimit: offer.maxKbps,
        reducedSpeed: offer.throttleKbps,
        prices: { [currency]: major(offer.priceMinor) },
        telephony: telephony(offer),
        phoneNumber: offer.phoneNumber,
        subscription: false,
        canTopUp: offer.topUp,
        eKYC: offer.identityCheck,
        tethering: offer.hotspot,
        hasAds: offer.ads,
        payAsYouGo: offer.flaw === 'pay_as_you_go',
        newUserOnly: offer.newCustomersOnly,
        promoEnabled: true,
        internetBreakouts: [exitOf(offer)]
          .filter((country) => country !== null)
          .map((country) => ({ country })),
        coverages: coverages(offer),
      })),
    );
  },
};
