/** Schemas of the files that an operator writes. They check the files, define their types and support editors. */

import Type, { type Static, type TSchema, type TStringOptions } from 'typebox';
import { AUDIENCES, COUPON_USES, DISCOUNT_MAX_PERCENT } from '../../domain/coupon.ts';
import { eachFact } from '../../domain/facts.ts';
import { FORMS } from '../../operator-files/forms.ts';
import type { AdapterOptions } from '../adapter.ts';
import { DEFAULT_LIMITS } from '../parse/body.ts';
import { NAME_MAX } from '../parse/text.ts';

const closed = { additionalProperties: false } as const;
const optionalText = (description: string, limits: TStringOptions = {}) =>
  Type.Optional(Type.String({ ...limits, description }));
const note = optionalText('A note for people. It is not read.');
const schemaLink = optionalText('Where your editor finds the schema. It is not read.');

const id = (description: string) => Type.String({ pattern: FORMS.id.pattern, description });
const currency = Type.String({
  pattern: FORMS.currency.pattern,
  description: 'ISO 4217 code, for example "USD"',
});
const decimal = Type.String({
  pattern: FORMS.decimal.pattern,
  description: 'A decimal number as text, for example "4.50", so that no digit is lost',
});
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const optionalDuration = (description: string, standard: string) =>
  Type.Optional(
    Type.String({
      pattern: FORMS.duration.pattern,
      description: `${description}. The default is "${standard}"`,
    }),
  );

export const BYTES_PER_MEGABYTE = 1_000_000;
/** The default of each duration. Two requests a second are within the published limits of all known feeds. */
export const DEFAULT_DURATIONS = { every: '6h', pace: '500ms', timeout: '60s' } as const;
const country = Type.String({ pattern: FORMS.country.pattern, description: 'ISO 3166 code of two letters' });
const day = Type.String({
  pattern: FORMS.dayOrTime.pattern,
  description: 'A day ("2026-12-31") or a moment in UTC ("2026-12-31T18:00Z")',
});
const record = <T extends TSchema>(keyPattern: string, value: T, description: string) =>
  Type.Record(Type.String({ pattern: keyPattern }), value, { ...closed, description });
const literals = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Enum<[...T]>([...values], { description });

const RatesSchema = Type.Object(
  {
    note,
    file: optionalText('A file with {date, base, rates} as JSON, or ECB XML'),
    url: optionalText('The address of a table in one of these formats', { pattern: FORMS.address.pattern }),
  },
  { ...closed, description: 'Where exchange rates come from: give "file" or "url"', minProperties: 1 },
);

export const HOSTS_MAX = 50;

const hosts = Type.Array(Type.String({ pattern: FORMS.host.pattern, maxLength: 253 }), {
  minItems: 1,
  maxItems: HOSTS_MAX,
  description: 'Hosts that its links may lead to, including subdomains of these hosts',
});

const ManyProvidersSchema = Type.Object(
  {
    names: Type.Optional(
      record(
        '^.{1,100}$',
        id('The id of a file in "providers"'),
        "The feed's names for providers that have a file",
      ),
    ),
    create: Type.Optional(
      Type.Object(
        {
          hosts,
          homepage: optionalText(
            'Their homepage. {provider} is replaced by the id. The default is the origin of the first link',
            { pattern: FORMS.httpsAddress.pattern },
          ),
        },
        { ...closed, description: 'Allows providers that have no file. They are created from the rows' },
      ),
    ),
  },
  { ...closed, description: 'In place of "provider", if each row states its provider' },
);

