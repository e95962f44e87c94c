/** `list_destinations`: which countries have plans, and which code a name means. */
import Type, { type Static } from 'typebox';
import type { Outcome } from '../../comparison/answers.ts';
import { type Comparison, TTL_MS } from '../../comparison/comparison.ts';
import type { Entry } from '../../comparison/entry.ts';
import { searchCountries } from '../../domain/places/search.ts';
import type { Policies } from '../../limits/policies.ts';
import { Attribution } from '../../wire/schemas/comparison.ts';
import { Countries } from '../../wire/schemas/lists.ts';
import { QUERY_MAX_LENGTH } from './arguments.ts';
import { toolSchema } from './schema.ts';
import { type McpTool, READ_ONLY, type ToolOutcome, toolResult } from './tool.ts';
import { createValidator } from './validate.ts';

export const DestinationsArguments = Type.Object({
  query: Type.Optional(
    Type.String({
      maxLength: QUERY_MAX_LENGTH,
      description:
        'A code, a name or a part of a name, in English or the country’s own language; case and accents do not matter ("TR", "Turkey", "Türkiye", "UK", "Korea"). Leave it out for every destination.',
    }),
  ),
});

export const DestinationsAnswer = Type.Object({
  attribution: Type.Pick(Attribution, ['text', 'url', 'required']),
  count: Type.Integer({ minimum: 0, description: 'How many destinations are listed here.' }),
  countries: Type.Array(Countries.properties.countries.items, {
    description: 'With a query the best match first, otherwise by name. Empty where nothing matches.',
  }),
});
type DestinationsAnswer = Static<typeof DestinationsAnswer>;

export interface DestinationsOptions {
  readonly comparison: Pick<Comparison, 'countries'>;
  readonly policies: Policies;
}

export function destinationsTool({ comparison, policies }: DestinationsOptions): McpTool {
  const validate = createValidator(DestinationsArguments);
  return {
    definition: {
      name: 'list_destinations',
      title: 'List eSIM destinations',
      description: describe(policies),
      inputSchema: toolSchema(DestinationsArguments),
      outputSchema: toolSchema(DestinationsAnswer),
      annotations: { title: 'List eSIM destinations', ...READ_ONLY },
    },
    call: (given = {}, caller) => {
      const reading = validate(given);
      if (!reading.ok) return { kind: 'mistake', faults: reading.faults };
      const query = reading.value.query?.trim() ?? '';
      const outcome = comparison.countries(caller.key);
      return outcome instanceof Promise ? outcome.then((made) => spell(made, query)) : spell(outcome, query);
    },
  };
}

function spell(outcome: Outcome, query: string): ToolOutcome {
  if (outcome.kind !== 'answer') return outcome;
  const { entry, decision } = outcome;
  const json =
    query === ''
      ? entry.derive('mcp:all', () => toolResult(everything(entry)))
      : toolResult(matching(entry, query));
  return { kind: 'answer', json, decision };
}

/** Read once for each entry. */
const everything = (entry: Entry): DestinationsAnswer =>
  entry.derive('mcp:list', (json) => {
    const { attribution, count, countries } = JSON.parse(json) as Countries;
    return {
      attribution: { text: attribution.text, url: attribution.url, required: attribution.required },
      count,
      countries,
    };
  });

function matching(entry: Entry, query: string): DestinationsAnswer {
  const { attribution, countries } = everything(entry);
  const byCode = entry.derive(
    'mcp:byCode',
    () => new Map(countries.map((country) => [country.code, country])),
  );
  const found = searchCountries(query, byCode.keys()).flatMap(({ code }) => byCode.get(code) ?? []);
  return { attribution, count: found.length, countries: found };
}

const describe = (policies: Policies): string =>
  [
    'Lists the countries that have eSIM plans: ISO code, English name, region and number of plans.',
    'Use it to turn what a traveller calls a country into the code that search_esim_plans needs, or to see whether a country is covered; it has no prices.',
    `Read-only, and cached for ${TTL_MS.countries / 60_000} minutes.`,
    `Limits: ${policies['list.minute'].limit} calls a minute and ${policies['list.day'].limit} a day (UTC) for each network address, shared with the REST API; beyond them error -32000 says how many seconds to wait.`,
    'No match gives an empty list: try a shorter or an English name.',
  ].join(' ');
