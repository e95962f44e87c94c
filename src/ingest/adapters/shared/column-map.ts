/** The column map, in which an operator describes a simple feed without code. docs/feeds.md explains it. */

import Type, { type Static, type TStringOptions } from 'typebox';
import { eachFact, FACTS } from '../../../domain/facts.ts';
import { PRICE_BASES, TAX_STATES } from '../../../domain/plan.ts';
import { FORMS } from '../../../operator-files/forms.ts';
import { Base, closed, Regions, Url } from './frame.ts';
import { Paging } from './paging.ts';

const Column = Type.String({
  minLength: 1,
  description:
    'A column of the CSV, or a path into the JSON object or the XML element of the row ("price.amount").',
});
const Words = (description: string) => Type.Array(Type.String(), { description });
const OptionalText = (description: string, limits: TStringOptions = {}) =>
  Type.Optional(Type.String({ ...limits, description }));
const PriceColumns = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: FORMS.currency.pattern }), Column, {
      description,
      additionalProperties: false,
    }),
  );

/** Fields that a column or a constant may provide. All of them are optional. */
const FIELDS = {
  provider: 'The provider of the plan, if the source has `providers`.',
  name: 'The name of the plan.',
  category: 'Products: the category path, which confirms what the title does not say.',
  attributes: 'Products: attributes, which confirm what the title does not say.',
  places: 'Codes or names of places, or names of `regions`.',
  excludedPlaces: 'Places of a region that the plan does not cover.',
  networks: 'Names of networks.',
  generations: '"4G", "LTE", "3G/4G/5G".',
  has5g: 'True if 5G is included.',
  exits: 'Codes or names of the countries where traffic reaches the internet.',
  data: 'The amount of data: a number, "3 GB", "1000 MB/day" or "Unlimited".',
  dataUnit: 'MB, GB or bytes.',
  dataPer: 'day, week or month if the amount renews. Empty if it is for the whole validity.',
  unlimited: 'True if data is unlimited.',
  fairUse: 'A fair-use rule in prose.',
  fullSpeedPerDay: 'Unlimited plans: full-speed data per day, in the unit of `data` or with a unit ("3 GB").',
  throttleKbps: 'Speed after the cap: kbps, or "1 Mbps".',
  throttled: 'True if it may be slowed down to a speed that is not stated.',
  maxKbps: 'Top speed: kbps, or "50 Mbps".',
  days: 'How long the plan lasts: a number, or "30 Days".',
  soldPerDay: 'True if it is sold by the day, at a price for one day.',
  starts: 'purchase, install or first_use, or a sentence that states it.',
  installWithinDays: 'Days within which it must be installed.',
  price: 'One price: a number, or "$5.00".',
  promoPrice: 'A promotional price whose conditions are not stated, in the same currency.',
  currency: 'The currency of the price.',
  wholesalePrice: 'The wholesale price, in the same currency.',
  link: 'The landing page.',
  ...eachFact((name) => `True if ${FACTS[name].means}.`),
  callMinutes: 'The number of minutes of calls that are included.',
  textMessages: 'The number of text messages that are included.',
  hotspotCap:
    'The most data of the whole plan that may be used by hotspot, in the unit of `data` or with a unit ("5 GB").',
  subscription: 'True if it renews automatically.',
  updatedAt: 'When the row was last changed.',
  expiresAt: 'When the offer ends.',
} as const;
export type Field = keyof typeof FIELDS;

const Constant = Type.Optional(
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
);

function eachField<T>(make: (description: string) => T): Record<Field, T> {
  return Object.fromEntries(Object.entries(FIELDS).map(([field, text]) => [field, make(text)])) as Record<
    Field,
    T
  >;
}

export const ColumnMap = closed({
  url: Url('The feed.'),
  format: Type.Enum(['csv', 'json', 'xml']),
  basis: Type.Enum([...PRICE_BASES], {
    description: 'The kind of price. Wholesale prices are never served.',
  }),
  auth: Type.Optional(
    closed({
      header: OptionalText('Header that carries the credential `api_key`.', { pattern: '^[A-Za-z0-9-]+$' }),
      prefix: OptionalText('Text before the credential in the header, such as "Bearer ".'),
      query: OptionalText('Query parameter that carries the credential, in place of a header.', {
        pattern: '^\\w+$',
      }),
    }),
  ),
  paging: Type.Optional(
    Type.Union([Paging, Type.Literal('none')], {
      description:
        'How a JSON feed is read in pages. "none" states that one page is all, although the feed announces more. Without it, a feed that announces more than one page fails.',
    }),
  ),
  rows: OptionalText(
    'JSON: path to the list ("data.items"); empty for the document itself. XML: path from the root to the elements ("catalogue.plans.plan").',
  ),
  inner: OptionalText(
    'JSON: path to a list within each entry of `rows` ("packages"). Its entries are the rows. A column "outer.…" reads a field of the entry that contains the list.',
    { minLength: 1 },
  ),
  delimiter: OptionalText('CSV: the character between cells. Default ",".', { minLength: 1, maxLength: 1 }),
  id: Type.Union([Column, Type.Array(Column, { minItems: 1 })], {
    description: 'The column that permanently identifies a plan, or several columns that do so together.',
  }),
  columns: closed(eachField((description) => OptionalText(description, { minLength: 1 }))),
  constants: Type.Optional(closed(eachField(() => Constant))),
  prices: PriceColumns('The column of the price in each currency.'),
  promoPrices: PriceColumns('The column of the promotional price in each currency.'),
  regions: Type.Optional(Regions),
  link: OptionalText(
    'The landing page, if the feed has none. {column} is replaced by the value of that column.',
    {
      pattern: FORMS.httpsAddress.pattern,
    },
  ),
  base: Type.Optional(Base),
  priceScale: Type.Optional(Type.Enum(['major', 'minor'], { description: '19.99 or 1999. Default major.' })),
  daysUnit: Type.Optional(Type.Enum(['days', 'hours'])),
  unlimitedValues: Type.Optional(
    Words('Amounts that mean "no limit", such as "0" or "-1". "unlimited" always has this meaning.'),
  ),
  noExpiryValues: Type.Optional(Words('Validities that mean "no expiry", such as "0". Default none.')),
  separator: OptionalText(
    'The text between places. By default, commas, semicolons and bars separate places.',
    {
      minLength: 1,
    },
  ),
  tax: Type.Optional(Type.Enum([...TAX_STATES])),
  products: Type.Optional(
    Type.Boolean({
      description:
        'True if the feed lists products of a shop or a marketplace, among them other goods than plans. A row whose name mentions no eSIM, no amount and no length, or names only other places, is rejected.',
    }),
  ),
  keep: Type.Optional(
    Type.Array(closed({ column: Column, values: Words('Rows with any other value are left out.') }), {
      description: 'Conditions that a row must meet to be a plan.',
    }),
  ),
  refuse: Type.Optional(
    Type.Array(
      closed({
        column: Column,
        values: Words('Rows with one of these values are rejected.'),
        reason: Type.Enum(['top_up', 'subscription', 'pay_as_you_go', 'not_a_plan', 'out_of_stock']),
      }),
    ),
  ),
});
export type ColumnMap = Static<typeof ColumnMap>;
