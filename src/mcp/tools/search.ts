/** `search_esim_plans`: the plans for one trip in one order, from the same cache entry as the REST response. */
import type { Icon } from '@modelcontextprotocol/sdk/types.js';
import Type, { type Static } from 'typebox';
import type { Form } from '../../comparison/answers.ts';
import { type Comparison, comparisonOf, TTL_MS } from '../../comparison/comparison.ts';
import { countryName } from '../../domain/countries.ts';
import type { Instant } from '../../domain/plan.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DAYS_MAX,
  type Filters,
  LIST_MAX,
  REQUIREMENTS,
  type Requirement,
  type Sort,
  THEN_MAX,
  type Trip,
  totalDays,
  tripOf,
} from '../../domain/trip.ts';
import type { Policies } from '../../limits/policies.ts';
import type { Caller } from '../../limits/port.ts';
import type { Reference } from '../../reference/load.ts';
import { phoneFault } from '../../reference/phone-search.ts';
import { withoutVariants } from '../../wire/comparison.ts';
import { withPhone } from '../../wire/facts.ts';
import { iso } from '../../wire/result.ts';
import { PlanRow, rowOf } from '../../wire/row.ts';
import {
  AppliedQuery,
  Attribution,
  type Comparison as ComparisonBody,
  Comparison as ComparisonSchema,
  Considered,
  type ItineraryOnWire,
  LIST_OF,
  type Notice,
  noticeSchema,
  Sharing,
  Stop as StopSchema,
} from '../../wire/schemas/comparison.ts';
import { GoodToKnow, PhoneMatch, PhoneName, PhoneOnWire, PhoneParam } from '../../wire/schemas/facts.ts';
import { instant, nullable } from '../../wire/schemas/kit.ts';
import { DataGb, Days, Limit, MaxUsd, NeedParam, SortParam, Travellers } from '../../wire/schemas/query.ts';
import { ignoredNotice, NOTICE_CODES } from '../../wire/sentences/notices.ts';
import { figuresOf, sharedBy } from '../caller-limits.ts';
import { isObject } from '../jsonrpc.ts';
import {
  argumentReader,
  faultOf,
  interpretedNotice,
  misspelledNames,
  type PlaceReading,
  QUERY_MAX_LENGTH,
  readPlace,
  TOOL_NOTICE_CODES,
  type ToolNotice,
} from './arguments.ts';
import {
  formOnly,
  inputSchema,
  type McpTool,
  outputSchema,
  READ_ONLY,
  toolOutcome,
  toolResult,
} from './tool.ts';

const DEFAULT_SORT: Sort = 'recommended';

const Place = Type.String({
  maxLength: QUERY_MAX_LENGTH,
  description:
    'Destination: an ISO 3166-1 alpha-2 code ("TR"), or a name or place that means one country ("Japan", "UK", "Bali", "Valencia, Spain"). An ambiguous name is an error that lists the choices.',
});

/** A stop takes the same values as the first one, which are described there. */
const undescribed = <T extends object>(schema: T): T => ({ ...schema, description: undefined });

/** Without a pattern for the country: clients check patterns themselves, so that "Japan" would never reach us. */
export const SearchArguments = Type.Object({
  country: Place,
  days: Days,
  need: NeedParam,
  sort: Type.Optional(Type.Unsafe<Sort>({ ...SortParam, default: DEFAULT_SORT })),
  require: Type.Optional(
    Type.Array(Type.Unsafe<Requirement>({ type: 'string', enum: [...REQUIREMENTS] }), {
      maxItems: REQUIREMENTS.length,
      description:
        'Only plans that are stated to have all of these; what is not stated does not qualify. hotspot: tethering; uncapped: really unlimited, without a fair-use limit; local_exit: traffic reaches the internet in the destination itself.',
    }),
  ),
  then: Type.Optional(
    Type.Array(Type.Object({ country: undescribed(Place), days: undescribed(Days) }), {
      maxItems: THEN_MAX,
      description: `Further stops after the first, in their order, each with the days there; all days together at most ${DAYS_MAX}. plans then work at every stop, and itinerary has the best plans for parts of the trip.`,
    }),
  ),
  data_gb: Type.Optional(DataGb),
  travellers: Type.Optional(Travellers),
  max_usd: Type.Optional(MaxUsd),
  avoid_exits: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 2 }), {
      maxItems: AVOID_EXITS_MAX,
      description:
        'Country codes in which traffic must not reach the internet, such as ["HK", "CN"]. A plan that does not state its exits does not qualify.',
    }),
  ),
  phone: Type.Optional(
    Type.String({
      ...PhoneParam,
      description:
        'Brand and model of the traveller’s phone ("iPhone 13", "Galaxy S23"), to learn whether it supports eSIM. It changes no plan.',
    }),
  ),
  limit: Type.Optional(Limit),
});

