/** `search_esim_plans`: the plans of one trip in one order, from the same cache entry as the REST answer. */
import Type from 'typebox';
import type { Outcome } from '../../comparison/answers.ts';
import { type Comparison, comparisonOf, TTL_MS } from '../../comparison/comparison.ts';
import type { Entry } from '../../comparison/entry.ts';
import { LIST_MAX, type Need, type Sort, type Trip } from '../../domain/trip.ts';
import type { Policies } from '../../limits/policies.ts';
import { Recent } from '../../limits/recent.ts';
import { AppliedQuery, Attribution, Comparison as ComparisonSchema } from '../../wire/schemas/comparison.ts';
import { Country, Days, NeedParam, SortParam } from '../../wire/schemas/query.ts';
import { projectPlan, ToolPlan } from './plan.ts';
import { toolSchema } from './schema.ts';
import { type McpTool, READ_ONLY, type ToolOutcome, toolResult } from './tool.ts';
import { createValidator } from './validate.ts';

const RECENT_TRIPS = 2_000;
const DEFAULT_SORT: Sort = 'recommended';

export const SearchArguments = Type.Object({
  country: Country,
  days: Days,
  need: NeedParam,
  sort: Type.Optional(SortParam),
});

export const SearchAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  country: ComparisonSchema.properties.country,
  query: Type.Pick(AppliedQuery, ['country', 'days', 'need', 'data_needed_gb', 'computed_at', 'fresh_until']),
  sort: SortParam,
  plans: Type.Array(ToolPlan, {
    maxItems: LIST_MAX,
    description: 'Best first in the order that was asked for.',
  }),
  notices: ComparisonSchema.properties.notices,
});

const ORDERS = { recommended: 'Recommended', cheapest: 'Cheapest', fastest: 'Fastest' } as const;

export interface SearchOptions {
  readonly comparison: Pick<Comparison, 'plans'>;
  readonly policies: Policies;
}

export function searchTool({ comparison, policies }: SearchOptions): McpTool {
  const validate = createValidator(SearchArguments);
  const trips = new Recent<Trip>(RECENT_TRIPS);
  // The same object for the same trip: what the comparison knows of it is then at hand.
  const tripOf = (country: string, days: number, need: Need): Trip => {
    const name = `${country}${days}${need}`;
    const trip = trips.get(name) ?? { country, days, need };
    trips.set(name, trip);
    return trip;
  };
  return {
    definition: {
      name: 'search_esim_plans',
      title: 'Search eSIM plans for a trip',
      description: describe(policies),
      inputSchema: inputSchema(),
      outputSchema: toolSchema(SearchAnswer),
      annotations: { title: 'Search eSIM plans for a trip', ...READ_ONLY },
    },
    call: (given, caller) => {
      const reading = validate(given);
      if (!reading.ok) return { kind: 'mistake', faults: reading.faults };
      const { country, days, need, sort = DEFAULT_SORT } = reading.value;
      const outcome = comparison.plans(tripOf(country, days, need), caller.key);
      return outcome instanceof Promise ? outcome.then((made) => spell(made, sort)) : spell(outcome, sort);
    },
  };
}

function spell(outcome: Outcome, sort: Sort): ToolOutcome {
  if (outcome.kind !== 'answer') return outcome;
  return { kind: 'answer', json: searchResult(outcome.entry, sort), decision: outcome.decision };
}

/** Spelled once for each entry and order. */
const searchResult = (entry: Entry, sort: Sort): string =>
  entry.derive(`mcp:${sort}`, (json) => toolResult(searchAnswer(comparisonOf(json), sort)));

function searchAnswer(comparison: ReturnType<typeof comparisonOf>, sort: Sort) {
  const { attribution, country, query, orders, notices } = comparison;
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
    },
    sort,
    plans: orders[ORDERS[sort]].map(projectPlan),
    notices,
  };
}

/** The arguments as they are checked, and the default said in the schema's own word. */
function inputSchema() {
  const schema = toolSchema(SearchArguments);
  const properties = schema['properties'] as Record<string, object>;
  return { ...schema, properties: { ...properties, sort: { ...properties['sort'], default: DEFAULT_SORT } } };
}

const describe = (policies: Policies): string =>
  [
    `Ranks travel eSIM plans for one trip and returns up to ${LIST_MAX} in one order: recommended (default), cheapest or fastest.`,
    'Each plan has the whole trip’s price in USD, coupons with their conditions, who may buy it, the age of its price, data, validity, copies to buy, how far it fits, advertised speed and a link.',
    'Use list_destinations first when you have a country’s name but not its code.',
    'Read-only: nothing is bought or reserved, and the provider’s checkout decides the final price.',
    `Prices come from provider feeds, at most 7 days old and marked fresh, aging or stale; answers are cached for ${TTL_MS.plans / 60_000} minutes, so asking again sooner brings nothing new.`,
    `Limits: ${policies['comparison.minute'].limit} calls a minute and ${policies['comparison.day'].limit} a day (UTC) for each network address, shared with the REST API; beyond them error -32000 says how many seconds to wait.`,
    'Arguments that cannot be used come back as a tool error that names each fault, free of charge; a country without plans gives an empty list and a notice.',
  ].join(' ');
