/** `search_esim_plans`: the plans for one trip in one order, from the same cache entry as the REST response. */
import Type, { type Static } from 'typebox';
import type { Outcome } from '../../comparison/answers.ts';
import type { Entry } from '../../comparison/cache.ts';
import { type Comparison, comparisonOf, TTL_MS } from '../../comparison/comparison.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DAYS_MAX,
  type Filters,
  LIST_MAX,
  REQUIREMENTS,
  type Requirement,
  type Sort,
  type Stop,
  THEN_MAX,
  totalDays,
  tripOf,
} from '../../domain/trip.ts';
import type { Policies } from '../../limits/policies.ts';
import { withoutVariants } from '../../wire/comparison.ts';
import {
  AppliedQuery,
  Attribution,
  Comparison as ComparisonSchema,
  type ItineraryOnWire,
  LIST_OF,
  NOTICE_CODES,
  type Notice,
  noticeSchema,
  Stop as StopSchema,
} from '../../wire/schemas/comparison.ts';
import { nullable } from '../../wire/schemas/kit.ts';
import { DataGb, Days, Limit, MaxUsd, NeedParam, SortParam } from '../../wire/schemas/query.ts';
import { ignoredNotice } from '../../wire/sentences.ts';
import { CARDS_URI } from '../app/resource.ts';
import { isObject, type Params } from '../jsonrpc.ts';
import {
  argumentReader,
  faultOf,
  QUERY_MAX_LENGTH,
  readPlace,
  TOOL_NOTICE_CODES,
  type ToolNotice,
} from './arguments.ts';
import { leanPlan, withinBudget } from './budget.ts';
import { leftOut, projectPlan, ToolPlan } from './plan.ts';
import { type McpTool, READ_ONLY, type ToolOutcome, toolResult, toolSchema } from './tool.ts';

const DEFAULT_SORT: Sort = 'recommended';

const Place = Type.String({
  maxLength: QUERY_MAX_LENGTH,
  description:
    'Destination: an ISO 3166-1 alpha-2 code ("TR"), or a name or place that means one country ("Japan", "UK", "Bali", "Valencia, Spain"). An ambiguous name is an error that lists the choices.',
});

/** Without a pattern for the country: clients check patterns themselves, so that "Japan" would never reach us. */
export const SearchArguments = Type.Object({
  country: Place,
  days: Days,
  need: NeedParam,
  sort: Type.Optional(Type.Unsafe<Sort>({ ...SortParam, default: DEFAULT_SORT })),
  require: Type.Optional(
    Type.Array(Type.Unsafe<Requirement>({ type: 'string', enum: [...REQUIREMENTS] }), {
      maxItems: REQUIREMENTS.length,
      description: 'Only plans that are stated to have all of these; what is not stated does not qualify.',
    }),
  ),
  then: Type.Optional(
    Type.Array(Type.Object({ country: Place, days: Days }), {
      maxItems: THEN_MAX,
      description: `Further stops after the first, in their order; all days together at most ${DAYS_MAX}. Plans then work at every stop, and itinerary tells the best plans for parts of the way.`,
    }),
  ),
  data_gb: Type.Optional(DataGb),
  max_usd: Type.Optional(MaxUsd),
  avoid_exits: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 2 }), {
      maxItems: AVOID_EXITS_MAX,
      description:
        'Country codes in which traffic must not reach the internet, such as ["HK", "CN"]. A plan that does not state its exits does not qualify.',
    }),
  ),
  limit: Type.Optional(Limit),
});

const Split = Type.Object({
  usd: Type.Number({ description: 'All legs together, in USD.' }),
  comparable_usd: Type.Number({ description: 'The same with every drawback.' }),
  further_purchases_usd: Type.Number({
    description: 'What all purchases after the first one add to comparable_usd.',
  }),
  purchases: Type.Integer({ description: 'How many plans are bought, all copies.' }),
  legs: Type.Array(
    Type.Object({
      stops: Type.Array(StopSchema, { description: 'Neighbouring stops that one plan serves.' }),
      // The schema of a plan is above. Repeating it would double what an assistant reads.
      plan: Type.Unsafe<ToolPlan | null>({
        anyOf: [{ type: 'object' }, { type: 'null' }],
        description: 'As one of plans; null where nothing is sold for them.',
      }),
    }),
    { description: 'In the order of the stops.' },
  ),
});

