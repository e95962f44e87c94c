/** The frame of every page: head, header, main, footer. */

import { ALL_TEXTS, type Texts } from '../texts/texts.ts';
import type { Brand } from './brand/brand.ts';
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import { type Language, withLanguage } from './language.ts';
import { icon } from './pictures.ts';
import { wrongPriceLink } from './report.ts';
import { dataElement } from './structured-data.ts';

interface PageParts {
  readonly language: Language;
  readonly title: string;
  readonly description?: string;
  /** Path and query of this page, without its language. */
  readonly self: string;
  readonly main: Html;
  /** The CSS class of the page. */
  readonly kind: 'home' | 'results' | 'text' | 'problem';
  /** A script of this page alone. */
  readonly script?: 'data.js';
  /** What the page is, for search engines (JSON-LD). */
  readonly data?: object;
  /** Whether search engines may list the page, which is the default. */
  readonly isIndexed?: boolean;
  /** The currencies of approximate prices, on pages that have prices of a trip. */
  readonly currency?: Currencies;
}

interface Currencies {
  /** null: US dollars only. */
  readonly current: string | null;
  /** The currencies that have an exchange rate. */
  readonly codes: readonly string[];
  readonly pathOf: (currency: string | null) => string;
}

const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path class="mark-card" d="M8 3h11l8 8v15a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z"/><path class="mark-leaf" d="M16 12c4 3 4 8 0 12-4-4-4-9 0-12z"/><path class="mark-dot" d="M9.5 20a6.5 6.5 0 0 0 13 0"/></svg>`;

/** The pages of plain text, in the order of the footer. */
export const TEXT_PAGES = ['how-we-rank', 'phone', 'privacy', 'accessibility', 'terms'] as const;

/**
 * A browser may paint a page that it has read in part. Whatever comes later would move what it has painted. The script is
 * waited for as well, so that a control that is seen works.
 */
const WAIT_FOR_END = html`<link rel="expect" href="#end" blocking="render">`;

/** The picture of shared links shows the mark and the colours of the pages. */
const isOurLook = (brand: Brand | null): boolean =>
  brand === null || (brand.logo === null && brand.favicon === null && brand.accent === null);

/** A logo that is longer contains the name, so the name is not repeated beside it. */
const LOGO_WITH_NAME = 2;
const LOGO_HEIGHT = 28;

/** The logo and the name of the service. */
function logo({ assets, brand, identity: { serviceName }, root }: WebContext): Html {
  const own = brand?.logo ?? null;
  if (own === null || assets.logo === null) return html`${MARK}<span>${serviceName}</span>`;
  const ratio = own.width / own.height;
  const hasName = ratio > LOGO_WITH_NAME;
  return html`<img class="logo" src="${root}${assets.logo}" alt="${hasName && serviceName}" width="${Math.round(LOGO_HEIGHT * ratio)}" height="${LOGO_HEIGHT}">${!hasName && html`<span>${serviceName}</span>`}`;
}

export function renderPage(context: WebContext, parts: PageParts): string {
  const { assets, brand, identity, root, version } = context;
  const { language, title, self, main, kind, isIndexed = true, currency, data, script } = parts;
  const { texts, link, isChosen } = language;
  const { serviceName, baseUrl } = identity;
  const { phones, activities, guide } = context.queries.reference();
  const hasPhones = phones !== null;
  const footerLinks = [
    entry(baseUrl, texts.results.attribution({ service: serviceName })),
    ...TEXT_PAGES.filter((name) => name !== 'phone' || hasPhones).map((name) =>
      entry(link(`/${name}`), texts.pages[name]),
    ),
    activities !== null && entry(link('/data'), texts.facts.data.title),
    guide !== null && entry(link('/guide'), texts.guide.title),
    entry(link('/providers'), texts.sellers.title),
    html`<li>${wrongPriceLink(context, language)}</li>\n`,
    entry(link('/terms#operator'), texts.footer.about),
    entry(link('/docs'), texts.nav.docs),
  ];
  const said = whoRuns(context, texts);
  const description = parts.description ?? texts.lead;
  const fullTitle = kind === 'home' ? `${serviceName}: ${title}` : `${title} · ${serviceName}`;
  // An address without `lang` shows the language of the browser, so it is a page of its own.
  const canonical = isChosen ? withLanguage(self, texts.code) : self;
  return html`<!DOCTYPE html>
