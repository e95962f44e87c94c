/**
 * The folder: the charts of a comparison, as SVG with a table for each. It imports `domain/` and `wire/`. Pure, and may be
 * called at any time. This file has the section with both charts and their tables.
 */
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html, table } from '../html.ts';
import { dataText } from '../results/facts.ts';
import { cheaperAndLonger, lengthsChart, lengthsOf } from './lengths.ts';
import { scatterChart, scatterLegend, uniqueResults } from './scatter.ts';

export function charts(comparison: Comparison, format: Format): Html | null {
  const results = uniqueResults(comparison);
  if (results.length === 0) return null;
  const { texts } = format;
  const { charts: labels } = texts;
  const lengths = lengthsOf(comparison.variants ?? []);
  const cheaper = cheaperAndLonger(lengths, comparison.query.days);
  const nameOf = ({ plan, fits }: Result) => [
    plan.name,
    !fits.meets_need && ` · ${texts.drawbacks.misses_need}`,
  ];
  const byPrice = results
    .toSorted((a, b) => a.price.usd - b.price.usd)
    .map((one) => [nameOf(one), one.provider.name, dataText(one, format), format.money(one.price.usd)]);
  const byLength = lengths.map(({ days, best }) => [
    format.days(days),
    nameOf(best),
    best.provider.name,
    format.money(best.price.usd),
  ]);
  return html`<section class="charts" id="charts" aria-labelledby="charts-heading">
<h2 id="charts-heading">${texts.results.charts}</h2>
<figure>
<figcaption>${labels.priceData}</figcaption>
${scatterChart(comparison, format)}
${scatterLegend(results, format)}
<details><summary>${labels.table}</summary>
${table(labels.priceData, [labels.plan, labels.provider, texts.card.data, labels.price], byPrice)}
</details>
</figure>
${
  lengths.length > 1 &&
  html`<figure>
<figcaption>${labels.lengths}</figcaption>
${cheaper !== null && html`<p class="insight">${labels.longerIsCheaper(format.days(cheaper.days), format.money(cheaper.savedUsd))}</p>`}
${lengthsChart(lengths, comparison.query.days, format)}
<details><summary>${labels.table}</summary>
${table(labels.lengths, [labels.length, labels.cheapestPlan, labels.provider, labels.price], byLength)}
</details>
</figure>`
}
</section>`;
}
