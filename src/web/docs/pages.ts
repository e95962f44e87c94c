/** This folder has the documentation pages: guides from docs/*.md, and the errors. Each is also Markdown. */
import { readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';
import { ENGLISH } from '../../texts/texts.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../wire/schemas/problem.ts';
import type { WebContext } from '../context.ts';
import { type Html, html, trusted } from '../html.ts';
import type { Language } from '../language.ts';
import { renderPage } from '../layout.ts';
import { EMBED_NOTE, embedForm } from './embed.ts';
import { type InstallLink, installLinks } from './install-links.ts';
import { type MarkdownOptions, publishMarkdown, renderMarkdown, withContents } from './markdown.ts';

interface PageTitle {
  readonly title: string;
  readonly description: string;
}

export interface DocPage extends PageTitle {
  readonly path: string;
  /** null: the page is only a list of the others. */
  readonly markdown: (() => string) | null;
  readonly body: (language: Language) => Html;
}

const ERRORS: PageTitle = {
  title: 'Errors',
  description: 'Every error code, what it means and what to do.',
};

/** Guides that are served, by page name. */
const GUIDES = {
  api: {
    title: 'The JSON API',
    description: 'Parameters, responses, errors, caching, and every field.',
  },
  mcp: { title: 'MCP', description: 'Set up an assistant, client by client; the two tools.' },
  'travel-esim-advice': {
    title: 'Advising a traveller',
    description: 'For assistants: what to ask, how to read and present plans, how to install an eSIM.',
  },
  ranking: { title: 'How we rank', description: 'The formulas of the three orders. No payment changes any.' },
  limits: { title: 'Limits', description: 'How many requests, what counts, and what to do after a 429.' },
  reference: {
    title: 'Facts for travellers',
    description:
      'Phones, notes about destinations, data of activities: where they come from and how they age.',
  },
  feeds: { title: 'Feeds', description: 'For operators: where plans and prices come from.' },
  sample: { title: 'The sample market', description: 'The invented market that a fresh installation shows.' },
} as const;
type GuideName = keyof typeof GUIDES;
const NAMES = Object.keys(GUIDES) as GuideName[];

const fileOf = (name: GuideName): string => (name === 'sample' ? 'sample-market' : name);
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const source = (name: GuideName): string => read(`docs/${fileOf(name)}.md`);

const pageOf: MarkdownOptions['pageOf'] = (file) => {
  const name = NAMES.find((known) => fileOf(known) === file);
  return name === undefined ? null : { path: `/docs/${name}`, title: GUIDES[name].title };
};

/** Where the guide of MCP has the links that add this server to an assistant. */
const INSTALL_COMMENT = '<!-- links that add the server -->';

const installMarkdown = (links: readonly InstallLink[]): string =>
  links.map(({ host, href }) => `- [Add to ${host}](${href})`).join('\n');

const installButtons = (links: readonly InstallLink[]): Html =>
  html`<p class="install">${links.map(({ host, href }) => html`<a class="out" href="${href}" rel="noreferrer">Add to ${host}</a>\n`)}</p>\n`;

export function docPages(context: WebContext): DocPage[] {
  const { baseUrl, serviceName } = context.identity;
  const links = installLinks({ mcpUrl: `${baseUrl}/mcp`, serviceName });
  const blocks = new Map([[INSTALL_COMMENT, installButtons(links)]]);
  const pictureOf = (file: string): string | null => {
    const path = context.assets.picture(/^pictures\/(.+)$/.exec(file)?.[1] ?? '');
    return path === null ? null : `${context.root}${path}`;
  };
  /** Rendering is slow, and the text is the same for all requests of a page in one language. */
  const rendered = new Map<string, Html>();
  const htmlOf = (path: string, markdown: string, { link }: Language): Html => {
    const key = link(path);
    const made =
      rendered.get(key) ?? trusted(renderMarkdown(markdown, { baseUrl, link, pageOf, pictureOf, blocks }));
    rendered.set(key, made);
    return made;
  };
  const page = (path: string, about: PageTitle, markdown: () => string): DocPage => ({
    path,
    ...about,
    markdown: () =>
      publishMarkdown(markdown().replace(INSTALL_COMMENT, installMarkdown(links)), {
        baseUrl,
        pageOf,
        pictureOf,
      }),
    body: (language) => htmlOf(path, markdown(), language),
  });
  const pages: DocPage[] = [
    ...NAMES.map((name) => page(`/docs/${name}`, GUIDES[name], () => markdownOf(name, context))),
    page('/docs/errors', ERRORS, errorsMarkdown),
  ];
  const index: DocPage = {
    path: '/docs',
    title: 'Documentation',
    description: 'API, MCP, ranking, limits and errors.',
    markdown: null,
    body: ({ link }) => indexBody(pages, link, context),
  };
  return [index, ...pages];
}

function markdownOf(guide: GuideName, { policies }: WebContext): string {
  if (guide !== 'limits') return source(guide);
  // The same data enforces the limits.
  const rows = Object.values(policies).map(
    ({ name, scope, window, limit }) =>
      `| \`${name}\` | ${scope === 'caller' ? 'one network address' : 'the whole service'} | ${limit.toLocaleString('en')} ${window === 'day' ? 'a UTC day' : 'in any 60 seconds'} |\n`,
  );
  return `${source(guide)}\n## Limits in force here\n\n| Limit | For | At most |\n|---|---|---|\n${rows.join('')}`;
}

/** Documentation is written in English; in another language the page says so and marks the text as English. */
export function docPage(context: WebContext, page: DocPage, language: Language): string {
  const { texts, link } = language;
  const { path, title, description, markdown } = page;
  const isForeign = texts.docsInEnglish !== '';
  const main = html`${isForeign && html`<p class="banner" role="note">${texts.docsInEnglish}</p>`}
${markdown !== null && html`<p class="crumb"><a href="${link('/docs')}">${texts.nav.docs}</a> · <a href="${context.root}${path}.md">Markdown</a></p>`}
<article class="doc"${isForeign && html` lang="en"`}>
${withContents(page.body(language), ENGLISH.contents)}
</article>`;
  return renderPage(context, { language, title, description, self: path, main, kind: 'text' });
}

/** The change log of the repository. */
export const changelog = ({ identity }: WebContext): string =>
  publishMarkdown(read('CHANGELOG.md'), { baseUrl: identity.baseUrl, pageOf });

const indexBody = (
  pages: readonly DocPage[],
  link: Language['link'],
  { root, identity }: Pick<WebContext, 'root' | 'identity'>,
): Html =>
  html`<h1>Documentation</h1>
<ul class="index">
${pages.map(({ path, title, description }) => html`<li><a href="${link(path)}"><b>${title}</b></a><p>${description}</p></li>\n`)}<li><a href="${root}/openapi.json"><b>openapi.json</b></a><p>The API’s formal description, OpenAPI 3.1.</p></li>
<li><a href="${root}/llms.txt"><b>llms.txt</b></a><p>This service in one page for language models. <a href="${root}/llms-full.txt">llms-full.txt</a> has the whole documentation.</p></li>
<li><a href="${root}/changelog"><b>Change log</b></a><p>What changed, for users, developers and operators.</p></li>
<li><a href="${link('/terms')}"><b>Terms of use</b></a><p>What is permitted, what you must show, who runs it.</p></li>
</ul>
<h2 id="embed">A form for your own page</h2>
<p>${EMBED_NOTE}</p>
<pre tabindex="0"><code>${embedForm(identity).text}</code></pre>
<h3>Preview</h3>
<div class="preview">
${embedForm(identity)}
</div>`;

/** The Markdown text of each error code, from the table of the guide. */
function errorTexts(apiGuide: string): ReadonlyMap<string, string> {
  const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
  const rows = lexer(apiGuide)
    .filter(isTable)
    .flatMap(({ rows }) => rows);
  return new Map(
    rows.flatMap((cells): [string, string][] => {
      const code = cells[0]?.text.replaceAll('`', '') ?? '';
      // The columns are the code, its status, and what to do.
      const text = cells[2]?.text ?? '';
      return (PROBLEM_CODES as readonly string[]).includes(code) ? [[code, text]] : [];
    }),
  );
}

/** The page to which the `type` of every problem links, with one heading for each code. */
function errorsMarkdown(): string {
  const texts = errorTexts(source('api'));
  const sections = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `## \`${code}\`\n\n${status}. **${title}.** ${texts.get(code) ?? ''}\n`;
  });
  return `# Errors

Every error of the API is \`application/problem+json\`. Its \`type\` points at one of the headings below. Its \`code\` keeps its
meaning. The list may grow within v1: accept codes that you do not know. No error is ever cached. The [guide of the API](api.md#errors)
lists the codes of faults and limits.

${sections.join('\n')}`;
}
