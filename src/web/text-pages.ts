/** The terms and the other pages of plain text. Each language has them as Markdown files in `texts/`. */
import { readFileSync } from 'node:fs';
import type { Policies } from '../limits/policies.ts';
import { attributionOf } from '../wire/attribution.ts';
import { hasContact, type WebContext } from './context.ts';
import { renderMarkdown } from './docs/markdown.ts';
import type { Format } from './format.ts';
import { type Html, html, trusted } from './html.ts';
import type { Language } from './language.ts';
import { renderPage, type TEXT_PAGES, whoRuns } from './layout.ts';
import type { Texts } from './texts/index.ts';

type TextPage = (typeof TEXT_PAGES)[number];

export function textPage(context: WebContext, name: TextPage, language: Language): string {
  const { texts } = language;
  const { title, description } = texts.pages[name];
  const isTerms = name === 'terms';
  const doc = html`<h1>${title}</h1>\n${textBody(context, name, language)}`;
  const main = html`${isTerms && texts.termsTranslation !== '' && html`<p class="banner" role="note">${texts.termsTranslation}</p>`}
<article class="doc">
${isTerms ? withContents(doc, texts.contents) : doc}
</article>`;
  return renderPage(context, { language, title, description, self: `/${name}`, main, kind: 'text' });
}

/** The text of a page below its title. */
export function textBody(context: WebContext, name: TextPage, { texts, format, link }: Language): Html {
  const { serviceName, baseUrl } = context.identity;
  const source = readFileSync(new URL(`./texts/${texts.code}/${name}.md`, import.meta.url), 'utf8');
  const body = renderMarkdown(source.replace('{limits}', limitsTable(context.policies, format)), {
    baseUrl,
    link,
    pageOf: () => null,
  });
  const values: Readonly<Record<string, Html | string>> = {
    service: serviceName,
    attribution: attributionOf(serviceName, baseUrl).html,
    operator: whoRuns(context, texts),
    address: address(context, texts),
    contact: contact(context, texts),
  };
  // The values are filled in after rendering, so that none of them is read as Markdown.
  return trusted(body.replaceAll(/\{([a-z]+)\}/g, (mark, key: string) => html`${values[key] ?? mark}`.text));
}

/** The contact of the operator, or a sentence that there is none. */
const address = (context: WebContext, { contact: labels }: Texts): Html =>
  hasContact(context)
    ? html`${labels.write} <a href="${context.contact}">${context.contact.replace(/^mailto:/, '')}</a>.`
    : html`${labels.none}`;

/** The same, with advice if there is no contact. */
const contact = (context: WebContext, texts: Texts): Html =>
  html`${address(context, texts)}${!hasContact(context) && ` ${texts.contact.noneVisitor} ${texts.contact.noneOperator}`}`;

/** The limits in force as a Markdown table, from the data that enforces them. */
export function limitsTable(policies: Policies, { texts: { limits: labels }, number }: Format): string {
  const rows = Object.values(policies).map(
    ({ name, scope, window, limit }) =>
      `| \`${name}\` | ${labels.means[name]} | ${labels[scope]} | ${labels[window](number(limit))} |\n`,
  );
  return `| ${labels.heads.join(' | ')} |\n|${'---|'.repeat(labels.heads.length)}\n${rows.join('')}`;
}

/** A page with fewer sections than this has no list of them. */
const CONTENTS_FROM = 4;

/** Adds a list of the sections after the title. */
export function withContents(body: Html, label: string): Html {
  const sections = [...body.text.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)];
  if (sections.length < CONTENTS_FROM) return body;
  // The headings were escaped when the page was rendered.
  const entries = sections.map(([, id = '', inner = '']) =>
    trusted(`<li><a href="#${id}">${inner.replace(/<[^>]*>/g, '')}</a></li>\n`),
  );
  const list = html`<nav class="contents" aria-label="${label}">\n<ul>\n${entries}</ul>\n</nav>\n`;
  return trusted(body.text.replace('</h1>', () => `</h1>\n${list.text}`));
}
