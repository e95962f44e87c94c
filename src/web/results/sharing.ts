/** For a group, the page shows one plan that all share by hotspot, beside the price of an own eSIM for each. */
import { travellersOf } from '../../domain/trip.ts';
import { type Html, html } from '../html.ts';
import { planLines } from './card.ts';
import { dataFact, spanOf, validityFact } from './facts.ts';
import { priceHtml } from './price.ts';
import type { Shown } from './shown.ts';

/** `comparison.sharing` is absent for one traveller, and null if no plan can be shared. */
export function sharing({ comparison, language, view }: Shown): Html | null {
  const { sharing: shared, orders, itinerary } = comparison;
  if (shared === undefined) return null;
  const { texts, format } = language;
  const { sharing: labels } = texts;
  const travellers = format.number(travellersOf(view.trip));
  if (shared === null)
    return html`<section class="sharing"><div class="panel-box"><p>${labels.none(travellers)}</p></div></section>`;
  const { result, usd } = shared;
  const each = itinerary?.recommended?.group_usd ?? orders.Recommended[0]?.price.group_usd ?? null;
  const price = priceHtml(usd, labels.forAll, format);
  const span = spanOf(view.trip);
  const gets = [dataFact(result, span, format).value, validityFact(result, span, format).value];
  const more = html`<p class="hint">${labels.means} ${each !== null && labels.each(format.money(each))}</p>`;
  return html`<section class="sharing" aria-labelledby="sharing-heading">
<h2 id="sharing-heading">${labels.title(travellers)}</h2>
<div class="way"><div class="leg">${planLines(result, span, { gets, price, more }, language)}</div></div>
</section>`;
}
