/** The landing page of a row. */
import { fillLink, isEmpty, linkOf, reject, show, textOrNull } from '../../parse/value.ts';
import type { MappedRow } from './mapped-row.ts';

export function linkOfRow(mapped: MappedRow, externalId: string): string {
  const { map, row } = mapped;
  const found = mapped.value('link');
  // A wholesale price is never served, so its row needs no link.
  if (isEmpty(found) && map.options.link === undefined && map.options.basis === 'wholesale') return '';
  if (!isEmpty(found) || map.options.link === undefined) return cleanLink(linkOf(found));
  return fillLink(map.options.link, (name) =>
    name === 'id' ? externalId : (textOrNull(map.inLink.get(name)?.(row)) ?? ''),
  );
}

/** A percent-encoded link is decoded. Placeholders that an affiliate network would fill in are removed. */
function cleanLink(link: string): string {
  let address = link;
  if (/^https?%3A/i.test(link)) {
    try {
      address = decodeURIComponent(link);
    } catch {
      return reject('bad_link', `The link is ${show(link)}.`);
    }
  }
  if (!/[{]|%7B/i.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return address;
  for (const [name, parameter] of [...url.searchParams])
    if (parameter.startsWith('{') && parameter.endsWith('}')) url.searchParams.delete(name);
  return url.href;
}
