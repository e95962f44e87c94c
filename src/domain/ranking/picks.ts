/** Section 11 of docs/ranking.md: up to three offers for people who want one answer. They change no order. */
import { addTo } from '../lists.ts';
import type { Plan } from '../plan.ts';
import { dominatedAmong } from './dominated.ts';
import { drawbacksOf } from './drawbacks.ts';
import type { DrawbackCode } from './drawbacks-table.ts';
import { hasAll } from './filters.ts';
import { byComparablePrice, byTripPrice, firstOf, tiersOf } from './order.ts';
import type { ScoredOffer } from './score.ts';

export const PICK_TITLES = ['best_value', 'cheapest', 'fewest_unknowns'] as const;
type PickTitle = (typeof PICK_TITLES)[number];

/** Facts that an offer can have in advance of another one: words of `require`. */
export const ADDED_FACTS = [
  '5g',
  'hotspot',
  'no_identity_check',
  'local_exit',
  'uncapped',
  'top_up',
  'phone_number',
] as const;
export type AddedFact = (typeof ADDED_FACTS)[number];

/** The drawbacks of facts that are not stated. */
export const UNKNOWNS = [
  'fair_use_unstated',
  'generation_unknown',
  'hotspot_unknown',
  'identity_check_unknown',
  'no_network_named',
  'exit_unknown',
  'tax_unknown',
] as const satisfies readonly DrawbackCode[];
export type Unknown = (typeof UNKNOWNS)[number];

/** Only an unlimited plan has a fair use that it can state. */
const canState = (model: Plan['allowance']['model'], code: Unknown): boolean =>
  code !== 'fair_use_unstated' || model === 'unlimited';

export type PickReason =
  /** Value: cents. */
  | { readonly code: 'costs_more_than_cheapest'; readonly value: number }
  | { readonly code: 'adds'; readonly value: readonly AddedFact[] }
  /** Value: the facts that the other offer does not state, by their drawbacks. */
  | { readonly code: 'states'; readonly value: readonly Unknown[] }
  | { readonly code: 'more_days' | 'fewer_purchases'; readonly value: number }
  | { readonly code: 'more_purchases'; readonly value: number }
  /** Value: decimal megabytes. */
  | { readonly code: 'more_gb'; readonly value: number };
export const PICK_REASON_CODES = [
  'costs_more_than_cheapest',
  'adds',
  'states',
  'more_days',
  'more_gb',
  'fewer_purchases',
  'more_purchases',
] as const satisfies readonly PickReason['code'][];

export interface Picked<Offer = ScoredOffer> {
  readonly titles: readonly PickTitle[];
  readonly offer: Offer;
  /** The trip price minus that of the cheapest pick; null: no pick is the cheapest. */
  readonly differenceCents: number | null;
  readonly reasons: readonly PickReason[];
}

/** The comparable price of `fewest_unknowns` is at most this many quarters of the best one. */
const QUARTERS_MAX = 5;

/** An offer with one of these is a risk that its stated facts do not outweigh. */
const RISKS: readonly DrawbackCode[] = [
  'hotspot_not_allowed',
  'identity_check_required',
  'price_stale',
  'coupon_aging',
];

/** `otherWays`: prices of an itinerary and of sharing, which may be lower than that of any single plan. */
export function picksOf(
  offers: readonly ScoredOffer[],
  {
    splitCents,
    sharedCentsEach,
  }: { readonly splitCents: number | null; readonly sharedCentsEach: number | null },
): Picked[] {
  const isDominated = dominatedAmong(offers);
  // Of a region, only plans of the first tier qualify.
  const [open = []] = tiersOf(
    offers.filter(({ fit, newCustomersOnly }) => fit.meetsNeed && !newCustomersOnly),
  );
  const [best] = firstOf(open, 1, byComparablePrice, isDominated);
  const [lowest] = firstOf(open, 1, byTripPrice, isDominated);
  if (best === undefined || lowest === undefined) return [];
  const otherWayIsCheaper = [splitCents, sharedCentsEach].some(
    (cents) => cents !== null && cents < lowest.price.cents,
  );
  const cheapest = otherWayIsCheaper ? null : lowest;
  const known = fewestUnknowns(open, best, isDominated);
  const titles = new Map<ScoredOffer, PickTitle[]>();
  const give = (title: PickTitle, offer: ScoredOffer | null) => {
    if (offer !== null) addTo(titles, offer, title);
  };
  give('best_value', best);
  give('cheapest', cheapest);
  give('fewest_unknowns', known);
  const entries = [...titles.keys()];
  return entries.map((offer) => ({
    titles: titles.get(offer) ?? [],
    offer,
    differenceCents: cheapest && offer.price.cents - cheapest.price.cents,
    reasons: reasonsOf(offer, comparedWith(offer, cheapest, entries), cheapest),
  }));
}

