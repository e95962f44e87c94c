/**
 * The folder: the documentation pages, by path: guides from docs/*.md, the API reference, the errors. It imports
 * `domain/`, `wire/` and `http/`. Rendered when first asked for, which may be at any time.
 */
import { readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';
import { NEEDS } from '../../domain/trip.ts';
import { PROBLEMS } from '../../http/problems.ts';
import { LIMIT_NAMES, PROBLEM_CODES, QUERY_FAULTS } from '../../wire/schemas/problem.ts';
import type { WebContext } from '../context.ts';
import { formatFor } from '../format.ts';
import { type Html, html, joined, trusted } from '../html.ts';
import type { Language } from '../language.ts';
import { renderPage } from '../layout.ts';
import { limitsTable, withContents } from '../terms.ts';
import { en } from '../texts/en.ts';
import { type MarkdownOptions, renderMarkdown } from './markdown.ts';
import { type ApiDocument, apiReference } from './reference.ts';

type Link = Language['link'];

export interface DocPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: (link: Link) => Html;
}

/** Guides that are served, by page name, and what each is good for. */
const GUIDES = {
  api: {
    title: 'The JSON API',
    description: 'Requests, answers, errors, caching, and a reference of every field.',
  },
  mcp: { title: 'MCP', description: 'Set up an assistant, client by client; the two tools.' },
  'travel-esim-advice': {
    title: 'Advising a traveller',
    description: 'For assistants: what to ask, how to read and present plans, how to install an eSIM.',
  },
  ranking: { title: 'How we rank', description: 'The formulas of the three orders. No payment changes any.' },
  limits: { title: 'Limits', description: 'How many requests, what counts, and what to do after a 429.' },
  feeds: { title: 'Feeds', description: 'For operators: where plans and prices come from.' },
  sample: { title: 'The sample market', description: 'The invented market that a fresh installation shows.' },
} as const;
type GuideName = keyof typeof GUIDES;
const NAMES = Object.keys(GUIDES) as GuideName[];

const fileOf = (name: GuideName): string => (name === 'sample' ? 'sample-market' : name);
const source = (name: GuideName): string =>
  readFileSync(new URL(`../../../docs/${fileOf(name)}.md`, import.meta.url), 'utf8');

export function docPages(context: WebContext, openApi: () => object): DocPage[] {
  const { identity, policies } = context;
  const options = (link: Link): MarkdownOptions => ({
    baseUrl: identity.baseUrl,
    link,
    pageOf: (file) => {
      const name = NAMES.find((known) => fileOf(known) === file);
      return name === undefined ? null : { path: `/docs/${name}`, title: GUIDES[name].title };
    },
  });
  const guideBody = (name: GuideName, link: Link): Html => {
    const guide = trusted(renderMarkdown(source(name), options(link)).body);
    if (name === 'api')
      return html`${guide}${tryIt(context)}${apiReference(openApi() as ApiDocument, context.root)}`;
    if (name === 'limits')
      return html`${guide}<h2 id="in-force">Limits in force here</h2>\n${limitsTable(policies, formatFor(en))}`;
    return guide;
  };
  const pages: DocPage[] = [
    ...NAMES.map((name) => ({
      path: `/docs/${name}`,
      ...GUIDES[name],
      body: (link: Link) => guideBody(name, link),
    })),
    {
      path: '/docs/errors',
      title: 'Errors',
      description: 'Every error code, what it means and what to do.',
      body: (link) => errorsPage(source('api'), options(link)),
    },
  ];
  const index: DocPage = {
    path: '/docs',
    title: 'Documentation',
    description: 'API, MCP, ranking, limits and errors.',
    body: (link) => indexBody(pages, link, context.root),
  };
  return [index, ...pages];
}

