/** Behind the opener of a plan: the bill that explains its place, every fact in order of interest, and other prices. */
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { otherCoupons } from './coupons.ts';
import { capital, type Span } from './facts.ts';
import { planFacts } from './plan-facts.ts';
import { bill, centsOf, drawbackText } from './price.ts';

/**
 * `next`: the plan below it in the recommended list; null in other lists, and where there is no list. `report`: the link
 * by which a wrong price is reported.
 */
export function whyBody(
  result: Result,
  span: Span,
  language: Language,
  next: Result | null,
  report: Html | null = null,
): Html {
  const { texts, format } = language;
  const others = otherCoupons(result.coupons, format);
  return html`<div class="why-body${others === null && ' two-columns'}">
<section><h4>${texts.card.bill}</h4>
${bill(result, format)}
${cheaperNext(result, next, format)}
<p><a href="${language.link('/how-we-rank')}">${texts.pages['how-we-rank']}</a>${report !== null && html` · ${report}`}</p>
</section>
${factList(result, span, language)}
${others}
</div>`;
}

/** "Driftlark costs 17 cents less. But: doesn’t name its network." */
function cheaperNext(result: Result, next: Result | null, format: Format): Html | null {
  if (next === null || next.price.usd >= result.price.usd) return null;
  const own = new Set(result.why.drawbacks.map(({ code }) => code));
  const worse = next.why.drawbacks.find(({ code }) => !own.has(code));
  if (worse === undefined) return null;
  const less = format.difference((centsOf(result.price.usd) - centsOf(next.price.usd)) / 100);
  const { card } = format.texts;
  return html`<p>${card.costsLess({ provider: next.provider.name, money: less, drawback: drawbackText(worse.code, next, format) })}</p>`;
}

/** What the provider states, and in one line the names of what it does not state. */
function factList(result: Result, span: Span, language: Language): Html {
  const facts = planFacts(result, span, language);
  const unstated = facts.filter(({ value }) => value === null).map(({ name }) => name);
  const stated = facts.map(
    ({ name, value, isWide }) =>
      value !== null && html`<div${isWide && html` class="wide"`}><dt>${name}</dt><dd>${value}</dd></div>\n`,
  );
  const rest =
    unstated.length > 0 &&
    html`<div class="wide unstated"><dt>${icon('unclear')}${capital(language.texts.card.unknown)}</dt><dd>${unstated.join(', ')}</dd></div>\n`;
  return html`<dl class="all-facts">
${stated}${rest}</dl>`;
}
