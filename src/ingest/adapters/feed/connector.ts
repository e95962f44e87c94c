/**
 * A connector describes how to read a kind of feed, as data: one JSON file with a column map and its documentation. A source
 * with `adapter: "generic"` contains such a map itself. This file makes an adapter of both.
 */

import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import type { AdapterFormat, AdapterOptions } from '../../adapter.ts';
import { rolesIn, rolesOf } from '../shared/authentication.ts';
import { ColumnMap } from '../shared/column-map.ts';
import { closed } from '../shared/frame.ts';
import { conflictsIn } from './conflicts.ts';
import { expectWhole } from './expect-whole.ts';
import { type CompleteRequest, fetchFeed } from './fetch-feed.ts';
import { parsePage } from './parse-page.ts';

const { url: Address, ...mapProperties } = ColumnMap.properties;
const Descriptions = (description: string) => Type.Record(Type.String(), Type.String(), { description });

export const Connector = closed({
  $schema: Type.Optional(Type.String()),
  title: Type.String({ description: 'The name of the feed, for people.' }),
  about: Type.String({ description: 'The shape of the feed and what its values mean.' }),
  confidence: Type.Enum(['high', 'medium', 'low'], {
    description:
      'How sure we are of the shape. high: the documentation of the seller or a recorded response. medium: two independent clients. low: one source.',
  }),
  needs: Type.Optional(
    Type.Array(Type.String(), { description: 'Options besides `url` that a source must have.' }),
  ),
  path: Type.Optional(
    Type.String({ description: 'The path of the documented address, for `esim sources add`.' }),
  ),
  linkPath: Type.Optional(
    Type.String({
      description:
        'The path of a plan in the shop, with placeholders, if a source must have `link`. By default /{id}.',
    }),
  ),
  credentials: Type.Optional(Descriptions('The roles of the credentials, with their names at the seller.')),
  notRead: Descriptions('Fields of the feed that are not read, each with the reason.'),
  requestsPerMinute: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The published limit of the seller.' }),
  ),
  places: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: 'Place codes of the feed, each with its country, or with null for none.',
    }),
  ),
  map: closed(mapProperties),
});
export type Connector = Static<typeof Connector>;

/** What data cannot describe. docs/decisions names each case. */
export interface ConnectorCode {
  readonly optionalCredentials?: readonly string[];
  readonly options?: TProperties;
  readonly complete?: CompleteRequest;
}

/** A source may set every key of the map, and `columns`, `constants` and `request` key by key. */
function optionsSchema({ needs = [] }: Pick<Connector, 'needs'>, more: TProperties = {}) {
  const all = Object.entries(mapProperties) as [string, TSchema][];
  const needed = Object.fromEntries(all.filter(([key]) => needs.includes(key)));
  const others = Object.fromEntries(all.filter(([key]) => !needs.includes(key)));
  return closed({
    url: Address,
    ...Type.Required(Type.Object(needed)).properties,
    ...Type.Partial(Type.Object(others)).properties,
    ...more,
  });
}

/** The map of a built-in connector with the options of a source. */
function merged(map: Connector['map'], options: AdapterOptions): ColumnMap {
  const given = mapIn(options);
  const hasRequest = map.request !== undefined || given.request !== undefined;
  return {
    ...map,
    ...given,
    columns: { ...map.columns, ...given.columns },
    constants: { ...map.constants, ...given.constants },
    ...(hasRequest && {
      request: {
        ...map.request,
        ...given.request,
        query: { ...map.request?.query, ...given.request?.query },
      },
    }),
  };
}

/** The options of a source were checked against the schema of its adapter when its file was read. */
const mapIn = (options: AdapterOptions): ColumnMap => options as ColumnMap;

/** An adapter that reads a feed by a connector. */
export function connectorAdapter(connector: Connector, code: ConnectorCode = {}): AdapterFormat {
  const { map, places, requestsPerMinute } = connector;
  const { options: more, optionalCredentials = [], complete } = code;
  const known = new WeakMap<AdapterOptions, ColumnMap>();
  const mapOf = (options: AdapterOptions): ColumnMap => {
    const found = known.get(options) ?? merged(map, options);
    known.set(options, found);
    return found;
  };
  return {
    ...byMap(mapOf, { isStrict: false, complete }),
    credentials: [...new Set([...rolesOf(map.authentication), ...Object.keys(connector.credentials ?? {})])],
    optionalCredentials,
    options: optionsSchema(connector, more),
    connector,
    ...(places !== undefined && { places }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
}

/** The adapter of maps that an operator writes in a source. Every column of such a map must exist in the feed. */
export const genericAdapter: AdapterFormat = {
  ...byMap(mapIn, { isStrict: true }),
  credentials: [],
  options: ColumnMap,
};

interface ByMap {
  readonly isStrict: boolean;
  readonly complete?: CompleteRequest | undefined;
}

/** What an adapter does by the column map of its options. */
function byMap(mapOf: (options: AdapterOptions) => ColumnMap, { isStrict, complete }: ByMap) {
  return {
    credentialsIn: (options) => rolesInMap(mapOf(options)),
    currencies: (options) => currenciesOf(mapOf(options)),
    conflicts: (options) => conflictsIn(mapOf(options)),
    fetch: (context) => fetchFeed(context, mapOf(context.options), isStrict, complete),
    expectWhole: (page, options, isSaved) =>
      expectWhole(page, mapOf(options), { checksAnnouncements: isStrict, isSaved }),
    parse: (page, options, terms) => parsePage(page, mapOf(options), isStrict, terms),
  } satisfies Partial<AdapterFormat>;
}

const rolesInMap = ({ url, authentication }: ColumnMap): readonly string[] => [
  ...new Set([...rolesIn([url]), ...rolesOf(authentication)]),
];

function currenciesOf({ columns, constants, prices }: ColumnMap): readonly string[] {
  if (prices !== undefined) return columns.price === undefined ? Object.keys(prices) : [];
  const { currency } = constants ?? {};
  const isFixed = columns.currency === undefined && columns.prices === undefined;
  return isFixed && typeof currency === 'string' ? [currency] : [];
}
