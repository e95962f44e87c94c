/** "Report a wrong price": a message to the operator that names the plan, the trip, the price and where they were seen. */
import type { Result } from '../wire/schemas/result.ts';
import { hasContact, type WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';

interface Seen {
  /** "Japan, 10 days" */
  readonly trip: string;
  /** The path and query of the page. */
  readonly path: string;
}

/** What to do about a wrong price. The terms name the contact, or say that there is none. */
export const wrongPriceLink = (context: WebContext, { texts: { footer }, link }: Language): Html =>
  html`<a href="${link('/terms#wrong-price')}">${hasContact(context) ? footer.wrongPrice : footer.ifWrong}</a>`;

/**
 * A link to the operator's contact. Mail programs take the text over. A contact with an https address cannot, so the text
 * is copied for its form. Without a contact, the terms say what to do.
 */
export function reportLink(
  context: WebContext,
  { plan, provider, price, url, freshness }: Result,
  { trip, path }: Seen,
  language: Language,
): Html {
  const { contact, identity } = context;
  const { texts, format } = language;
  const words = texts.footer.wrongPrice;
  if (!hasContact(context)) return wrongPriceLink(context, language);
  const [address] = url.split('?', 1);
  const text = [
    `${plan.name} (${provider.name})`,
    address ?? '',
    `${trip}: ${format.money(price.usd)}`,
    `${texts.card.priceReadAt}: ${format.dateTime(freshness.observed_at)}`,
    `${identity.baseUrl}${path}`,
  ].join('\n');
  if (!contact.startsWith('mailto:'))
    return html`<a href="${contact}" data-copies="${text}" rel="noopener">${words}</a>`;
  const mark = contact.includes('?') ? '&' : '?';
  return html`<a href="${contact}${mark}subject=${encoded(words)}&body=${encoded(text)}">${words}</a>`;
}

/** Slashes and colons need no escape in a query. Without it, the addresses of a page are compressed together. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/').replaceAll('%3A', ':');
