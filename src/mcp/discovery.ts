/**
 * Documents by which registries, assistants and programs find the server: the entry of the MCP registry (`/server.json`),
 * the server card (SEP-2127), the AI catalogue and the API catalogue (RFC 9727).
 */
import { NEVER_EXPIRES, ResponseCache } from '../answers/cache.ts';
import { OPENAPI_TYPE } from '../http/openapi/document.ts';
import type { Route } from '../http/router.ts';
import { sendEncoded } from '../http/send.ts';
import type { Identity } from '../wire/comparison.ts';
import { DESCRIPTION, iconsOf } from './introduction.ts';
import { PROTOCOL_VERSIONS } from './protocol/2026-07-28.ts';

const SCHEMAS = 'https://static.modelcontextprotocol.io/schemas';
const CARD_TYPE = 'application/mcp-server-card+json';
const AI_CATALOG_TYPE = 'application/ai-catalog+json';
const CARD_PATH = '/mcp/server-card';
const AI_CATALOG_PATH = '/.well-known/ai-catalog.json';
const API_CATALOG_PATH = '/.well-known/api-catalog';

/** Registry and card accept at most 100 characters. */
const TITLE_MAX_LENGTH = 100;

/** The members that the registry entry and the card share. */
const aboutOf = ({ serviceName, baseUrl }: Identity, version: string) => ({
  name: `${namespaceOf(baseUrl)}/esim`,
  title: serviceName.slice(0, TITLE_MAX_LENGTH),
  description: DESCRIPTION,
  version,
  websiteUrl: baseUrl,
  // The registry accepts only icons with an https address.
  ...(baseUrl.startsWith('https:') ? { icons: iconsOf(baseUrl) } : {}),
});

export const serverEntry = (identity: Identity, version: string) => ({
  $schema: `${SCHEMAS}/2025-12-11/server.schema.json`,
  ...aboutOf(identity, version),
  remotes: [{ type: 'streamable-http', url: `${identity.baseUrl}/mcp` }],
});

export const serverCard = (identity: Identity, version: string) => ({
  $schema: `${SCHEMAS}/v1/server-card.schema.json`,
  ...aboutOf(identity, version),
  remotes: [
    {
      type: 'streamable-http',
      url: `${identity.baseUrl}/mcp`,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    },
  ],
});

export const aiCatalog = ({ serviceName, baseUrl }: Identity) => ({
  specVersion: '1.0',
  host: {
    displayName: serviceName,
    documentationUrl: `${baseUrl}/docs`,
    logoUrl: `${baseUrl}/icon.png`,
  },
  entries: [
    {
      identifier: `urn:air:${new URL(baseUrl).hostname}:mcp:esim`,
      type: CARD_TYPE,
      url: `${baseUrl}${CARD_PATH}`,
      extensions: {
        'https://ai-catalog.org/extensions/policy-urls': {
          privacyPolicyUrl: `${baseUrl}/privacy`,
          termsOfServiceUrl: `${baseUrl}/terms`,
        },
      },
    },
  ],
});

export const apiCatalog = ({ baseUrl }: Identity) => ({
  linkset: [
    {
      anchor: `${baseUrl}/api/v1`,
      'service-desc': [{ href: `${baseUrl}/openapi.json`, type: OPENAPI_TYPE }],
      'service-doc': [{ href: `${baseUrl}/docs/api`, type: 'text/html' }],
      'service-meta': [{ href: `${baseUrl}${AI_CATALOG_PATH}`, type: AI_CATALOG_TYPE }],
      status: [{ href: `${baseUrl}/api/v1/health`, type: 'application/json' }],
    },
    {
      anchor: `${baseUrl}/mcp`,
      'service-desc': [{ href: `${baseUrl}${CARD_PATH}`, type: CARD_TYPE }],
      'service-doc': [{ href: `${baseUrl}/docs/mcp`, type: 'text/html' }],
    },
  ],
});

/** The documents change only with a release or a setting. An hour later, everybody has the new ones. */
const PUBLIC = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' } as const;

/** Each document is about a kilobyte. The cache keeps it with its compressed copies. */
const CACHE_MAX_BYTES = 1_000_000;

export function discoveryRoutes(identity: Identity, version: string): Route[] {
  const { baseUrl } = identity;
  const cache = new ResponseCache({ maxBytes: CACHE_MAX_BYTES, clock: Date.now });
  const document = (path: string, type: string, value: object, moreHeaders = {}): Route => {
    const entry = cache.put(path, `${JSON.stringify(value, null, 2)}\n`, NEVER_EXPIRES);
    const headers = { ...PUBLIC, ...moreHeaders };
    return {
      path,
      method: 'GET',
      errorFormat: 'api',
      handle: (request) => sendEncoded(entry, request, headers, type),
    };
  };
  return [
    document('/server.json', 'application/json', serverEntry(identity, version)),
    // Every route with `errorFormat: 'api'` allows all origins and exposes the ETag. SEP-2127 asks for two more headers.
    document(CARD_PATH, CARD_TYPE, serverCard(identity, version), {
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
    }),
    document(AI_CATALOG_PATH, AI_CATALOG_TYPE, aiCatalog(identity)),
    document(
      API_CATALOG_PATH,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      apiCatalog(identity),
      { Link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"` },
    ),
  ];
}

/** `https://esim.example` → `example.esim`. An IP address is not reversed. The registry accepts no colons and brackets. */
export function namespaceOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const name = isAddress ? hostname : hostname.split('.').filter(Boolean).reverse().join('.');
  return name.replace(/[^a-zA-Z0-9.-]+/g, '-').replace(/^-+|-+$/g, '');
}
