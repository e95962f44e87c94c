/** A whole comparison as one document: three orders, pictures, notices. A pure function of entry, language and order. */
import { SORTS, type Sort } from '../../domain/trip.ts';
import type { Comparison, NoticeCode } from '../../wire/schemas/comparison.ts';
import { ORDER_NAMES } from '../charts/scatter.ts';
import { charts } from '../charts/section.ts';
import type { WebContext } from '../context.ts';
import { tripForm } from '../form.ts';
import { type Format, formatFor } from '../format.ts';
import { sampleBanner } from '../home.ts';
import { type Html, html } from '../html.ts';
import { localHref, type Tongue } from '../language.ts';
import { renderPage } from '../layout.ts';
import { card } from './card.ts';

export function resultsPage(context: WebContext, comparison: Comparison, tongue: Tongue, open: Sort): string {
  const { texts } = tongue;
  const format = formatFor(texts);
  const { country, days, need } = comparison.query;
  const place = format.country(country);
  const title = texts.results.pageTitle(place, format.days(days));
  const hasPlans = comparison.orders.Recommended.length + comparison.orders.Cheapest.length > 0;
  const main = html`<section class="hero">
<h1>${texts.results.heading(place)}</h1>
<p class="lead">${summary(comparison, format)}</p>
${tripForm(context, tongue, { destination: place, days: String(days), need })}
</section>
${sampleBanner(comparison.notice_codes.includes('sample_data'), texts)}
${hasPlans ? found(comparison, format, open) : nothing(format, place)}
${credit(context, comparison, tongue)}`;
  const sort = open === 'recommended' ? '' : `&sort=${open}`;
  const self = `/compare?country=${country}&days=${days}&need=${need}${sort}`;
  return renderPage(context, { tongue, title, self, main, kind: 'results', indexed: false });
}

function summary({ query }: Comparison, format: Format): string {
  const { texts } = format;
  const amount = query.data_needed_gb;
  const data = amount === null ? texts.results.needsUnlimited : texts.results.needs(format.gb(amount));
  return `${format.days(query.days)} · ${data}`;
}

function found(comparison: Comparison, format: Format, open: Sort): Html {
  const { texts } = format;
  const codes = comparison.notice_codes;
  return html`<div class="found">
<section class="lists">
${codes.includes('nothing_meets_need') && html`<p class="banner warn" role="note">${texts.notices.nothing_meets_need}</p>`}
<nav class="tabs" aria-label="${texts.results.orders}">
${SORTS.map((sort) => html`<a href="#${sort}" id="tab-${sort}" data-sort="${sort}"${sort === open && html` class="current"`}>${texts.sorts[sort].name}</a>\n`)}</nav>
${SORTS.map((sort) => panel(comparison, format, sort, sort === open))}
</section>
${charts(comparison, format)}
</div>`;
}

function panel(comparison: Comparison, format: Format, sort: Sort, isOpen: boolean): Html {
  const { texts } = format;
  const results = comparison.orders[ORDER_NAMES[sort]];
  const meeting = results.filter(({ fits }) => fits.meets_need).length;
  return html`<section class="panel${isOpen && ' open'}" id="${sort}" aria-labelledby="heading-${sort}">
<h2 id="heading-${sort}">${texts.sorts[sort].name}</h2>
<p class="means">${texts.sorts[sort].means}. ${texts.results.count(meeting, results.length)}</p>
<ol class="passes">
${results.map((result) => card(result, { format, sort, neededGb: comparison.query.data_needed_gb }))}</ol>
</section>
`;
}

const nothing = ({ texts }: Format, place: string): Html =>
  html`<section class="nothing"><h2>${texts.results.empty(place)}</h2><p>${texts.results.emptyHint}</p></section>`;

/** Said elsewhere on the page, or not of use where there are results. */
const SAID_ELSEWHERE: ReadonlySet<NoticeCode> = new Set([
  'sample_data',
  'nothing_meets_need',
  'no_plans_for_country',
]);

function credit({ identity }: WebContext, comparison: Comparison, tongue: Tongue): Html {
  const { texts } = tongue;
  const format = formatFor(texts);
  const { country, days, need, computed_at } = comparison.query;
  const notices = comparison.notice_codes.filter((code) => !SAID_ELSEWHERE.has(code));
  return html`<section class="credit-box">
<p><a href="${identity.baseUrl}">${texts.results.attribution(identity.serviceName)}</a> · <a href="${localHref('/docs/ranking', tongue)}">${texts.results.howWeRank}</a></p>
<ul>${notices.map((code) => html`<li>${texts.notices[code]}</li>`)}</ul>
<p class="fine">${texts.results.computed(format.dateTime(computed_at))}. ${texts.results.share} <a href="/api/v1/plans?country=${country}&amp;days=${days}&amp;need=${need}&amp;include=variants">${texts.results.asJson}</a></p>
</section>`;
}
