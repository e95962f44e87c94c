/** What a result page shows, read from its HTML. */
import { find, findAll, type HtmlElement, parseHtml } from './html.ts';
import { PAGE } from './selectors.ts';

export type ShownCard = ReturnType<typeof cardOf>;

function cardOf(card: HtmlElement) {
  return {
    heading: find(card, PAGE.cardTitle) ?? '',
    by: find(card, PAGE.cardProvider),
    price: find(card, PAGE.price),
    copies: find(card, PAGE.copies),
    short: find(card, PAGE.shortfall),
    compares: find(card, PAGE.comparable) ?? '',
    drawbacks: findAll(card, PAGE.drawbacks),
    included: findAll(card, PAGE.appliedCoupons),
    folded: findAll(card, PAGE.otherCoupons),
    details: find(card, PAGE.details) ?? '',
    readAt: card.querySelector(PAGE.ageTime)?.getAttributeValue('datetime') ?? null,
    out: card.querySelector(PAGE.outLink)?.getAttributeValue('href') ?? null,
  };
}

/** The lists in the order of the page. */
export const listsOf = (html: string) =>
  parseHtml(html)
    .querySelectorAll(PAGE.list)
    .map((list) => ({
      summary: find(list, PAGE.listSummary) ?? '',
      cards: list.querySelectorAll(PAGE.card).map(cardOf),
    }));

/** The ways to split a trip with several stops. */
export const splitsOf = (html: string) =>
  parseHtml(html)
    .querySelectorAll(PAGE.split)
    .map((split) => ({
      sum: find(split, PAGE.splitSum) ?? '',
      legs: split.querySelectorAll(PAGE.card).map(cardOf),
    }));
