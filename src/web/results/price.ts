/** The drawbacks in dollars, which are added to the trip price, and the history of the price. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

export const centsOf = (usd: number): number => Math.round(usd * 100);

export const hasDrawback = ({ why }: Result, code: DrawbackCode): boolean =>
  why.drawbacks.some((drawback) => drawback.code === code);

/** If the provider states nothing, the text is "not stated" instead of the worse case. */
export function drawbackText(code: DrawbackCode, { data, fits }: Result, format: Format): string {
  const { texts } = format;
  if (code === 'region_incomplete') return missingText(fits.missing_countries ?? [], format);
  if (code === 'daily_stops' && data.after_cap === 'unknown') return texts.dailyUnstated;
  return texts.drawbacks[code];
}

/** Enough names to see whether the own countries are among them. */
const MISSING_NAMED_MAX = 6;

function missingText(missing: readonly string[], { texts, country, number }: Format): string {
  const more = missing.length - MISSING_NAMED_MAX;
  const named = missing.slice(0, MISSING_NAMED_MAX).map(country);
  const places = [...named, ...(more > 0 ? [`+${number(more)}`] : [])].join(', ');
  return texts.notes.not_valid_in({ places });
}

/** The drawbacks of a plan by their dollars, the dearest first. */
export const dearestFirst = ({ why }: Result): Result['why']['drawbacks'] =>
  why.drawbacks.toSorted((a, b) => b.usd - a.usd);

/** Enough to show that a plan does not only have what is good. The row of a plan has all of its drawbacks. */
const WORST_MAX = 2;

/** The dearest drawbacks of plans in words, each once, without those that are said elsewhere. */
export function worstOf(
  results: readonly Result[],
  format: Format,
  said: readonly DrawbackCode[] = [],
): string[] {
  const drawbacks = results.flatMap((result) =>
    result.why.drawbacks
      .filter(({ code }) => !said.includes(code))
      .map(({ code, usd }) => ({ usd, text: drawbackText(code, result, format) })),
  );
  const words = drawbacks.toSorted((a, b) => b.usd - a.usd).map(({ text }) => text);
  return [...new Set(words)].slice(0, WORST_MAX);
}

/** The approximate price in the currency of the reader. */
export function aboutPrice(usd: number, format: Format): Html | null {
  const about = format.about(usd);
  return about === null ? null : html`<small class="about-price">${about}</small> `;
}

/** A price with the crossed-out list price, the approximate price, a note, and the number that it is sorted by. */
export function priceHtml(
  usd: number,
  note: string | null,
  format: Format,
  listUsd = usd,
  sorted: string | false = false,
  personal: string | null = null,
): Html {
  const { money, texts } = format;
  const crossedOut =
    listUsd !== usd && html`<del><span class="quiet">${texts.card.listPrice} </span>${money(listUsd)}</del> `;
  const notes = [
    aboutPrice(usd, format),
    note !== null && html`<small>${note}</small> `,
    sorted !== false && html`<small class="sorted">${sorted}</small> `,
    personal !== null && html`<small class="personal">${personal}</small>`,
  ].filter((line) => line !== false && line !== null);
  return html`<p class="price"><span>${crossedOut}<b>${money(usd)}</b></span>${notes.length > 0 && html` <span class="price-notes">${notes}</span>`}</p>`;
}

/** The price of a plan, with the lower one that only some people get. */
export const planPrice = (
  result: Result,
  note: string | null,
  format: Format,
  sorted: string | false = false,
): Html =>
  priceHtml(result.price.usd, note, format, result.price.list_usd, sorted, personalPrice(result, format));

/** "New customers: $9.20": the lowest price with a discount that not every traveller gets; null: there is none. */
function personalPrice({ coupons, price }: Result, { money, texts: { card } }: Format): string | null {
  const [lowest] = coupons
    .filter(({ applied_to_price, usd }) => !applied_to_price && usd < price.usd)
    .sort((a, b) => a.usd - b.usd);
  if (lowest === undefined) return null;
  const people = lowest.for === null ? card.couponSome : card.couponFor[lowest.for];
  return `${people}: ${money(lowest.usd)}`;
}

/** "4 travellers: $43.20"; null for one traveller. */
export const groupNote = (
  groupUsd: number | null,
  travellers: number,
  { money, texts }: Format,
): string | null =>
  groupUsd === null ? null : `${texts.form.traveller({ n: travellers })}: ${money(groupUsd)}`;

/** "with drawbacks $18.58", which is for one person of a group too. */
export function sortedNote(comparableUsd: number, groupUsd: number | null, { money, texts }: Format): string {
  const amount = money(comparableUsd);
  return texts.card.sorted({
    money: groupUsd === null ? amount : texts.versus.perPerson({ money: amount }),
  });
}

/** The price of the trip, each drawback in dollars, and their sum: it adds up to the cent. */
export function bill(result: Result, format: Format): Html {
  const { money, texts } = format;
  const { price, why, coupons } = result;
  const { card } = texts;
  const applied = coupons.find(({ applied_to_price }) => applied_to_price);
  const name = applied?.code ? card.billPriceWith({ coupon: applied.code }) : card.billPrice;
  const row = (name: string, value: string) =>
    html`<tr><th scope="row">${name}</th> <td>${value}</td></tr>\n`;
  return html`<table class="bill"><tbody>
${row(name, money(price.usd))}${why.drawbacks.map(({ code, usd }) => row(drawbackText(code, result, format), `+ ${money(usd)}`))}${row(card.billSum, money(why.comparable_usd))}</tbody></table>`;
}

/** The price of one copy in the last 30 days in words; null before the second day of observation. */
export function historyText(result: Result, { money, texts }: Format): string | null {
  const { history } = result.price;
  if (history === null) return null;
  return texts.card.historyText({
    now: money(priceOfOne(result)),
    low: money(history.lowest_30d_usd),
    high: money(history.highest_30d_usd),
  });
}

/**
 * The history describes one copy. For a plan that is sold by the day, it describes one day, and `validity.days` is the
 * number of days in the order.
 */
const priceOfOne = ({ price, copies, validity }: Result): number =>
  price.list_usd / (validity.sold_per_day ? (validity.days ?? 1) : copies);
