/** The column map: how an operator describes a simple feed without code. docs/feeds.md walks through it. */

import Type, { type Static, type TStringOptions } from 'typebox';
import { PRICE_BASES, TAX } from '../../../domain/plan.ts';
import { Base, closed, Regions, Url } from './frame.ts';
import { Paging } from './paging.ts';

const Column = Type.String({
  minLength: 1,
  description: 'A column of the CSV, or a path into the JSON row ("price.amount").',
});
const Words = (description: string) => Type.Array(Type.String(), { description });
const Text = (description: string, limits: TStringOptions = {}) =>
  Type.Optional(Type.String({ ...limits, description }));
const PriceColumns = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Column, { description, additionalProperties: false }),
  );

/** Fields that come from a column, from a constant, or from neither. */
const FIELDS = {
  provider: 'Whose plan it is, where the source says `providers`.',
  name: 'The name of the plan.',
  places: 'Codes or names of places, or names of `regions`.',
  excludedPlaces: 'Places of a region that are left out.',
  networks: 'Names of networks.',
  generations: '"4G", "LTE", "3G/4G/5G".',
  has5g: 'True where 5G is included.',
  exits: 'Codes or names of the countries where traffic reaches the internet.',
  data: 'The amount of data: a number, "3 GB", "1000 MB/day" or "Unlimited".',
  dataUnit: 'MB, GB or bytes.',
  dataPer: 'day, week or month where the amount comes again; empty for the whole.',
  unlimited: 'True where data is not limited.',
  fairUse: 'A fair-use rule in prose.',
  fullSpeedPerDay: 'Unlimited plans: full-speed data a day, in the same unit as `data` or as "3 GB".',
  throttleKbps: 'Speed after the cap: kbps, or "1 Mbps".',
  throttled: 'True where it may be slowed down, at a speed that is not stated.',
  maxKbps: 'Top speed: kbps, or "50 Mbps".',
  days: 'How long the plan lasts: a number, or "30 Days".',
  soldPerDay: 'True where it is sold by the day, at a price for one day.',
  starts: 'purchase, install or first_use; or a sentence that says so.',
  installWithinDays: 'Days in which it must be installed.',
  price: 'One price: a number, or "$5.00".',
  promoPrice: 'A promotional price whose conditions are not stated, in the same currency.',
  currency: 'Its currency.',
  wholesalePrice: 'What the shop pays, in the same currency.',
  link: 'The landing page.',
  hotspot: 'True where tethering is allowed.',
  identityCheck: 'True where a passport is asked for.',
  topUp: 'True where it can be topped up.',
  phoneNumber: 'True where it has a number.',
  subscription: 'True where it renews by itself.',
  newCustomersOnly: 'True where only new customers may buy it.',
  ads: 'True where it shows advertisements.',
  inStock: 'True where it is for sale.',
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

export const GenericOptions = closed({
  url: Url('The feed.'),
  format: Type.Enum(['csv', 'json']),
  basis: Type.Enum([...PRICE_BASES], {
    description: 'Which price this is. Wholesale is never served.',
  }),
  auth: Type.Optional(
    closed({
      header: Text('Header that carries the credential `api_key`.', { pattern: '^[A-Za-z0-9-]+$' }),
      prefix: Text('Before the credential in the header: "Bearer ".'),
      query: Text('Or: query parameter that carries it.', { pattern: '^\\w+$' }),
    }),
  ),
  paging: Type.Optional(Paging),
  rows: Text('JSON: path to the list ("data.items"); empty for the document itself.'),
  inner: Text(
    'JSON: path to a list within each entry of `rows` ("packages"). Its entries are the rows then, and a column reads what stands around them as "outer.…".',
    { minLength: 1 },
  ),
  delimiter: Text('CSV: between cells. Default ",".', { minLength: 1, maxLength: 1 }),
  id: Type.Union([Column, Type.Array(Column, { minItems: 1 })], {
    description: 'The column that identifies a plan for good, or several that do so together.',
  }),
  columns: closed(eachField((description) => Text(description, { minLength: 1 }))),
  constants: Type.Optional(closed(eachField(() => Constant))),
  prices: PriceColumns('Columns of prices by currency.'),
  promoPrices: PriceColumns('Columns of promotional prices by currency.'),
  regions: Type.Optional(Regions),
  link: Text('The landing page, with {column} filled in, where the feed has none.', {
    pattern: '^https://\\S+$',
  }),
  base: Type.Optional(Base),
  priceScale: Type.Optional(
    Type.Enum(['major', 'minor', 'tenThousandths'], {
      description: '19.99, 1999 or 199900. Default major.',
    }),
  ),
  daysUnit: Type.Optional(Type.Enum(['days', 'hours'])),
  unlimitedValues: Type.Optional(Words('Amounts that mean "no limit": "0", "-1"; "unlimited" always does.')),
  noExpiryValues: Type.Optional(Words('Validities that mean "never ends": "0". Default none.')),
  trueValues: Type.Optional(Words('Words for yes. Default true, yes, 1.')),
  falseValues: Type.Optional(Words('Words for no. Default false, no, 0.')),
  separator: Text('Between places. Default ",".', { minLength: 1 }),
  tax: Type.Optional(Type.Enum([...TAX])),
  keep: Type.Optional(
    Type.Array(closed({ column: Column, values: Words('Rows with any other value are refused.') }), {
      description: 'What a row must say to be a plan.',
    }),
  ),
  refuse: Type.Optional(
    Type.Array(
      closed({
        column: Column,
        values: Words('Rows with one of these values are refused.'),
        reason: Type.Enum(['top_up', 'subscription', 'pay_as_you_go', 'not_a_plan', 'out_of_stock']),
      }),
    ),
  ),
});
export type GenericOptions = Static<typeof GenericOptions>;
