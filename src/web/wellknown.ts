/** Small texts for machines: robots.txt, security.txt, llms.txt and the sitemap. */
import { LOWEST_PRICE_DAYS } from '../catalogue/lowest-prices.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { shownTopics } from '../reference/guide.ts';
import { ALL_TEXTS } from '../texts/texts.ts';
import { hasContact, type WebContext } from './context.ts';
import type { DocPage } from './docs/pages.ts';
import { guidePath } from './guide.ts';
import { withLanguage } from './language.ts';
import { TEXT_PAGES } from './layout.ts';
import { placePath, regionPath, regionsWithPage } from './place-links.ts';
import { indexedSellers, sellerPath } from './sellers.ts';

/** Half a year. RFC 9116 recommends less than a year. */
const SECURITY_VALID_MS = 182 * DAY_MS;

/** Comparisons and outbound links are for people and their programs. A crawler would use up the budgets that all callers share. */
export const robotsTxt = ({ identity, root }: WebContext): string => `User-agent: *
Disallow: ${root}/compare
Disallow: ${root}/go/
Disallow: ${root}/api/
Sitemap: ${identity.baseUrl}/sitemap.xml
`;

export function securityTxt({ identity, contact }: WebContext, now: number): string {
  // Whole days, so that the text stays the same for a day.
  const expires = new Date(Math.floor(now / DAY_MS) * DAY_MS + SECURITY_VALID_MS).toISOString();
  return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: ${ALL_TEXTS.map(({ code }) => code).join(', ')}
Canonical: ${identity.baseUrl}/.well-known/security.txt
`;
}

/** Lists the pages of the documentation that are also served as Markdown. */
export function llmsTxt(context: WebContext, docs: readonly DocPage[]): string {
  const { identity, policies } = context;
  const { serviceName, baseUrl } = identity;
  const minute = policies['comparison.minute'].limit;
  const day = policies['comparison.day'].limit;
  const guides = docs
    .filter(({ markdown }) => markdown !== null)
    .map(({ path, title, description }) => `- [${title}](${baseUrl}${path}.md): ${description}\n`)
    .join('');
  return `# ${serviceName}

> Ranked, read-only comparison of travel eSIM plans for a trip: destination country, days and data need. No account, no key.

Rules for whoever uses the data:

- Show visible attribution as linked text: [Data by ${serviceName}](${baseUrl}).
- Prices are USD estimates until checkout. Keep each with its age, eligibility and coupon conditions; promise none.
- Keep links of the form /go/… intact.
- ${minute} comparisons a minute and ${day} a UTC day for one network address, over REST, MCP and pages together. After a 429 wait Retry-After seconds; do not retry in a loop.
- No bulk scraping, mirroring, enumeration or resale. More than light use needs the operator's consent${hasContact(context) ? `: write first to ${context.contact}` : ''}.

## Use

For programs that answer a person's question. Crawlers must not call \`/api/\`, as robots.txt says, because every request takes from budgets that all callers share.

- Compare as JSON, \`${baseUrl}/api/v1/plans?country=TR&days=7&need=normal\`: country is ISO-2 in capitals, days 1 to 90, need light, normal, heavy or unlimited
- Destinations, \`${baseUrl}/api/v1/countries\`: codes that have plans
- MCP server (Streamable HTTP, POST only): ${baseUrl}/mcp with the tools search_esim_plans and list_destinations

## Documentation

${guides}- [OpenAPI](${baseUrl}/openapi.json): The formal description for programs and code generators.
- [Change log](${baseUrl}/changelog): What changed.
- [All of it in one file](${baseUrl}/llms-full.txt): This page and every guide.
- [Terms](${baseUrl}/terms): Permitted and forbidden use, who runs it, how to report a wrong price.
- [Destinations](${baseUrl}/esim): A page for each, such as [Türkiye](${baseUrl}/esim/TR), with the lowest price of each need for ${LOWEST_PRICE_DAYS} days. It is not a ranking.
`;
}

/** The canonical addresses of all pages, each with its languages. */
export function sitemap(
  { identity, catalogue, queries, clock }: WebContext,
  docs: readonly DocPage[],
): string {
  const current = catalogue();
  const places =
    current === null
      ? []
      : [
          ...regionsWithPage(current).map(regionPath),
          ...current.destinations.map(({ code }) => placePath(code)),
          '/providers',
          ...indexedSellers(current).map(({ id }) => sellerPath(id)),
        ];
  const { phones, activities, guide } = queries.reference();
  const texts = TEXT_PAGES.filter((name) => name !== 'phone' || phones !== null);
  const short = [...texts, ...(activities === null ? [] : ['data'])].map((name) => `/${name}`);
  const topics = shownTopics(guide, clock()).map(({ id }) => guidePath(id));
  const help = topics.length === 0 ? [] : ['/guide', ...topics];
  const at = (path: string) => `${identity.baseUrl}${path}`.replaceAll('&', '&amp;');
  const alternate = (lang: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${at(path)}"/>`;
  const entry = (path: string) =>
    `<url><loc>${at(path)}</loc>${alternate('x-default', path)}${ALL_TEXTS.map(({ code }) => alternate(code, withLanguage(path, code))).join('')}</url>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${['/', '/esim', ...places, ...short, ...help, ...docs.map(({ path }) => path)].map(entry).join('\n')}
</urlset>
`;
}
