/** For a group, the page shows the plans that all share by hotspot, beside the price of an own eSIM for each. */
import { totalDays, travellersOf } from '../../domain/trip.ts';
import type { Comparison, SharedSplit } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { planLines } from './card.ts';
import { amountAndCap, factLine, hotspotText, NO_SPAN, validityFact } from './facts.ts';
import { priceHtml } from './price.ts';
import type { Shown } from './shown.ts';

/** `comparison.sharing` is absent for one traveller, and null if no plan can be shared. */
export function sharing({ comparison, language, view }: Shown): Html | null {
  const { sharing: shared } = comparison;
  if (shared === undefined) return null;
  const { texts, format } = language;
  const { sharing: labels } = texts;
  const travellers = format.number(travellersOf(view.trip));
  if (shared === null)
    return html`<section class="sharing"><div class="panel-box"><p>${labels.none({ n: travellers })}</p></div></section>`;
  const { usd, legs } = shared.recommended;
  const each = ownPlansUsd(comparison);
  const isOne = legs.length === 1;
  return html`<section class="sharing" aria-labelledby="sharing-heading">
<h2 id="sharing-heading">${labels.title({ n: travellers })}</h2>
<div class="way">
<p class="hint">${!isOne && html`<b>${format.money(usd)}</b> ${labels.forAll}. `}${labels.means} ${each !== null && labels.each({ money: format.money(each) })}</p>
${legs.map((leg) => sharedLeg(leg, shared.recommended, comparison.query.days_total, language))}</div>
</section>`;
}

/** The plan of a leg. With several legs, the stops that it serves stand below it. Every leg of `sharing` has a plan. */
function sharedLeg(
  { stops, result }: SharedSplit['legs'][number],
  { legs, data_gb }: SharedSplit,
  daysTotal: number,
  language: Language,
): Html {
  if (result === null) return html``;
  const { texts, format } = language;
  const days = totalDays(stops);
  const span = { days, neededGb: data_gb === null ? null : (data_gb * days) / daysTotal };
  const price = priceHtml(result.price.usd, texts.sharing.forAll, format);
  const where = stops.map(({ country, days: stay }) => `${format.country(country)}, ${format.days(stay)}`);
  const more = html`${legs.length > 1 && html`<p class="hint">${format.list(where)}</p>`}`;
  return html`<div class="leg">${planLines(result, span, { gets: sharedFacts(result, format), price, more }, language)}</div>\n`;
}

/** What a group shares: the amount and what follows it matter more than for one traveller. */
const sharedFacts = (result: Result, format: Format): (string | null)[] => [
  amountAndCap(result, format),
  validityFact(result, NO_SPAN, format).value,
  result.speed.generation,
  hotspotText(result, format),
];

export const sharedGets = (result: Result, format: Format): string => factLine(sharedFacts(result, format));

/** What own plans cost the group: for all stops the best itinerary, for one stop the first plan of Recommended. */
export const ownPlansUsd = ({ itinerary, orders }: Comparison): number | null =>
  itinerary?.recommended?.group_usd ?? orders.Recommended[0]?.price.group_usd ?? null;
