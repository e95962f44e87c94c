/** The schema of a comparison, which is the response for one trip. */
import Type, { type Static } from 'typebox';
import { FILTER_PARTS } from '../../domain/ranking/emptied.ts';
import { PICK_REASON_CODES, PICK_TITLES } from '../../domain/ranking/picks.ts';
import { VARIANTS_MAX } from '../../domain/ranking/variants.ts';
import {
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  NEEDS,
  REQUIREMENTS,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../../domain/trip.ts';
import { NOTICE_CODES } from '../sentences/notices.ts';
import { GoodToKnow, PhoneOnWire } from './facts.ts';
import { count, gigabytes, instant, nullable, oneOf, openCode, text, usd } from './kit.ts';
import { Result } from './result.ts';

export const Attribution = Type.Object(
  {
    text: text('Show this text, linked.', 'Data by Eşim'),
    url: text('Where it links to.', 'https://esim.example'),
    html: text('Ready to paste.'),
    required: Type.Literal(true),
  },
  { description: 'Visible attribution that every consumer must show.' },
);

export const Destination = Type.Object({
  code: text('ISO-2 code, or the code of a region.', 'TR'),
  name: nullable(text('English name.', 'Türkiye'), 'null where the code is no country.'),
  region: nullable(text('Region.', 'Asia'), 'null where the code is no country.'),
  kind: oneOf(['country', 'region'], 'What the code stands for. A code that is no country counts as one.'),
});

const DAYS = { minimum: DAYS_MIN, maximum: DAYS_MAX } as const;

export const Stop = Type.Object(
  {
    country: text('ISO-2 code.', 'KR'),
    days: Type.Integer({ ...DAYS, description: 'Days there.' }),
  },
  { description: 'One stop of a trip.' },
);

export const AppliedQuery = Type.Object({
  country: text('ISO-2 code.', 'TR'),
  days: Type.Integer(DAYS),
  need: oneOf(NEEDS, 'Data need.'),
  include: nullable(Type.Literal('variants'), 'Requested additional content.'),
  data_gb: nullable(gigabytes('Requested data for the whole trip.'), 'null: the amount of the need applies.'),
  then: Type.Array(Stop, { maxItems: THEN_MAX, description: 'Further stops; empty if there are none.' }),
  require: Type.Array(oneOf(REQUIREMENTS, 'A fact that a plan must state.'), {
    description: 'Facts that every plan states; empty if none was required.',
  }),
  max_usd: nullable(usd('Highest trip price.'), 'null: no limit.'),
  avoid_exits: Type.Array(text('ISO-2 code.', 'HK'), {
    description: 'Countries in which traffic must not reach the internet.',
  }),
  providers: Type.Array(text('Provider id.', 'nomadica'), {
    description: 'The only providers whose plans stay; empty: all.',
  }),
  avoid_providers: Type.Array(text('Provider id.', 'nomadica'), {
    description: 'Providers whose plans are removed.',
  }),
  travellers: Type.Integer({
    minimum: 1,
    maximum: TRAVELLERS_MAX,
    description: 'Travellers, each with an own phone.',
  }),
  phone: nullable(text('The phone that was asked for.', 'iPhone 13'), 'null: none.'),
  limit: Type.Integer({ minimum: 1, maximum: LIST_MAX, description: 'The maximum of results in each list.' }),
  days_total: Type.Integer({ ...DAYS, description: 'Days of all stops together.' }),
  data_needed_gb: nullable(gigabytes('Data that this trip needs.'), 'null for unlimited.'),
  computed_at: instant('When this response was computed.'),
  fresh_until: instant('The response may be served from a cache until then.'),
  catalogue: text('Version of the catalogue.'),
});

const List = (description: string) => Type.Array(Result, { maxItems: LIST_MAX, description });

export const Orders = Type.Object({
  Recommended: List('By comparable price: the trip price plus the values of all drawbacks.'),
  Cheapest: List('By the whole trip’s price.'),
  Fastest: List('By advertised speed.'),
});

/** The name of each order's list in a response. */
export const LIST_OF = { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' } as const;

const leftOut = (description: string) =>
  Type.Object({ no: count('Stated otherwise.', 12), unknown: count('Not stated.', 40) }, { description });

export const Considered = Type.Object({
  plans: count('Plans of the destination that are not sold out and have a current price.', 241),
  meet_the_need: count('Offers that meet the need, after all filters.', 63),
  left_out_by_require: leftOut('Plans that `require` removes.'),
  left_out_by_max_usd: count('Plans that `max_usd` removes.', 0),
  left_out_by_avoid_exits: leftOut('Plans that `avoid_exits` removes.'),
  left_out_by_providers: count('Plans that `providers` removes.', 0),
  left_out_by_avoid_providers: count('Plans that `avoid_providers` removes.', 0),
});

export const Variant = Type.Object({
  days: Type.Integer(DAYS),
  best: nullable(Result, 'The first of Cheapest for that length; null if there is none.'),
  difference_usd: nullable(
    Type.Number(),
    'Its price minus the price for the requested length; negative is cheaper. null if either is missing.',
  ),
});

export const Leg = Type.Object(
  {
    stops: Type.Array(Stop, { minItems: 1, description: 'Consecutive stops that one plan serves.' }),
    result: nullable(Result, 'The plan for these stops. null: there is none that any traveller can buy.'),
  },
  { description: 'One part of an itinerary, with its plan.' },
);

export const Split = Type.Object(
  {
    usd: usd('The price of all legs together, for one traveller. Any traveller can get it.'),
    group_usd: nullable(usd('usd × travellers.'), 'null for one traveller.'),
    comparable_usd: usd(
      'The comparable prices of the legs without their own further_purchases, plus further_purchases_usd.',
    ),
    further_purchases_usd: usd('The drawback of all purchases of the itinerary after the first.'),
    purchases: count('The number of purchases, all copies.', 2),
    legs: Type.Array(Leg, { minItems: 1, description: 'In the order of the stops.' }),
  },
  { description: 'A division of the stops, in order, into legs.' },
);

export const ItineraryOnWire = Type.Object(
  {
    recommended: nullable(
      Split,
      'The lowest sum of comparable prices over all splits of the stops into legs. null: none costs at most max_usd.',
    ),
    cheapest: nullable(Split, 'The lowest sum of trip prices. null: none costs at most max_usd.'),
  },
  {
    description: 'Only with `then`: the best split of the stops, in order, into legs with one plan each.',
  },
);

export const SharedSplit = Type.Object(
  {
    data_gb: nullable(gigabytes('Data of all travellers for the whole trip.'), 'null for unlimited.'),
    ...Type.Omit(Split, ['group_usd', 'purchases']).properties,
    purchases: count('The number of purchases, all copies.', 1),
  },
  { description: 'A division of the stops, in order, into legs. All travellers share the plan of each leg.' },
);

export const SharingOnWire = Type.Object(
  {
    recommended: SharedSplit,
    cheapest: SharedSplit,
  },
  {
    description:
      'All travellers use one plan for each leg by hotspot. Each plan meets the need with the data of all, can be bought by any traveller, and its hotspot is stated to be allowed for this data. `recommended` has the lowest sum of comparable prices and `cheapest` the lowest price, over all splits. `usd` is the price for the whole group.',
  },
);

export const ClosestOnWire = Type.Object(
  {
    result: Result,
    fails: Type.Array(oneOf(FILTER_PARTS, 'A filter, or a word of `require`.'), {
      minItems: 1,
      description: 'The filters that it fails.',
    }),
  },
  {
    description:
      'Only if filters emptied the lists: the first of Recommended after leaving out the fewest filters.',
  },
);

const PickReasonOnWire = Type.Object({
  code: openCode(PICK_REASON_CODES, 'Which reason.'),
  value: Type.Union([Type.Number(), Type.Array(Type.String())], {
    description: 'The number that the text names (USD, days, GB or purchases), or codes of facts.',
  }),
  text: text('In words.', '$0.81 more than the cheapest'),
});

export const PickOnWire = Type.Object(
  {
    picks: Type.Array(oneOf(PICK_TITLES, 'A title.'), {
      minItems: 1,
      description:
        'best_value: the first of Recommended. cheapest: the lowest trip price. fewest_unknowns: the fewest unstated facts among the offers that are nearly as good as the best one.',
    }),
    result: Result,
    difference_usd: nullable(
      Type.Number({ description: 'The trip price minus that of the pick that is cheapest.' }),
      'null: no pick is, because another way that is shown costs less.',
    ),
    reasons: Type.Array(PickReasonOnWire, {
      description: 'How it compares with the other picks. Empty if there is one pick.',
    }),
  },
  { description: 'An offer for people who want one answer.' },
);

export const noticeSchema = <const T extends readonly string[]>(codes: T) =>
  Type.Object({
    code: openCode(codes, 'Which notice.'),
    value: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: 'The values in the text, such as country codes. Left out: there are none.',
      }),
    ),
    text: text('In words.', 'Prices are estimates until checkout.'),
  });

