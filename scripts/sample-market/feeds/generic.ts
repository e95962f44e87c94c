/** Generic feeds as CSV and as JSON, with the column map that reads them. */
import { hotspotCapGb, type Offer, telephonyOf } from '../offers.ts';
import type { SampleProvider, TitleStyle } from '../providers.ts';
import { STATEMENTS } from '../statements.ts';
import { type FeedFormat, majorText, speedText } from './feed-format.ts';

type Value = (offer: Offer, provider: SampleProvider) => string | number | boolean | null;

const dataText = (gb: number, mbPerGb: number): string => (gb < 1 ? `${gb * mbPerGb} MB` : `${gb} GB`);

/** No shop sells so much. A title with this amount contradicts the data column. */
const WRONG_AMOUNT = '999 GB';

const capitalised = (text: string): string =>
  text.replace(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());

const TITLES: Readonly<Record<TitleStyle, (offer: Offer, data: string) => string>> = {
  plain: ({ name }) => name,
  product: ({ name }) => `eSIM ${name}`,
  commas: ({ place, days }, data) => `${capitalised(place)}, ${data}, ${days} ${days === 1 ? 'day' : 'days'}`,
};

const dataOf = ({ gb }: Offer, { mbPerGb }: SampleProvider): string =>
  gb === null ? 'unlimited' : dataText(gb, mbPerGb);

function titleOf(offer: Offer, provider: SampleProvider): string {
  const data = dataOf(offer, provider);
  const title = TITLES[provider.titles](offer, data);
  return offer.flaw === 'name_contradicts' ? title.replace(data, WRONG_AMOUNT) : title;
}

const linkOf: Value = (offer, { linkQuery, linksById }) =>
  linksById ? null : `${offer.link}${linkQuery.replace('{id}', offer.id)}`;

function hotspotCap(offer: Offer): string | null {
  const gb = hotspotCapGb(offer);
  return gb === null ? null : `${gb} GB`;
}

/** The column of each field and its value. */
const FIELDS: Readonly<Record<string, readonly [column: string, value: Value]>> = {
  name: ['title', titleOf],
  places: ['countries', (offer) => offer.destinations.join(';')],
  generations: ['network', (offer) => offer.generation],
  data: ['data', dataOf],
  dataPer: ['per', (offer) => (offer.model === 'per_day' ? 'day' : null)],
  fairUse: ['fair_use', (offer) => (offer.uncapped === true ? 'Unthrottled.' : null)],
  throttleKbps: [
    'reduced_speed',
    (offer) => (offer.throttleKbps === null ? null : speedText(offer.throttleKbps)),
  ],
  throttled: [
    'may_be_slowed',
    (offer) => (offer.afterCap === 'throttle' && offer.throttleKbps === null ? true : null),
  ],
  fullSpeedPerDay: [
    'full_speed_per_day',
    (offer) => (offer.fullSpeedGbPerDay === null ? null : `${offer.fullSpeedGbPerDay} GB`),
  ],
  days: ['days', (offer) => offer.days ?? 'none'],
  starts: ['starts', (offer) => (offer.starts === 'unknown' ? null : offer.starts)],
  installWithinDays: ['install_within', (offer) => offer.installWithinDays],
  price: ['price', (offer) => majorText(offer.priceMinor)],
  currency: ['currency', (_offer, { currency }) => currency],
  link: ['url', linkOf],
  hotspot: ['hotspot', (offer) => offer.hotspot],
  identityCheck: ['id_check', (offer) => offer.identityCheck],
  topUp: ['top_up', (offer) => offer.topUp],
  phoneNumber: ['phone_number', (offer) => offer.phoneNumber],
  calls: ['calls', (offer) => telephonyOf(offer).calls],
  callMinutes: ['call_minutes', (offer) => telephonyOf(offer).callMinutes],
  sms: ['sms', (offer) => telephonyOf(offer).sms],
  textMessages: ['text_messages', (offer) => telephonyOf(offer).textMessages],
  hotspotCap: ['hotspot_cap', hotspotCap],
  newCustomersOnly: ['new_customers_only', (offer) => offer.newCustomersOnly],
  ads: ['ads', (offer) => offer.ads],
  subscription: ['subscription', (_offer, { states }) => (STATEMENTS[states].facts ? false : null)],
  inStock: [
    'in_stock',
    (offer, { states }) => (STATEMENTS[states].stock ? offer.flaw !== 'out_of_stock' : null),
  ],
};
const CELLS = Object.values(FIELDS);

/** Every provider states these. A fact that none of its offers has is in no row of its feed. */
const STATED = ['name', 'places', 'data', 'days', 'price', 'currency'];

const columns = Object.fromEntries(Object.entries(FIELDS).map(([field, [column]]) => [field, column]));

const optionsOf = ({ states, homepage, linksById, mbPerGb }: SampleProvider) => {
  const { basis, tax } = STATEMENTS[states];
  return {
    basis,
    ...(tax !== 'unknown' && { tax }),
    ...(mbPerGb !== 1000 && { base: mbPerGb }),
    separator: ';',
    noExpiryValues: ['none'],
    id: 'sku',
    ...(linksById && { link: `${homepage}esim/{id}` }),
  };
};

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A header and its records as RFC 4180 defines them. */
function csv(records: readonly (readonly string[])[]): string {
  return records.map((record) => `${record.map(csvCell).join(',')}\r\n`).join('');
}

export const genericCsv: FeedFormat = {
  adapter: 'generic',
  extension: 'csv',
  options: (provider) => ({ format: 'csv', ...optionsOf(provider), columns }),
  write: (provider, offers) =>
    csv([
      ['sku', ...CELLS.map(([column]) => column)],
      ...offers.map((offer) => [offer.id, ...CELLS.map(([, value]) => String(value(offer, provider) ?? ''))]),
    ]),
};

/** The cells of a row are one level down, so that the column map has paths. Unknown facts are left out. */
export const genericJson: FeedFormat = {
  adapter: 'generic',
  extension: 'json',
  options: (provider) => ({
    format: 'json',
    rows: 'data.plans',
    ...optionsOf(provider),
    columns: {
      ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, `plan.${column}`])),
      networks: 'plan.coverage',
    },
    optional: [...Object.keys(FIELDS).filter((field) => !STATED.includes(field)), 'networks'],
  }),
  write(provider, offers) {
    const plans = offers.map((offer) => {
      const cells = CELLS.map(([column, value]) => [column, value(offer, provider)]);
      const known = Object.fromEntries(cells.filter(([, value]) => value !== null));
      const coverage = coverageOf(offer);
      return { sku: offer.id, plan: { ...known, ...(coverage.length > 0 && { coverage }) } };
    });
    return JSON.stringify({ data: { plans } });
  },
};

const coverageOf = ({ networks }: Offer) =>
  Object.entries(networks).map(([code, list]) => ({
    code,
    networks: list.map(({ name, generation }) => ({ name, types: [generation] })),
  }));
