/** What a plan has that another one lacks, in words: for the answer above the lists, the picks and the openers. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import {
  type AddedFact,
  type ComparedFacts,
  type PickReason,
  reasonsBetween,
  UNKNOWNS,
  type Unknown,
} from '../../domain/ranking/picks.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { sellerLabel } from '../seller-name.ts';
import { dataFact, NO_SPAN, validityFact } from './facts.ts';
import { centsOf, drawbackText, hasDrawback } from './price.ts';

/** A reason that is in favour of a plan. Amounts of data are in megabytes. */
export type Gain = Exclude<PickReason, { readonly code: 'costs_more_than_cheapest' | 'more_purchases' }>;

/** Whether a plan is stated to have a fact. */
const HAS: Readonly<Record<AddedFact, (result: Result) => boolean>> = {
  '5g': ({ speed }) => speed.generation === '5G',
  hotspot: ({ features }) => features.hotspot === true,
  no_identity_check: ({ eligibility }) => eligibility.identity_check === false,
  local_exit: ({ speed }) => speed.breakout === 'local',
  uncapped: ({ data }) => data.uncapped === true,
  top_up: ({ features }) => features.top_up === true,
  phone_number: ({ features }) => features.phone_number === true,
};

const isGain = (reason: PickReason): reason is Gain =>
  reason.code !== 'costs_more_than_cheapest' && reason.code !== 'more_purchases';

/** The reasons of `picks` (section 11 of docs/ranking.md), for any two plans of a response. */
export const gainsOf = (result: Result, other: Result): Gain[] =>
  reasonsBetween(comparedFacts(result), comparedFacts(other)).filter(isGain);

function comparedFacts(result: Result): ComparedFacts {
  const { data, validity, copies } = result;
  const daysOfAll = (days: number) => days * (validity.sold_per_day ? 1 : copies);
  return {
    has: (fact) => HAS[fact](result),
    unknowns: UNKNOWNS.filter((code) => hasDrawback(result, code)),
    model: data.model,
    copies,
    days: validity.days === null ? Number.POSITIVE_INFINITY : daysOfAll(validity.days),
    // Gigabytes of a response have at most three decimals.
    mbForTrip: data.gb_for_trip === null ? null : Math.round(data.gb_for_trip * 1000),
  };
}

/** A fact that is added answers the question whether the plan has it. */
const ANSWERS: Partial<Record<AddedFact, Unknown>> = {
  '5g': 'generation_unknown',
  hotspot: 'hotspot_unknown',
  no_identity_check: 'identity_check_unknown',
  local_exit: 'exit_unknown',
  uncapped: 'fair_use_unstated',
};

/** A fact that is known is no advantage of a plan that has it as one of these drawbacks. */
const SPOILED_BY: Partial<Record<AddedFact | Unknown, readonly DrawbackCode[]>> = {
  uncapped: ['daily_slowed', 'daily_stops'],
  fair_use_unstated: ['daily_slowed', 'daily_stops'],
  generation_unknown: ['generation_4g', 'generation_3g', 'generation_2g'],
  hotspot_unknown: ['hotspot_not_allowed'],
  identity_check_unknown: ['identity_check_required'],
  no_network_named: ['one_network'],
  exit_unknown: ['exit_elsewhere'],
  tax_unknown: ['tax_excluded'],
};

type GainName = AddedFact | Unknown | Exclude<Gain['code'], 'adds' | 'states'>;

const DATA: readonly DrawbackCode[] = [
  'reduced_speed',
  'little_reserve',
  'misses_need',
  'daily_stops',
  'daily_slowed',
  'fair_use_unstated',
];
const GENERATION: readonly DrawbackCode[] = [
  'generation_4g',
  'generation_unknown',
  'generation_3g',
  'generation_2g',
];
const HOTSPOT: readonly DrawbackCode[] = ['hotspot_unknown', 'hotspot_not_allowed'];
const IDENTITY_CHECK: readonly DrawbackCode[] = ['identity_check_unknown', 'identity_check_required'];
const EXIT: readonly DrawbackCode[] = ['exit_elsewhere', 'exit_unknown'];

