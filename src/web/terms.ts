/** The terms. A test holds this page against the list of rules that it has to state. */
import { attributionOf } from '../wire/attribution.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import { limitsTable } from './limitsTable.ts';

export function termsText({ identity, contact, policies }: WebContext): Html {
  const { serviceName, baseUrl } = identity;
  const attribution = attributionOf(serviceName, baseUrl);
  return html`<h1>Terms of use</h1>
<p>In short: look things up for people, show where the data comes from, keep prices together with their conditions, and do not copy the catalogue.</p>

<h2 id="service">What this service does</h2>
<p>${serviceName} returns ranked, read-only eSIM comparison data for a trip: a destination country, a number of days and a level of data need. It is offered as these pages, as a JSON API at <code>${baseUrl}/api/v1/plans</code> and as a remote MCP server at <code>${baseUrl}/mcp</code> (Streamable HTTP). All of them use the same catalogue, the same coupon conditions and the same <a href="/docs/ranking">ranking formulas</a>.</p>
<ul>
<li>No account is required for light use, and there is no API key.</li>
<li>The service does not book, does not pay, does not run code and does not browse arbitrary URLs. It does not expose the credentials of provider feeds. The MCP server makes no AI-model call.</li>
<li>All prices are in US dollars. They carry eligibility and freshness context: who can get them, under which conditions, and how old they are.</li>
<li>No payment or commission changes an order.</li>
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
<p>Short-lived abuse-prevention counters are kept for each caller. A caller is an IPv4 address or an IPv6 /64 network, stored only as a keyed hash that expires with its window: a minute or a UTC day. There are no cookies, no tracking and no requests to third parties. Logs hold no address.</p>

<h2 id="contact">Contact</h2>
<p>Planned research or higher-volume use requires contacting the operator first. ${contactLine(contact, baseUrl)}</p>`;
}

/** The default contact is this very section: then there is no other way to name. */
const contactLine = (contact: string, baseUrl: string): Html =>
  contact === `${baseUrl}/terms#contact`
    ? html`The operator of this installation has named no address; ask whoever runs it.`
    : html`Write to <a href="${contact}">${contact.replace(/^mailto:/, '')}</a>.`;