export const SourceSchema = Type.Object(
  {
    note,
    id: id('Your name for this feed'),
    adapter: Type.String({ description: 'The format of the feed' }),
    provider: Type.Optional(id('The provider of the plans: the id of a file in "providers"')),
    providers: Type.Optional(ManyProvidersSchema),
    shop: Type.Optional(
      Type.String({
        pattern: FORMS.providerName.pattern,
        minLength: 1,
        maxLength: 60,
        description:
          'The marketplace through which its providers sell, such as "Amazon.co.jp". It is shown beside their names',
      }),
    ),
    paused: Type.Optional(
      Type.Boolean({ description: 'If true, the feed is not read. Its plans stay until they are too old' }),
    ),
    trackingLink: optionalText(
      'The tracking address of links. {link}, {id} and {provider} are replaced by values of the plan, {via} and {to} by the interface and the destination of a click',
      {
        pattern: FORMS.trackingLink.pattern,
      },
    ),
    options: Type.Optional(
      Type.Unsafe<AdapterOptions>(
        Type.Object({}, { additionalProperties: true, description: "The adapter's own options" }),
      ),
    ),
    credentials: Type.Optional(
      record(
        '^[a-z][a-z0-9_]*$',
        Type.String({ pattern: FORMS.variable.pattern }),
        'Names of the environment variables that contain credentials, by role. Never the credentials themselves',
      ),
    ),
    goods: Type.Optional(
      literals(
        ['any', 'esim'],
        'A feed of products: "esim" states that it sells nothing but eSIMs, so that titles need not say so. The default is "any"',
      ),
    ),
    columns: Type.Optional(
      literals(
        ['seller', 'collector'],
        'A feed of products: who filled its columns. Lengths and amounts of a collector, such as a script that read a shop, are not used: the title must state them. The default is "seller"',
      ),
    ),
    every: optionalDuration('The time between two reads', DEFAULT_DURATIONS.every),
    pace: optionalDuration('The minimum time between two requests', DEFAULT_DURATIONS.pace),
    timeout: optionalDuration('The time that one request may take in total', DEFAULT_DURATIONS.timeout),
    maximumMegabytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 512,
        description: `The size of one response, packed and unpacked. A larger one fails. The default is ${DEFAULT_LIMITS.bytes / BYTES_PER_MEGABYTE}`,
      }),
    ),
    maximumRows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_000_000,
        description: `A feed with more rows fails before it can fill the memory. The default is ${DEFAULT_LIMITS.rows}`,
      }),
    ),
    maximumSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3600,
        description:
          'The processor time that its rows may take. A feed that takes longer fails by itself. The default is 60 seconds plus 0.3 ms for each row',
      }),
    ),
    minimumRows: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'If fewer plans than this pass the checks, the feed is treated as broken',
      }),
    ),
    currencyPreference: Type.Optional(
      Type.Array(currency, {
        description:
          'Currencies in order of preference, for rows with several prices. USD comes first, unless it is listed',
      }),
    ),
    places: Type.Optional(
      record(
        '^.{1,100}$',
        Type.Union([country, Type.Null()]),
        "The feed's own place codes, each with its country, or with null for none",
      ),
    ),
  },
  closed,
);

export const SourcesSchema = Type.Object(
  {
    $schema: schemaLink,
    note,
    rates: Type.Optional(RatesSchema),
    providers: optionalText('Folder of provider files. The default is "providers/"'),
    coupons: optionalText('The file of coupons'),
    overrides: optionalText('The file of your corrections'),
    sources: Type.Array(SourceSchema, { minItems: 1, maxItems: 500 }),
  },
  { ...closed, title: 'Sources of the catalogue' },
);

export const ProviderSchema = Type.Object(
  {
    $schema: schemaLink,
    note,
    id: id('The same as the name of the file'),
    name: Type.String({
      pattern: FORMS.providerName.pattern,
      minLength: 1,
      maxLength: 60,
      description: 'The name that travellers see',
    }),
    homepage: Type.String({ pattern: FORMS.httpsAddress.pattern, maxLength: 300 }),
    brand: Type.Optional(
      id('Providers of one brand count as one provider for variety. The default is the id of the provider'),
    ),
    hosts,
    refund: Type.Optional(
      Type.Object(
        {
          text: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'In which cases the shop refunds, such as "Unused plans, within 30 days"',
          }),
          url: Type.String({
            pattern: FORMS.httpsAddress.pattern,
            maxLength: 300,
            description: 'The page of the shop that states it',
          }),
          checkedOn: Type.String({
            pattern: FORMS.day.pattern,
            description: 'The day on which you read that page',
          }),
        },
        { ...closed, description: 'The refund rule of the shop. It is shown with its date' },
      ),
    ),
  },
  { ...closed, title: 'One provider of plans' },
);