/** Documentation is written in English; in another language the page says so and marks the text as English. */
export function docPage(context: WebContext, page: DocPage, language: Language): string {
  const { texts, link } = language;
  const { path, title, description } = page;
  const foreign = texts.docsInEnglish !== '';
  const main = html`${foreign && html`<p class="banner" role="note">${texts.docsInEnglish}</p>`}
${path.startsWith('/docs/') && html`<p class="crumb"><a href="${link('/docs')}">${texts.nav.docs}</a></p>`}
<article class="doc"${foreign && html` lang="en"`}>
${withContents(page.body(link), en.contents)}
</article>`;
  return renderPage(context, { language, title, description, self: path, main, kind: 'text' });
}

/** Works as a plain form, which shows the JSON; the script shows it in the page. */
const tryIt = ({ root }: WebContext): Html =>
  html`<h2 id="try-it">Try it</h2>
<form class="try-api" action="${root}/api/v1/plans" method="get" aria-label="Try the API">
<p><label for="try-country">country</label> <input id="try-country" name="country" type="text" value="TR" maxlength="2" size="4" required></p>
<p><label for="try-days">days</label> <input id="try-days" name="days" type="number" min="1" max="90" value="7" required></p>
<p><label for="try-need">need</label> <select id="try-need" name="need">${NEEDS.map((need) => html`<option${need === 'normal' && html` selected`}>${need}</option>`)}</select></p>
<p><label><input type="checkbox" name="include" value="variants"> include=variants</label></p>
<button class="go" type="submit">Send the request</button>
</form>
<p>It counts as one of your comparisons, as any other request does.</p>
<pre class="tried" tabindex="0" hidden><code></code></pre>
`;

const indexBody = (pages: readonly DocPage[], link: Link, root: string): Html =>
  html`<h1>Documentation</h1>
<ul class="index">
${pages.map(({ path, title, description }) => html`<li><a href="${link(path)}"><b>${title}</b></a><p>${description}</p></li>\n`)}<li><a href="${root}/openapi.json"><b>openapi.json</b></a><p>The API’s formal description, OpenAPI 3.1.</p></li>
<li><a href="${root}/llms.txt"><b>llms.txt</b></a><p>This service in one page for language models.</p></li>
<li><a href="${link('/terms')}"><b>Terms of use</b></a><p>What is permitted, what you must show, who runs it.</p></li>
</ul>`;

/** What the guide says about each code, as Markdown; read from its table, so that it is written in one place. */
function errorTexts(apiGuide: string): ReadonlyMap<string, string> {
  const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
  const rows = lexer(apiGuide)
    .filter(isTable)
    .flatMap(({ rows }) => rows);
  return new Map(
    rows.flatMap((cells): [string, string][] => {
      const code = cells[0]?.text.replaceAll('`', '') ?? '';
      const text = cells[2]?.text ?? '';
      return (PROBLEM_CODES as readonly string[]).includes(code) ? [[code, text]] : [];
    }),
  );
}

/** The page that every problem's `type` points at: one anchor for each code. */
function errorsPage(apiGuide: string, options: MarkdownOptions): Html {
  const texts = errorTexts(apiGuide);
  return html`<h1>Errors</h1>
<p>Every error of the API is <code>application/problem+json</code>. Its <code>type</code> points at one of the headings below, and its <code>code</code> is one of these for ever: the list may grow, nothing in it changes its meaning. No error is ever cached.</p>
${PROBLEM_CODES.map(
  (code) => html`<section class="error">
<h2 id="${code}"><code>${code}</code> <small>${PROBLEMS[code].status}</small></h2>
<p><b>${PROBLEMS[code].title}.</b></p>
${trusted(renderMarkdown(texts.get(code) ?? '', options).body)}
${code === 'invalid_query' && html`<p>Each fault’s <code>code</code>: ${codes(QUERY_FAULTS)}.</p>`}
${code === 'rate_limited' && html`<p>The member <code>limit</code> names which: ${codes(LIMIT_NAMES)}. The headers <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> describe it. See <a href="${options.link('/docs/limits')}">limits</a>.</p>`}
</section>
`,
)}`;
}

const codes = (list: readonly string[]): Html =>
  joined(
    list.map((name) => html`<code>${name}</code>`),
    ', ',
  );
