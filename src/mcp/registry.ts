/** `/server.json`: this server's entry for the MCP registry. */
import type { Identity } from '../wire/comparison.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The registry takes at most 100 characters for each. */
const TITLE_MAX_LENGTH = 100;
const DESCRIPTION =
  'Ranked travel eSIM plans for a trip: prices with conditions and freshness. Read-only, no account.';

export const serverEntry = ({ serviceName, baseUrl }: Identity, version: string) => ({
  $schema: SCHEMA,
  name: `${namespaceOf(baseUrl)}/esim`,
  title: `${serviceName} eSIM comparison`.slice(0, TITLE_MAX_LENGTH),
  description: DESCRIPTION,
  version,
  websiteUrl: baseUrl,
  ...iconsOf(baseUrl),
  remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
});

/** The registry takes icons of https addresses only. */
const iconsOf = (baseUrl: string) =>
  baseUrl.startsWith('https:')
    ? {
        icons: [
          { src: `${baseUrl}/icon.png`, mimeType: 'image/png', sizes: ['256x256'] },
          { src: `${baseUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
        ],
      }
    : {};

/** `https://esim.example` → `example.esim`. An address has no reverse, and the registry takes no colon. */
export function namespaceOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const name = isAddress ? hostname : hostname.split('.').filter(Boolean).reverse().join('.');
  return name.replace(/[^a-zA-Z0-9.-]+/g, '-').replace(/^-+|-+$/g, '');
}
