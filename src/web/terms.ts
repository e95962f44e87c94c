/** The terms (a test holds them against the rules that they have to state), and the short pages of each language. */
import type { Policies, PolicyName } from '../limits/policies.ts';
import { attributionOf } from '../wire/attribution.ts';
import { hasContact, type WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage, type SHORT_PAGES } from './layout.ts';

export function termsText(context: WebContext, link: Language['link']): Html {
  const { identity, policies, operator, funding } = context;
  const { serviceName, baseUrl } = identity;
  const attribution = attributionOf(serviceName, baseUrl);
  return html`<h1>Terms of use</h1>
<p>In short: look things up for people, show where the data comes from, keep prices together with their conditions, and do not copy the catalogue.</p>

<h2 id="service">What this service does</h2>
<p>${serviceName} returns ranked, read-only eSIM comparison data for a trip: a destination country, a number of days and a level of data need. It is offered as these pages, as a JSON API at <code>${baseUrl}/api/v1/plans</code> and as a remote MCP server at <code>${baseUrl}/mcp</code> (Streamable HTTP). All of them use the same catalogue, the same coupon conditions and the same <a href="${link('/docs/ranking')}">ranking formulas</a>.</p>
<ul>
<li>No account is required for light use, and there is no API key.</li>
<li>The service does not book, does not pay, does not run code and does not browse arbitrary URLs. It does not expose the credentials of provider feeds. The MCP server makes no AI-model call.</li>
<li>All prices are in US dollars. They carry eligibility and freshness context: who can get them, under which conditions, and how old they are.</li>
<li>No payment or commission changes an order.</li>
</ul>

<h2 id="operator">Who runs it and what pays for it</h2>
<p>${operator === null ? 'The operator did not say who runs this service.' : `This service is run by ${operator}.`} ${funding === null ? 'The operator did not say what pays for it.' : `What pays for it: ${funding}.`}</p>
<ul>
<li>Links to providers may earn the operator money. They change no place in any list: the ranking knows nothing about payments.</li>
<li>What you see is not the whole market: only the providers whose prices this service reads. There are others.</li>
<li>Every price carries the time when it was read. It is an estimate until checkout; the provider’s own page decides.</li>
</ul>

<h2 id="permitted">Intended use</h2>
<ul>
<li>Individual trip research.</li>
<li>Light travel-assistant integrations.</li>
<li>Journalistic comparisons.</li>
</ul>

<h2 id="forbidden">Not permitted</h2>
<ul>
<li>Bulk scraping.</li>
<li>Mirroring the catalogue.</li>
<li>Systematic enumeration of countries and dates.</li>
<li>Evading quotas.</li>
<li>Resale of raw feeds.</li>
</ul>
<p>These rules apply equally to browsers, MCP clients and automated scraping tools. A client’s brand or name is not proof of human use.</p>

<h2 id="duties">What you must do with the data</h2>
<ul>
<li>Show visible attribution as linked text: <a href="${attribution.url}">${attribution.text}</a>. Copy this:
<pre tabindex="0"><code>${attribution.html}</code></pre></li>
<li>Keep the eligibility and freshness context of every price with it.</li>
<li>Do not remove coupon conditions.</li>
<li>Do not imply that an estimated price is guaranteed at checkout.</li>
<li>Keep result links of the form <code>/go/…</code> intact.</li>
</ul>

<h2 id="limits">Limits</h2>
<p>Public access is capacity-limited. It is not an unlimited data feed. Limits are shared across clients, routes and cached requests: reconnecting, changing the tool or changing the client’s name creates no new allowance, and offices, mobile networks and hosted assistants may share one. After a 429, wait as long as it says and do not retry in a loop.</p>
${limitsTable(policies)}

<h2 id="privacy">What is kept about you</h2>
<p>Short-lived abuse-prevention counters are kept for each caller. A caller is an IPv4 address or an IPv6 /64 network, stored only as a keyed hash that expires with its window: a minute or a UTC day. There are no cookies, no tracking and no requests to third parties. Logs hold no address. <a href="${link('/privacy')}">More about privacy</a>.</p>

<h2 id="wrong-price">How to report a wrong price</h2>
<p>Say which plan of which provider it is (the address of its link has both), what you saw here and what you saw in the shop, and when. ${hasContact(context) ? html`Send it to ${contactLink(context)}.` : html`The operator has named no address for it: see <a href="#contact">contact</a>.`} Until it is mended, the provider’s own page decides.</p>

<h2 id="contact">Contact</h2>
<p>Planned research or higher-volume use requires contacting the operator first. ${hasContact(context) ? html`Write to ${contactLink(context)}.` : NO_CONTACT}</p>`;
}

const contactLink = ({ contact }: WebContext): Html =>
  html`<a href="${contact}">${contact.replace(/^mailto:/, '')}</a>`;

const NO_CONTACT = html`The operator of this installation has named no address. If you visit it: ask whoever gave you this address, and check every price with its provider. If you run it: set <code>CONTACT</code> to a <code>mailto:</code> or <code>https:</code> address, and <code>OPERATOR</code> to your name.`;

const MEANS: Readonly<Record<PolicyName, string>> = {
  'comparison.minute': 'Plan comparisons over REST, MCP and this site together',
  'comparison.day': 'Plan comparisons over REST, MCP and this site together',
  'comparison.service.day': 'Plan comparisons of everybody together',
  'comparison.uncached.day': 'Comparisons that have to be computed; cached ones remain available',
  'list.minute': 'Destination lists and health checks',
  'list.day': 'Destination lists and health checks',
  'list.service.day': 'Destination lists and health checks of everybody together',
  'health.uncached.day': 'Health checks that have to be computed',
};

/** The limits in force, from the same data that enforces them. */
export function limitsTable(policies: Policies): Html {
  const number = new Intl.NumberFormat('en-US');
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Limits in force"><table>
<thead><tr><th scope="col">Limit</th><th scope="col">What it counts</th><th scope="col">For</th><th scope="col">At most</th></tr></thead>
<tbody>
${Object.values(policies).map(
  ({ name, per, window, limit }) =>
    html`<tr><td><code>${name}</code></td><td>${MEANS[name]}</td><td>${per === 'caller' ? 'one network address' : 'the whole service'}</td><td>${number.format(limit)} ${window === 'minute' ? 'in any 60 seconds' : 'a UTC day'}</td></tr>\n`,
)}</tbody>
</table></div>`;
}

/** A short page in the reader's language, with who runs the service and how to reach them at its end. */
export function shortPage(
  context: WebContext,
  name: (typeof SHORT_PAGES)[number],
  language: Language,
): string {
  const { texts } = language;
  const { title, description, sections } = texts.pages[name];
  const { contact, honesty } = texts;
  const reach = hasContact(context)
    ? html`${contact.write} ${contactLink(context)}.`
    : html`${contact.none} ${contact.noneVisitor} ${contact.noneOperator}`;
  const main = html`<article class="doc">
<h1>${title}</h1>
${sections.map(([heading, text]) => html`<h2>${heading}</h2>\n<p>${text}</p>\n`)}
${
  name !== 'phone' &&
  html`<h2 id="contact">${contact.heading}</h2>
<p>${context.operator === null ? honesty.runByUnsaid : honesty.runBy(context.operator)} ${reach}</p>`
}
</article>`;
  return renderPage(context, { language, title, description, self: `/${name}`, main, kind: 'text' });
}