/** The drawbacks that the other plan has instead of a gain. The ranking gives no value to a gain without one. */
const INSTEAD_OF: Readonly<Record<GainName, readonly DrawbackCode[]>> = {
  '5g': GENERATION,
  hotspot: HOTSPOT,
  no_identity_check: IDENTITY_CHECK,
  local_exit: EXIT,
  uncapped: DATA,
  top_up: [],
  phone_number: [],
  fair_use_unstated: DATA,
  generation_unknown: GENERATION,
  hotspot_unknown: HOTSPOT,
  identity_check_unknown: IDENTITY_CHECK,
  no_network_named: ['one_network', 'no_network_named'],
  exit_unknown: EXIT,
  tax_unknown: ['tax_unknown', 'tax_excluded'],
  more_days: ['no_spare_day', 'no_spare_day_clock'],
  more_gb: DATA,
  fewer_purchases: ['further_purchases'],
};

/** More than these are behind the openers. */
const NAMED_MAX = 4;

/** "5G", "hotspot", "15 more days": what a plan has that the other one lacks, the most valuable first; empty if there is nothing. */
export function gainWords(result: Result, other: Result, { texts, gb }: Format): string[] {
  const { versus } = texts;
  const gains = gainsOf(result, other);
  const added = gains.flatMap((gain) => (gain.code === 'adds' ? gain.value : []));
  const answered = added.map((fact) => ANSWERS[fact]);
  const isGood = (fact: AddedFact | Unknown) =>
    SPOILED_BY[fact]?.some((code) => hasDrawback(result, code)) !== true;
  const named = gains.flatMap((gain): { readonly name: GainName; readonly words: string }[] => {
    if (gain.code === 'adds')
      return gain.value.filter(isGood).map((name) => ({ name, words: versus.facts[name] }));
    if (gain.code === 'states')
      return gain.value
        .filter((code) => !answered.includes(code) && isGood(code))
        .map((name) => ({ name, words: versus.known[name] }));
    const name = gain.code;
    if (name === 'more_days') return [{ name, words: versus.moreDays({ n: gain.value }) }];
    if (name === 'more_gb') return [{ name, words: versus.moreGb({ gb: gb(gain.value / 1000) }) }];
    return [{ name, words: versus.fewerPurchases({ n: gain.value }) }];
  });
  const worth = new Map(named.map(({ name }) => [name, worthOf(name, result, other)]));
  return named
    .sort((a, b) => (worth.get(b.name) ?? 0) - (worth.get(a.name) ?? 0))
    .slice(0, NAMED_MAX)
    .map(({ words }) => words);
}

/** What the drawbacks of the other plan that a gain removes cost, in cents. Gains that remove none come last. */
function worthOf(name: GainName, result: Result, other: Result): number {
  const codes = INSTEAD_OF[name];
  if (codes.length === 0) return -1;
  const cents = ({ why }: Result) =>
    why.drawbacks.filter(({ code }) => codes.includes(code)).reduce((sum, { usd }) => sum + centsOf(usd), 0);
  return Math.max(0, cents(other) - cents(result));
}

/** "5G, hotspot, and 15 more days"; null: the plan has nothing that the other one lacks. */
function gainedText(result: Result, other: Result, format: Format): string | null {
  const words = gainWords(result, other, format);
  return words.length === 0 ? null : format.list(words);
}

/** The largest drawback of a plan that the other one does not have; null: there is none. */
function ownDrawback(result: Result, other: Result, format: Format): string | null {
  const theirs = new Set(other.why.drawbacks.map(({ code }) => code));
  const own = result.why.drawbacks.find(({ code }) => !theirs.has(code) && code !== 'coupon');
  return own === undefined ? null : drawbackText(own.code, result, format);
}

