/** Several stops: the best way to serve them, one plan for each run of stops, each told as fully as a result. */
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { cardBody } from './card.ts';

type Way = NonNullable<NonNullable<Comparison['itinerary']>['recommended']>;

export function itinerary({ itinerary: ways }: Comparison, language: Language): Html | null {
  const { recommended, cheapest } = ways ?? {};
  if (!recommended || !cheapest) return null;
  const { itinerary: said } = language.texts;
  // Where the best way is the cheapest too, it is told once.
  const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
  return html`${wayTold(recommended, isSame ? said.bothHeading : said.heading, 'way', language)}
${!isSame && wayTold(cheapest, said.cheapestHeading, 'way-cheapest', language)}`;
}

function wayTold(way: Way, heading: string, id: string, language: Language): Html {
  const { texts, format } = language;
  const total = texts.itinerary.total(format.money(way.usd), way.purchases, format.number(way.purchases));
  return html`<section class="way" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<p><b>${total}</b> ${sumText(way, language)}</p>
<ol class="cards">
${way.legs.map((leg) => legTold(leg, way, language))}</ol>
</section>`;
}

/** The comparable price of the whole itinerary: its price, the drawbacks of its plans, and its further purchases. */
function sumText(way: Way, { texts, format }: Language): string {
  const cents = (amount: number) => Math.round(amount * 100);
  const [comparable, further] = [cents(way.comparable_usd), cents(way.further_purchases_usd)];
  return texts.itinerary.sum(
    format.money(way.comparable_usd),
    format.money((comparable - further - cents(way.usd)) / 100),
    further > 0 ? format.money(way.further_purchases_usd) : null,
  );
}

function legTold({ stops, result }: Way['legs'][number], way: Way, language: Language): Html {
  const { texts, format } = language;
  const where = stops
    .map(({ country, days }) => `${format.country(country)}, ${format.days(days)}`)
    .join(' · ');
  if (result === null)
    return html`<li class="card misses"><article><h3>${where}</h3><p class="short">${texts.itinerary.nothing}</p></article></li>\n`;
  const body = cardBody(result, {
    language,
    heading: html`${where}`,
    name: result.plan.name,
    priceOf: texts.itinerary.part,
    bar: { full: way.comparable_usd, mark: null },
  });
  return html`<li class="card">${body}</li>\n`;
}