/**
 * The offer with the fewest unstated facts, among those that are nearly as good as the best one. Facts are counted and not
 * valued, because their amounts follow the price, so that a cheaper offer with more open questions would have the title.
 */
function fewestUnknowns(
  open: readonly ScoredOffer[],
  best: ScoredOffer,
  isDominated: (offer: ScoredOffer) => boolean,
): ScoredOffer | null {
  const questions = new Map<ScoredOffer, number>();
  for (const offer of open) {
    if (offer.comparableCents * 4 > best.comparableCents * QUARTERS_MAX) continue;
    const codes = drawbackCodesOf(offer);
    if (codes.some((code) => RISKS.includes(code))) continue;
    questions.set(offer, codes.filter(isUnknown).length);
  }
  const compare = (a: ScoredOffer, b: ScoredOffer) =>
    (questions.get(a) ?? 0) - (questions.get(b) ?? 0) || byComparablePrice(a, b);
  return firstOf([...questions.keys()], 1, compare, isDominated)[0] ?? null;
}

const isUnknown = (code: DrawbackCode): code is Unknown => UNKNOWNS.some((unknown) => unknown === code);

/**
 * Picks are compared with the cheapest one, and that with the next pick. Without a cheapest one, each is compared with the
 * first other pick. null: there is no other one.
 */
const comparedWith = (
  offer: ScoredOffer,
  cheapest: ScoredOffer | null,
  entries: readonly ScoredOffer[],
): ScoredOffer | null =>
  cheapest !== null && offer !== cheapest ? cheapest : (entries.find((other) => other !== offer) ?? null);

function reasonsOf(
  offer: ScoredOffer,
  other: ScoredOffer | null,
  cheapest: ScoredOffer | null,
): PickReason[] {
  if (other === null) return [];
  const more = cheapest === null ? 0 : offer.price.cents - cheapest.price.cents;
  return [
    ...(more > 0 ? [{ code: 'costs_more_than_cheapest', value: more } as const] : []),
    ...reasonsBetween(comparedFacts(offer), comparedFacts(other)),
  ];
}

/** What the reasons compare, of an offer here and of a result in a response. */
export interface ComparedFacts {
  readonly has: (fact: AddedFact) => boolean;
  readonly unknowns: readonly Unknown[];
  readonly model: Plan['allowance']['model'];
  readonly copies: number;
  /** Of all copies; infinite without an end. */
  readonly days: number;
  /** null: unlimited. */
  readonly mbForTrip: number | null;
}

/** What an offer has that another one lacks, and whether it is bought more often. */
export function reasonsBetween(one: ComparedFacts, other: ComparedFacts): PickReason[] {
  const reasons: PickReason[] = [];
  const adds = ADDED_FACTS.filter((fact) => one.has(fact) && !other.has(fact));
  if (adds.length > 0) reasons.push({ code: 'adds', value: adds });
  const states = UNKNOWNS.filter(
    (code) => other.unknowns.includes(code) && !one.unknowns.includes(code) && canState(one.model, code),
  );
  if (states.length > 0) reasons.push({ code: 'states', value: states });
  const purchases = one.copies - other.copies;
  const days = one.days - other.days;
  // More copies have more days in all, which nobody buys them for.
  if (purchases <= 0 && Number.isFinite(days) && days > 0) reasons.push({ code: 'more_days', value: days });
  if (one.mbForTrip !== null && other.mbForTrip !== null && one.mbForTrip > other.mbForTrip)
    reasons.push({ code: 'more_gb', value: one.mbForTrip - other.mbForTrip });
  if (purchases < 0) reasons.push({ code: 'fewer_purchases', value: -purchases });
  if (purchases > 0) reasons.push({ code: 'more_purchases', value: purchases });
  return reasons;
}

function comparedFacts(offer: ScoredOffer): ComparedFacts {
  const { entry, fit } = offer;
  return {
    has: (fact) => hasAll(entry, fit, [fact]) === true,
    unknowns: drawbackCodesOf(offer).filter(isUnknown),
    model: entry.plan.allowance.model,
    copies: fit.copies,
    days: fit.validityDays,
    mbForTrip: fit.mbForTrip,
  };
}

const drawbackCodesOf = ({ ratings, fit, price }: ScoredOffer): readonly DrawbackCode[] =>
  drawbacksOf(ratings, fit, price).map(({ code }) => code);
