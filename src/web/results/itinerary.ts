/** Several stops: a strip with the choice between several plans and one plan, and the plan of each leg. */
import { planName } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { cardBody } from './card.ts';
import { centsOf } from './price.ts';

type Split = NonNullable<NonNullable<Comparison['itinerary']>['recommended']>;

interface Choice {
  readonly id: string;
  /** "Recommended", "Cheapest" or both; null for the one plan that is neither. */
  readonly label: string | null;
  /** null for the lists below, which have one plan for all stops. */
  readonly split: Split | null;
  /** "2 plans $19.92", or a sentence that no single plan covers the trip. */
  readonly text: string;
  readonly note: string | null;
}

export interface ItineraryParts {
  readonly strip: Html;
  readonly splits: readonly Html[];
  /** Whether the recommended choice is one plan, so that the lists come before the splits. */
  readonly isOnePlanFirst: boolean;
}

export function itinerary(comparison: Comparison, language: Language): ItineraryParts | null {
  const choices = choicesOf(comparison, language);
  if (choices === null) return null;
  const { itinerary: labels } = language.texts;
  const strip = html`<nav class="splits" aria-label="${labels.choices}">
<ul>
${choices.map(({ id, label, text, note }) => html`<li><a href="#${id}">${label !== null && html`<small>${label}</small> `}<b>${text}</b>${note !== null && html` <span>${note}</span>`}</a></li>\n`)}</ul>
</nav>`;
  return {
    strip,
    splits: choices.flatMap((choice) =>
      choice.split === null ? [] : [splitSection(choice, choice.split, language)],
    ),
    isOnePlanFirst: choices[0]?.id === 'one-plan',
  };
}

/** If a split has one leg, and its plan is the first of the Recommended list, its choice links to that list. */
function choicesOf({ itinerary: splits, orders }: Comparison, language: Language): Choice[] | null {
  const { itinerary: labels, sorts } = language.texts;
  const { recommended, cheapest } = splits ?? {};
  if (!recommended || !cheapest) return null;
  const [first] = orders.Recommended;
  const isFirst = ({ legs: [leg, ...further] }: Split) =>
    further.length === 0 &&
    first !== undefined &&
    leg?.result != null &&
    planName(leg.result) === planName(first);
  const choice = (id: string, label: string, split: Split): Choice => ({
    id: isFirst(split) ? 'one-plan' : id,
    label,
    split: isFirst(split) ? null : split,
    ...splitTexts(split, language),
  });
  const isSame = JSON.stringify(recommended.legs) === JSON.stringify(cheapest.legs);
  const choices = isSame
    ? [choice('split', labels.bothLabel, recommended)]
    : [
        choice('split', sorts.recommended.name, recommended),
        choice('split-cheapest', sorts.cheapest.name, cheapest),
      ];
  return choices.some(({ id }) => id === 'one-plan') ? choices : [...choices, onePlan(first, language)];
}

/** "2 plans $19.92", with a note about missing stops, missing data or the number of purchases. */
function splitTexts({ legs, purchases, usd }: Split, language: Language): Pick<Choice, 'text' | 'note'> {
  const { itinerary: labels, drawbacks } = language.texts;
  const { format } = language;
  const served = legs.flatMap(({ result }) => result ?? []);
  if (served.length === 0) return { text: labels.noPlans, note: null };
  const unserved = legs.filter(({ result }) => result === null).flatMap(({ stops }) => stops);
  const text = priced(served.length, purchases, usd, language);
  if (unserved.length > 0) {
    const places = format.list(unserved.map(({ country }) => format.country(country)));
    return { text, note: labels.nothingFor(places) };
  }
  if (served.some(({ fits }) => !fits.meets_need)) return { text, note: drawbacks.misses_need };
  return { text, note: purchases === 1 ? labels.nothingToSwap : null };
}

/** The plans of all legs of both splits. */
export function legResults({ itinerary: splits }: Comparison): Result[] {
  const all = [splits?.recommended, splits?.cheapest].flatMap((split) => split?.legs ?? []);
  const results = new Map(all.flatMap(({ result }) => (result === null ? [] : [[result.go, result]])));
  return [...results.values()];
}

function onePlan(first: Result | undefined, language: Language): Choice {
  const { itinerary: labels, drawbacks } = language.texts;
  const list = { id: 'one-plan', label: null, split: null };
  if (first === undefined) return { ...list, id: 'lists', text: labels.noOnePlan, note: null };
  const { copies, price, fits } = first;
  const note = !fits.meets_need ? drawbacks.misses_need : copies === 1 ? labels.nothingToSwap : null;
  return { ...list, text: priced(1, copies, price.usd, language), note };
}

/** "2 plans $19.92", with the number of purchases if a plan is bought more than once. */
function priced(legs: number, purchases: number, usd: number, { texts, format }: Language): string {
  const { plans, bought } = texts.itinerary;
  const several = purchases > legs ? `, ${bought(format.number(purchases))}` : '';
  const about = format.about(usd);
  return `${plans(legs, format.number(legs))}${several} ${format.money(usd)}${about === null ? '' : ` (${about})`}`;
}

function splitSection({ id, label, text }: Choice, split: Split, language: Language): Html {
  const { texts, format } = language;
  const { usd, comparable_usd: comparable, further_purchases_usd: further, legs } = split;
  const drawbacks = (centsOf(comparable) - centsOf(further) - centsOf(usd)) / 100;
  const sum = texts.itinerary.sum(
    format.money(usd),
    format.money(comparable),
    format.money(drawbacks),
    further > 0 ? format.money(further) : null,
  );
  return html`<section class="split" aria-labelledby="${id}">
<h2 id="${id}">${label}: ${text}</h2>
${usd > 0 && html`<p>${sum}</p>`}
<ol class="cards">
${legs.map((leg, index) => legCard(leg, index, language))}</ol>
</section>`;
}

function legCard({ stops, result }: Split['legs'][number], index: number, language: Language): Html {
  const { texts, format } = language;
  const where = stops
    .map(({ country, days }) => `${format.country(country)}, ${format.days(days)}`)
    .join(' · ');
  const number = html`<span class="rank">${index + 1}</span>`;
  if (result === null)
    return html`<li class="card misses"><article><h3>${number} ${where}</h3><p class="short">${texts.itinerary.noPlans}</p></article></li>\n`;
  const body = cardBody(result, {
    language,
    heading: html`${number} ${result.provider.name} <small>${where}</small>`,
    priceOf: texts.itinerary.part,
  });
  return html`<li class="card">${body}</li>\n`;
}
