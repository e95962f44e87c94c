/** Several stops: the best way to serve them, one plan for each run of stops. */
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { wayOut } from './card.ts';
import { includedCoupon } from './coupons.ts';
import { amountText, missTexts, validityText } from './facts.ts';
import { drawbackList } from './price.ts';

type Way = NonNullable<Comparison['itinerary']>['recommended'];

export function itinerary({ itinerary: ways }: Comparison, language: Language, root: string): Html | null {
  if (ways === undefined) return null;
  const { itinerary: said } = language.texts;
  // Where the best way is the cheapest too, it is told once.
  const isSame = JSON.stringify(ways.recommended.legs) === JSON.stringify(ways.cheapest.legs);
  return html`${wayTold(ways.recommended, said.heading, 'way', language, root)}
${!isSame && wayTold(ways.cheapest, said.cheapestHeading, 'way-cheapest', language, root)}`;
}

function wayTold(way: Way, heading: string, id: string, language: Language, root: string): Html {
  const { texts, format } = language;
  const total = texts.itinerary.total(format.money(way.usd), format.number(way.purchases));
  return html`<section class="way" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<p><b>${total}</b>, ${texts.card.comparesLike(format.money(way.comparable_usd))}</p>
<ol>
${way.legs.map((leg) => html`<li>${legTold(leg, language, root)}</li>\n`)}</ol>
</section>`;
}

function legTold({ stops, result }: Way['legs'][number], language: Language, root: string): Html {
  const { texts, format } = language;
  const where = stops
    .map(({ country, days }) => `${format.country(country)}, ${format.days(days)}`)
    .join(' · ');
  if (result === null) return html`<p><b>${where}</b>: ${texts.itinerary.nothing}</p>`;
  const misses = missTexts(result, format);
  return html`<h3>${where}</h3>
<p>${result.plan.name} · ${result.provider.name} · <b>${format.money(result.price.usd)}</b> · ${amountText(result, format)} · ${validityText(result, format)}${result.copies > 1 && html` · <strong>${texts.card.buy(format.number(result.copies))}</strong>`}</p>
${misses.length > 0 && html`<p class="short">${misses.join(', ')}</p>`}
${drawbackList(result, format)}
${includedCoupon(result.coupons, format)}
${wayOut(result, { language, root })}`;
}
