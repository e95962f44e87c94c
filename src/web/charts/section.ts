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
  const { charts: said } = texts;
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
<figcaption>${said.priceData}</figcaption>
${scatterChart(comparison, format)}
${scatterLegend(results, format)}
<details><summary>${said.table}</summary>
${table(said.priceData, [said.plan, said.provider, texts.card.data, said.price], byPrice)}
</details>
</figure>
${
  lengths.length > 1 &&
  html`<figure>
<figcaption>${said.lengths}</figcaption>
${cheaper !== null && html`<p class="insight">${said.longerIsCheaper(format.days(cheaper.days), format.money(cheaper.savedUsd))}</p>`}
${lengthsChart(lengths, comparison.query.days, format)}
<details><summary>${said.table}</summary>
${table(said.lengths, [said.length, said.cheapestPlan, said.provider, said.price], byLength)}
</details>
</figure>`
}
</section>`;
}
