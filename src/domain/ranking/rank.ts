/**
 * The folder: the three ranked lists of one destination, section by section as docs/ranking.md has them: score, order,
 * explain. It imports no other folder. Pure, and may be called at any time: the same destination, trip and time give
 * the same answer.
 */
import type { Destination } from '../destination.ts';
import type { Instant } from '../plan.ts';
import { LIST_MAX, type Requirement, type Trip } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import { explain } from './explain.ts';
import { bestOf, byMiss, byTripPrice, type Orders, order } from './order.ts';
import type { RankedOffer, Ranking } from './ranked.ts';
import { type Offer, priceOffers, type Question, type ScoredOffer, score, scoreOffer } from './score.ts';

/** `cheapestSplitCents`: for several stops, the price of the cheapest itinerary that meets the need at every stop. */
export function rank(
  destination: Destination,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
  cheapestSplitCents: number | null = null,
): Ranking {
  const scored = score(destination, trip, now, require);
  const { offers, leftOut } = scored;
  const lists = order(offers, LIST_MAX);
  const explained = explainer(scored, lists, cheapestSplitCents);
  return {
    recommended: lists.recommended.map(explained),
    cheapest: lists.cheapest.map(explained),
    fastest: lists.fastest.map(explained),
    considered: {
      plans: destination.entries.length,
      meetTheNeed: offers.filter(({ fit }) => fit.meetsNeed).length,
      leftOutByRequire: leftOut,
    },
    statesGenerations: offers.some(({ entry }) => entry.generation !== null),
  };
}

/** An offer that is in several lists is explained once and is the same object in each. */
export function explainer(
  question: Question,
  { cheapest }: Orders,
  cheapestSplitCents: number | null = null,
): (offer: ScoredOffer) => RankedOffer {
  const [first] = cheapest;
  const lowestCents = first?.fit.meetsNeed === true ? first.price.cents : null;
  const known = new Map<ScoredOffer, RankedOffer>();
  return (offer) => {
    const explained = known.get(offer) ?? explain(question, offer, lowestCents, cheapestSplitCents);
    known.set(offer, explained);
    return explained;
  };
}

/** Exactly the first of Cheapest, without the other lists. */
export function cheapestFor(
  destination: Destination,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): RankedOffer | null {
  const priced = priceOffers(destination, trip, now, require);
  const meeting = priced.offers.filter(({ fit }) => fit.meetsNeed);
  const lowestCents = lowestOf(meeting);
  // An offer that dominates the cheapest one costs no more, so that only these need their drawbacks.
  const rivals =
    meeting.length === 0 ? priced.offers : meeting.filter(({ price }) => price.cents <= lowestCents);
  const scored = rivals.map((offer) => scoreOffer(offer, priced.demand));
  const best = bestOf(scored, meeting.length === 0 ? byMiss : byTripPrice, dominatedAmong(scored));
  return best && explain(priced, best, best.fit.meetsNeed ? best.price.cents : null);
}

/** The trip price of the first of Cheapest before domination: what any traveller may buy comes first. */
function lowestOf(meeting: readonly Offer[]): number {
  const [first, ...others] = meeting;
  if (first === undefined) return Number.POSITIVE_INFINITY;
  return others.reduce((best, offer) => (byTripPrice(offer, best) < 0 ? offer : best), first).price.cents;
}