export const SearchAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  country: ComparisonSchema.properties.country,
  query: Type.Object({
    ...Type.Pick(AppliedQuery, ['country', 'days', 'need', 'data_needed_gb', 'computed_at', 'fresh_until'])
      .properties,
    then: leftOut(AppliedQuery.properties.then, 'one stop.'),
    require: Type.Optional(
      Type.Array(Type.String(), { description: 'What plans must be stated to have. Left out: nothing.' }),
    ),
    data_gb: Type.Optional(
      Type.Number({ description: 'Data for the whole trip in GB. Left out: the need decides.' }),
    ),
    max_usd: Type.Optional(Type.Number({ description: 'Highest trip price in USD. Left out: any.' })),
    avoid_exits: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Countries in which traffic must not reach the internet. Left out: none.',
      }),
    ),
  }),
  sort: SortParam,
  plans: Type.Array(ToolPlan, {
    maxItems: LIST_MAX,
    description: 'Best first in the order that was asked for.',
  }),
  itinerary: Type.Optional(
    Type.Object(
      {
        recommended: nullable(Split, 'The lowest comparable price. null: none costs at most max_usd.'),
        cheapest: nullable(Split, 'The lowest price. null: none costs at most max_usd.'),
      },
      { description: 'The best plans for parts of the way. Left out: one stop.' },
    ),
  ),
  considered: ComparisonSchema.properties.considered,
  notices: Type.Array(noticeSchema([...TOOL_NOTICE_CODES, ...NOTICE_CODES]), {
    minItems: 1,
    description: 'How the call was understood, and what to keep with the prices.',
  }),
});
type SearchAnswer = Static<typeof SearchAnswer>;

export interface SearchOptions {
  readonly comparison: Pick<Comparison, 'plans'>;
  readonly policies: Policies;
}

export function searchTool({ comparison, policies }: SearchOptions): McpTool {
  const read = argumentReader(SearchArguments);
  return {
    definition: {
      name: 'search_esim_plans',
      title: 'Search eSIM plans for a trip',
      description: describe(policies),
      inputSchema: toolSchema(SearchArguments),
      outputSchema: toolSchema(SearchAnswer),
      annotations: { title: 'Search eSIM plans for a trip', ...READ_ONLY },
      _meta: { ui: { resourceUri: CARDS_URI } },
    },
    call: async (sent, caller) => {
      const { value, given, faults, ignored } = read(sent);
      const places = new PlaceReader();
      const country = places.read('country', given['country'], given);
      // A list that is too long is a fault, so its stops are not read.
      const stopsGiven = given['then'];
      const then = Array.isArray(stopsGiven) && stopsGiven.length <= THEN_MAX ? stopsGiven : [];
      const codes = then.map((stop: unknown) =>
        places.read('then', isObject(stop) && stop['country'], given),
      );
      const { need, days = 0, sort = DEFAULT_SORT, limit = LIST_MAX } = value ?? {};
      const stops = (value?.then ?? []).flatMap((stop, at): Stop[] => {
        const code = codes[at] ?? null;
        return code === null ? [] : [{ country: code, days: stop.days }];
      });
      const tooLong =
        value !== null && days + totalDays(stops) > DAYS_MAX ? [faultOf('then', given, '')] : [];
      const all = [
        ...places.faults,
        ...faults,
        ...tooLong,
        ...(value === null ? [] : wrongNumbers(value, given)),
      ];
      if (all.length > 0 || need === undefined || country === null) return { kind: 'mistake', faults: all };
      const inStops = then.flatMap((stop: unknown) => (isObject(stop) ? Object.keys(stop) : []));
      const unknown = [...new Set(inStops)].filter((name) => name !== 'country' && name !== 'days');
      const notices = [
        ...places.notices,
        ...ignoredNotice([...ignored, ...unknown.map((name) => `then.${name}`)]),
      ];
      const dataMb = value?.data_gb === undefined ? null : Math.round(value.data_gb * 1000);
      const trip = tripOf([{ country, days }, ...stops], need, dataMb);
      const outcome = await comparison.plans(trip, caller, filtersOf(value ?? {}));
      return answer(outcome, { sort, limit, notices });
    },
  };
}

type Arguments = Static<typeof SearchArguments>;

const isWithDecimals = (value: number, decimals: number): boolean =>
  Number(value.toFixed(decimals)) === value;

/** What the schema cannot say: the number of decimals, different codes, and that unlimited names no amount. */
function wrongNumbers({ need, data_gb, max_usd, avoid_exits = [] }: Arguments, given: Params): string[] {
  const wrong: ('data_gb' | 'max_usd' | 'avoid_exits')[] = [];
  if (data_gb !== undefined && (need === 'unlimited' || !isWithDecimals(data_gb, 1))) wrong.push('data_gb');
  if (max_usd !== undefined && !isWithDecimals(max_usd, 2)) wrong.push('max_usd');
  const isCode = (code: string) => new RegExp(COUNTRY_PATTERN).test(code);
  if (new Set(avoid_exits).size < avoid_exits.length || !avoid_exits.every(isCode)) wrong.push('avoid_exits');
  return wrong.map((name) => faultOf(name, given, ''));
}

const filtersOf = ({ require = [], max_usd, avoid_exits = [] }: Partial<Arguments>): Filters => ({
  require,
  maxUsdCents: max_usd === undefined ? null : Math.round(max_usd * 100),
  avoidExits: avoid_exits,
});

/** Reads the places of one call, and collects notices about how they were read. */
class PlaceReader {
  readonly notices: ToolNotice[] = [];
  readonly faults: string[] = [];

