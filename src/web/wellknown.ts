/** Small texts for machines: robots.txt, security.txt, llms.txt. */
import type { WebContext } from './context.ts';
import { LANGUAGES } from './texts/index.ts';

/** Half a year: well within the year that RFC 9116 asks for, and it moves on by itself. */
const SECURITY_VALID_MS = 182 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Comparisons and links out are for people and their programs, not for crawlers that would spend everybody's budget. */
export const robotsTxt = ({ identity, root }: WebContext): string => `User-agent: *
Disallow: ${root}/compare
Disallow: ${root}/go/
Disallow: ${root}/api/
Disallow: ${root}/mcp
Sitemap: ${identity.baseUrl}/sitemap.xml
`;

export function securityTxt({ identity, contact }: WebContext, now: number): string {
  // Whole days, so that the text stays the same for a day.
  const expires = new Date(Math.floor(now / DAY_MS) * DAY_MS + SECURITY_VALID_MS).toISOString();
  return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: ${LANGUAGES.map(({ code }) => code).join(', ')}
Canonical: ${identity.baseUrl}/.well-known/security.txt
`;
}

export function llmsTxt({ identity, policies, contact }: WebContext): string {
  const { serviceName, baseUrl } = identity;
  const minute = policies['comparison.minute'].limit;
  const day = policies['comparison.day'].limit;
  return `# ${serviceName}

> Ranked, read-only comparison of travel eSIM plans for a trip: destination country, days and data need. No account, no key.

Rules for whoever uses the data:

- Show visible attribution as linked text: [Data by ${serviceName}](${baseUrl}).
- Prices are USD estimates until checkout. Keep each with its age, eligibility and coupon conditions; promise none.
- Keep links of the form /go/… intact.
- ${minute} comparisons a minute and ${day} a UTC day for one network address, over REST, MCP and pages together. After a 429 wait Retry-After seconds; do not retry in a loop.
- No bulk scraping, mirroring, enumeration or resale. More than light use: write first, ${contact}

## Use

For programs that answer a person's question. Crawlers stay away from these addresses, as robots.txt says, because every request takes from budgets that all callers share.

- Compare as JSON, \`${baseUrl}/api/v1/plans?country=TR&days=7&need=normal\`: country is ISO-2 in capitals, days 1 to 90, need light, normal, heavy or unlimited
- Destinations, \`${baseUrl}/api/v1/countries\`: codes that have plans
- MCP server (Streamable HTTP, POST only): ${baseUrl}/mcp with the tools search_esim_plans and list_destinations

## Documentation

- [API](${baseUrl}/docs/api): parameters, fields, caching
- [OpenAPI](${baseUrl}/openapi.json): the formal description
- [MCP](${baseUrl}/docs/mcp): set-up for each client
- [Ranking](${baseUrl}/docs/ranking): formulas; no payment changes an order
- [Limits](${baseUrl}/docs/limits): what counts and for how long
- [Errors](${baseUrl}/docs/errors): every code
- [Terms](${baseUrl}/terms): permitted and forbidden use, who runs it, how to report a wrong price
- [Destinations](${baseUrl}/esim): a page for each, without prices
`;
}
