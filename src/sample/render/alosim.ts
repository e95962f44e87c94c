import { countryOf } from '../../domain/countries.ts';
import type { Offer } from '../offer.ts';
import { feedUrl, inChunks, type Renderer, speedText } from './renderer.ts';

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
