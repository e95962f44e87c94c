/**
 * The column map: how to read a kind of feed, as data. An operator writes one in the options of a source, and each built-in
 * connector contains one. docs/feeds.md explains it.
 */

import Type, { type Static, type TStringOptions } from 'typebox';
import { eachFact, FACTS } from '../../../domain/facts.ts';
import { PRICE_BASES, TAX_STATES } from '../../../domain/plan.ts';
import { FORMS } from '../../../operator-files/forms.ts';
import { Authentication, TokenUrl } from './authentication.ts';
import { FORMATS } from './formats.ts';
import { Base, closed, Regions, Url } from './frame.ts';
import { Paging } from './paging.ts';
import { Column, conditionFields, ValueRule } from './value-rules.ts';

const Words = (description: string) => Type.Array(Type.String(), { description });
const OptionalText = (description: string, limits: TStringOptions = {}) =>
  Type.Optional(Type.String({ ...limits, description }));
const PriceColumns = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: FORMS.currency.pattern }), ValueRule, {
      description,
      additionalProperties: false,
    }),
  );

/** Fields that a column or a constant may provide. All of them are optional. */
const FIELDS = {
  provider: 'The provider of the plan, if the source has `providers`.',
  name: 'The name of the plan, or the title of a product.',
  placeName: 'The name of the feed for all places of the plan ("Europe"), for plans without a name.',
  category:
    'A product: its category path ("eSIM > Asia > Japan"), which confirms what the title does not say.',
  attributes: 'A product: its attributes or labels, which confirm what the title does not say.',
  details: 'Short statements about the plan ("Hotspot allowed"), which are read like its name.',
  places: 'Codes or names of places, or names of `regions`.',
  scope: 'country, region or global.',
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
  fullSpeed: 'Unlimited plans: full-speed data of the whole plan. A day has an equal share.',
  fullSpeedDays: 'Unlimited plans: the days after which `fullSpeed` is available again.',
  afterCap: 'What follows the amount: throttle or stop.',
  throttleKbps: 'Speed after the cap: kbps, or "1 Mbps".',
  throttled: 'True if it may be slowed down to a speed that is not stated.',
  maxKbps: 'Top speed: kbps, or "50 Mbps".',
  days: 'How long the plan lasts: a number, or "30 Days".',
  daysUnit: 'The unit of `days`: days, hours, weeks or months.',
  soldPerDay: 'True if it is sold by the day, at a price for one day.',
  starts: 'purchase, install or first_use, or a sentence that states it.',
  installWithinDays: 'Days within which it must be installed.',
  price: 'One price: a number, or "$5.00".',
  prices: 'An object with one price for each currency: {"USD": 4.5, "EUR": 4}.',
  promoPrices: 'An object with one promotional price for each currency.',
  promoPrice: 'A promotional price whose conditions are not stated, in the same currency.',
  promoPeriod: 'When the promotional price is valid: "2026-11-01/2026-12-01".',
  promoCode: 'The code of a promotion. It is proposed to you as a coupon, and never applied.',
  promoText: 'What the promotion with the code gives.',
  currency: 'The currency of the price.',
  wholesalePrice: 'The wholesale price. A row without another price is wholesale.',
  wholesaleCurrency: 'The currency of the wholesale price, if it is another one.',
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

/** The reasons that a rule may give. */
const REFUSE_REASONS = [
  'top_up',
  'subscription',
  'pay_as_you_go',
  'not_a_plan',
  'out_of_stock',
  'not_for_sale',
  'expired_offer',
  'impossible_data',
  'impossible_days',
  'impossible_price',
] as const;

const Scale = (description: string) =>
  Type.Union(
    [
      Type.Enum(['major', 'minor']),
      closed({
        divisor: Type.Union([Type.Enum([10, 100, 1000, 10_000, 100_000, 1_000_000]), Column], {
          description: 'Prices are divided by this power of ten, or by that in a column.',
        }),
      }),
      closed({ decimals: Type.Union([Type.Integer({ minimum: 0, maximum: 6 }), Column]) }),
    ],
    { description },
  );
export type PriceScale = Static<ReturnType<typeof Scale>>;

export const ColumnMap = closed({
  url: Url('The feed.'),
  tokenUrl: Type.Optional(TokenUrl),
  format: Type.Union([Type.Enum([...FORMATS]), Type.Array(Type.Enum([...FORMATS]), { minItems: 2 })], {
    description: 'The format of the feed, or several: each page is read in the one that it has.',
  }),
  basis: Type.Enum([...PRICE_BASES], {
    description: 'The kind of price. Wholesale prices are never served.',
  }),
  authentication: Type.Optional(Authentication),
  request: Type.Optional(
    closed({
      method: Type.Optional(Type.Enum(['GET', 'POST'])),
      headers: Type.Optional(
        Type.Record(Type.String({ pattern: '^[A-Za-z0-9-]+$' }), Type.String(), {
          description: 'Fixed headers, such as {"Accept-Language": "en"}. Never credentials.',
        }),
      ),
      query: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
          description: 'Fixed query parameters: {"include": "topup"}.',
        }),
      ),
      body: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'The JSON body of a POST request.' }),
      ),
    }),
  ),
  paging: Type.Optional(
    Type.Union([Paging, Type.Literal('none')], {
      description:
        'How a feed is read in pages. "none" states that one page is all, although the feed announces more. Without it, a feed that announces more than one page fails. So does a paging whose last page announces more.',
    }),
  ),
  expect: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: 'JSON: paths with the values that a successful response has: {"success": true}.',
    }),
  ),
  error: OptionalText('JSON: path to the message of a failed response ("errors[0].message").', {
    minLength: 1,
  }),
  rows: OptionalText(
    'JSON: path to the list ("data.items"); empty for the document itself. XML: path from the root to the elements ("catalogue.plans.plan").',
  ),
  inner: Type.Optional(
    Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })], {
      description:
        'Path to a list within each entry of `rows` ("packages"), or a path for each level ("operators", "packages"). Its entries are the rows. A column "outer.…" reads a field of the entry that contains the list.',
    }),
  ),
  delimiter: OptionalText('CSV: the character between cells. Default ",".', { minLength: 1, maxLength: 1 }),
  header: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description: 'CSV: the names of the columns of a file without a header row.',
    }),
  ),
  id: Type.Union([ValueRule, Type.Array(ValueRule, { minItems: 1 })], {
    description: 'The column that permanently identifies a plan, or several columns that do so together.',
  }),
  optional: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Fields whose column may be missing in every row, such as a column of promotions.',
    }),
  ),
  columns: closed(
    eachField((description) => Type.Optional({ ...ValueRule, description } as typeof ValueRule)),
  ),
  constants: Type.Optional(closed(eachField(() => Constant))),
  extract: Type.Optional(
    Type.Array(
      closed({
        column: Column,
        pattern: Type.String({
          minLength: 1,
          maxLength: 500,
          description:
            'A regular expression with named groups: "^(?<places>.+) (?<data>\\\\d+ ?GB) (?<days>\\\\d+) days". Each group is the value of the field of its name, if no column has one.',
        }),
      }),
      { description: 'Reads several fields from one text.' },
    ),
  ),
  prices: PriceColumns(
    'The column of the price in each currency, for a feed that has no object for `columns.prices`.',
  ),
  promoPrices: PriceColumns(
    'The column of the promotional price in each currency, for a feed that has no object for `columns.promoPrices`.',
  ),
  regions: Type.Optional(Regions),
  link: OptionalText(
    'The landing page, for a feed without a column for `columns.link`. {column} is replaced by the value of that column.',
    {
      pattern: FORMS.linkTemplate.pattern,
    },
  ),
  linkNames: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z_]+$' }), ValueRule, {
      description: 'Short names for `link`: {"slug": "outer.outer.slug"}.',
    }),
  ),
  base: Type.Optional(Base),
  priceScale: Type.Optional(
    Scale(
      'How prices are written: 19.99 ("major", the default), 1999 in the smallest unit of each currency ("minor"), with a divisor, or with a number of decimals.',
    ),
  ),
  wholesaleScale: Type.Optional(Scale('How wholesale prices are written, if not as the prices.')),
  daysUnit: Type.Optional(
    Type.Enum(['days', 'hours'], {
      description:
        'The unit of `columns.days`, for a feed without a column for `columns.daysUnit`. Default days.',
    }),
  ),
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
  ignore: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Products: words in titles that are ignored, such as brand names.',
    }),
  ),
  keep: Type.Optional(
    Type.Array(closed(conditionFields), {
      description: 'The conditions of a plan. A row that does not meet all of them is left out.',
    }),
  ),
  refuse: Type.Optional(
    Type.Array(closed({ ...conditionFields, reason: Type.Enum([...REFUSE_REASONS]) }), {
      description: 'Rows that meet one of these conditions are rejected.',
    }),
  ),
});
export type ColumnMap = Static<typeof ColumnMap>;
