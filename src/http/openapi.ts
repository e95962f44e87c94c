/** The OpenAPI 3.1 document, made from the schemas that validate and type the responses. */
import { NEVER_EXPIRES, ResponseCache } from '../answers/cache.ts';
import { ID_PATTERN } from '../domain/id.ts';
import { PLACE_TEXT_MAX } from '../domain/places/meaning.ts';
import { figuresOf, type LimitsTable } from '../limits/policies.ts';
import { csvOf } from '../wire/csv.ts';
import { createExamples, EXAMPLE_IDENTITY } from '../wire/examples.ts';
import {
  Attribution,
  Comparison,
  ItineraryOnWire,
  Leg,
  Notice,
  Split,
  Stop,
  Variant,
} from '../wire/schemas/comparison.ts';
import { GoodToKnow, PhoneOnWire, PhoneParam } from '../wire/schemas/facts.ts';
import { HEADERS } from '../wire/schemas/headers.ts';
import { Countries, Health, Phones } from '../wire/schemas/lists.ts';
import { ProblemDocument, type QueryFault } from '../wire/schemas/problem.ts';
import { PlansQuery } from '../wire/schemas/query.ts';
import { CouponOnWire, DrawbackOnWire, ReasonOnWire, Result } from '../wire/schemas/result.ts';
import { TOO_LONG, TOO_MANY_HEADERS, TWO_HOSTS } from './listener.ts';
import { blockedProblem, type Problem, refusedProblem, renderProblem, unavailable } from './problems.ts';
import { readTripQuery } from './query.ts';
import { NOT_FOUND, type Route } from './router.ts';
import { readPlaceQuery } from './search-query.ts';
import { sendEncoded } from './send.ts';

export interface OpenApiOptions {
  readonly serviceName: string;
  readonly baseUrl: string;
  readonly contact: string;
  readonly limits: LimitsTable;
}

/** The version of the interface, not of the program. In v1, fields are only added. */
export const OPENAPI_VERSION = '1.0.0';

type Json = Readonly<Record<string, unknown>>;

/** Schemas with a name of their own. */
const NAMED: Readonly<Record<string, { readonly properties: object }>> = {
  Comparison,
  Countries,
  Phones,
  Health,
  Problem: ProblemDocument,
  Attribution,
  Result,
  Coupon: CouponOnWire,
  Drawback: DrawbackOnWire,
  Reason: ReasonOnWire,
  Notice,
  Variant,
  Itinerary: ItineraryOnWire,
  Split,
  Leg,
  Stop,
  Phone: PhoneOnWire,
  GoodToKnow,
};

type HeaderName = keyof typeof HEADERS;

const COUNTED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
const API = ['Access-Control-Allow-Origin', 'X-Request-Id'] as const;
const RESPONSE = [...API, ...COUNTED, 'Cache-Control', 'ETag', 'Vary'] as const;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const headerRefs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const response = (description: string, headers: readonly HeaderName[], content?: Json): Json => ({
  description,
  headers: headerRefs(headers),
  ...(content && { content }),
});
const json = (schema: string, example: object): Json => ({
  'application/json': { schema: ref(schema), example },
});
const problemJson = (problem: Problem): Json => {
  const { body } = renderProblem(problem, EXAMPLE_IDENTITY.baseUrl);
  return { 'application/problem+json': { schema: ref('Problem'), example: JSON.parse(String(body)) } };
};
const problem = (description: string, example: Problem, ...headers: readonly HeaderName[]): Json =>
  response(description, [...API, 'Cache-Control', ...headers], problemJson(example));

const INVALID_QUERY = 'country=tr&days=0&need=normal';
function invalidQuery(): Problem {
  const parsed = readTripQuery(INVALID_QUERY);
  return invalid(parsed.ok ? [] : parsed.faults);
}

const invalidPlaceQuery = (): Problem => invalid(readPlaceQuery('query=').faults);

const invalid = (errors: QueryFault[]): Problem => ({
  code: 'invalid_query',
  detail: errors.map(({ message }) => message).join(' '),
  errors,
});

const refused = (description: string, kind: 'comparison' | 'list', limit: number): Json => {
  const retryAfterSeconds = 17;
  const now = 1_794_711_643_000;
  const window = {
    name: `${kind}.minute` as const,
    limit,
    remaining: 0,
    resetAt: now + retryAfterSeconds * 1000,
  };
  const decision = { admitted: false, window, windows: [window], now, retryAfterSeconds } as const;
  const example = refusedProblem(decision, 'https://esim.example/contact', { key: '' });
  return problem(description, example, 'Retry-After', ...COUNTED);
};

