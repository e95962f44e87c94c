/** Behind the opener of a plan: the bill that explains its place, every fact in order of interest, and other prices. */
import { BRAND_PLACES } from '../../domain/ranking/order.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { otherCoupons } from './coupons.ts';
import { capital, type Span } from './facts.ts';
import { planFacts } from './plan-facts.ts';
import { bill } from './price.ts';
import { versusFirst, versusNext } from './versus.ts';

/** The plans that an opener compares with. */
export interface Rivals {
  /** The first of the list, for a plan below it. */
  readonly first: Result | null;
  /** The second of the list, for the first one. */
  readonly next: Result | null;
  /** Whether the plan would stand higher if its shop had fewer plans. */
  readonly isAfterOtherShops: boolean;
}

/** In lists with another order, and where there is no list. */
export const NO_RIVALS: Rivals = { first: null, next: null, isAfterOtherShops: false };

/** `report`: the link by which a wrong price is reported. */
export function whyBody(
  result: Result,
  span: Span,
  language: Language,
  rivals: Rivals,
  report: Html | null = null,
): Html {
  const { texts, format } = language;
  const others = otherCoupons(result.coupons, format);
  const versus = versusText(result, rivals, format);
  return html`<div class="why-body${others === null && ' two-columns'}">
<section><h4>${texts.card.bill}</h4>
<p>${texts.card.billPaid}</p>
${bill(result, format)}
${versus !== null && html`<p>${versus}</p>`}${rivals.isAfterOtherShops && html`<p>${texts.card.afterOthers({ n: BRAND_PLACES })}</p>`}
<p><a href="${language.link('/how-we-rank')}">${texts.pages['how-we-rank']}</a>${report !== null && html` · ${report}`}</p>
</section>
${factList(result, span, language)}
${others}
</div>`;
}

function versusText(result: Result, { first, next }: Rivals, format: Format): string | null {
  if (first !== null) return versusFirst(result, first, format);
  return next === null ? null : versusNext(result, next, format);
}

/** What the provider states, and in one line the names of what it does not state. */
function factList(result: Result, span: Span, language: Language): Html {
  const facts = planFacts(result, span, language);
  const { network, networks } = language.texts.card;
  const names = facts.filter(({ value }) => value === null).map(({ name }) => name);
  // One of the two words says it.
  const unstated = names.filter((name) => name !== networks || !names.includes(network));
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
