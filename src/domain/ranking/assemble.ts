/** A listed candidate as the rest of the service knows it. Built only for what is listed. */
import { leastCopies, mostCopies, newService, serve } from '../fit.ts';
import { choosePrice, newPriceChoice, tripPrice } from '../tripPrice.ts';
import type { Candidates } from './candidates.ts';
import { couponsForPlan, couponsForTrip, openToAll } from './couponDesk.ts';
import type { Fit, Ranked, TripPrice } from './ranked.ts';
import { reasonsFor } from './reasons.ts';
import { weigh } from './score.ts';
import { partsOf } from './scoring.ts';

const service = newService();
const choice = newPriceChoice();

export function assemble(candidates: Candidates, slot: number): Ranked {
  const { scratch } = candidates;
  const fit = fitOf(candidates, slot);
  const parts = partsOf(candidates, slot);
  return {
    row: scratch.row[slot]!,
    posting: scratch.posting[slot]!,
    fit,
    price: priceOf(candidates, slot),
    score: weigh(parts),
    parts,
    reasons: reasonsFor(candidates, slot, fit),
  };
}

function fitOf({ profile, scratch, demand }: Candidates, slot: number): Fit {
  const copies = scratch.copies[slot]!;
  serve(profile, scratch.posting[slot]!, demand, copies, service);
  return {
    copies,
    meetsNeed: service.shortfall === 0,
    shortByMb: service.shortMb,
    shortByDays: service.shortDays,
    mbForTrip: Number.isFinite(service.fullSpeedMb) ? service.fullSpeedMb : null,
    fullSpeed: service.fullSpeed,
  };
}

/** The choice is made again rather than kept for all: a few dozen rows against thousands. */
function priceOf({ view, profile, trip, now, scratch, demand }: Candidates, slot: number): TripPrice {
  const row = scratch.row[slot]!;
  const oneCopy = scratch.copyCents[slot]!;
  const posting = scratch.posting[slot]!;
  const most = mostCopies(profile, posting);
  const least = leastCopies(profile, posting, demand, most);
  const forTrip = couponsForTrip(view, view.columns.provider[row]!, trip, now);
  const valid = couponsForPlan(forTrip, view, row);
  choosePrice(oneCopy, least, most, openToAll(valid), choice);
  return tripPrice(oneCopy, choice, valid);
}