const centsMore = (result: Result, other: Result): number =>
  centsOf(result.price.usd) - centsOf(other.price.usd);

/** The difference between two prices. For a group, the answer names the price of each and of all, so it says which it is. */
export function differenceText(usd: number, { price }: Result, { difference, texts }: Format): string {
  const money = difference(usd);
  return price.group_usd === null ? money : texts.versus.perPerson({ money });
}

/**
 * Why a plan that costs more than the cheapest one is worth it. `isCheapest`: false if sharing costs a group less, so that
 * the other plan is named by its seller.
 */
export function versusCheapest(result: Result, cheapest: Result, format: Format, isCheapest = true): string {
  const { versus, results, card } = format.texts;
  const money = differenceText(centsMore(result, cheapest) / 100, result, format);
  const provider = nameBeside(cheapest, result, format);
  const facts = gainedText(result, cheapest, format);
  if (facts !== null)
    return isCheapest ? versus.cheapest({ money, facts }) : versus.otherMore({ provider, money, facts });
  const drawback = ownDrawback(cheapest, result, format);
  if (drawback !== null) return card.costsLess({ provider, money, drawback });
  return isCheapest ? results.cheapestLess({ money }) : versus.otherLess({ provider, money });
}

/** What the best value costs more than the cheapest plan, and what it has for that. */
export function versusBest(best: Result, cheapest: Result, format: Format): string {
  const { versus } = format.texts;
  const money = differenceText(centsMore(best, cheapest) / 100, best, format);
  const facts = gainedText(best, cheapest, format);
  return facts === null ? versus.bestMore({ money }) : versus.bestAdds({ money, facts });
}

/** The seller, and for another plan of the same seller its amount of data or its length: "Pebblefone 20 GB". */
function nameBeside(result: Result, other: Result, format: Format): string {
  const name = sellerLabel(result.provider, format.texts);
  if (result.provider.name !== other.provider.name) return name;
  const facts = [dataFact, validityFact].map((factOf) =>
    [result, other].map((one) => factOf(one, NO_SPAN, format).value),
  );
  const [different] = facts.find(([own, others]) => own !== others) ?? [];
  return different === undefined ? name : `${name} ${different}`;
}

/** Why the first plan stands before the second one; null: nothing can be said in a sentence. */
export function versusNext(first: Result, second: Result, format: Format): string | null {
  const { versus, card } = format.texts;
  const cents = centsMore(first, second);
  const money = differenceText(Math.abs(cents) / 100, first, format);
  const provider = nameBeside(second, first, format);
  if (cents < 0) return versus.nextMore({ provider, money });
  const drawback = ownDrawback(second, first, format);
  if (cents === 0) return drawback === null ? null : versus.nextSame({ provider, drawback });
  const facts = gainedText(first, second, format);
  if (facts !== null) return versus.next({ provider, money, facts });
  return drawback === null ? null : card.costsLess({ provider, money, drawback });
}

/** Why a plan stands below the first one: both sums, and what the first one has. */
export function versusFirst(result: Result, first: Result, format: Format): string {
  const { versus } = format.texts;
  const sums = versus.sums({
    provider: sellerLabel(first.provider, format.texts),
    first: format.money(first.why.comparable_usd),
    own: format.money(result.why.comparable_usd),
  });
  const cents = centsMore(first, result);
  const money = differenceText(Math.abs(cents) / 100, first, format);
  const facts = gainedText(first, result, format);
  const sentence = () => {
    if (cents < 0)
      return facts === null ? versus.firstLess({ money }) : versus.firstLessAdds({ money, facts });
    if (facts !== null) return cents === 0 ? versus.firstSame({ facts }) : versus.firstMore({ money, facts });
    const drawback = ownDrawback(result, first, format);
    return cents === 0 || drawback === null ? '' : versus.firstBut({ money, drawback });
  };
  return `${sums} ${sentence()}`.trim();
}
