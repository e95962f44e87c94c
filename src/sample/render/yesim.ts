import { feedUrl, majorText, type Renderer } from './renderer.ts';

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
