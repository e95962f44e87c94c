/**
 * The folder: the OpenAPI 3.1 document, made from the same schemas that validate and type the answers. It imports
 * `limits/`, `wire/` and `comparison/`. Made once for each table of limits; its route may be called at any time.
 */

import { NEVER_EXPIRES, ResponseCache } from '../../comparison/cache.ts';
import { figuresOf, type LimitsTable } from '../../limits/policies.ts';
import { csvOf } from '../../wire/csv.ts';
import { Attribution, Comparison, Variant } from '../../wire/schemas/comparison.ts';
import { Countries, Health } from '../../wire/schemas/lists.ts';
import { ProblemDocument } from '../../wire/schemas/problem.ts';
import {
  AvoidExits,
  Country,
  DataGb,
  Days,
  FormatParam,
  Include,
  Limit,
  MaxUsd,
  NeedParam,
  Require,
  Then,
} from '../../wire/schemas/query.ts';
import { CouponOnWire, Result } from '../../wire/schemas/result.ts';
import type { Route } from '../router.ts';
import { sendEncoded } from '../send.ts';
import { EXAMPLES } from './examples.ts';

export interface OpenApiOptions {
  readonly serviceName: string;
  readonly baseUrl: string;
  readonly contact: string;
  readonly limits: LimitsTable;
}

/** The interface's version, not the program's: v1 only ever gains fields. */
export const OPENAPI_VERSION = '1.0.0';

type Json = Readonly<Record<string, unknown>>;

/** Large schemas that are named once and referred to. The order is from whole to part: a part never holds a whole. */
const NAMED: Readonly<Record<string, object>> = {
  Comparison,
  Countries,
  Health,
  Problem: ProblemDocument,
  Variant,
  Attribution,
  Result,
  Coupon: CouponOnWire,
};

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

const HEADERS = {
  'Access-Control-Allow-Origin': header('Any origin may read.', { type: 'string', const: '*' }, '*'),
  'X-Request-Id': header('Name of this request in our logs.', { type: 'string' }, 'k3f9a0-1'),
  'X-RateLimit-Limit': header('Size of the window with the fewest requests left.', { type: 'integer' }, 12),
  'X-RateLimit-Remaining': header('Requests left in that window.', { type: 'integer' }, 11),
  'X-RateLimit-Reset': header(
    'Unix seconds: a rolling window’s oldest unit expires, a day’s window ends.',
    { type: 'integer' },
    1_794_711_660,
  ),
  'RateLimit-Policy': header(
    'All windows that count this request: quota (q) and seconds (w). Structured fields of the IETF draft.',
    { type: 'string' },
    '"comparison.minute";q=12;w=60, "comparison.day";q=120;w=86400',
  ),
  RateLimit: header(
    'The same windows: how many are left (r), and seconds until they reset (t).',
    { type: 'string' },
    '"comparison.minute";r=11;t=60, "comparison.day";r=119;t=43200',
  ),
  Allow: header('Methods that are offered.', { type: 'string' }, 'GET, HEAD, OPTIONS'),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }, 17),
  'Cache-Control': header(
    'Answers: private, for what is left of their time. Errors: no-store.',
    { type: 'string' },
    'private, max-age=900',
  ),
  ETag: header('Weak validator for If-None-Match.', { type: 'string' }, 'W/"hn2n0Yx1cWcW0hDq0k3zLg"'),
  Vary: header('The encodings differ, and on plans JSON and CSV.', { type: 'string' }, 'Accept-Encoding'),
} as const;

const headerRefs = (...names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export function openApiDocument({ serviceName, baseUrl, contact, limits }: OpenApiOptions): Json {
  const { policies } = limits;
  const limitsOf = (kind: 'comparison' | 'list', joint = 'and') =>
    `${policies[`${kind}.minute`].limit} a minute ${joint} ${policies[`${kind}.day`].limit} a UTC day for one network address`;
  const comparisonLimits = limitsOf('comparison');
  const listLimits = limitsOf('list');
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: `${serviceName} comparison API`,
      version: OPENAPI_VERSION,
      summary: 'Ranked travel eSIM plans for a trip.',
      description:
        'Read-only. No account and no key; shared, fair limits instead. Prices are USD estimates until checkout and carry their eligibility, conditions and age: keep them together. Show the attribution as linked text. Keep `/go/` links intact. Fields may be added to v1 at any time; none is removed or changes its meaning.',
      termsOfService: `${baseUrl}/terms`,
      contact: {
        name: serviceName,
        ...(contact.startsWith('mailto:')
          ? { email: contact.slice('mailto:'.length), url: `${baseUrl}/terms#contact` }
          : { url: contact }),
      },
      license: { name: 'Terms of use', url: `${baseUrl}/terms` },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { description: 'Guide, formulas and errors', url: `${baseUrl}/docs` },
    security: [],
    /** The limits in force, by the names of docs/limits.md. */
    'x-limits': Object.fromEntries(figuresOf(limits)),
    tags: [{ name: 'Comparison' }, { name: 'Lists' }],
    paths: {
      '/api/v1/plans': {
        get: {
          operationId: 'comparePlans',
          tags: ['Comparison'],
          summary: 'Rank plans for a trip',
          description: `Counted as a plan comparison: ${comparisonLimits}, shared with MCP and the page. Cached for 15 minutes; a cached answer counts too.`,
          parameters: [
            parameter('country', true, Country, 'TR'),
            parameter('days', true, Days, 7),
            parameter('need', true, NeedParam, 'normal'),
            parameter('include', false, Include, 'variants'),
            parameter('then', false, Then, 'KR:4,TW:3'),
            parameter('require', false, Require, 'hotspot,5g'),
            parameter('data_gb', false, DataGb, 20),
            parameter('max_usd', false, MaxUsd, 15),
            parameter('avoid_exits', false, AvoidExits, 'HK,CN'),
            parameter('limit', false, Limit, 5),
            parameter('format', false, FormatParam, 'json'),
          ],
          responses: {
            ...ANY_REQUEST,
            200: withCsv(
              ok('Ranked Recommended, Cheapest and Fastest lists', 'Comparison', EXAMPLES.comparison),
            ),
            422: problem('The query is not valid; every fault is listed', EXAMPLES.invalidQuery),
            429: refused(`More than ${limitsOf('comparison', 'or')}, or a shared budget is spent`),
            503: UNAVAILABLE,
          },
        },
      },
      '/api/v1/countries': {
        get: {
          operationId: 'listCountries',
          tags: ['Lists'],
          summary: 'Destinations that have plans',
          description: `Counted as a list: ${listLimits}. Cached for one hour.`,
          responses: {
            ...ANY_REQUEST,
            200: ok('Destinations, sorted by name', 'Countries', EXAMPLES.countries),
            429: refused(`More than ${limitsOf('list', 'or')}, or the shared budget is spent`),
            503: UNAVAILABLE,
          },
        },
      },
      '/api/v1/health': { get: health(listLimits, limitsOf('list', 'or'), 'getHealth') },
      '/health': { get: health(listLimits, limitsOf('list', 'or'), 'getHealthShort') },
    },
    components: { schemas: namedSchemas(), headers: HEADERS },
  };
}