  read(name: 'country' | 'then', written: unknown, given: Params): string | null {
    // The schema reports a value that is no string or is too long.
    if (typeof written !== 'string' || written.length > QUERY_MAX_LENGTH) return null;
    const place = readPlace(written);
    if (place.code === null) this.faults.push(faultOf(name, given, place.hint));
    else if (place.notice !== null) this.notices.push(place.notice);
    return place.code;
  }
}

/** What a call requests besides its trip. */
interface View {
  readonly sort: Sort;
  readonly limit: number;
  /** How the arguments were read. */
  readonly notices: readonly (ToolNotice | Notice)[];
}

function answer(outcome: Outcome, view: View): ToolOutcome {
  if (outcome.kind !== 'answer') return outcome;
  return { kind: 'answer', json: searchResult(outcome.entry, view), decision: outcome.decision };
}

/** The usual call is serialised once for each entry and order. Other calls start from the projected plans. */
function searchResult(entry: Entry, { sort, limit, notices }: View): Buffer {
  const projected = entry.form(`mcp ${sort}`, () => JSON.stringify(searchAnswer(entry, sort)));
  const whole = () => projected.json<SearchAnswer>();
  if (limit === LIST_MAX && notices.length === 0) {
    return entry.form(`mcp ${sort} result`, () => toolResult(cut(whole(), limit))).bytes;
  }
  const { notices: own, ...rest } = whole();
  return toolResult(cut({ ...rest, notices: [...notices, ...own] }, limit));
}

function cut({ plans, ...around }: SearchAnswer, limit: number): SearchAnswer {
  const kept = withinBudget(
    plans.slice(0, limit),
    Buffer.byteLength(JSON.stringify({ ...around, plans: [] })),
  );
  return { ...around, plans: kept };
}

function searchAnswer(entry: Entry, sort: Sort): SearchAnswer {
  const { attribution, country, query, orders, itinerary, considered, notices } = withoutVariants(
    comparisonOf(entry),
  );
  return {
    attribution: { text: attribution.text, url: attribution.url, required: attribution.required },
    country,
    query: {
      country: query.country,
      days: query.days,
      need: query.need,
      data_needed_gb: query.data_needed_gb,
      computed_at: query.computed_at,
      fresh_until: query.fresh_until,
      ...(query.then.length === 0 ? {} : { then: query.then }),
      ...(query.require.length === 0 ? {} : { require: query.require }),
      ...(query.data_gb === null ? {} : { data_gb: query.data_gb }),
      ...(query.max_usd === null ? {} : { max_usd: query.max_usd }),
      ...(query.avoid_exits.length === 0 ? {} : { avoid_exits: query.avoid_exits }),
    },
    sort,
    plans: orders[LIST_OF[sort]].map(projectPlan),
    ...(itinerary === undefined ? {} : { itinerary: projectItinerary(itinerary) }),
    considered,
    notices,
  };
}

function projectItinerary({ recommended, cheapest }: ItineraryOnWire) {
  const project = ({ legs, ...sums }: NonNullable<ItineraryOnWire['recommended']>) => ({
    ...sums,
    legs: legs.map(({ stops, result }) => ({
      stops,
      plan: result === null ? null : leanPlan(projectPlan(result)),
    })),
  });
  return { recommended: recommended && project(recommended), cheapest: cheapest && project(cheapest) };
}

const describe = (policies: Policies): string =>
  [
    `Ranks travel eSIM plans for one trip and returns up to ${LIST_MAX} in one order: recommended (default), cheapest or fastest.`,
    'need is the data a day: light 0.3 GB (maps, messages), normal 1 GB (browsing, social media), heavy 3 GB (video), unlimited only plans sold as unlimited.',
    'Each plan has the whole trip’s price in USD, coupons with their conditions, who may buy it, the age of its price, data, validity, copies to buy, how far it fits, networks, where else it works and a link.',
    'For several countries in one trip give then; for what a plan must have give require (uncapped: really unlimited); for a known amount of data data_gb; for a budget max_usd; for countries that traffic must not pass avoid_exits.',
    'Ask the traveller for a missing country, days or need; do not guess them.',
    'Do not use it to buy, for SIM cards, roaming fees or phone plans at home, for live coverage or measured speed, or to go through many countries or dates.',
    'Prices are estimates that come from provider feeds, at most 7 days old and marked fresh, aging or stale; the provider’s checkout decides the final price. Show the attribution, and keep conditions and links.',
    `Answers are cached for ${TTL_MS.plans / 60_000} minutes, so asking again sooner brings nothing new.`,
    `Limits: ${policies['comparison.minute'].limit} calls a minute and ${policies['comparison.day'].limit} a day (UTC) for each network address, shared with the REST API; beyond them an error says how many seconds to wait.`,
    'Arguments that cannot be used come back as a tool error that names each fault, free of charge; a country without plans gives an empty list and a notice.',
  ].join(' ');