// The schema of a row is that of plans. Repeating it would double what an assistant reads.
const RowLike = Type.Unsafe<PlanRow>({ type: 'object', description: 'A row like those of plans.' });

const Split = Type.Object({
  usd: Type.Number({ description: 'All legs together, in USD, for one traveller.' }),
  group_usd: nullable(Type.Number(), 'usd × travellers. null for one traveller.'),
  comparable_usd: Type.Number({ description: 'The same with every drawback.' }),
  further_purchases_usd: Type.Number({
    description: 'What all purchases after the first one add to comparable_usd.',
  }),
  purchases: Type.Integer({ description: 'How many plans are bought, all copies.' }),
  legs: Type.Array(
    Type.Object({
      stops: Type.Array(StopSchema, { description: 'Neighbouring stops that one plan serves.' }),
      plan: nullable(RowLike, 'null: nothing is sold for these stops.'),
    }),
    { description: 'In the order of the stops.' },
  ),
});

const SplitLike = Type.Unsafe<Static<typeof Split>>({ type: 'object' });

const TIMES = ['computed_at', 'fresh_until'] as const;

export const SearchAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  country: ComparisonSchema.properties.country,
  query: Type.Object(
    {
      ...formOnly(Type.Omit(AppliedQuery, ['include', 'catalogue', ...TIMES])).properties,
      ...Type.Pick(AppliedQuery, TIMES).properties,
      sent_at: instant('When this response was sent, to the minute. Ages are those of this moment.'),
    },
    {
      description:
        'The arguments as they were understood, with the codes of the countries, the days of all stops and the data that the trip needs (null for unlimited).',
    },
  ),
  sort: SortParam,
  plans: Type.Array(PlanRow, {
    maxItems: LIST_MAX,
    description: 'Best first in the order that was asked for.',
  }),
  itinerary: Type.Optional(
    Type.Object(
      {
        recommended: nullable(Split, 'The lowest comparable price. null: none costs at most max_usd.'),
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
      Type.Object({ ...Type.Omit(Sharing, ['result']).properties, plan: RowLike }),
      'Only with travellers above 1: one plan that all use by hotspot. null: no such plan is known.',
    ),
  ),
  phone: Type.Optional(
    nullable(
      Type.Object({
        ...PhoneOnWire.properties,
        matches: Type.Array(formOnly(PhoneMatch), { description: 'The phones that the name means.' }),
        suggestions: Type.Array(formOnly(PhoneName), {
          description: 'Without a match: phones with a similar name.',
        }),
      }),
      'Only with phone: whether it supports eSIM. null: this service does not check phones.',
    ),
  ),
  good_to_know: Type.Array(
    Type.Object({ ...GoodToKnow.properties, sources: formOnly(GoodToKnow.properties.sources) }),
    { description: 'Notes about the destinations, the most important first. Show each with its date.' },
  ),
  considered: Type.Object(
    {
      ...Considered.properties,
      ...formOnly(Type.Pick(Considered, ['left_out_by_require', 'left_out_by_avoid_exits'])).properties,
      ...Type.Pick(Considered, ['left_out_by_max_usd']).properties,
    },
    {
      description:
        'How many plans there are. A filter leaves out what is stated otherwise (no) or not stated (unknown).',
    },
  ),
  notices: Type.Array(formOnly(noticeSchema([...TOOL_NOTICE_CODES, ...NOTICE_CODES])), {
    minItems: 1,
    description: 'How the call was understood, and what to keep with the prices.',
  }),
});
type SearchAnswer = Static<typeof SearchAnswer>;

export interface SearchOptions {
  readonly comparison: Pick<Comparison, 'plans'>;
  readonly reference: () => Reference;
  readonly policies: Policies;
  readonly icons: Icon[];
  /** The page of plan cards. */
  readonly cardsUri: string;
  readonly clock: () => Instant;
}

export function searchTool({
  comparison,
  reference,
  policies,
  icons,
  cardsUri,
  clock,
}: SearchOptions): McpTool {
  return {
    definition: {
      name: 'search_esim_plans',
      title: 'Search eSIM plans for a trip',
      icons,
      inputSchema: inputSchema(SearchArguments),
      outputSchema: outputSchema(SearchAnswer),
      annotations: { title: 'Search eSIM plans for a trip', ...READ_ONLY },
      _meta: { ui: { resourceUri: cardsUri } },
    },
    describe: (caller) => describe(policies, caller),
    call: async (sent, caller) => {
      const { search, faults } = readSearch(sent);
      if (search === null) return { kind: 'mistake', faults };
      const form = searchForm(search, clock(), reference());
      return toolOutcome(await comparison.plans(search.trip, caller, search.filters, form));
    },
  };
}

// Reading the arguments.

type Arguments = Static<typeof SearchArguments>;

