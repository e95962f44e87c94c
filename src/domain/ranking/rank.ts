/**
 * The folder: the three ranked lists of one destination, section by section as docs/ranking.md has them: score, order,
 * explain. It imports no other folder. Pure, and may be called at any time: the same destination, trip and time give
 * the same answer.
 */
import type { Destination } from '../destination.ts';
import type { Instant } from '../plan.ts';
import { type Filters, LIST_MAX, NO_FILTERS, type Trip } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import { explain } from './explain.ts';
import { bestOf, byMiss, byTripPrice, type Orders, order } from './order.ts';
import type { RankedOffer, Ranking } from './ranked.ts';
import { type Scored, type ScoredOffer, score } from './score.ts';

export function rank(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): Ranking {
  const scored = score(destination, trip, now, filters);
  const { offers, considered, emptyCause } = scored;
  const lists = order(offers, LIST_MAX);
  const explained = explainer(scored, lists);
  return {
    recommended: lists.recommended.map(explained),
    cheapest: lists.cheapest.map(explained),
    fastest: lists.fastest.map(explained),
    considered,
    emptyCause,
    statesGenerations: offers.some(({ entry }) => entry.generation !== null),
  };
}

/** An offer that is in several lists is explained once and is the same object in each. */
export function explainer(scored: Scored, { cheapest }: Orders): (offer: ScoredOffer) => RankedOffer {
  const [first] = cheapest;
  const lowestCents = first?.fit.meetsNeed === true ? first.price.cents : null;
  const known = new Map<ScoredOffer, RankedOffer>();
  return (offer) => {
    const explained = known.get(offer) ?? explain(scored, offer, lowestCents);
    known.set(offer, explained);
    return explained;
  };
}

/** Exactly the first of Cheapest, without the other lists. */
export function cheapestFor(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): RankedOffer | null {
  const scored = score(destination, trip, now, filters);
  const isDominated = dominatedAmong(scored.offers);
  const meeting = scored.offers.filter(({ fit }) => fit.meetsNeed);
  const best =
    meeting.length > 0
      ? bestOf(meeting, byTripPrice, isDominated)
      : bestOf(scored.offers, byMiss, isDominated);
  return best && explain(scored, best, best.fit.meetsNeed ? best.price.cents : null);
}
