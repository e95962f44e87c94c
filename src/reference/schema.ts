/** The files of the reference folder: facts for travellers, each with its date and its sources. */
import Type, { type Static } from 'typebox';
import { FORMS } from '../operator-files/forms.ts';

const strict = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1, maxLength: 600 });
const Id = Type.String({ pattern: FORMS.id.pattern });
const Day = Type.String({ pattern: FORMS.day.pattern });
/** A day, a month or a year, as exact as the source states it. */
const RoughDate = Type.String({ pattern: FORMS.roughDate.pattern });
const Translated = Type.Object({ en: Text, de: Text, es: Text, tr: Text }, strict);

const Source = Type.Object(
  { publisher: Text, url: Type.String({ pattern: FORMS.address.pattern }), date: Type.Optional(RoughDate) },
  strict,
);

/** What is known of the versions of a phone. The verdict `depends` of a phone is worded by `usual`. */
export const VERDICTS = ['yes', 'usually', 'rarely', 'no', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];
const Verdict = Type.Enum([...VERDICTS]);

const Exception = Type.Object(
  {
    /** Ids of `texts`. */
    where: Id,
    note: Id,
    /** The verdict for these `versions`: codes of countries, and ids of `places` and `carriers`. */
    verdict: Type.Optional(Verdict),
    versions: Type.Optional(Type.Array(Text, { minItems: 1 })),
    /** Model numbers of single versions, and the verdict for each. */
    models: Type.Optional(Type.Record(Type.String(), Verdict)),
  },
  strict,
);
export type PhoneException = Static<typeof Exception>;

const Phone = Type.Object(
  {
    brand: Text,
    model: Text,
    /** Further spellings, without the brand. */
    aliases: Type.Optional(Type.Array(Text)),
    kind: Type.Optional(Type.Enum(['phone', 'tablet'])),
    released: Type.Integer({ minimum: 2000, maximum: 2100 }),
    /** `depends`: versions differ. `usual` is then what most owners find; null if that is not known. */
    esim: Type.Enum(['yes', 'no', 'depends', 'unknown']),
    usual: Type.Optional(Type.Union([Type.Enum(['yes', 'no']), Type.Null()])),
    /** Versions that differ, and conditions such as mobile data. */
    exceptions: Type.Optional(Type.Array(Exception)),
    /** An id of `texts`. */
    note: Type.Optional(Id),
    /** How many independent sources agree. */
    agreement: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  strict,
);

export const PhonesFile = Type.Object(
  {
    compiled_on: Day,
    sources: Type.Array(Text, { minItems: 1 }),
    /** Words of model names that people leave out, such as "galaxy". */
    optional_words: Type.Array(Text),
    /** Words in other scripts or spellings, and the word of a name that they mean. */
    words: Type.Record(Type.String(), Text),
    /** Words for a version beside the name of a model, and the country, place or carrier that they mean. */
    version_words: Type.Record(Type.String(), Text),
    /** Words beside the name of a version that mean nothing, such as "bought in". */
    filler_words: Type.Array(Text),
    /** Carriers and their country; null if they have networks in several countries. */
    carriers: Type.Record(Type.String(), Type.Union([Text, Type.Null()])),
    /** Places as they stand in "sold in …". */
    places: Type.Record(Type.String(), Translated),
    texts: Type.Record(Type.String(), Translated),
    phones: Type.Array(Phone, { minItems: 1, maxItems: 5_000 }),
  },
  strict,
);
export type PhonesFile = Static<typeof PhonesFile>;
export type Phone = PhonesFile['phones'][number];

/** In the order of importance. */
export const NOTE_KINDS = [
  'shops_blocked',
  'buy_before',
  'internet_restricted',
  'calls_restricted',
  'roaming_rules',
  'identity_check',
  'coverage_gap',
  'other',
] as const;

export const NotesFile = Type.Object(
  {
    compiled_on: Day,
    notes: Type.Array(
      Type.Object(
        {
          id: Id,
          /** A country; or a region, for trips to the region as a whole. */
          country: Type.String({ pattern: FORMS.country.pattern }),
          /** Further countries for which the note holds. */
          also_in: Type.Optional(Type.Array(Type.String({ pattern: FORMS.country.pattern }))),
          kind: Type.Enum([...NOTE_KINDS]),
          /** A few words for one line. */
          short: Translated,
          text: Translated,
          caveat: Type.Optional(Translated),
          since: Type.Union([RoughDate, Type.Null()]),
          checked_on: RoughDate,
          review_by: Day,
          confidence: Type.Enum(['high', 'medium', 'low']),
          sources: Type.Array(Source, { minItems: 1 }),
        },
        strict,
      ),
      { maxItems: 5_000 },
    ),
  },
  strict,
);
export type NotesFile = Static<typeof NotesFile>;
export type Note = NotesFile['notes'][number];

const Megabytes = Type.Number({ minimum: 0, maximum: 100_000 });

export const ActivitiesFile = Type.Object(
  {
    compiled_on: Day,
    unit: Type.Literal('MB per hour'),
    activities: Type.Array(
      Type.Object(
        {
          id: Type.String({ pattern: '^[a-z][a-z0-9_]{0,30}$' }),
          name: Translated,
          low: Megabytes,
          typical: Megabytes,
          high: Megabytes,
          basis: Type.Enum(['stated', 'derived']),
          sources: Type.Array(Source, { minItems: 1 }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 30 },
    ),
  },
  strict,
);
export type ActivitiesFile = Static<typeof ActivitiesFile>;

/** When a traveller needs a topic of the guide, in the order of a trip. */
export const GUIDE_TIMES = ['before_buying', 'before_leaving', 'on_arrival', 'after'] as const;
export type GuideTime = (typeof GUIDE_TIMES)[number];

export const GuideFile = Type.Object(
  {
    compiled_on: Day,
    topics: Type.Array(
      Type.Object(
        {
          /** A part of its address. */
          id: Id,
          when: Type.Enum([...GUIDE_TIMES]),
          /** The phones that it is about. */
          applies_to: Type.Array(Type.Enum(['all', 'iphone', 'samsung', 'pixel', 'android']), {
            minItems: 1,
          }),
          question: Translated,
          answer: Translated,
          steps: Type.Array(Translated, { maxItems: 12 }),
          /** null: its sources have no date. */
          checked_on: Type.Union([RoughDate, Type.Null()]),
          review_by: Day,
          confidence: Type.Enum(['high', 'medium', 'low']),
          sources: Type.Array(Source, { minItems: 1 }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 200 },
    ),
  },
  strict,
);
export type GuideFile = Static<typeof GuideFile>;
export type GuideTopic = GuideFile['topics'][number];
