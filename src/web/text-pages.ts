/** The terms and the other pages of plain text. Each language has them as Markdown files in `texts/`. */
import { readFileSync } from 'node:fs';
import type { Texts } from '../texts/texts.ts';
import { attributionOf } from '../wire/attribution.ts';
import { hasContact, type WebContext } from './context.ts';
import { renderMarkdown, withContents } from './docs/markdown.ts';
import { type Html, html, trusted } from './html.ts';
import type { Language } from './language.ts';
import { renderPage, type TEXT_PAGES, whoRuns } from './layout.ts';

type TextPage = (typeof TEXT_PAGES)[number];

/** The page about phones has a form too, so `phone.ts` makes it. */
export function textPage(context: WebContext, name: Exclude<TextPage, 'phone'>, language: Language): string {
  const { texts } = language;
  const title = texts.pages[name];
  // Each of these texts begins with a sentence about itself.
  const [description = ''] = sourceOf(name, texts).split('\n', 1);
  const isTerms = name === 'terms';
  const doc = html`<h1>${title}</h1>\n${textBody(context, name, language)}`;
  const main = html`${isTerms && texts.termsTranslation !== '' && html`<p class="banner" role="note">${texts.termsTranslation}</p>`}
<article class="doc">
${isTerms ? withContents(doc, texts.contents) : doc}
</article>`;
  return renderPage(context, { language, title, description, self: `/${name}`, main, kind: 'text' });
}

const sourceOf = (name: TextPage, { code }: Texts): string =>
  readFileSync(new URL(`../texts/${code}/${name}.md`, import.meta.url), 'utf8');

/** The text of a page below its title. */
export function textBody(context: WebContext, name: TextPage, { texts, format, link }: Language): Html {
  const { serviceName, baseUrl } = context.identity;
  // The texts link to no other Markdown file.
  const body = renderMarkdown(sourceOf(name, texts), { baseUrl, link, pageOf: () => null });
  const values: Readonly<Record<string, Html | string>> = {
    service: serviceName,
    attribution: attributionOf(serviceName, baseUrl).html,
    operator: [whoRuns(context, texts), ...(name === 'terms' ? notSaid(context, texts) : [])]
      .join(' ')
      .trim(),
    contact: contact(context, texts),
    report: report(context, texts),
    minute: format.number(context.policies['comparison.minute'].limit),
    day: format.number(context.policies['comparison.day'].limit),
  };
  // The values are filled in after rendering, so that none of them is read as Markdown.
  return trusted(body.replaceAll(/\{([a-z]+)\}/g, (mark, key: string) => html`${values[key] ?? mark}`.text));
}

/** What the operator did not say. */
const notSaid = ({ operator, funding }: WebContext, { honesty }: Texts): string[] => [
  ...(operator === null ? [honesty.runByUnsaid] : []),
  ...(funding === null ? [honesty.fundingUnsaid] : []),
];

/** The contact of the operator, or what to do without one. */
const contact = (context: WebContext, { contact: labels }: Texts): Html =>
  hasContact(context)
    ? html`${labels.write} <a href="${context.contact}">${context.contact.replace(/^mailto:/, '')}</a>.`
    : html`${labels.none} ${labels.noneVisitor}`;

/** How to report a wrong price. Without a contact nobody can be told, so nothing asks for details. */
const report = (context: WebContext, texts: Texts): Html =>
  hasContact(context)
    ? html`${texts.contact.how} ${contact(context, texts)} ${texts.contact.until}`
    : contact(context, texts);