<html lang="${texts.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${
  !isIndexed
    ? html`<meta name="robots" content="noindex">\n`
    : html`<link rel="canonical" href="${baseUrl}${canonical}">
<link rel="alternate" hreflang="x-default" href="${baseUrl}${self}">
${ALL_TEXTS.map(({ code }) => html`<link rel="alternate" hreflang="${code}" href="${baseUrl}${withLanguage(self, code)}">\n`)}`
}${WAIT_FOR_END}
<link rel="icon" href="${root}/favicon.svg" type="image/svg+xml">
<link rel="ai-catalog" href="${root}/.well-known/ai-catalog.json" type="application/ai-catalog+json">
<link rel="preload" href="${root}${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${root}${assets.path('style.css')}">
<script src="${root}${assets.path('page.js')}" type="module" blocking="render"></script>
${script !== undefined && html`<script src="${root}${assets.path(script)}" type="module"></script>\n`}<meta property="og:title" content="${fullTitle}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${baseUrl}${canonical}">
${
  isOurLook(brand) &&
  html`<meta property="og:image" content="${baseUrl}${assets.path('card.png')}">
`
}<meta name="twitter:card" content="${isOurLook(brand) ? 'summary_large_image' : 'summary'}">
${isIndexed && data !== undefined && dataElement(data)}</head>
<body class="${kind}" data-copy="${texts.copy}" data-copied="${texts.copied}" data-now="${texts.card.justNow}">
<a class="skip" href="#main">${texts.skip}</a>
${kind === 'results' && html`<a class="skip" href="#results">${texts.results.skip}</a>\n`}<header class="top">
<a class="brand" href="${link('/')}">${logo(context)}</a>
<nav aria-label="${texts.nav.label}">
<ul>
<li><a href="${link('/esim')}"><span class="long">${texts.nav.destinations}</span><span class="brief">${texts.nav.brief.destinations}</span></a></li>
${hasPhones && html`<li><a href="${link('/phone')}"><span class="long">${texts.pages.phone}</span><span class="brief">${texts.nav.brief.phone}</span></a></li>\n`}</ul>
</nav>
${currency !== undefined && currency.codes.length > 0 && currencyMenu(currency, language)}${languageMenu(`${root}${self}`, texts)}</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer id="end">
<nav aria-label="${texts.footer.label}">
<ul>
${footerLinks}</ul>
</nav>
${
  said !== '' &&
  html`<p class="fine">${said}</p>
`
}<p class="fine"><a href="${root}/openapi.json">OpenAPI</a> · <a href="${link('/docs/mcp')}">MCP</a> · <a href="${root}/llms.txt">llms.txt</a> · ${version}</p>
</footer>
</body>
</html>
`.text;
}

/** Who runs the service and what pays for it, as far as the operator says it. Only the terms say that it is not stated. */
export const whoRuns = (
  { operator, funding }: Pick<WebContext, 'operator' | 'funding'>,
  { honesty }: Texts,
): string =>
  [operator === null ? '' : honesty.runBy({ operator }), funding === null ? '' : honesty.funding({ funding })]
    .join(' ')
    .trim();

const entry = (address: string, text: string): Html => html`<li><a href="${address}">${text}</a></li>\n`;

/** Links to the same page in every language. */
function languageMenu(self: string, texts: Texts): Html {
  const languages = ALL_TEXTS.map(({ code, name }) => {
    const current = code === texts.code && html` aria-current="true"`;
    return html`<li><a href="${withLanguage(self, code)}" lang="${code}" hreflang="${code}"${current}>${name}</a></li>\n`;
  });
  return html`<details class="menu languages closes"><summary>${icon('globe')}${texts.code.toUpperCase()}<span class="quiet"> ${texts.languages}: ${texts.name}</span></summary>
<ul>
${languages}</ul>
</details>
`;
}

/** Links to the same page with approximate prices in another currency. The script closes menus of the class `closes`. */
function currencyMenu({ current, codes, pathOf }: Currencies, { texts, format, link }: Language): Html {
  const choice = (code: string | null, name: string) =>
    html`<li><a href="${link(pathOf(code))}" rel="nofollow"${code === current && html` aria-current="true"`}>${name}</a></li>\n`;
  return html`<details class="menu currencies closes"><summary>${current ?? 'USD'}<span class="quiet"> ${texts.currency}</span></summary>
<ul>
${choice(null, `USD ${format.currency('USD')}`)}${codes.map((code) => choice(code, `${code} ${format.currency(code)}`))}</ul>
</details>
`;
}
