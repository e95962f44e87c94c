/** The answer of `search_esim_plans`: its schema, and the answer that a comparison becomes. */
import Type, { type Static } from 'typebox';
import { isoTime } from '../../domain/calendar.ts';
import { countryName } from '../../domain/countries.ts';
import type { Instant } from '../../domain/plan.ts';
import { LIST_MAX, SORTS } from '../../domain/trip.ts';
import { withoutVariants } from '../../wire/comparison.ts';
import { TRIP_PARAMETERS } from '../../wire/parameters/table.ts';
import { PlanRow, rowOf } from '../../wire/row.ts';
import {
  AppliedQuery,
  Attribution,
  ClosestOnWire,
  Comparison,
  Considered,
  type ItineraryOnWire,
  LIST_OF,
  noticeSchema,
  PickOnWire,
  type SharedSplit as SharedSplitOnWire,
  type SharingOnWire,
  Stop,
} from '../../wire/schemas/comparison.ts';
import { GoodToKnow, PhoneMatch, PhoneName, PhoneOnWire } from '../../wire/schemas/facts.ts';
import { instant, nullable, oneOf } from '../../wire/schemas/kit.ts';
import { NOTICE_CODES } from '../../wire/sentences/notices.ts';
import { TOOL_NOTICE_CODES, type ToolNotice } from './arguments.ts';
import type { Search } from './search-arguments.ts';
import { withoutDescriptions } from './tool.ts';

// The schema of a row is that of plans. Repeating it would double what an assistant reads.
const RowLike = Type.Unsafe<PlanRow>({ type: 'object', description: 'A row like those of plans.' });

/** As `Split` of the REST API, but a leg has a row. */
const SplitOfRows = Type.Object({
  usd: Type.Number({ description: 'All legs together, in USD, for one traveller.' }),
  group_usd: nullable(Type.Number(), 'usd × travellers. null for one traveller.'),
  comparable_usd: Type.Number({ description: 'The same with every drawback.' }),
  further_purchases_usd: Type.Number({
    description: 'What all purchases after the first one add to comparable_usd.',
  }),
  purchases: Type.Integer({ description: 'How many plans are bought, all copies.' }),
  legs: Type.Array(
    Type.Object({
      stops: Type.Array(Stop, { description: 'Neighbouring stops that one plan serves.' }),
      plan: nullable(RowLike, 'null: nothing is sold for these stops.'),
    }),
    { description: 'In the order of the stops.' },
  ),
});

type ItinerarySplit = NonNullable<ItineraryOnWire['recommended']>;

const SplitLike = Type.Unsafe<Static<typeof SplitOfRows>>({ type: 'object' });

/** A split that a group shares. Its fields are described in words, because the schema of a split would be repeated. */
const SharedSplitLike = Type.Unsafe<
  Omit<Static<typeof SplitOfRows>, 'group_usd'> & Pick<SharedSplitOnWire, 'data_gb'>
>({ type: 'object' });

/** Members of the query whose names do not say enough, so that their descriptions stay. */
const TIMES = ['computed_at', 'fresh_until'] as const;

