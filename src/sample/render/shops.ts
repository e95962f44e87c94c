/** Feeds that shops publish for everybody: eSIMDB's form, alosim, Saily and Yesim, as their adapters read them. */
import { countryOf } from '../../domain/countries.ts';
import { exitOf, type Offer } from '../offers.ts';
import { amountIn, feedUrl, inChunks, major, majorText, type Renderer, speedText } from './renderer.ts';

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

export const esimdb: Renderer = {
  adapter: 'esimdb',
  contentType: 'application/json',
  options: (provider) => ({ url: feedUrl(provider, 'plans.json') }),
  *pages({ currency }, offers) {
    yield JSON.stringify(
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
        telephony: null,
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

/** Places are ISO-3 here, and Kosovo goes by a code of its own. */
function iso3(code: string): string {
  return code === 'XK' ? 'KSV' : (countryOf(code)?.iso3 ?? code);
}

function providers({ networks }: Offer): readonly unknown[] {
  return Object.entries(networks).flatMap(([code, list]) =>
    list.map(({ name, generation }) => ({
      network: name,
      speed: generation === '5G' ? '5G' : 'LTE',
      countryCode: iso3(code),
    })),
  );
}

/** The format states no period for this cap, so readers count it for the whole validity: so it is written. */
function capText({ fullSpeedGbPerDay, days }: Offer): string {
  return fullSpeedGbPerDay === null ? '' : `${fullSpeedGbPerDay * (days ?? 1)} GB`;
}

const PAGE_SIZE = 200;

export const alosim: Renderer = {
  adapter: 'alosim',
  contentType: 'application/json',
  options: (provider) => ({
    url: feedUrl(provider, 'v1/plans'),
    authorizeUrl: feedUrl(provider, 'v1/authorize'),
  }),
  *pages({ currency }, offers) {
    let offset = 0;
    for (const chunk of inChunks(offers, PAGE_SIZE)) {
      const items = chunk.map((offer) => ({
        name: offer.place.toLowerCase(),
        locations: offer.destinations.map(iso3),
        dataGigabytes: offer.gb === null ? 'Unlimited' : String(offer.gb),
        validityDays: offer.days,
        price: offer.priceMinor,
        prices: { [currency]: offer.priceMinor },
        currency,
        url: `${offer.link}?plan_id=${offer.id}&affid=sample`,
        providers: providers(offer),
        dataBeforeThrottle: capText(offer),
        throttleSpeed: offer.throttleKbps === null ? '' : speedText(offer.throttleKbps),
      }));
      yield JSON.stringify({ items, offset, total: offers.length });
      offset += chunk.length;
    }
  },
};

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

/** Every value is a string; sizes are MB at 1,024 to a GB. */
export const yesim: Renderer = {
  adapter: 'yesim',
  contentType: 'application/json',
  options: (provider) => ({ url: feedUrl(provider, 'prices?partner=sample') }),
  *pages({ currency }, offers) {
    yield JSON.stringify(
      offers.map((offer) => ({
        plan_id: offer.id,
        period: String(offer.days),
        capacity: offer.gb === null ? '-1' : String(offer.gb * 1024),
        dataUnit: 'MB',
        dataCapPer: null,
        capacityInfo: offer.model === 'unlimited' ? 'Possible throttling' : null,
        capacityUnit: 'MB',
        price: majorText(offer.priceMinor),
        currency,
        planName: offer.place,
        country_code: offer.scope === 'country' ? offer.placeSlug : null,
        country: offer.place,
        coverages: offer.destinations.map((code) => ({ code })),
        url: `${offer.link}?partner_id=sample`,
        planType: 'data only',
        prices: { [currency]: majorText(offer.priceMinor) },
        directLink: offer.link,
      })),
    );
  },
};
