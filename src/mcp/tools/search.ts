/** `search_esim_plans`: the plans for one trip in one order, from the same cache entry as the REST response. */
import type { Icon } from '@modelcontextprotocol/sdk/types.js';
import type { Form } from '../../answers/answers.ts';
import { comparisonOf, type Queries, TTL_MS } from '../../answers/queries.ts';
import type { Instant } from '../../domain/plan.ts';
import { LIST_MAX } from '../../domain/trip.ts';
import type { Policies } from '../../limits/policies.ts';
import type { Caller } from '../../limits/port.ts';
import type { Reference } from '../../reference/load.ts';
import { withPhone } from '../../wire/facts.ts';
import { gbPerDay } from '../../wire/parameters/table.ts';
import { limitsInWords, sharedBy } from '../caller-limits.ts';
import { SearchAnswer, searchAnswer } from './search-answer.ts';
import { readSearch, type Search, SearchArguments } from './search-arguments.ts';
import { inputSchema, type McpTool, outputSchema, READ_ONLY, toolOutcome, toolResult } from './tool.ts';

interface SearchOptions {
  readonly queries: Pick<Queries, 'comparison' | 'providerNamed' | 'reference'>;
  readonly policies: Policies;
  readonly icons: Icon[];
  /** The page of plan cards. */
  readonly cardsUri: string;
  readonly clock: () => Instant;
}

export function searchTool({ queries, policies, icons, cardsUri, clock }: SearchOptions): McpTool {
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
      const { search, faults } = readSearch(sent, (text) => queries.providerNamed(text));
      if (search === null) return { kind: 'mistake', faults };
      const form = searchForm(search, clock(), queries.reference());
      return toolOutcome(await queries.comparison(search.trip, caller, search.filters, form));
    },
  };
}

const MINUTE_MS = 60_000;

/** Equal calls within a minute share their bytes. Ages are exact to a tenth of an hour, so a minute does not matter. */
function searchForm(search: Search, now: Instant, reference: Reference): Form {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const { phone, sort, limit, notices } = search;
  // A phone, and a notice about the arguments, belong to one call only. A form without a name is not cached.
  const isForOneCall = notices.length > 0 || phone !== null;
  return {
    name: isForOneCall ? null : `mcp ${sort} ${limit} ${minute}`,
    make: (entry) => {
      const cached = comparisonOf(entry);
      const comparison = phone === null ? cached : withPhone(cached, reference.phones, phone);
      return toolResult(searchAnswer(comparison, search, minute));
    },
  };
}

const describe = (policies: Policies, caller: Caller): string =>
  [
    `Finds mobile data for travel: ranks eSIM plans (a digital SIM card for internet abroad, instead of roaming) for one trip and returns up to ${LIST_MAX}, recommended (default), cheapest or fastest first. Give limit 5 for a first answer, above all with several stops.`,
    'Prices are in USD for one traveller and the whole trip. For a group give travellers: group_usd is for all, and sharing has plans for all by hotspot. The days of arrival and departure both count.',
    `need is the data a day: light ${gbPerDay('light')} GB (maps, messages), normal ${gbPerDay('normal')} GB (browsing, social media), heavy ${gbPerDay('heavy')} GB (video), unlimited only plans sold as unlimited.`,
    'For several countries give then; for features require (uncapped: really unlimited); for an amount of data data_gb; for a budget max_usd; for countries that traffic must not pass avoid_exits.',
    'For a phone give phone: the answer says whether it supports eSIM. good_to_know has notes about the destination (blocked shops, restricted apps, registration): pass them on with their date, their caveat and that they may have changed.',
    'Ask the traveller for a missing country, days or need; do not guess them.',
    'Do not use it to buy, for roaming fees or phone plans at home, for live coverage or measured speed, or to go through many countries or dates.',
    'Each plan is one row: price, list price, tax, drawbacks in USD, coupons with their conditions, who may buy it, age of the price, data, validity, copies to buy, networks, features and link. null means not stated.',
    'Prices are estimates from provider feeds, at most 7 days old and marked fresh, aging or stale; the provider’s checkout decides the final price. Show the attribution, and keep conditions and links.',
    `Comparisons are cached for ${TTL_MS.comparison / MINUTE_MS} minutes.`,
    `Limits: ${limitsInWords(policies, caller, 'comparison', 'calls')} ${sharedBy(caller)}, shared with the REST API; beyond them an error says how many seconds to wait.`,
    'Invalid arguments are a tool error that names each fault and takes no quota; a country without plans gives an empty list and a notice.',
  ].join(' ');
