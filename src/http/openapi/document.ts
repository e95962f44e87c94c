/** The OpenAPI 3.1 document, made from the schemas that validate and type the responses, and its route. */
import { NEVER_EXPIRES, ResponseCache } from '../../answers/cache.ts';
import { figuresOf, type LimitsTable } from '../../limits/policies.ts';
import { HEADERS } from '../../wire/schemas/headers.ts';
import type { Route } from '../router.ts';
import { sendEncoded } from '../send.ts';
import { pathsOf } from './paths.ts';
import { type Json, namedSchemas } from './schemas.ts';

interface OpenApiOptions {
  readonly serviceName: string;
  readonly baseUrl: string;
  readonly contact: string;
  readonly limits: LimitsTable;
}

/** The version of the interface, not of the program. In v1, fields are only added. */
export const OPENAPI_VERSION = '1.0.0';

export function openApiDocument({ serviceName, baseUrl, contact, limits }: OpenApiOptions): Json {
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
    paths: pathsOf(limits),
    components: { schemas: namedSchemas(), headers: HEADERS },
  };
}

/** One hour, because the document rarely changes. */
const CACHING = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' } as const;
/** JSON is always UTF-8, so the type needs no charset. The API catalogue states the same type. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';

/** Enough for the document and its compressed copies. */
const MAX_BYTES = 4 * 1024 * 1024;

export function openApiRoute(document: () => object): Route {
  const cache = new ResponseCache({ maxBytes: MAX_BYTES, clock: Date.now });
  const cachedDocument = () => cache.getOrPut('openapi', NEVER_EXPIRES, () => JSON.stringify(document()));
  return {
    path: '/openapi.json',
    method: 'GET',
    errorFormat: 'api',
    handle: (request) => sendEncoded(cachedDocument(), request, CACHING, OPENAPI_TYPE),
    // The service runs and compresses it at start, so that the first request does not wait.
    prepare: () => [cachedDocument],
  };
}
