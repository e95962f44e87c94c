/**
 * What a page is, as JSON-LD (schema.org) for search engines: the site and who runs it on the home page, and the path to
 * a destination, a seller or a topic of the guide. It has no prices, because an old copy of one would be wrong.
 */
import type { WebContext } from './context.ts';
import { type Html, html, trusted } from './html.ts';
import { type Language, withLanguage } from './language.ts';

/** A page above another one. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

const CONTEXT = { '@context': 'https://schema.org' } as const;

/** The site; with OPERATOR, also the organisation that runs it. */
export function siteData({ identity, contact, operator }: WebContext, { texts }: Language): object {
  const { baseUrl, serviceName } = identity;
  const at = (id: string) => `${baseUrl}/#${id}`;
  const site = {
    '@type': 'WebSite',
    '@id': at('site'),
    name: serviceName,
    url: `${baseUrl}/`,
    inLanguage: texts.code,
    ...(operator !== null && { publisher: { '@id': at('operator') } }),
  };
  const email = /^mailto:([^?]+)/.exec(contact)?.[1];
  const organisation = operator !== null && {
    '@type': 'Organization',
    '@id': at('operator'),
    name: operator,
    url: `${baseUrl}/`,
    logo: `${baseUrl}/favicon.svg`,
    ...(email !== undefined && { email }),
  };
  return { ...CONTEXT, '@graph': [site, ...(organisation === false ? [] : [organisation])] };
}

/** The pages above this one, and the page itself. */
export function pathData(
  crumbs: readonly Crumb[],
  { identity: { baseUrl } }: WebContext,
  { texts, isChosen }: Language,
): object {
  const item = ({ name, path }: Crumb, at: number) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: `${baseUrl}${isChosen ? withLanguage(path, texts.code) : path}`,
  });
  return { ...CONTEXT, '@type': 'BreadcrumbList', itemListElement: crumbs.map(item) };
}

/** A browser does not run this element, because it is data. No text in it can end the element. */
export const dataElement = (data: object): Html =>
  html`<script type="application/ld+json">${trusted(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>\n`;

/** The pages above a page, as links. */
export const crumbLine = (crumbs: readonly Crumb[], { link }: Language): Html =>
  html`<p class="crumb">${crumbs.map(({ name, path }, at) => html`${at > 0 && ' › '}<a href="${link(path)}">${name}</a>`)}</p>`;