/** The responses that every route of the API can give. */
const ANY_REQUEST: Json = {
  304: response('The copy that If-None-Match names is still valid. Counts like a 200.', RESPONSE),
  400: problem('The request names no host or several, or is not HTTP', TWO_HOSTS),
  403: problem(
    'The operator blocked the network of the caller',
    blockedProblem('https://esim.example/contact'),
  ),
  405: problem(
    'Another method than GET, HEAD or OPTIONS',
    { code: 'method_not_allowed', detail: 'Use GET, HEAD, OPTIONS.' },
    'Allow',
  ),
  414: problem('The address is too long', TOO_LONG),
  431: problem('Too many header fields, or more than 8 KiB of them', TOO_MANY_HEADERS),
};
const UNAVAILABLE = problem(
  'Requests cannot be counted, or there is no catalogue',
  unavailable('data'),
  'Retry-After',
);

export function openApiDocument({ serviceName, baseUrl, contact, limits }: OpenApiOptions): Json {
  const examples = createExamples();
  const limitOf = (kind: 'comparison' | 'list', per: 'minute' | 'day') =>
    limits.policies[`${kind}.${per}`].limit;
  const figures = (kind: 'comparison' | 'list', joint: 'and' | 'or') =>
    `${limitOf(kind, 'minute')} a minute ${joint} ${limitOf(kind, 'day')} a UTC day for one network address`;
  const tooMany = (kind: 'comparison' | 'list') =>
    refused(`More than ${figures(kind, 'or')}, or a shared budget is spent`, kind, limitOf(kind, 'minute'));
  const health = (operationId: string): Json => ({
    operationId,
    tags: ['Lists'],
    summary: 'Health of the service',
    description: `At most five minutes old. Counted as a list: ${figures('list', 'and')}.`,
    responses: {
      ...ANY_REQUEST,
      200: response('The service answers', RESPONSE, json('Health', examples.health)),
      429: tooMany('list'),
      503: response(
        'Failing: the same document. If requests cannot be counted: a problem.',
        [...API, 'Cache-Control', 'Retry-After'],
        { ...json('Health', examples.failingHealth), ...problemJson(unavailable('protection')) },
      ),
    },
  });
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: `${serviceName} comparison API`,
      version: OPENAPI_VERSION,
      summary: 'Ranked travel eSIM plans for a trip.',
      description:
        'Read-only. No account and no key; shared, fair limits instead. Prices are USD with at most two decimals, are estimates until checkout and carry their eligibility, conditions and age: keep them together. Show the attribution as linked text. Keep `/go/` links intact. Fields may be added to v1 at any time; none is removed or changes its meaning. Lists of codes may grow: accept unknown codes.',
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
    tags: [
      { name: 'Comparison', description: 'Plans for a trip.' },
      { name: 'Lists', description: 'Destinations, phones and health.' },
      { name: 'Links', description: 'From a result to the provider’s page.' },
    ],
    paths: {
      '/api/v1/plans': {
        get: {
          operationId: 'comparePlans',
          tags: ['Comparison'],
          summary: 'Rank plans for a trip',
          description: `Counted as a plan comparison: ${figures('comparison', 'and')}, shared with MCP and the page. Cached for 15 minutes; a cached response counts too. Lists are separated by commas, and each parameter is given once. Unknown parameters are ignored, and the notice \`ignored_parameters\` names them.`,
          parameters: Object.entries(PlansQuery.properties).map(([name, schema]) =>
            queryParameter(name, schema, (PlansQuery.required as readonly string[]).includes(name)),
          ),
          responses: {
            ...ANY_REQUEST,
            200: response('Ranked Recommended, Cheapest and Fastest lists', RESPONSE, {
              ...json('Comparison', examples.comparison),
              'text/csv': {
                schema: { type: 'string', description: 'RFC 4180 with a header, one row for each result.' },
                example: csvOf(examples.comparison),
              },
            }),
            422: problem('The query is not valid; every fault is listed', invalidQuery()),
            429: tooMany('comparison'),
            503: UNAVAILABLE,
          },
        },
      },
      '/api/v1/countries': {
        get: {
          operationId: 'listCountries',
          tags: ['Lists'],
          summary: 'Destinations that have plans',
          description: `Counted as a list: ${figures('list', 'and')}. Cached for one hour.`,
          parameters: [
            {
              name: 'query',
              in: 'query',
              description:
                'Finds destinations by code, by name in any language, by city, island or group of countries ("Bali", "日本", "Rome Italy", "Europe"). Without it, all destinations are listed.',
              schema: { type: 'string', minLength: 1, maxLength: PLACE_TEXT_MAX },
              example: 'Bali',
            },
          ],
          responses: {
            ...ANY_REQUEST,
            200: response(
              'Destinations, sorted by name, or the ones that match the query, the best first',
              RESPONSE,
              json('Countries', examples.countries),
            ),
            422: problem('The query is empty, repeated, too long or malformed', invalidPlaceQuery()),
            429: tooMany('list'),
            503: UNAVAILABLE,
          },
        },
      },
      '/api/v1/phones': {
        get: {
          operationId: 'checkPhone',
          tags: ['Lists'],
          summary: 'Whether a phone supports eSIM',
          description: `Counted as a list: ${figures('list', 'and')}. The text is not stored. Brand, spaces and case do not matter, and one wrong letter in a word is corrected; digits and words such as Pro are not.`,
          parameters: [queryParameter('query', PhoneParam, true)],
          responses: {
            ...ANY_REQUEST,
            200: response('What is known about the phone', RESPONSE, json('Phones', examples.phones)),
            404: problem('This service does not check phones', NOT_FOUND),
            422: problem('The query is not valid', {
              code: 'invalid_query',
              detail: 'query is missing.',
              errors: [{ parameter: 'query', code: 'missing', message: 'query is missing.' }],
            }),
            429: tooMany('list'),
            503: UNAVAILABLE,
          },
        },
      },
      '/api/v1/health': { get: health('getHealth') },
      '/health': { get: health('getHealthShort') },
      '/go/{provider}/{plan}': { get: outboundLink() },
    },
    components: { schemas: namedSchemas(), headers: HEADERS },
  };
}

interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

function queryParameter(name: string, schema: ParameterSchema, required: boolean): Json {
  const { description, examples, ...rest } = schema;
  return {
    name,
    in: 'query',
    required,
    description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: rest,
    example: examples?.[0] ?? schema.enum?.[0],
  };
}

/** The errors of this route are pages, because people follow these links. */
function outboundLink(): Json {
  const segment = (name: string, example: string): Json => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${name}, as \`${name}.id\` of a result has it.`,
    schema: { type: 'string', pattern: ID_PATTERN.source },
    example,
  });
  const page = (description: string, ...headers: readonly HeaderName[]): Json =>
    response(description, ['X-Request-Id', 'Cache-Control', ...headers], {
      'text/html': { schema: { type: 'string', description: 'A page for people.' } },
    });
  return {
    operationId: 'openPlan',
    tags: ['Links'],
    summary: 'Go to the provider’s page of a plan',
    description:
      'The target of `url` of a result, for people. It takes no quota; only the burst limit applies. The target comes from the catalogue alone.',
    parameters: [segment('provider', 'nomadica'), segment('plan', 'tr-10gb-30d')],
    responses: {
      302: response('The provider’s page', ['X-Request-Id', 'Cache-Control', 'Location', 'X-Robots-Tag']),
      403: page('The operator blocked the network of the caller'),
      404: page('There never was such a plan', 'X-Robots-Tag'),
      410: page('The plan has left the catalogue', 'X-Robots-Tag'),
      429: page('Too many requests at once', 'Retry-After', ...COUNTED),
      503: page('There is no usable catalogue', 'Retry-After'),
      default: page('Any other error of the request or of the service'),
    },
  };
}

/** Returns every named schema. A named schema inside another one becomes a reference. */
function namedSchemas(): Json {
  // A schema is found by its `properties`, because TypeBox copies the schema of an optional field, but not this object.
  const names = new Map(Object.entries(NAMED).map(([name, { properties }]) => [properties, name]));
  const shorten = (value: unknown, isRoot = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => shorten(item));
    if (value === null || typeof value !== 'object') return value;
    const name = 'properties' in value ? names.get(value.properties as object) : undefined;
    if (name !== undefined && !isRoot) return ref(name);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
  };
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, shorten(schema, true)]));
}

/** One hour, because the document rarely changes. */
const CACHING = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' } as const;
/** JSON is always UTF-8, so that the type has no charset. The API catalogue states the same type. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';

/** Enough for the document and its compressed copies. */
const MAX_BYTES = 4 * 1024 * 1024;

export function openApiRoute(document: () => object): Route {
  const cache = new ResponseCache({ maxBytes: MAX_BYTES, clock: Date.now });
  const entry = () => cache.getOrPut('openapi', NEVER_EXPIRES, () => JSON.stringify(document()));
  return {
    path: '/openapi.json',
    method: 'GET',
    errorFormat: 'api',
    handle: (request) => sendEncoded(entry(), request, CACHING, OPENAPI_TYPE),
    prepare: () => [entry],
  };
}
