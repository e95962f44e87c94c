/** Checks the links of plans. A link may only lead to the hosts that the operator lists for the provider. */
import { TO_MARK, VIA_MARK } from '../../domain/tracking-link.ts';
import { fillLink, isAllowedHost } from '../parse/value.ts';

/** Longer than any real deep link with affiliate parameters, short enough for every browser and proxy. */
export const LINK_MAX = 2048;

type LinkCheck =
  | { readonly ok: true; readonly href: string }
  | { readonly ok: false; readonly detail: string };

// The URL parser drops tabs and line breaks without an error, and reads a backslash as a slash. A person would see another
// host than the one to which such a link leads.
const FORBIDDEN = /[\s\p{Cc}\\]/u;

export function checkLink(link: string, hosts: readonly string[]): LinkCheck {
  const bad = (detail: string): LinkCheck => ({ ok: false, detail });
  if (link.length > LINK_MAX) return bad(`link is longer than ${LINK_MAX} characters`);
  if (FORBIDDEN.test(link)) return bad('link contains blanks, control characters or backslashes');
  const url = URL.parse(link);
  if (url === null) return bad('link is not an absolute URL');
  if (url.protocol !== 'https:') return bad('link is not https');
  if (url.username !== '' || url.password !== '') return bad('link contains a user or password');
  if (url.port !== '') return bad('link contains a port');
  if (!isAllowedHost(url.hostname, hosts))
    return bad(`link leads to ${url.hostname}, which the provider's hosts do not list`);
  // Escaping makes a link longer.
  if (url.href.length > LINK_MAX) return bad(`link is longer than ${LINK_MAX} characters`);
  return { ok: true, href: url.href };
}

/**
 * They stand for `{via}` and `{to}`, which are known when a traveller clicks, while the link is checked. No feed contains
 * these characters, because Unicode assigns them to nothing. Afterwards the marks of `domain/tracking-link.ts` replace them.
 */
const VIA_CHARACTER = '\u{e000}';
const TO_CHARACTER = '\u{e001}';

/** Inserts a checked link into the operator's tracking link. The operator chooses the host of the tracking link. */
export function trackLink(template: string, href: string, id: string, provider: string): LinkCheck {
  // `new URL` accepts no braces in a host. The check of the sources file refuses a placeholder there.
  const host = new URL(template.replaceAll(/[{}]/g, '')).hostname;
  const values = { link: href, id, provider, via: VIA_CHARACTER, to: TO_CHARACTER };
  const checked = checkLink(fillLink(template, values), [host]);
  if (!checked.ok) return checked;
  const marked = checked.href
    .replaceAll(encodeURIComponent(VIA_CHARACTER), VIA_MARK)
    .replaceAll(encodeURIComponent(TO_CHARACTER), TO_MARK);
  return { ok: true, href: marked };
}
