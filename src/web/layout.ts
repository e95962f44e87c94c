/** The frame of every page: head, header, main, footer. */
import type { WebContext } from './context.ts';
import { type Html, html } from './html.ts';
import { localHref, type Tongue } from './language.ts';
import { LANGUAGES } from './texts/index.ts';

export interface PageParts {
  readonly tongue: Tongue;
  readonly title: string;
  readonly description?: string;
  /** Path and query of this page, without its language. */
  readonly self: string;
  readonly main: Html;
  /** A class for the whole page's look. */
  readonly kind: 'home' | 'results' | 'text' | 'problem';
  readonly indexed?: boolean;
}

const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path class="mark-card" d="M8 3h11l8 8v15a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z"/><path class="mark-leaf" d="M16 12c4 3 4 8 0 12-4-4-4-9 0-12z"/><path class="mark-dot" d="M9.5 20a6.5 6.5 0 0 0 13 0"/></svg>`;

export function renderPage(context: WebContext, parts: PageParts): string {
  const { assets, identity, version } = context;
  const { tongue, title, self, main, kind, indexed = true } = parts;
  const { texts } = tongue;
  const { serviceName, baseUrl } = identity;
  const description = parts.description ?? texts.lead;
  const fullTitle = kind === 'home' ? `${serviceName}: ${title}` : `${title} · ${serviceName}`;
  return html`<!DOCTYPE html>
<html lang="${texts.code}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${fullTitle}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${!indexed && html`<meta name="robots" content="noindex">\n`}<link rel="canonical" href="${baseUrl}${self}">
${LANGUAGES.map(({ code }) => html`<link rel="alternate" hreflang="${code}" href="${baseUrl}${withLanguage(self, code)}">\n`)}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.path('style.css')}">
<script src="${assets.path('page.js')}" type="module"></script>
<meta property="og:title" content="${fullTitle}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${baseUrl}${self}">
<meta property="og:image" content="${baseUrl}${assets.path('card.png')}">
<meta name="twitter:card" content="summary_large_image">
</head>
<body class="${kind}">
<a class="skip" href="#main">${texts.skip}</a>
<header class="top">
<a class="brand" href="${localHref('/', tongue)}">${MARK}<span>${serviceName}</span></a>
<nav aria-label="${texts.nav.label}">
<ul>
<li><a href="${localHref('/', tongue)}">${texts.nav.compare}</a></li>
<li><a href="${localHref('/docs', tongue)}">${texts.nav.docs}</a></li>
<li><a href="${localHref('/terms', tongue)}">${texts.nav.terms}</a></li>
</ul>
</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer>
${kind !== 'results' && html`<p class="credit"><a href="${baseUrl}">${texts.results.attribution(serviceName)}</a> · <a href="${localHref('/docs/ranking', tongue)}">${texts.results.howWeRank}</a></p>\n`}<nav aria-label="${texts.languages}">
<ul>
${LANGUAGES.map(({ code, name }) => html`<li><a href="${withLanguage(self, code)}" lang="${code}" hreflang="${code}"${code === texts.code && html` aria-current="true"`}>${name}</a></li>\n`)}</ul>
</nav>
<p class="fine"><a href="/openapi.json">OpenAPI</a> · <a href="${localHref('/docs/mcp', tongue)}">MCP</a> · <a href="/llms.txt">llms.txt</a> · ${version}</p>
</footer>
</body>
</html>
`.text;
}

const withLanguage = (self: string, code: string): string =>
  `${self}${self.includes('?') ? '&' : '?'}lang=${code}`;
