/** Several stops: one block for each way to cover them, the map, and the sum that explains their order. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { stopsOf, totalDays, travellersOf } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import { fullPlanId } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { flag, icon } from '../pictures.ts';
import { sellerLabel } from '../seller-name.ts';
import { missList, planLines } from './card.ts';
import { dataFact, fastDailyText, joined, missTexts, spanOf, validityFact } from './facts.ts';
import { routeMap } from './map.ts';
import { centsOf, groupNote, planPrice, priceHtml, sortedNote, worstOf } from './price.ts';
import { isCheapestWay, type Shown } from './shown.ts';

export type Split = NonNullable<NonNullable<Comparison['itinerary']>['recommended']>;

interface Way {
  readonly tags: readonly string[];
  readonly split: Split;
}

export function ways(shown: Shown): Html | null {
  const { comparison, language, view } = shown;
  const all = waysOf(comparison, language);
  if (all.length === 0) return null;
  const splits = all.map(({ split }) => split);
  const { itinerary: labels } = language.texts;
  const names = splits.map((split) => wayName(split, splits, language));
  return html`<section class="ways" id="results" tabindex="-1" aria-labelledby="ways-heading">
<h2 id="ways-heading">${labels.ways({ n: all.length })}</h2>
${all.length > 1 && sums(all, names, language)}<ol class="way-list">
${all.map((way, at) => wayBlock(way, at, names[at] ?? '', shown))}</ol>
<div class="beside">
${routeMap(stopsOf(view.trip), language)}
${bills(all, language)}
</div>
</section>`;
}

/** The prices of all ways in one line, before the first way takes the whole screen of a phone. */
const sums = (all: readonly Way[], names: readonly string[], { format }: Language): Html =>
  html`<ul class="way-sums">
${all.map(({ tags, split }, at) => html`<li><a href="#way-${at + 1}"><span>${names[at]}</span> <b>${format.money(split.usd)}</b> <small>${tags.join(' · ')}</small></a></li>\n`)}</ul>
`;

/** The recommended way first, then the cheapest and the best single plan, each once. */
function waysOf(comparison: Comparison, { texts }: Language): Way[] {
  const { itinerary: splits, orders } = comparison;
  const { recommended, cheapest } = splits ?? {};
  if (!recommended || !cheapest || !hasPlan(recommended)) return [];
  const { sorts } = texts;
  const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
  const cheapestTags = isCheapestWay(cheapest, comparison) ? [sorts.cheapest.name] : [];
  const found: Way[] = isSame
    ? [{ tags: [sorts.recommended.name, ...cheapestTags], split: recommended }]
    : [
        { tags: [sorts.recommended.name], split: recommended },
        { tags: cheapestTags, split: cheapest },
      ];
  const [first] = orders.Recommended;
  const hasSingle = found.some(({ split: { legs } }) => legs.length === 1);
  if (first === undefined || hasSingle) return found;
  return [...found, { tags: [], split: singleWay(first, splits) }];
}

/** The first plan for all stops as a way with one leg. */
function singleWay(first: Result, splits: Comparison['itinerary']): Split {
  const further = first.why.drawbacks.find(({ code }) => code === 'further_purchases')?.usd ?? 0;
  return {
    usd: first.price.usd,
    group_usd: first.price.group_usd,
    comparable_usd: first.why.comparable_usd,
    further_purchases_usd: further,
    purchases: first.copies,
    legs: [{ stops: splits?.recommended?.legs.flatMap(({ stops }) => stops) ?? [], result: first }],
  };
}

/** Filters can leave a way without any plan. */
export const hasPlan = ({ legs }: Split): boolean => legs.some(({ result }) => result !== null);

/** Whether every stop has a plan that meets the need. */
export const covers = ({ legs }: Split): boolean =>
  legs.every(({ result }) => result?.fits.meets_need === true);

/** The number of eSIMs, with the shops if another way has as many. A plan that is bought several times is several eSIMs. */
export function wayName(split: Split, others: readonly Split[], { texts, format }: Language): string {
  const { allTheWay, separate } = texts.itinerary;
  const nameOf = ({ legs, purchases }: Split) => (legs.length === 1 ? allTheWay : separate({ n: purchases }));
  const name = nameOf(split);
  const isAlike = others.some((other) => other !== split && nameOf(other) === name);
  return isAlike ? `${name}, ${format.list(shopsOf(split, texts))}` : name;
}

export const shopsOf = ({ legs }: Split, texts: Texts): string[] => [
  ...new Set(legs.flatMap(({ result }) => (result === null ? [] : [sellerLabel(result.provider, texts)]))),
];

