/** Two feeds without a name: a plain CSV and a plain JSON list, with the column maps that read them. */
import type { Offer } from '../offer.ts';
import { csv } from './products.ts';
import { feedUrl, majorText, type Renderer, speedText } from './renderer.ts';

/** Column names of the CSV by what they hold. */
const COLUMNS = {
  name: 'title',
  places: 'countries',
  generations: 'network',
  data: 'data',
  dataPer: 'per',
  fairUse: 'fair_use',
  throttleKbps: 'reduced_speed',
  fullSpeedPerDay: 'full_speed_per_day',
  days: 'days',
  starts: 'starts',
  installWithinDays: 'install_within',
  price: 'price',
  currency: 'currency',
  link: 'url',
  hotspot: 'hotspot',
  identityCheck: 'id_check',
  topUp: 'top_up',
  phoneNumber: 'phone_number',
  newCustomersOnly: 'new_customers_only',
  ads: 'ads',
  subscription: 'subscription',
} as const;

type Cells = Readonly<Record<keyof typeof COLUMNS, string | number | boolean | null>>;

function dataText(gb: number): string {
  return gb < 1 ? `${gb * 1000} MB` : `${gb} GB`;
}

function cells(offer: Offer, currency: string): Cells {
  return {
    name: offer.name,
    places: offer.destinations.join(';'),
    generations: offer.generation,
    data: offer.gb === null ? 'unlimited' : dataText(offer.gb),
    dataPer: offer.model === 'per_day' ? 'day' : null,
    fairUse: offer.uncapped === true ? 'Unthrottled.' : null,
    throttleKbps: offer.throttleKbps === null ? null : speedText(offer.throttleKbps),
    fullSpeedPerDay: offer.fullSpeedGbPerDay === null ? null : dataText(offer.fullSpeedGbPerDay),
    days: offer.days ?? 'none',
    starts: offer.starts,
    installWithinDays: offer.installWithinDays,
    price: majorText(offer.priceMinor),
    currency,
    link: offer.link,
    hotspot: offer.hotspot,
    identityCheck: offer.identityCheck,
    topUp: offer.topUp,
    phoneNumber: offer.phoneNumber,
    newCustomersOnly: offer.newCustomersOnly,
    ads: offer.ads,
    subscription: false,
  };
}

const MAP = { basis: 'retail', separator: ';', noExpiryValues: ['none'] } as const;
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const genericCsv: Renderer = {
  adapter: 'generic',
  contentType: 'text/csv',
  options: (provider) => ({
    ...MAP,
    url: feedUrl(provider, 'plans.csv'),
    format: 'csv',
    id: 'sku',
    columns: COLUMNS,
  }),
  *pages({ currency }, offers) {
    yield csv(
      ['sku', ...Object.values(COLUMNS)],
      offers.map((offer) => {
        const row = cells(offer, currency);
        return [offer.id, ...FIELDS.map((field) => String(row[field] ?? ''))];
      }),
    );
  },
};

/** The JSON keeps each row's columns one level down, so that paths into a row are exercised too. */
export const genericJson: Renderer = {
  adapter: 'generic',
  contentType: 'application/json',
  options: (provider) => ({
    ...MAP,
    url: feedUrl(provider, 'plans.json'),
    format: 'json',
    rows: 'data.plans',
    id: 'sku',
    columns: Object.fromEntries(Object.entries(COLUMNS).map(([field, column]) => [field, `plan.${column}`])),
  }),
  *pages({ currency }, offers) {
    const plans = offers.map((offer) => {
      const row = cells(offer, currency);
      return { sku: offer.id, plan: Object.fromEntries(FIELDS.map((field) => [COLUMNS[field], row[field]])) };
    });
    yield JSON.stringify({ data: { plans } });
  },
};