function health(listLimits: string, either: string, operationId: string): Json {
  return {
    operationId,
    tags: ['Lists'],
    summary: 'Health snapshot',
    description: `At most five minutes old. Counted as a list: ${listLimits}.`,
    responses: {
      ...ANY_REQUEST,
      200: ok('The service answers', 'Health', EXAMPLES.health),
      429: refused(`More than ${either}, or a shared budget is spent`),
      503: {
        description: 'Failing: the same document; or, where nothing can be counted, a problem.',
        headers: headerRefs('X-Request-Id', 'Access-Control-Allow-Origin', 'Retry-After'),
        content: {
          'application/json': { schema: ref('Health') },
          'application/problem+json': { schema: ref('Problem'), example: EXAMPLES.unavailable },
        },
      },
    },
  };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const parameter = (name: string, required: boolean, schema: object, example: unknown): Json => ({
  name,
  in: 'query',
  required,
  description: (schema as { description?: string }).description,
  schema,
  example,
});

const COUNTED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
const CACHED = ['Cache-Control', 'ETag', 'Vary'] as const;

const ANSWER_HEADERS = headerRefs('Access-Control-Allow-Origin', 'X-Request-Id', ...COUNTED, ...CACHED);

const ok = (description: string, schema: string, example: unknown): Json => ({
  description,
  headers: ANSWER_HEADERS,
  content: { 'application/json': { schema: ref(schema), example } },
});

/** The same results as CSV, for `Accept: text/csv` or `format=csv`. */
const withCsv = (response: Json): Json => ({
  ...response,
  content: {
    ...(response['content'] as Json),
    'text/csv': {
      schema: {
        type: 'string',
        description: 'RFC 4180 with a header, one row for each result of each list.',
      },
      example: csvOf(EXAMPLES.comparison as unknown as Comparison),
    },
  },
});

const problem = (
  description: string,
  example: unknown,
  ...headers: readonly (keyof typeof HEADERS)[]
): Json => ({
  description,
  headers: headerRefs('Access-Control-Allow-Origin', 'X-Request-Id', 'Cache-Control', ...headers),
  content: { 'application/problem+json': { schema: ref('Problem'), example } },
});

const refused = (description: string): Json =>
  problem(description, EXAMPLES.rateLimited, 'Retry-After', ...COUNTED);

const UNAVAILABLE = problem('Protection or data failure', EXAMPLES.unavailable, 'Retry-After');

/** What any route may answer, whatever it is about. */
const ANY_REQUEST: Json = {
  304: {
    description: 'The copy that If-None-Match names is still good. Counts like a 200.',
    headers: ANSWER_HEADERS,
  },
  400: problem('The request names no host or several, or is not HTTP', EXAMPLES.badRequest),
  405: problem('Another method than GET, HEAD or OPTIONS', EXAMPLES.methodNotAllowed, 'Allow'),
  414: problem('The address is longer than 4,096 characters', EXAMPLES.uriTooLong),
  431: problem('More than 64 header fields, or 8 KiB of them', EXAMPLES.headersTooLarge),
};

/** Every named schema once; inside one, a part that has a name of its own becomes a reference. */
function namedSchemas(): Json {
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  const shorten = (value: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => shorten(item, false));
    if (value === null || typeof value !== 'object') return value;
    const name = names.get(value);
    if (name !== undefined && !isRoot) return ref(name);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner, false)]));
  };
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, shorten(schema, true)]));
}

/** An hour: the document changes with the program, and a wrong one is soon gone. */
const CACHING = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' } as const;
const TYPE = 'application/vnd.oai.openapi+json;version=3.1; charset=utf-8';

/** Enough for the document and its compressed copies. */
const MAX_BYTES = 4 * 1024 * 1024;

export function openApiRoute(document: object): Route {
  const cache = new ResponseCache({ maxBytes: MAX_BYTES, clock: Date.now });
  const entry = cache.put('openapi', JSON.stringify(document), NEVER_EXPIRES);
  return {
    path: '/openapi.json',
    method: 'GET',
    errorFormat: 'api',
    handle: (request) => sendEncoded(entry, request, CACHING, TYPE),
  };
}