const AmountSchema = Type.Object({ amount: decimal, currency }, closed);

const planName = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'The id of the feed, the published id, or the /go/ link of the plan',
});

const CouponSchema = Type.Object(
  {
    note,
    id: id('Your name for this coupon'),
    provider: id('The provider of the coupon'),
    code: Type.Union([Type.String({ minLength: 1, maxLength: 40 }), Type.Null()], {
      description: 'The code that travellers type, or null if the shop applies the discount automatically',
    }),
    discount: Type.Union([
      Type.Object({ percent: Type.String({ pattern: FORMS.percentage.pattern }) }, closed),
      AmountSchema,
    ]),
    audience: literals(AUDIENCES, 'Who may use it'),
    use: literals(COUPON_USES, 'How often it may be used'),
    minimumSpend: Type.Optional(AmountSchema),
    maximumDiscount: Type.Optional(AmountSchema),
    countries: Type.Optional(Type.Array(country, { minItems: 1 })),
    plans: Type.Optional(Type.Array(planName, { minItems: 1 })),
    validFrom: Type.Optional(day),
    validUntil: Type.Optional(day),
    verifiedAt: day,
    confirmed: Type.Optional(
      Type.Boolean({
        description: `True if a discount above ${DISCOUNT_MAX_PERCENT}%, a price of $0 or a price far below the market is intended`,
      }),
    ),
  },
  closed,
);

export const CouponsSchema = Type.Object(
  { $schema: schemaLink, note, coupons: Type.Array(CouponSchema, { maxItems: 5000 }) },
  { ...closed, title: 'Coupons' },
);

const fact = Type.Optional(
  Type.Union([Type.Boolean(), Type.Null()], { description: 'null if it is not known' }),
);
const dataText = Type.String({
  pattern: FORMS.dataAmount.pattern,
  description: '"3 GB", "1 GB/day" or "Unlimited"',
});

const OverrideSchema = Type.Object(
  {
    note,
    provider: id('The provider of the plan'),
    plan: planName,
    hide: Type.Optional(Type.Literal(true, { description: 'The plan is not shown' })),
    set: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_MAX })),
          link: Type.Optional(Type.String({ pattern: FORMS.httpsAddress.pattern })),
          price: Type.Optional(AmountSchema),
          data: Type.Optional(dataText),
          fullSpeedPerDay: Type.Optional(dataText),
          throttleKbps: Type.Optional(Type.Integer({ minimum: 1 })),
          days: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
          ...eachFact(() => fact),
        },
        { ...closed, minProperties: 1, description: 'The correct values of these fields' },
      ),
    ),
    reason: Type.String({ minLength: 1, maxLength: 200, description: 'The reason for the correction' }),
    until: day,
  },
  closed,
);

export const OverridesSchema = Type.Object(
  { $schema: schemaLink, note, overrides: Type.Array(OverrideSchema, { maxItems: 5000 }) },
  { ...closed, title: 'Corrections by the operator' },
);

export type OverrideEntry = Static<typeof OverrideSchema>;
export type SourcesFile = Static<typeof SourcesSchema>;
export type SourceEntry = Static<typeof SourceSchema>;
export type ProviderFile = Static<typeof ProviderSchema>;
export type CouponEntry = Static<typeof CouponSchema>;

/** Converts a duration such as "6h" to milliseconds. The schema has checked the text. */
export function durationMs(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  const unit = UNITS_MS[match?.[2] ?? ''];
  if (match === null || unit === undefined) throw new RangeError(`"${text}" is not a duration`);
  return Number(match[1]) * unit;
}
