/** Pages that search engines may list: one for each destination with plans, all of them in a list, and the sitemap. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CountryCode } from '../domain/plan.ts';
import type { WebContext } from './context.ts';
import { EMPTY_FORM, tripForm } from './form.ts';
import { sampleBanner, whoRunsIt } from './home.ts';
import { html } from './html.ts';
import { type Language, withLanguage } from './language.ts';
import { renderPage, SHORT_PAGES } from './layout.ts';
import { LANGUAGES } from './texts/index.ts';

export const placePath = (code: CountryCode): string => `/esim/${code}`;

/** What there is for a destination, by kind. No prices and no order: this is no comparison. */
function summarise(catalogue: Catalogue, code: CountryCode) {
  const plans = (catalogue.destination(code)?.entries ?? []).map(({ plan }) => plan);
  const scopes = { country: 0, region: 0, global: 0 };
  const models = { total: 0, per_day: 0, unlimited: 0 };
  for (const { coverage, allowance } of plans) {
    scopes[coverage.scope] += 1;
    models[allowance.model] += 1;
  }
  const fiveG = plans.filter(({ coverage }) =>
    (coverage.networks[code] ?? [coverage]).some(({ generation }) => generation === '5G'),
  ).length;
  const providers = new Set(plans.map(({ provider }) => provider)).size;
  return { plans: plans.length, providers, scopes, models, fiveG };
}

export function placePage(
  context: WebContext,
  catalogue: Catalogue,
  code: CountryCode,
  language: Language,
): string {
  const { texts, format } = language;
  const { identity } = context;
  const place = format.country(code);
  const { plans, providers, scopes, models, fiveG } = summarise(catalogue, code);
  const said = texts.place;
  const number = format.number;
  const main = html`<section class="hero">
<h1>${said.heading(place)}</h1>
<p class="lead">${said.counts(number(plans), number(providers), place)}</p>
${tripForm(context, language, { ...EMPTY_FORM, country: place })}
</section>
${sampleBanner(catalogue.sample, texts)}
<section class="start">
<h2>${said.kinds}</h2>
<ul>
<li>${said.scopes(number(scopes.country), number(scopes.region), number(scopes.global))}</li>
<li>${said.models(number(models.total), number(models.per_day), number(models.unlimited))}</li>
${fiveG > 0 && html`<li>${said.fiveG(number(fiveG))}</li>`}
</ul>
<p>${said.noPrices}</p>
${whoRunsIt(context, language)}
</section>`;
  const title = said.heading(place);
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: said.all, item: `${identity.baseUrl}/esim` },
      { '@type': 'ListItem', position: 2, name: place, item: `${identity.baseUrl}${placePath(code)}` },
    ],
  };
  return renderPage(context, {
    language,
    title,
    description: said.description(place, number(plans), number(providers)),
    self: placePath(code),
    main,
    kind: 'home',
    indexed: { jsonLd },
  });
}

/** Every destination with plans, by name. */
export function placesPage(context: WebContext, language: Language): string {
  const { texts, format, link } = language;
  const byName = new Intl.Collator(texts.locale);
  const all = (context.catalogue()?.destinations ?? [])
    .map(({ code, plans }) => ({ code, plans, name: format.country(code) }))
    .sort((a, b) => byName.compare(a.name, b.name));
  const main = html`<article class="doc">
<h1>${texts.place.all}</h1>
<p>${texts.place.allText}</p>
<ul class="places">
${all.map(({ code, plans, name }) => html`<li><a href="${link(placePath(code))}">${name}</a> <small>${texts.place.plans(plans, format.number(plans))}</small></li>\n`)}</ul>
</article>`;
  const { all: title, allText: description } = texts.place;
  return renderPage(context, { language, title, description, self: '/esim', main, kind: 'text' });
}

/** The addresses that the pages themselves call canonical, each with its languages. */
export function sitemap({ identity, catalogue }: WebContext, documents: readonly string[]): string {
  const places = catalogue()?.destinations.map(({ code }) => placePath(code)) ?? [];
  const short = [...SHORT_PAGES, 'terms'].map((name) => `/${name}`);
  const at = (path: string) => `${identity.baseUrl}${path}`.replaceAll('&', '&amp;');
  const alternate = (lang: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${lang}" href="${at(path)}"/>`;
  const entry = (path: string) =>
    `<url><loc>${at(path)}</loc>${alternate('x-default', path)}${LANGUAGES.map(({ code }) => alternate(code, withLanguage(path, code))).join('')}</url>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${['/', '/esim', ...places, ...short, ...documents].map(entry).join('\n')}
</urlset>
`;
}