export const Notice = noticeSchema(NOTICE_CODES);

export const Comparison = Type.Object(
  {
    attribution: Attribution,
    country: text('The requested destination.', 'TR'),
    destination: Destination,
    query: AppliedQuery,
    considered: Considered,
    orders: Orders,
    variants: Type.Optional(
      Type.Array(Variant, {
        maxItems: VARIANTS_MAX,
        description: 'Only with include=variants: the cheapest plan for trip lengths near the requested one.',
      }),
    ),
    itinerary: Type.Optional(ItineraryOnWire),
    sharing: Type.Optional(
      nullable(SharingOnWire, 'Only with travellers above 1. null: a stop has no plan that they can share.'),
    ),
    closest: Type.Optional(ClosestOnWire),
    picks: Type.Array(PickOnWire, {
      maxItems: PICK_TITLES.length,
      description: 'Answers for people who want one, each offer once. They change no order.',
    }),
    phone: Type.Optional(
      nullable(PhoneOnWire, 'Only with `phone`. null: this service does not check phones.'),
    ),
    good_to_know: Type.Array(GoodToKnow, {
      description:
        'Notes about the destinations of the trip, the most important first. They change no order.',
    }),
    notices: Type.Array(Notice, { minItems: 1, description: 'Keep these with the prices.' }),
  },
  { description: 'Three ranked lists for one trip.' },
);

export type Notice = Static<typeof Notice>;
export type Comparison = Static<typeof Comparison>;
export type ItineraryOnWire = Static<typeof ItineraryOnWire>;
export type PickOnWire = Static<typeof PickOnWire>;
export type SharingOnWire = Static<typeof SharingOnWire>;
export type SharedSplit = Static<typeof SharedSplit>;
export type Variant = Static<typeof Variant>;
export type Attribution = Static<typeof Attribution>;
