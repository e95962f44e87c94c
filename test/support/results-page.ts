/** Extracts the visible content of a result page from its HTML. */
import { find, findAll, type HtmlElement, parseHtml, textOf } from './html.ts';
import { PAGE } from './selectors.ts';

export type ShownCard = ReturnType<typeof cardOf>;
export type ShownPage = ReturnType<typeof resultsOf>;

let last: { readonly html: string; readonly page: HtmlElement } | undefined;

/** A test reads several parts of one page, and parsing takes longer than all of them. */
function parsed(html: string): HtmlElement {
  if (last?.html !== html) last = { html, page: parseHtml(html) };
  return last.page;
}

function cardOf(card: HtmlElement) {
  return {
    heading: find(card, PAGE.cardTitle) ?? '',
    price: find(card, PAGE.price),
    comparable: find(card, PAGE.comparable),
    sorted: find(card, PAGE.sorted),
    group: groupOf(card),
    facts: find(card, PAGE.facts) ?? '',
    know: findAll(card, PAGE.know),
    shortfall: find(card, PAGE.shortfall),
    bill: findAll(card, PAGE.bill),
    appliedCoupons: findAll(card, PAGE.appliedCoupons),
    otherCoupons: findAll(card, PAGE.otherCoupons),
    details: find(card, PAGE.details) ?? '',
    /** The facts behind the opener, by their names. */
    rows: new Map(
      card.querySelectorAll(PAGE.factRows).flatMap((row): [string, string][] => {
        const [name, value] = [find(row, 'dt') ?? '', find(row, 'dd') ?? ''];
        // What is not stated has one line with the names of all facts.
        return name === 'Not stated' ? value.split(', ').map((fact) => [fact, name]) : [[name, value]];
      }),
    ),
    observedAt: card.querySelector(PAGE.ageTime)?.getAttributeValue('datetime') ?? null,
    outLink: addressOf(card.querySelector(PAGE.outLink)),
  };
}

/** The parser does not decode attributes. */
const addressOf = (link: HtmlElement | null): string | null =>
  link?.getAttributeValue('href')?.replaceAll('&amp;', '&') ?? null;

/** The price of all travellers together. */
const groupOf = (element: HtmlElement): string | null =>
  findAll(element, PAGE.priceNotes).find((text) => / travellers: /.test(text)) ?? null;

/** The plans that a group shares, and the notes of the destinations. */
export function aboutTheTripOf(html: string) {
  const page = parsed(html);
  const sharing = page.querySelector(PAGE.sharing);
  return {
    sharing: sharing && { text: textOf(sharing), cards: sharing.querySelectorAll(PAGE.leg).map(cardOf) },
    notes: findAll(page, PAGE.notes),
  };
}

/** The tabs, the filters and the lists in the order of the page. */
export function resultsOf(html: string) {
  const page = parsed(html);
  return {
    tabs: findAll(page, PAGE.tabs),
    /** Filters that can be added: their texts and the query of their addresses. */
    filters: page
      .querySelectorAll(PAGE.filters)
      .map((link) => ({
        text: textOf(link),
        query: addressOf(link)?.split('?')[1] ?? '',
      }))
      .filter(({ text }) => / plans$/.test(text)),
    narrowing: page
      .querySelectorAll(PAGE.narrowing)
      .map((link) => ({ text: textOf(link), query: addressOf(link)?.split('?')[1] ?? '' })),
    picks: page.querySelectorAll(PAGE.topPick).map((tile) => ({
      ...cardOf(tile),
      heading: find(tile, 'h2') ?? '',
      titles: findAll(tile, PAGE.pickTags),
    })),
    sharedPick: find(page, PAGE.sharedPick),
    verdict: find(page, PAGE.verdict) ?? '',
    lists: page.querySelectorAll(PAGE.list).map((list) => ({
      summary: find(list, PAGE.listSummary) ?? '',
      cards: list.querySelectorAll(PAGE.card).map(cardOf),
    })),
  };
}

/** The ways to cover a trip with several stops, each with its plans. */
export function waysOf(html: string) {
  return parsed(html)
    .querySelectorAll(PAGE.way)
    .map((way) => ({
      tags: findAll(way, PAGE.wayTags),
      title: find(way, PAGE.wayTitle) ?? '',
      price: find(way, PAGE.wayPrice) ?? '',
      group: groupOf(way.querySelector(PAGE.wayHead)!),
      sorted: find(way.querySelector(PAGE.wayHead)!, PAGE.sorted),
      notes: findAll(way, PAGE.wayNotes),
      legs: way.querySelectorAll(PAGE.leg).map((leg) => ({
        ...cardOf(leg),
        places: find(leg, PAGE.legPlaces) ?? '',
      })),
    }));
}
