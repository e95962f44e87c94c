/**
 * The folder: the pictures of a comparison, as SVG with a table for each. It imports `domain/` and `wire/`. Pure, and
 * may be called at any time. This file has both pictures with their tables.
 */
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import { dataText } from '../results/facts.ts';
import { cheaperAndLonger, lengthsChart, lengthsOf } from './lengths.ts';
import { scatterChart, scatterLegend, uniqueResults } from './scatter.ts';

export function charts(comparison: Comparison, format: Format): Html | null {
  const results = uniqueResults(comparison);
  if (results.length === 0) return null;
  const { texts } = format;
  const lengths = lengthsOf(comparison.variants ?? []);
  const cheaper = cheaperAndLonger(lengths, comparison.query.days);
  const byPrice = results.toSorted((a, b) => a.price.usd - b.price.usd);
  return html`<section class="charts" id="charts" aria-labelledby="charts-heading">
<h2 id="charts-heading">${texts.results.charts}</h2>
<figure>
<figcaption>${texts.charts.priceData}</figcaption>
${scatterChart(comparison, format)}
${scatterLegend(format)}
<details><summary>${texts.charts.table}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${texts.charts.priceData}"><table>
<thead><tr><th scope="col">${texts.charts.plan}</th><th scope="col">${texts.charts.provider}</th><th scope="col">${texts.card.data}</th><th scope="col">${texts.charts.price}</th></tr></thead>
<tbody>
${byPrice.map((result) => html`<tr><td>${result.plan.name}${!result.fits.meets_need && html` (${texts.charts.noneShort})`}</td><td>${result.provider.name}</td><td>${dataText(result, format)}</td><td>${format.money(result.price.usd)}</td></tr>\n`)}</tbody>
</table></div>
</details>
</figure>
${
  lengths.length > 1 &&
  html`<figure>
<figcaption>${texts.charts.lengths}</figcaption>
${cheaper !== null && html`<p class="insight">${texts.charts.longerIsCheaper(format.days(cheaper.days), format.money(cheaper.savedUsd))}</p>`}
${lengthsChart(lengths, comparison.query.days, format)}
<details><summary>${texts.charts.table}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${texts.charts.lengths}"><table>
<thead><tr><th scope="col">${texts.charts.length}</th><th scope="col">${texts.charts.cheapestPlan}</th><th scope="col">${texts.charts.provider}</th><th scope="col">${texts.charts.price}</th></tr></thead>
<tbody>
${lengths.map(({ days, best }) => html`<tr><td>${format.days(days)}</td><td>${best.plan.name}${!best.fits.meets_need && html` (${texts.charts.noneShort})`}</td><td>${best.provider.name}</td><td>${format.money(best.price.usd)}</td></tr>\n`)}</tbody>
</table></div>
</details>
</figure>`
}
</section>`;
}
