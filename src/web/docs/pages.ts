/** The documentation pages, by path: guides from docs/*.md, the API reference, the errors. Made when first asked for. */
import { existsSync, readFileSync } from 'node:fs';
import type { WebContext } from '../context.ts';
import { type Html, html, trusted } from '../html.ts';
import { limitsTable } from '../limitsTable.ts';
import { termsText } from '../terms.ts';
import { errorsPage } from './errors.ts';
import { renderMarkdown } from './markdown.ts';
import { type ApiDocument, apiReference } from './reference.ts';

export interface DocPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: () => Html;
}

/** Guides that are served: page name → file name and what it is good for. */
const GUIDES = {
  api: {
    file: 'api',
    title: 'The JSON API',
    description: 'Requests, answers, errors, caching, and a reference of every field.',
  },
  mcp: { file: 'mcp', title: 'MCP', description: 'Set up an assistant, client by client; the two tools.' },
  ranking: {
    file: 'ranking',
    title: 'How we rank',
    description: 'The formulas of the three orders. No payment changes any.',
  },
  limits: {
    file: 'limits',
    title: 'Limits',
    description: 'How many requests, what counts, and what to do after a 429.',
  },
  feeds: { file: 'feeds', title: 'Feeds', description: 'For operators: where plans and prices come from.' },
  sample: {
    file: 'sample-market',
    title: 'The sample market',
    description: 'The invented market that a fresh installation shows.',
  },
} as const;
type GuideName = keyof typeof GUIDES;
const NAMES = Object.keys(GUIDES) as GuideName[];

const fileUrl = (name: GuideName) => new URL(`../../../docs/${GUIDES[name].file}.md`, import.meta.url);
const source = (name: GuideName): string =>
  existsSync(fileUrl(name)) ? readFileSync(fileUrl(name), 'utf8') : `# ${GUIDES[name].title}\n`;

export function docPages(context: WebContext, openApi: () => object): DocPage[] {
  const { identity, policies } = context;
  const pageOf = (file: string) => {
    const name = NAMES.find((known) => GUIDES[known].file === file);
    return name === undefined ? null : { path: `/docs/${name}`, title: GUIDES[name].title };
  };
  const guideBody = (name: GuideName): Html => {
    const { body } = renderMarkdown(source(name), { baseUrl: identity.baseUrl, pageOf });
    const more =
      name === 'api'
        ? apiReference(openApi() as ApiDocument)
        : name === 'limits'
          ? limitsInForce(context)
          : null;
    return html`${trusted(body)}${more}`;
  };
  const pages: DocPage[] = [
    ...NAMES.map((name) => ({
      path: `/docs/${name}`,
      title: GUIDES[name].title,
      description: GUIDES[name].description,
      body: () => guideBody(name),
    })),
    {
      path: '/docs/errors',
      title: 'Errors',
      description: 'Every error code, what it means and what to do.',
      body: () => errorsPage(source('api')),
    },
  ];
  const index = {
    path: '/docs',
    title: 'Documentation',
    description: 'API, MCP, ranking, limits and errors.',
    body: () => indexBody(pages),
  };
  const terms = {
    path: '/terms',
    title: 'Terms of use',
    description: `Permitted and forbidden use, attribution, limits (${policies['comparison.minute'].limit} comparisons a minute), what is kept, contact.`,
    body: () => termsText(context),
  };
  return [index, ...pages, terms];
}

const limitsInForce = ({ policies }: WebContext): Html =>
  html`<h2 id="in-force">Limits in force here</h2>\n${limitsTable(policies)}`;

const indexBody = (pages: readonly DocPage[]): Html =>
  html`<h1>Documentation</h1>
<ul class="index">
${pages.map(({ path, title, description }) => html`<li><a href="${path}"><b>${title}</b></a><p>${description}</p></li>\n`)}<li><a href="/openapi.json"><b>openapi.json</b></a><p>The API’s formal description, OpenAPI 3.1.</p></li>
<li><a href="/llms.txt"><b>llms.txt</b></a><p>This service in one page for language models.</p></li>
<li><a href="/terms"><b>Terms of use</b></a><p>What is permitted, and what you must show.</p></li>
</ul>`;