interface Search {
  readonly trip: Trip;
  readonly filters: Filters;
  readonly sort: Sort;
  readonly limit: number;
  /** A phone to check; null: none. */
  readonly phone: string | null;
  /** How the arguments were understood. */
  readonly notices: readonly (ToolNotice | Notice)[];
}

type SearchReading =
  | { readonly search: Search; readonly faults: readonly [] }
  | { readonly search: null; readonly faults: readonly string[] };

const readArguments = argumentReader(SearchArguments);

function readSearch(sent: unknown): SearchReading {
  const { value, given, faults: wrong, ignored } = readArguments(sent);
  const faults: string[] = [];
  const places: Extract<PlaceReading, { code: string }>[] = [];
  const codeOf = (path: string, written: unknown): string | null => {
    // The schema reports a value that is no string or is too long.
    if (typeof written !== 'string' || written.length > QUERY_MAX_LENGTH) return null;
    const place = readPlace(written);
    if (place.code === null) faults.push(faultOf(path, written, place.what, place.hint));
    else places.push(place);
    return place.code;
  };
  const country = codeOf('country', given['country']);
  // A list that is too long is a fault, so its stops are not read.
  const stopsGiven = given['then'];
  const then: readonly unknown[] =
    Array.isArray(stopsGiven) && stopsGiven.length <= THEN_MAX ? stopsGiven : [];
  const codes = then.map((stop, at) => codeOf(`then[${at}].country`, isObject(stop) && stop['country']));
  faults.push(...wrong);
  const unknown = then.map((stop) =>
    isObject(stop) ? Object.keys(stop).filter((name) => !STOP_NAMES.includes(name)) : [],
  );
  for (const [at, names] of unknown.entries())
    faults.push(...misspelledNames(names, STOP_NAMES, `then[${at}].`).faults);
  if (value === null) return { search: null, faults };
  faults.push(...faultsBeyondSchema(value));
  const stops = (value.then ?? []).flatMap(({ days }, at) => {
    const code = codes[at] ?? null;
    return code === null ? [] : [{ country: code, days }];
  });
  if (country === null || faults.length > 0) return { search: null, faults };
  const inStops = [...new Set(unknown.flat())].map((name) => `then.${name}`);
  const { days, need, sort = DEFAULT_SORT, limit = LIST_MAX, data_gb, travellers, phone = null } = value;
  const dataMb = data_gb === undefined ? null : Math.round(data_gb * 1000);
  const search: Search = {
    trip: tripOf([{ country, days }, ...stops], need, dataMb, travellers),
    filters: filtersOf(value),
    sort,
    limit,
    phone,
    notices: [...interpretedNotice(places), ...ignoredNotice([...ignored, ...inStops])],
  };
  return { search, faults: [] };
}

const STOP_NAMES: readonly string[] = ['country', 'days'];

const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) !== value;

/** The number of decimals, all days together, different codes, and that unlimited names no amount. */
function faultsBeyondSchema(given: Arguments): string[] {
  const { need, days, then = [], data_gb, max_usd, avoid_exits = [], phone } = given;
  const faults: string[] = [];
  const total = days + totalDays(then);
  if (total > DAYS_MAX) {
    faults.push(`then is out of range: all days together are ${total}, give at most ${DAYS_MAX}.`);
  }
  if (data_gb !== undefined && need === 'unlimited') {
    faults.push(
      `data_gb ${data_gb} cannot be combined with need unlimited: leave it out, or give another need.`,
    );
  } else if (data_gb !== undefined && hasDecimals(data_gb, 1)) {
    faults.push(faultOf('data_gb', data_gb, 'has more than one decimal'));
  }
  if (max_usd !== undefined && hasDecimals(max_usd, 2)) {
    faults.push(faultOf('max_usd', max_usd, 'has more than two decimals'));
  }
  if (phone !== undefined && phoneFault(phone) !== null) {
    // The value may contain characters that change how the message looks.
    faults.push(faultOf('phone', undefined, 'is malformed'));
  }
  for (const [at, code] of avoid_exits.entries()) {
    if (!COUNTRY.test(code)) faults.push(faultOf(`avoid_exits[${at}]`, code, 'is malformed'));
    else if (avoid_exits.indexOf(code) < at) {
      faults.push(faultOf(`avoid_exits[${at}]`, code, 'is given more than once'));
    }
  }
  return faults;
}

const COUNTRY = new RegExp(COUNTRY_PATTERN);

const filtersOf = ({ require = [], max_usd, avoid_exits = [] }: Arguments): Filters => ({
  require,
  maxUsdCents: max_usd === undefined ? null : Math.round(max_usd * 100),
  avoidExits: avoid_exits,
});

// Making the answer.

