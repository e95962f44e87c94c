/** Up to three plans side by side. They are chosen by check-boxes of a plain form, so it works without a script. */
import { fullPlanId } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { hidden, languageField } from '../trip/form.ts';
import { comparePath, PICKS_MAX, shownPicks, viewQuery } from '../trip/view.ts';
import { drawbackLine } from './card.ts';
import { capital, joined, spanOf } from './facts.ts';
import { centsOf, drawbackText, hasDrawback } from './price.ts';
import { type Shown, uniqueResults } from './shown.ts';
import { sideTable } from './side-table.ts';

/** The picked plans that are in the lists. */
const pickedOf = ({ comparison, view }: Shown): Result[] => {
  const all = uniqueResults(comparison);
  return shownPicks(view).flatMap((name) => all.find((result) => fullPlanId(result) === name) ?? []);
};

/**
 * The form of the check-boxes. It keeps the other parameters of the address. The fragment leads to the table, which stands
 * below the picks.
 */
export function pickForm(shown: Shown): Html {
  const { language, view } = shown;
  const { texts, root } = language;
  const kept = new URLSearchParams(viewQuery({ ...view, picks: [] }));
  const picked = pickedOf(shown).map(fullPlanId).join(' ');
  // The script of the page replaces {n} by the number of checked boxes.
  const countLabel = texts.side.submitCount({ n: '{n}' });
  return html`<form class="pick-bar" id="pick" action="${root}/compare#side-heading" method="get" data-most="${PICKS_MAX}" data-picked="${picked}" data-count="${countLabel}">
${[...kept].map(([name, value]) => hidden(name, value))}${languageField(language)}<p role="status" data-one="${texts.side.another}" data-full="${texts.side.most}"></p>
<button class="go" type="submit">${texts.side.submit}</button>
</form>`;
}

export function sideBySide(shown: Shown): Html | null {
  const { comparison, language, view } = shown;
  if (view.picks.length === 0) return null;
  const { texts, link } = language;
  const picked = pickedOf(shown);
  const isLone = picked.length < 2;
  const { sign, meaning } = texts.side.legend;
  const legend = !isLone && html`<b class="better">${sign}</b> ${meaning} `;
  const missing = shownPicks(view).length - picked.length;
  const missingNote = missing > 0 && texts.side.missing({ n: missing });
  const tooMany =
    view.picks.length > PICKS_MAX && html`<p class="wrong" role="alert">${texts.side.most}</p>\n`;
  const closePath = comparePath({ ...view, picks: [] });
  const content = isLone
    ? html`<p>${texts.side.another}</p>`
    : sideTable(picked, verdictsOf(picked, comparison, language), spanOf(view.trip), language);
  return html`<section class="side${isLone && ' lone'}" id="side" aria-labelledby="side-heading">
<div class="side-head"><h2 id="side-heading" tabindex="-1">${texts.side.heading({ n: picked.length })}</h2>
<p>${legend}${missingNote}</p> <a class="close" href="${link(closePath)}">${texts.side.close}</a></div>
${tooMany}${content}
</section>`;
}

/** A verdict names the first drawbacks of a plan. The row of the drawbacks has all of them. */
const NAMED_DRAWBACKS_MAX = 2;

/**
 * The verdict on each picked plan: whether it is the best or the cheapest of them, and the drawbacks that not all of them
 * have.
 */
function verdictsOf(picked: readonly Result[], { orders }: Comparison, { texts, format }: Language): Html[] {
  const { best, cheapest, more } = texts.side;
  const ids = new Set(picked.map(fullPlanId));
  const bestId = orders.Recommended.map(fullPlanId).find((id) => ids.has(id));
  const lowestCents = Math.min(...picked.map(({ price }) => centsOf(price.usd)));
  return picked.map((result) => {
    const moreCents = centsOf(result.price.usd) - lowestCents;
    const words = [
      fullPlanId(result) === bestId ? best : null,
      moreCents === 0 ? cheapest : more({ money: format.difference(moreCents / 100) }),
    ];
    const against = result.why.drawbacks
      .filter(({ code }) => code !== 'coupon' && !picked.every((other) => hasDrawback(other, code)))
      .slice(0, NAMED_DRAWBACKS_MAX)
      .map(({ code }) => drawbackLine(drawbackText(code, result, format)));
    return html`<b>${capital(joined(...words))}</b><ul class="know">${against}</ul>`;
  });
}
