/** Checks the links of plans. A link may only lead to the hosts that the operator lists for the provider. */
import { ID_PATTERN } from '../../domain/plan.ts';
import { fillLink, isAllowedHost } from '../parse/value.ts';

/** Longer than any real deep link with affiliate parameters, short enough for every browser and proxy. */
export const LINK_MAX = 2048;

type LinkCheck =
  | { readonly ok: true; readonly href: string }
  | { readonly ok: false; readonly detail: string };

// The URL parser drops tabs and line breaks without an error.
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
  if (url.href.length > LINK_MAX) return bad(`link is longer than ${LINK_MAX} characters`);
  return { ok: true, href: url.href };
}

/** Inserts a checked link into the operator's tracking link. The operator chooses the host of the tracking link. */
export function trackLink(template: string, href: string, id: string, provider: string): LinkCheck {
  const host = new URL(template.replaceAll(/[{}]/g, '')).hostname;
  return checkLink(fillLink(template, { link: href, id, provider }), [host]);
}

/** With ten hex digits, the hashes of 100,000 ids collide for about one in 200 providers. */
const MARK_LENGTH = 10;
/** Leaves room for "-" and the mark within the 64 characters of an id. */
const SLUG_MAX = 64 - 1 - MARK_LENGTH;

/**
 * Converts an id of the feed to an id for URL paths. The result depends on the id of the feed alone and not on other
 * rows, so a plan keeps its address as long as the feed keeps its id. An id that had to be changed ends with a hash,
 * which keeps it unique.
 */
export function planId(externalId: string): string {
  if (ID_PATTERN.test(externalId)) return externalId;
  const slug = externalId
    .slice(0, 256)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, SLUG_MAX)
    .replace(/[._-]+$/, '');
  const mark = markOf(externalId);
  return slug === '' ? `plan-${mark}` : `${slug}-${mark}`;
}

/** 40 bits of two FNV-1a hashes. They only distinguish ids, so they need not be cryptographic. */
export function markOf(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x9e3779b1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x85ebca6b);
    two ^= two >>> 15;
  }
  one ^= one >>> 16;
  const hex = (number: number, digits: number) =>
    (number >>> 0).toString(16).padStart(8, '0').slice(0, digits);
  return hex(one, 8) + hex(two, MARK_LENGTH - 8);
}