export const SearchAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  country: Comparison.properties.country,
  query: Type.Object(
    {
      ...withoutDescriptions(Type.Omit(AppliedQuery, ['include', 'catalogue', ...TIMES])).properties,
      ...Type.Pick(AppliedQuery, TIMES).properties,
      sent_at: instant('When this response was sent, to the minute. Ages are those of this moment.'),
    },
    {
      description:
        'The arguments as they were understood, with the codes of the countries, the days of all stops and the data that the trip needs (null for unlimited).',
    },
  ),
  sort: oneOf(SORTS, TRIP_PARAMETERS.sort.description),
  plans: Type.Array(PlanRow, {
    maxItems: LIST_MAX,
    description: 'Best first in the order that was asked for.',
  }),
  itinerary: Type.Optional(
    Type.Object(
      {
        recommended: nullable(SplitOfRows, 'The lowest comparable price. null: none costs at most max_usd.'),
        cheapest: nullable(
          SplitLike,
          'The lowest price, in the same form. null: none costs at most max_usd.',
        ),
      },
      { description: 'Only with then: the best plans for parts of the trip.' },
    ),
  ),
  sharing: Type.Optional(
    nullable(
      Type.Object({ recommended: SharedSplitLike, cheapest: SharedSplitLike }),
      'Only with travellers above 1: all share the plans by hotspot, in the form of an itinerary with data_gb and without group_usd; usd is for the group. null: there are no such plans.',
    ),
  ),
  picks: Type.Optional(
    Type.Array(
      Type.Object({
        ...Type.Omit(PickOnWire, ['result', 'reasons']).properties,
        reasons: withoutDescriptions(PickOnWire.properties.reasons),
        plan: RowLike,
      }),
      { description: 'Only with sort recommended: answers for people who want one, each plan once.' },
    ),
  ),
  closest: Type.Optional(
    Type.Object(
      { ...Type.Omit(ClosestOnWire, ['result']).properties, plan: RowLike },
      {
        description:
          'Only if filters emptied the list: the first of recommended after leaving out the fewest filters.',
      },
    ),
  ),
  phone: Type.Optional(
    nullable(
      Type.Object({
        ...PhoneOnWire.properties,
        matches: Type.Array(withoutDescriptions(PhoneMatch), {
          description: 'The phones that the name means.',
        }),
        suggestions: Type.Array(withoutDescriptions(PhoneName), {
          description: 'Without a match: phones with a similar name.',
        }),
      }),
      'Only with phone: whether it supports eSIM. null: this service does not check phones.',
    ),
  ),
  good_to_know: Type.Array(
    Type.Object({ ...GoodToKnow.properties, sources: withoutDescriptions(GoodToKnow.properties.sources) }),
    { description: 'Notes about the destinations, the most important first. Show each with its date.' },
  ),
  considered: Type.Object(
    {
      ...Considered.properties,
      ...withoutDescriptions(
        Type.Pick(Considered, [
          'left_out_by_require',
          'left_out_by_avoid_exits',
          'left_out_by_providers',
          'left_out_by_avoid_providers',
        ]),
      ).properties,
    },
    {
      description:
        'How many plans there are. A filter leaves out what is stated otherwise (no) or not stated (unknown).',
    },
  ),
  notices: Type.Array(withoutDescriptions(noticeSchema([...TOOL_NOTICE_CODES, ...NOTICE_CODES])), {
    minItems: 1,
    description: 'How the call was understood, and what to keep with the prices.',
  }),
});
type SearchAnswer = Static<typeof SearchAnswer>;

/** `minute`: the start of the minute in which the answer is sent. */
export function searchAnswer(
  comparison: Comparison,
  { sort, limit, notices: toolNotices }: Search,
  minute: Instant,
): SearchAnswer {
  const {
    attribution,
    country,
    query,
    orders,
    itinerary,
    sharing,
    closest,
    picks,
    phone,
    good_to_know,
    considered,
    notices,
  } = withoutVariants(comparison);
  const { include: _, catalogue: __, ...shownQuery } = query;
  // A comparison of this minute was computed after the start of the minute.
  const sentAt = Math.max(minute, Date.parse(query.computed_at));
  return {
    attribution: { text: attribution.text, url: attribution.url, required: attribution.required },
    country,
    query: { ...shownQuery, limit, sent_at: isoTime(sentAt) },
    sort,
    plans: orders[LIST_OF[sort]].slice(0, limit).map((result) => rowOf(result, sentAt)),
    ...(itinerary === undefined ? {} : { itinerary: itineraryOf(itinerary, sentAt) }),
    ...(sharing === undefined ? {} : { sharing: sharing && sharingOf(sharing, sentAt) }),
    ...(sort === 'recommended' && {
      picks: picks.map(({ result, ...pick }) => ({ ...pick, plan: rowOf(result, sentAt) })),
    }),
    ...(closest === undefined
      ? {}
      : { closest: { fails: closest.fails, plan: rowOf(closest.result, sentAt) } }),
    ...(phone === undefined ? {} : { phone }),
    good_to_know,
    considered,
    notices: [...toolNotices, ...daysNotice(query), ...notices],
  };
}

/** Shows an assistant if it has given the days of the whole trip for the first stop. */
function daysNotice({ country, days, then, days_total }: Comparison['query']): ToolNotice[] {
  if (then.length === 0) return [];
  const stops = [{ country, days }, ...then].map((stop) => `${countryName(stop.country)} ${stop.days}`);
  const text = `${days_total} days: ${stops.join(', ')}.`;
  return [{ code: 'days_total', value: String(days_total), text }];
}

/** A split with the rows of its legs. */
const splitOf = <T extends SharedSplitOnWire | ItinerarySplit>({ legs, ...sums }: T, sentAt: Instant) => ({
  ...sums,
  legs: legs.map(({ stops, result }) => ({ stops, plan: result && rowOf(result, sentAt) })),
});

const itineraryOf = ({ recommended, cheapest }: ItineraryOnWire, sentAt: Instant) => ({
  recommended: recommended && splitOf(recommended, sentAt),
  cheapest: cheapest && splitOf(cheapest, sentAt),
});

const sharingOf = ({ recommended, cheapest }: SharingOnWire, sentAt: Instant) => ({
  recommended: splitOf(recommended, sentAt),
  cheapest: splitOf(cheapest, sentAt),
});
