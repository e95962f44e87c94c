/** The terms (a test holds them against the rules that they have to state) and the short pages, in each language. */
import type { Policies } from '../limits/policies.ts';
import { attributionOf } from '../wire/attribution.ts';
import { hasContact, type WebContext } from './context.ts';
import type { Format } from './format.ts';
import { type Html, html, table, trusted } from './html.ts';
import type { Language } from './language.ts';
import { renderPage, type SHORT_PAGES } from './layout.ts';
import type { Texts } from './texts/index.ts';

type Link = Language['link'];

export function termsPage(context: WebContext, language: Language): string {
  const { texts, format } = language;
  const { title, description, translation } = texts.terms;
  const perMinute = format.number(context.policies['comparison.minute'].limit);
  const main = html`${translation !== '' && html`<p class="banner" role="note">${translation}</p>`}
<article class="doc">
${withContents(termsText(context, language), texts.contents)}
</article>`;
  return renderPage(context, {
    language,
    title,
    description: description(perMinute),
    self: '/terms',
    main,
    kind: 'text',
  });
}

function termsText(context: WebContext, { texts, link, format }: Language): Html {
  const { identity, policies } = context;
  const { serviceName, baseUrl } = identity;
  const { terms: said, honesty } = texts;
  const attribution = attributionOf(serviceName, baseUrl);
  const items = (all: readonly string[]) => all.map((text) => html`<li>${marked(text, link)}</li>\n`);
  return html`<h1>${said.title}</h1>
<p>${said.inShort}</p>

<h2 id="service">${said.service.heading}</h2>
<p>${marked(said.service.text(serviceName, baseUrl), link)}</p>
<ul>
${items(said.service.items)}</ul>

<h2 id="operator">${said.operator.heading}</h2>
<p>${whoRuns(context, texts)}</p>
<ul>
${items([honesty.links, ...said.operator.items])}</ul>

<h2 id="permitted">${said.permitted.heading}</h2>
<ul>
${items(said.permitted.items)}</ul>

<h2 id="forbidden">${said.forbidden.heading}</h2>
<ul>
${items(said.forbidden.items)}</ul>
<p>${said.forbidden.text}</p>

<h2 id="duties">${said.duties.heading}</h2>
<ul>
<li>${said.duties.attribution} <a href="${attribution.url}">${attribution.text}</a>. ${said.duties.copy}
<pre tabindex="0"><code>${attribution.html}</code></pre></li>
${items(said.duties.items)}</ul>

<h2 id="limits">${said.limits.heading}</h2>
<p>${said.limits.text}</p>
${limitsTable(policies, format)}

<h2 id="privacy">${said.privacy.heading}</h2>
<p>${marked(said.privacy.text, link)}</p>

<h2 id="wrong-price">${said.wrongPrice.heading}</h2>
<p>${said.wrongPrice.text} ${hasContact(context) ? html`${said.wrongPrice.send} ${contactLink(context)}.` : marked(said.wrongPrice.none, link)} ${said.wrongPrice.until}</p>

<h2 id="sources">${said.sources.heading}</h2>
<p>${said.sources.text}</p>
<ul>
${items(said.sources.items)}</ul>

<h2 id="contact">${texts.contact.heading}</h2>
<p>${said.contact} ${reach(context, texts)}</p>`;
}

/** `…` is code, [label](address) a link; the rest is text. */
function marked(text: string, link: Link): Html {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return html`${parts.map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    const [, label, address = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    return label === undefined
      ? part
      : html`<a href="${address.startsWith('/') ? link(address) : address}">${label}</a>`;
  })}`;
}

/** Who runs the service and what pays for it. */
export const whoRuns = ({ operator, funding }: WebContext, { honesty }: Texts): string =>
  `${operator === null ? honesty.runByUnsaid : honesty.runBy(operator)} ${funding === null ? honesty.fundingUnsaid : honesty.funding(funding)}`;

const contactLink = ({ contact }: WebContext): Html =>
  html`<a href="${contact}">${contact.replace(/^mailto:/, '')}</a>`;

/** Where to write, or what to do where the operator has named no address. */
const reach = (context: WebContext, { contact }: Texts): Html =>
  hasContact(context)
    ? html`${contact.write} ${contactLink(context)}.`
    : html`${contact.none} ${contact.noneVisitor} ${contact.noneOperator}`;

/** The limits in force, from the same data that enforces them. */
export function limitsTable(policies: Policies, { texts, number }: Format): Html {
  const { limits: said } = texts.terms;
  const rows = Object.values(policies).map(({ name, per, window, limit }) => [
    html`<code>${name}</code>`,
    said.means[name],
    said[per],
    said[window](number(limit)),
  ]);
  return table(said.label, said.heads, rows);
}

/** A list of the sections, after the title, where there are enough of them to be lost among. */
const CONTENTS_FROM = 4;

export function withContents(body: Html, label: string): Html {
  const sections = [...body.text.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)];
  if (sections.length < CONTENTS_FROM) return body;
  // Text of our own pages, escaped when it was rendered.
  const entries = sections.map(([, id = '', inner = '']) =>
    trusted(`<li><a href="#${id}">${inner.replace(/<[^>]*>/g, '')}</a></li>\n`),
  );
  const list = html`<nav class="contents" aria-label="${label}">\n<ul>\n${entries}</ul>\n</nav>\n`;
  return trusted(body.text.replace('</h1>', () => `</h1>\n${list.text}`));
}

/** A short page in the reader's language, with who runs the service and how to reach them at its end. */
export function shortPage(
  context: WebContext,
  name: (typeof SHORT_PAGES)[number],
  language: Language,
): string {
  const { texts, link } = language;
  const { title, description, sections } = texts.pages[name];
  const main = html`<article class="doc">
<h1>${title}</h1>
${sections.map(([heading, text]) => html`<h2>${heading}</h2>\n<p>${marked(text, link)}</p>\n`)}
${
  (name === 'privacy' || name === 'accessibility') &&
  html`<h2 id="contact">${texts.contact.heading}</h2>
<p>${whoRuns(context, texts)} ${reach(context, texts)}</p>`
}
</article>`;
  return renderPage(context, { language, title, description, self: `/${name}`, main, kind: 'text' });
}
