import type { Catalogue } from '../catalogue/catalogue.ts';
import type { WebContext } from './context.ts';
import { EMPTY_FORM, tripForm } from './form.ts';
import { formatFor } from './format.ts';
import { type Html, html } from './html.ts';
import { localHref, type Tongue } from './language.ts';
import { renderPage } from './layout.ts';
import type { Texts } from './texts/index.ts';

/** A few well-travelled places with different trips, shown where they have plans. */
const EXAMPLES = [
  { country: 'TR', days: 7, need: 'normal' },
  { country: 'JP', days: 14, need: 'heavy' },
  { country: 'US', days: 10, need: 'normal' },
  { country: 'IT', days: 5, need: 'light' },
  { country: 'TH', days: 21, need: 'unlimited' },
] as const;

export function homePage(context: WebContext, tongue: Tongue): string {
  const { texts } = tongue;
  const catalogue = context.catalogue();
  const main = html`<section class="hero">
<h1>${texts.title}</h1>
<p class="lead">${texts.tagline}</p>
${tripForm(context, tongue, EMPTY_FORM)}
</section>
${sampleBanner(catalogue?.sample ?? false, texts)}
<section class="start">
${catalogue !== null && examples(catalogue, tongue)}
<p class="about">${texts.lead}</p>
<ul class="promises">
${texts.home.promises.map(([name, text]) => html`<li><h2>${name}</h2><p>${text}</p></li>\n`)}</ul>
<section class="programs">
<h2>${texts.home.forPrograms}</h2>
<p>${texts.home.forProgramsText}</p>
<p><a href="${localHref('/docs/api', tongue)}">JSON API</a> · <a href="${localHref('/docs/mcp', tongue)}">MCP</a> · <a href="${localHref('/docs/ranking', tongue)}">${texts.results.howWeRank}</a></p>
</section>
</section>`;
  return renderPage(context, { tongue, title: texts.title, self: '/', main, kind: 'home' });
}

export const sampleBanner = (isSample: boolean, texts: Texts): Html | null =>
  isSample ? html`<p class="banner" role="note">${texts.notices.sample_data}</p>` : null;

function examples(catalogue: Catalogue, tongue: Tongue): Html {
  const { texts } = tongue;
  const format = formatFor(texts);
  const offered = EXAMPLES.filter(({ country }) => catalogue.view(country) !== null);
  const counts = texts.home.counts(
    format.number(catalogue.planCount),
    format.number(catalogue.providers.length),
    format.number(catalogue.destinations.length),
  );
  return html`${
    offered.length > 0 &&
    html`<h2 class="try">${texts.home.popular}</h2>
<ul class="examples">
${offered.map(
  ({ country, days, need }) =>
    html`<li><a href="${localHref(`/compare?country=${country}&days=${days}&need=${need}`, tongue)}"><b>${format.country(country)}</b> ${format.days(days)}, ${texts.needs[need].name}</a></li>\n`,
)}</ul>\n`
  }<p class="counts">${counts}</p>`;
}