/** Equal calls within a minute share their bytes. Ages have one decimal of an hour, which is six minutes. */
function searchForm(search: Search, now: Instant, reference: Reference): Form {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const { phone, sort, limit, notices } = search;
  // A phone, and a notice about the arguments, belong to one call only.
  const isForOneCall = notices.length > 0 || phone !== null;
  return {
    name: isForOneCall ? null : `mcp ${sort} ${limit} ${minute}`,
    make: (entry) => {
      const plain = comparisonOf(entry);
      const asked = phone === null ? plain : withPhone(plain, reference.phones, phone);
      return toolResult(searchAnswer(asked, search, minute));
    },
  };
}

const MINUTE_MS = 60_000;

function searchAnswer(
  comparison: ComparisonBody,
  { sort, limit, notices: own }: Search,
  minute: Instant,
): SearchAnswer {
  const {
    attribution,
    country,
    query,
    orders,
    itinerary,
    sharing,
    phone,
    good_to_know,
    considered,
    notices,
  } = withoutVariants(comparison);
  const { include: _, catalogue: __, ...asked } = query;
  const sentAt = Math.max(minute, Date.parse(query.computed_at));
  return {
    attribution: { text: attribution.text, url: attribution.url, required: attribution.required },
    country,
    query: { ...asked, limit, sent_at: iso(sentAt) },
    sort,
    plans: orders[LIST_OF[sort]].slice(0, limit).map((result) => rowOf(result, sentAt)),
    ...(itinerary === undefined ? {} : { itinerary: itineraryOf(itinerary, sentAt) }),
    ...(sharing === undefined ? {} : { sharing: sharing && sharingOf(sharing, sentAt) }),
    ...(phone === undefined ? {} : { phone }),
    good_to_know,
    considered,
    notices: [...own, ...daysNotice(query), ...notices],
  };
}

/** So that an assistant sees if it has given the days of the whole trip for the first stop. */
function daysNotice({ country, days, then, days_total }: ComparisonBody['query']): ToolNotice[] {
  if (then.length === 0) return [];
  const stops = [{ country, days }, ...then].map((stop) => `${countryName(stop.country)} ${stop.days}`);
  const text = `${days_total} days: ${stops.join(', ')}.`;
  return [{ code: 'days_total', value: String(days_total), text }];
}

function itineraryOf({ recommended, cheapest }: ItineraryOnWire, sentAt: Instant) {
  const splitOf = ({ legs, ...sums }: NonNullable<ItineraryOnWire['recommended']>) => ({
    ...sums,
    legs: legs.map(({ stops, result }) => ({ stops, plan: result && rowOf(result, sentAt) })),
  });
  return { recommended: recommended && splitOf(recommended), cheapest: cheapest && splitOf(cheapest) };
}

const sharingOf = ({ result, ...sums }: Sharing, sentAt: Instant) => ({
  ...sums,
  plan: rowOf(result, sentAt),
});

const describe = (policies: Policies, caller: Caller): string =>
  [
    `Finds mobile data for travel: ranks eSIM plans (a digital SIM card for internet abroad, instead of roaming) for one trip and returns up to ${LIST_MAX}, recommended (default), cheapest or fastest first. Give limit 5 for a first answer, above all with several stops.`,
    'Prices are in USD for one traveller and the whole trip. For a group give travellers: group_usd is for all, and sharing is one plan for all by hotspot. The days of arrival and departure both count.',
    'need is the data a day: light 0.3 GB (maps, messages), normal 1 GB (browsing, social media), heavy 3 GB (video), unlimited only plans sold as unlimited.',
    'For several countries give then; for features require (uncapped: really unlimited); for an amount of data data_gb; for a budget max_usd; for countries that traffic must not pass avoid_exits.',
    'For a phone give phone: the answer says whether it supports eSIM. good_to_know has notes about the destination (blocked shops, restricted apps, registration): pass them on with their date, their caveat and that they may have changed.',
    'Ask the traveller for a missing country, days or need; do not guess them.',
    'Do not use it to buy, for roaming fees or phone plans at home, for live coverage or measured speed, or to go through many countries or dates.',
    'Each plan is one row: price, list price, tax, drawbacks in USD, coupons with their conditions, who may buy it, age of the price, data, validity, copies to buy, networks, features and link. null means not stated.',
    'Prices are estimates from provider feeds, at most 7 days old and marked fresh, aging or stale; the provider’s checkout decides the final price. Show the attribution, and keep conditions and links.',
    `Comparisons are cached for ${TTL_MS.plans / 60_000} minutes.`,
    `Limits: ${figuresOf(policies, caller, 'comparison', 'calls')} ${sharedBy(caller)}, shared with the REST API; beyond them an error says how many seconds to wait.`,
    'Invalid arguments are a tool error that names each fault and takes no quota; a country without plans gives an empty list and a notice.',
  ].join(' ');
