/** Several stops: the best way to serve them, one plan for each run of stops, each told as fully as a result. */
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { cardBody } from './card.ts';

type Way = NonNullable<Comparison['itinerary']>['recommended'];

export function itinerary({ itinerary: ways }: Comparison, language: Language): Html | null {
  if (ways === undefined) return null;
  const { itinerary: said } = language.texts;
  // Where the best way is the cheapest too, it is told once.
  const isSame = JSON.stringify(ways.recommended.legs) === JSON.stringify(ways.cheapest.legs);
  return html`${wayTold(ways.recommended, isSame ? said.bothHeading : said.heading, 'way', language)}
${!isSame && wayTold(ways.cheapest, said.cheapestHeading, 'way-cheapest', language)}`;
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

/** What the whole way compares like: its price, the drawbacks of its plans, and that it takes more than one of them. */
function sumText({ usd, comparable_usd: comparable, legs }: Way, { texts, format }: Language): string {
  const cents = (amount: number) => Math.round(amount * 100);
  const ofPlans = legs.reduce((sum, { result }) => sum + cents(result?.why.comparable_usd ?? 0), 0);
  return texts.itinerary.sum(
    format.money(comparable),
    format.money((ofPlans - cents(usd)) / 100),
    legs.length > 1 ? format.money((cents(comparable) - ofPlans) / 100) : null,
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