/** What the head of a way says in other words. */
const SAID_OF_WAYS = ['further_purchases', 'misses_need'] as const satisfies readonly DrawbackCode[];

/** If the first way has one leg, its button is the main one. With several legs, no single button completes the trip. */
function wayBlock({ tags, split }: Way, at: number, name: string, shown: Shown): Html {
  const { texts, format } = shown.language;
  const { usd, comparable_usd: comparable, group_usd: group, purchases, legs } = split;
  const plans = legs.flatMap(({ result }) => result ?? []);
  const { itinerary: labels } = texts;
  const unserved = legs.filter(({ result }) => result === null).flatMap(({ stops }) => stops);
  const places = format.list(unserved.map(({ country }) => format.country(country)));
  const misses = legs.some(({ result }) => result?.fits.meets_need === false);
  const against = [
    purchases > 1 ? labels.buyTimes({ n: purchases }) : null,
    unserved.length > 0 ? labels.nothingFor({ places }) : null,
    misses ? texts.drawbacks.misses_need : null,
    ...worstOf(plans, format, SAID_OF_WAYS),
  ].filter((word) => word !== null);
  return html`<li class="way" id="way-${at + 1}">
<div class="way-head">
<div>${tags.map((tag) => html`<span class="tag">${tag}</span> `)}<h3>${name}</h3></div>
${priceHtml(usd, groupNote(group, travellersOf(shown.view.trip), format), format, usd, sortedNote(comparable, group, format))}
<ul class="know">${purchases === 1 && html`<li>${icon('check')}${labels.noSwap}</li>`}${against.map((word) => html`<li>${icon('minus')}${word}</li>`)}</ul>
</div>
<ol class="legs">
${legs.map((leg) => legLine(leg, at === 0 && legs.length === 1, shown))}</ol>
</li>
`;
}

/** A plan of a way: what it gives, where it is used and on which networks, its price and its discount. */
function legLine({ stops, result }: Split['legs'][number], isMain: boolean, { language, view }: Shown): Html {
  const { texts, format, root } = language;
  const where = (networksOf: (code: string) => string | null) =>
    html`<ul class="where">${stops.map(({ country, days }) => html`<li>${flag(country, root)} <b>${format.country(country)}, ${format.days(days)}</b> <small>${networksOf(country)}</small></li>`)}</ul>`;
  if (result === null)
    return html`<li class="leg"><article>${where(() => null)}<p class="short">${texts.itinerary.noPlans}</p></article></li>\n`;
  const { speed, features } = result;
  const networksOf = (code: string) =>
    (speed.networks_by_country?.[code] ?? speed.networks).join(', ') || texts.card.notNamed;
  const span = spanOf(view.trip, totalDays(stops));
  const noHotspot = features.hotspot === false ? texts.drawbacks.hotspot_not_allowed : null;
  const gets = [
    joined(dataFact(result, span, format).value, fastDailyText(result, format)),
    validityFact(result, span, format).value,
    speed.generation,
    features.hotspot === true ? texts.card.hotspot : noHotspot,
  ];
  const more = html`${where(networksOf)}
${missList(missTexts(result, format))}`;
  const parts = { gets, price: planPrice(result, null, format), more };
  return html`<li class="leg" data-plan="${fullPlanId(result)}">${planLines(result, span, parts, language, isMain)}</li>
`;
}

/** The sums of the first two ways side by side, if the second is called the cheapest. */
function bills(all: readonly Way[], language: Language): Html | null {
  const { texts, format } = language;
  const { itinerary: labels, card } = texts;
  const [first, second] = all;
  if (first === undefined || second === undefined || second.tags.length === 0) return null;
  const shown = [first.split, second.split];
  const drawbacks = ({ usd, comparable_usd: comparable, further_purchases_usd: further }: Split) =>
    (centsOf(comparable) - centsOf(further) - centsOf(usd)) / 100;
  const row = (name: string, value: (split: Split) => string) =>
    html`<tr><th scope="row">${name}</th>${shown.map((split) => html`<td>${value(split)}</td>`)}</tr>\n`;
  const rows = [
    row(card.billPrice, ({ usd }) => format.money(usd)),
    row(texts.side.drawbacks, (split) => `+ ${format.money(drawbacks(split))}`),
    row(labels.billPurchases, ({ further_purchases_usd: usd }) => `+ ${format.money(usd)}`),
    row(card.billSum, ({ comparable_usd: usd }) => format.money(usd)),
  ];
  return html`<section class="panel-box">
<h3>${labels.whyNotCheapest}</h3>
<p>${labels.whyNotText}</p>
<table class="bill"><thead><tr><td></td>${[first, second].map(({ tags }) => html`<th scope="col">${tags.join(' · ')}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table>
</section>`;
}
