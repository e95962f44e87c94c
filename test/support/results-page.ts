/** Extracts the visible content of a result page from its HTML. */
import { find, findAll, type HtmlElement, parseHtml } from './html.ts';
import { PAGE } from './selectors.ts';

export type ShownCard = ReturnType<typeof cardOf>;

function cardOf(card: HtmlElement) {
  return {
    heading: find(card, PAGE.cardTitle) ?? '',
    name: find(card, PAGE.planName) ?? '',
    price: find(card, PAGE.price),
    comparable: find(card, PAGE.comparable),
    amount: find(card, PAGE.amount) ?? '',
    chips: findAll(card, PAGE.chips),
    shortfall: find(card, PAGE.shortfall),
    drawbacks: findAll(card, PAGE.drawbacks),
    appliedCoupons: findAll(card, PAGE.appliedCoupons),
    otherCoupons: findAll(card, PAGE.otherCoupons),
    details: find(card, PAGE.details) ?? '',
    observedAt: card.querySelector(PAGE.ageTime)?.getAttributeValue('datetime') ?? null,
    outLink: card.querySelector(PAGE.outLink)?.getAttributeValue('href') ?? null,
  };
}

/** The tabs, the filters and the lists in the order of the page. */
export function resultsOf(html: string) {
  const page = parseHtml(html);
  return {
    tabs: findAll(page, PAGE.tabs),
    filters: findAll(page, PAGE.filters),
    lists: page.querySelectorAll(PAGE.list).map((list) => ({
      summary: find(list, PAGE.listSummary) ?? '',
      cards: list.querySelectorAll(PAGE.card).map(cardOf),
    })),
  };
}

/** The tabs of a trip with several stops, and the plans of each split. */
export function itineraryOf(html: string) {
  const page = parseHtml(html);
  return {
    choices: findAll(page, PAGE.splitChoices),
    splits: page.querySelectorAll(PAGE.split).map((split) => ({
      title: find(split, PAGE.splitTitle) ?? '',
      sum: find(split, PAGE.splitSum) ?? '',
      legs: split.querySelectorAll(PAGE.card).map(cardOf),
    })),
  };
}
