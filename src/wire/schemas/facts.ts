/** Facts for travellers: the phone check and the notes of a destination. */
import Type, { type Static } from 'typebox';
import { MATCHES_MAX } from '../../reference/phone-search.ts';
import { NOTE_KINDS, VERDICTS } from '../../reference/schema.ts';
import { flag, nullable, oneOf, openCode, text } from './kit.ts';

const verdict = oneOf(
  VERDICTS,
  'Whether it supports eSIM. usually, rarely: it depends on the version. no: we know of no version with eSIM.',
);

export const PhoneName = Type.Object({
  brand: text('Brand.', 'Apple'),
  model: text('Model.', 'iPhone 13'),
});

export const PhoneMatch = Type.Object({
  ...PhoneName.properties,
  verdict,
  exceptions: Type.Array(
    Type.Object({ where: text('Which versions.', 'Mainland China'), note: text('What differs.') }),
    { description: 'Versions that differ. Empty: none is known.' },
  ),
  note: nullable(text('What else is known.'), 'null: nothing.'),
});

export const PhoneOnWire = Type.Object(
  {
    asked: text('The phone as it was asked for.', 'iphone 13'),
    verdict: nullable(
      verdict,
      'null: several phones have this name and differ. unknown: also a phone that is not in the table.',
    ),
    matches: Type.Array(PhoneMatch, {
      maxItems: MATCHES_MAX,
      description:
        'The phones that the name means: one with this exact name first, then the newest. Empty: the phone is not in the table.',
    }),
    suggestions: Type.Array(PhoneName, {
      maxItems: MATCHES_MAX,
      description: 'Without a match: phones with a similar name. The verdict is not about them.',
    }),
    compiled_on: text('The date of the table of phones.', '2026-11-17'),
    text: text(
      'The verdict with every condition and exception, and how the owner can check it. Show it.',
      'iPhone 13: yes, unless it was sold in mainland China, Hong Kong or Macao. Mainland China: Versions sold there have no eSIM. It must not be locked to a carrier.',
    ),
  },
  { description: 'Whether the phone that was asked for supports eSIM.' },
);

export const GoodToKnow = Type.Object(
  {
    country: text('ISO-2 code.', 'TR'),
    code: openCode(NOTE_KINDS, 'The kind of note.'),
    text: text('The note.', 'Sellers warn that an eSIM may not download or install once you are in Türkiye.'),
    caveat: nullable(text('What limits the note. Keep it with the note.'), 'null: nothing.'),
    since: nullable(text('When it began: a day, a month or a year.', '2025-07-10'), 'null: not known.'),
    checked_on: text('The date of the newest source: a day, a month or a year.', '2025-08-11'),
    may_have_changed: flag('True if the note is due for a review. Say so with the note.'),
    sources: Type.Array(
      Type.Object({
        publisher: text('Who published it.'),
        url: text('Where.', 'https://news.example/esim'),
        date: nullable(
          text('When: a day, a month or a year.', '2025-08-11'),
          'null: the source has no date.',
        ),
      }),
      { minItems: 1, description: 'Where the note comes from.' },
    ),
  },
  { description: 'A note about a destination. Show it with its date.' },
);

export type PhoneOnWire = Static<typeof PhoneOnWire>;
export type GoodToKnow = Static<typeof GoodToKnow>;
