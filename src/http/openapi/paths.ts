/** The paths of the OpenAPI document. */
import { TTL_MS } from '../../answers/queries.ts';
import { ID_PATTERN } from '../../domain/id.ts';
import type { LimitsTable } from '../../limits/policies.ts';
import { csvOf } from '../../wire/csv.ts';
import { examples } from '../../wire/examples.ts';
import { schemaOf } from '../../wire/parameters/schemas.ts';
import {
  type Parameters,
  PHONE_SEARCH,
  PLACE_SEARCH,
  parametersOf,
  TRIP_PARAMETERS,
} from '../../wire/parameters/table.ts';
import { invalidQuery, type Problem, unavailable } from '../problems.ts';
import { readTripQuery } from '../query.ts';
import { NOT_FOUND } from '../router.ts';
import { readPhoneQuery, readPlaceQuery } from '../search-query.ts';
import {
  ANY_REQUEST,
  API,
  type HeaderName,
  json,
  problem,
  problemJson,
  RATE_LIMIT,
  RESPONSE,
  refused,
  response,
  UNAVAILABLE,
} from './responses.ts';
import type { Json } from './schemas.ts';

type Kind = 'comparison' | 'list';

/** The texts that state the limits in force. */
function limitTexts({ policies }: LimitsTable) {
  const perMinute = (kind: Kind) => policies[`${kind}.minute`].limit;
  const figuresWith = (joint: 'and' | 'or', kind: Kind) =>
    `${perMinute(kind)} a minute ${joint} ${policies[`${kind}.day`].limit} a UTC day for one network address`;
  return {
    figures: (kind: Kind) => figuresWith('and', kind),
    tooMany: (kind: Kind) =>
      refused(`More than ${figuresWith('or', kind)}, or a shared budget is spent`, kind, perMinute(kind)),
  };
}

type LimitTexts = ReturnType<typeof limitTexts>;
type Examples = ReturnType<typeof examples>;

export function pathsOf(limits: LimitsTable): Json {
  const texts = limitTexts(limits);
  const bodies = examples();
  return {
    '/api/v1/plans': { get: comparePlans(texts, bodies) },
    '/api/v1/countries': { get: listCountries(texts, bodies) },
    '/api/v1/phones': { get: checkPhone(texts, bodies) },
    '/api/v1/health': { get: getHealth('getHealth', texts, bodies) },
    '/health': { get: getHealth('getHealthShort', texts, bodies) },
    '/go/{provider}/{plan}': { get: openPlan() },
  };
}

const minutes = (ms: number): string => `${ms / 60_000} minutes`;

const comparePlans = ({ figures, tooMany }: LimitTexts, examples: Examples): Json => ({
  operationId: 'comparePlans',
  tags: ['Comparison'],
  summary: 'Rank plans for a trip',
  description: `Counted as a plan comparison: ${figures('comparison')}, shared with MCP and the page. Cached for ${minutes(TTL_MS.comparison)}; a cached response counts too. Each parameter is given once; lists are separated by commas and may be repeated. Unknown parameters are ignored, and the notice \`ignored_parameters\` names them.`,
  parameters: queryParameters(TRIP_PARAMETERS),
  responses: {
    ...ANY_REQUEST,
    200: response('Ranked Recommended, Cheapest and Fastest lists', RESPONSE, {
      ...json('Comparison', examples.comparison),
      'text/csv': {
        schema: { type: 'string', description: 'RFC 4180 with a header, one row for each result.' },
        example: csvOf(examples.comparison),
      },
    }),
    422: problem('The query is not valid; every fault is listed', invalidTrip()),
    429: tooMany('comparison'),
    503: UNAVAILABLE,
  },
});

function invalidTrip(): Problem {
  const parsed = readTripQuery('country=tr&days=0&need=normal');
  return invalidQuery(parsed.ok ? [] : parsed.faults);
}

const listCountries = ({ figures, tooMany }: LimitTexts, examples: Examples): Json => ({
  operationId: 'listCountries',
  tags: ['Lists'],
  summary: 'Destinations that have plans',
  description: `Counted as a list: ${figures('list')}. Cached for ${minutes(TTL_MS.countries)}.`,
  parameters: queryParameters(PLACE_SEARCH),
  responses: {
    ...ANY_REQUEST,
    200: response(
      'Destinations, sorted by name, or the ones that match the query, the best first',
      RESPONSE,
      json('Countries', examples.countries),
    ),
    422: problem(
      'The query is empty, repeated, too long or malformed',
      invalidQuery(readPlaceQuery('query=').faults),
    ),
    429: tooMany('list'),
    503: UNAVAILABLE,
  },
});

const checkPhone = ({ figures, tooMany }: LimitTexts, examples: Examples): Json => ({
  operationId: 'checkPhone',
  tags: ['Lists'],
  summary: 'Whether a phone supports eSIM',
  description: `Counted as a list: ${figures('list')}. The text is not stored. Brand, spaces and case do not matter, and one wrong letter in a word is corrected; digits and words such as Pro are not.`,
  parameters: queryParameters(PHONE_SEARCH),
  responses: {
    ...ANY_REQUEST,
    200: response('What is known about the phone', RESPONSE, json('Phones', examples.phones)),
    404: problem('This service does not check phones', NOT_FOUND),
    422: problem('The query is not valid', invalidQuery(readPhoneQuery('').faults)),
    429: tooMany('list'),
    503: UNAVAILABLE,
  },
});

const getHealth = (operationId: string, { figures, tooMany }: LimitTexts, examples: Examples): Json => ({
  operationId,
  tags: ['Lists'],
  summary: 'Health of the service',
  description: `At most ${minutes(TTL_MS.health)} old. Counted as a list: ${figures('list')}.`,
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

interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
}

const queryParameters = (parameters: Parameters): Json[] =>
  parametersOf(parameters, 'query').map(([name, parameter]) =>
    queryParameter(name, schemaOf(parameter, 'query'), parameter.isRequired === true),
  );

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
function openPlan(): Json {
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
      429: page('Too many requests at once', 'Retry-After', ...RATE_LIMIT),
      503: page('There is no usable catalogue', 'Retry-After'),
      default: page('Any other error of the request or of the service'),
    },
  };
}
