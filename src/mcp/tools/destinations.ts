/** `list_destinations`: the countries that have plans, and the code that a name means. */
import type { Icon } from '@modelcontextprotocol/sdk/types.js';
import Type, { type Static } from 'typebox';
import type { Form } from '../../answers/answers.ts';
import type { Entry } from '../../answers/cache.ts';
import { type Queries, TTL_MS } from '../../answers/queries.ts';
import type { Policies } from '../../limits/policies.ts';
import type { Caller } from '../../limits/port.ts';
import { searchCountries } from '../../wire/countries.ts';
import { argumentsSchema } from '../../wire/parameters/schemas.ts';
import { PLACE_SEARCH } from '../../wire/parameters/table.ts';
import { Attribution } from '../../wire/schemas/comparison.ts';
import { type Countries, CountryEntry, Match, RegionEntry, Suggestions } from '../../wire/schemas/lists.ts';
import { ignoredNotice, noMatchNotice } from '../../wire/sentences/notices.ts';
import { limitsInWords, sharedBy } from '../caller-limits.ts';
import { readArguments, ToolNotice } from './arguments.ts';
import {
  inputSchema,
  type McpTool,
  outputSchema,
  READ_ONLY,
  toolOutcome,
  toolResult,
  withoutDescriptions,
} from './tool.ts';

const DestinationsArguments = argumentsSchema(PLACE_SEARCH);

const DestinationEntry = Type.Object({ ...CountryEntry.properties, match: Match });

const DestinationsAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  count: Type.Integer({ minimum: 0, description: 'How many destinations are listed here.' }),
  countries: Type.Array(DestinationEntry, {
    description:
      'With a query the best match first, otherwise by name. Empty where nothing matches. Ask the traveller where several places of one name match.',
  }),
  regions: Type.Array(RegionEntry, {
    description: 'Regions that can be searched as a whole; with a query those that match.',
  }),
  suggestions: Type.Optional(Suggestions),
  notices: Type.Optional(
    Type.Array(withoutDescriptions(ToolNotice), {
      description: 'What to know of this answer. Left out: nothing.',
    }),
  ),
});
type DestinationsAnswer = Static<typeof DestinationsAnswer>;

interface DestinationsOptions {
  readonly queries: Pick<Queries, 'countries'>;
  readonly policies: Policies;
  readonly icons: Icon[];
}

export function destinationsTool({ queries, policies, icons }: DestinationsOptions): McpTool {
  return {
    definition: {
      name: 'list_destinations',
      title: 'List eSIM destinations',
      icons,
      inputSchema: inputSchema(DestinationsArguments),
      outputSchema: outputSchema(DestinationsAnswer),
      annotations: { title: 'List eSIM destinations', ...READ_ONLY },
    },
    describe: (caller) => describe(policies, caller),
    call: async (sent, caller) => {
      const { values, faults, ignored } = readArguments(sent, {
        parameters: PLACE_SEARCH,
        readPlace: () => null,
        // Assistants send an empty text for "no query".
        accept: (_, value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
      });
      if (faults.length > 0) return { kind: 'mistake', faults };
      const query = values.query?.trim() ?? '';
      const form = destinationsForm(query, ignoredNotice(ignored));
      // The form filters by the query, so the countries are those without one.
      return toolOutcome(await queries.countries(caller, null, form));
    },
  };
}

function destinationsForm(query: string, ignored: ReturnType<typeof ignoredNotice>): Form {
  if (query === '' && ignored.length === 0)
    return { name: 'mcp', make: (entry) => toolResult(allDestinations(entry)) };
  return {
    name: null,
    make: (entry) => {
      const found = query === '' ? allDestinations(entry) : matchingDestinations(entry, query);
      const notices = [...ignored, ...(found.notices ?? [])];
      return toolResult(notices.length === 0 ? found : { ...found, notices });
    },
  };
}

function allDestinations(entry: Entry): DestinationsAnswer {
  const { attribution, count, countries, regions } = entry.json<Countries>();
  return {
    attribution: { text: attribution.text, url: attribution.url, required: attribution.required },
    count,
    countries: countries.map((country) => ({ ...country, match: null })),
    regions,
  };
}

function matchingDestinations(entry: Entry, query: string): DestinationsAnswer {
  const { countries, regions, suggestions } = searchCountries(entry.json<Countries>(), query);
  return {
    attribution: allDestinations(entry).attribution,
    count: countries.length,
    countries: countries.map((country) => ({ ...country, match: country.match ?? null })),
    regions,
    ...(suggestions && { suggestions, notices: [noMatchNotice(query, suggestions)] }),
  };
}

const describe = (policies: Policies, caller: Caller): string =>
  [
    'Lists the countries that have eSIM plans: ISO code, English name, region, why the query matches and number of plans; and the regions that can be searched as a whole ("Europe").',
    'Use it to see whether a country is covered, or to turn what a traveller calls a place into a code.',
    'Do not use it for prices or plans, nor before each search: search_esim_plans takes names of countries as well.',
    `Read-only, and cached for ${TTL_MS.countries / 60_000} minutes.`,
    `Limits: ${limitsInWords(policies, caller, 'list', 'calls')} ${sharedBy(caller)}, shared with the REST API; beyond them an error says how many seconds to wait.`,
    'No match gives an empty list with suggestions for the spelling, or a notice of what to try.',
  ].join(' ');
