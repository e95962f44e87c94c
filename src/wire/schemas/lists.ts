/** The schemas of the responses that count as a list: destinations, the check of a phone, and health. */
import Type, { type Static } from 'typebox';
import { HEALTH_REASONS } from '../sentences/health.ts';
import { Attribution, Notice } from './comparison.ts';
import { PhoneOnWire } from './facts.ts';
import { codesOf, count, flag, instant, nullable, oneOf, openCode, text } from './kit.ts';

export const CountryEntry = Type.Object({
  code: text('ISO-2 code, as `country` takes it.', 'TR'),
  name: text('English name.', 'Türkiye'),
  region: text('Region.', 'Asia'),
  plans: count('Plans that cover it.', 140),
});

export const RegionEntry = Type.Object({
  code: text('The code of the region, as `country` takes it.', 'EU'),
  name: text('English name.', 'Europe'),
  plans: count('Plans that cover at least half of its core countries.', 140),
});

/** Why an entry matches a query. */
export const Match = nullable(
  Type.String({ description: 'Why it matches, such as "Bali: island in Indonesia".' }),
  'null where the query is in the name or the code.',
);

/** What may be meant by a query that nothing matches. */
export const Suggestions = Type.Array(
  Type.Object({
    code: text('ISO-2 code, as `country` takes it.', 'TH'),
    name: text('The country, or the place with its country.', 'Thailand'),
  }),
  { description: 'Only where nothing matches the query: similar names, the nearest first. May be empty.' },
);

const Notices = Type.Array(Notice, {
  description: 'What to know of this response; empty if there is nothing.',
});

export const Countries = Type.Object(
  {
    attribution: Attribution,
    count: count('How many destinations.', 200),
    countries: Type.Array(Type.Object({ ...CountryEntry.properties, match: Type.Optional(Match) }), {
      description:
        'Destinations that have plans, sorted by name. With a query: those that match, the best match first, each with `match`.',
    }),
    regions: Type.Array(RegionEntry, {
      description: 'Regions that `country` takes as well. With a query: those that match.',
    }),
    suggestions: Type.Optional(Suggestions),
    notices: Notices,
    fresh_until: instant('The response may be served from a cache until then.'),
  },
  { description: 'Destinations that have plans.' },
);
export type Countries = Static<typeof Countries>;

export const Phones = Type.Object(
  {
    attribution: Attribution,
    phone: PhoneOnWire,
    notices: Notices,
    fresh_until: instant('The response may be served from a cache until then.'),
  },
  { description: 'Whether a phone supports eSIM.' },
);
export type Phones = Static<typeof Phones>;

export const Health = Type.Object(
  {
    status: oneOf(
      ['ok', 'degraded', 'failing'],
      'degraded: the service answers, and a reason says what is wrong. failing: there are no current prices to serve.',
    ),
    reasons: Type.Array(
      Type.Object({
        code: openCode(codesOf(HEALTH_REASONS), 'Which reason.'),
        text: text('In words.', '2 of 19 sources kept the plans of the last good read: anka, simurg'),
      }),
      { description: 'Why the status is not ok. Empty if it is ok.' },
    ),
    checked_at: instant('When this snapshot was taken; at most five minutes ago.'),
    service: Type.Object({ name: text('Service name.', 'Eşim'), version: text('Version.', '1.0.0') }),
    sample: flag('True while the catalogue is the invented sample market.'),
    catalogue: Type.Object({
      version: nullable(text('Hash of the content.'), 'null while there is none.'),
      plans: count('Plans.'),
      providers: count('Providers.'),
      destinations: count('Destinations.'),
      newest: nullable(instant('Newest observation.'), 'null: there is none.'),
      oldest: nullable(instant('Oldest observation.'), 'null: there is none.'),
      sources: Type.Array(
        Type.Object({
          id: text('Source id.', 'nomadica'),
          status: oneOf(
            ['fresh', 'aging', 'stale', 'kept', 'expired', 'paused', 'never_read'],
            'How its prices stand.',
          ),
          last_success: nullable(instant('Last good run.'), 'null: never.'),
          plans: count('Plans.'),
        }),
      ),
    }),
    protection: Type.Object({
      status: oneOf(
        ['ok', 'degraded', 'failing'],
        'Whether limits can be counted. degraded: the shared store lost counts today.',
      ),
      store: oneOf(['embedded', 'redis'], 'Kind of store.'),
    }),
  },
  { description: 'A snapshot of the service’s health.' },
);
export type Health = Static<typeof Health>;
