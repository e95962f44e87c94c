/** The first page, and what is said before any result. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { WebContext } from './context.ts';
import { EMPTY_FORM, tripForm } from './form.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import { whoRuns } from './terms.ts';
import type { Texts } from './texts/index.ts';
import { comparePath, plainView } from './trip.ts';

/** A few well-travelled places with different trips, shown where they have plans. */
const EXAMPLES = [
  { country: 'TR', days: 7, need: 'normal' },
  { country: 'JP', days: 14, need: 'heavy' },
  { country: 'US', days: 10, need: 'normal' },
  { country: 'IT', days: 5, need: 'light' },
  { country: 'TH', days: 21, need: 'unlimited' },
] as const;

export function homePage(context: WebContext, language: Language): string {
  const { texts, link } = language;
  const { serviceName, baseUrl } = context.identity;
  const catalogue = context.catalogue();
  const main = html`<section class="hero">
<h1>${texts.title}</h1>
<p class="lead">${texts.tagline}</p>
${tripForm(context, language, EMPTY_FORM)}
</section>
${sampleBanner(catalogue?.sample ?? false, texts)}
<section class="start">
${catalogue !== null && examples(catalogue, language)}
<p class="about">${texts.lead}</p>
<ul class="promises">
${texts.home.promises.map(([name, text]) => html`<li><h2>${name}</h2><p>${text}</p></li>\n`)}</ul>
${whoRunsIt(context, language)}
<section class="programs">
<h2>${texts.home.forPrograms}</h2>
<p>${texts.home.forProgramsText}</p>
<p><a href="${link('/docs/api')}">JSON API</a> · <a href="${link('/docs/mcp')}">MCP</a> · <a href="${link('/docs/ranking')}">${texts.results.howWeRank}</a></p>
</section>
</section>`;
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: serviceName,
    url: baseUrl,
    description: texts.lead,
    inLanguage: texts.code,
  };
  return renderPage(context, {
    language,
    title: texts.title,
    self: '/',
    main,
    kind: 'home',
    indexed: { jsonLd },
  });
}

export const sampleBanner = (isSample: boolean, texts: Texts): Html | null =>
  isSample ? html`<p class="banner" role="note">${texts.notices.sample_data}</p>` : null;

/** Who runs the service, what pays for it, what part of the market it shows, and when prices were read. */
export function whoRunsIt(context: WebContext, { texts, format, link }: Language): Html {
  const { honesty } = texts;
  const catalogue = context.catalogue();
  const { oldest = null, newest = null } = catalogue ?? {};
  const time = (at: number) => format.dateTime(new Date(at).toISOString());
  return html`<section class="honesty-box">
<ul>
<li>${whoRuns(context, texts)}</li>
<li>${honesty.links}</li>
${catalogue !== null && html`<li>${honesty.market(format.number(catalogue.providers.length))}</li>`}
${oldest !== null && newest !== null && html`<li>${honesty.pricesRead(time(oldest), time(newest))} ${texts.notices.prices_are_estimates}</li>`}
<li><a href="${link('/terms#wrong-price')}">${texts.footer.wrongPrice}</a> · <a href="${link('/phone')}">${honesty.phone}</a></li>
</ul>
</section>`;
}

function examples(catalogue: Catalogue, { texts, format, link }: Language): Html {
  const offered = EXAMPLES.filter(({ country }) => catalogue.destination(country) !== null);
  const counts = texts.home.counts(
    format.number(catalogue.planCount),
    format.number(catalogue.providers.length),
    format.number(catalogue.destinations.length),
  );
  return html`${
    offered.length > 0 &&
    html`<h2 class="try">${texts.home.popular}</h2>
<ul class="examples">
${offered.map((trip) => html`<li><a href="${link(comparePath(plainView(trip)))}"><b>${format.country(trip.country)}</b> ${format.days(trip.days)}, ${texts.needs[trip.need].name}</a></li>\n`)}</ul>\n`
  }<p class="counts"><a href="${link('/esim')}">${counts}</a></p>`;
}
