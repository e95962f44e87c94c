/** Converts the ranking of the service to the form that is compared with the reference implementation. */
import type { Destination } from '../../destination.ts';
import type { DrawbackCode } from '../../ranking/drawbacks-table.ts';
import { rank } from '../../ranking/rank.ts';
import type { RankedOffer } from '../../ranking/ranked.ts';
import { type Filters, NO_FILTERS, type Trip } from '../../trip.ts';
import { type Compared, drawbackText, type Figures } from './difference.ts';
import type { Row } from './drawbacks.ts';

/** The row of the table of each code. */
const ROW_OF: Readonly<Record<DrawbackCode, Row>> = {
  further_purchases: 'purchases',
  reduced_speed: 'data',
  little_reserve: 'data',
  misses_need: 'data',
  daily_stops: 'data',
  daily_slowed: 'data',
  fair_use_unstated: 'data',
  no_spare_day: 'last_day',
  no_spare_day_clock: 'last_day',
  generation_4g: 'generation',
  generation_unknown: 'generation',
  generation_3g: 'generation',
  generation_2g: 'generation',
  low_top_speed: 'top_speed',
  hotspot_unknown: 'hotspot',
  hotspot_not_allowed: 'hotspot',
  identity_check_unknown: 'identity_check',
  identity_check_required: 'identity_check',
  one_network: 'networks',
  no_network_named: 'networks',
  exit_elsewhere: 'exit',
  exit_unknown: 'exit',
  price_aging: 'age',
  price_stale: 'age',
  converted: 'converted',
  suggested: 'suggested',
  tax_unknown: 'tax',
  tax_excluded: 'tax',
  coupon: 'coupon',
  coupon_aging: 'coupon_age',
  named_elsewhere: 'naming',
  ads: 'ads',
  region_incomplete: 'region',
};

function figuresOf({ entry, fit, price, comparableCents, drawbacks }: RankedOffer): Figures {
  return {
    key: `${entry.plan.provider}/${entry.plan.id}`,
    copies: fit.copies,
    meets: fit.meetsNeed,
    missingDays: fit.shortByDays,
    missingMb: fit.shortByMb,
    fullSpeedMb: fit.mbForTrip,
    atFullSpeedAlone: fit.isFullSpeed,
    listCents: price.listCents,
    cents: price.cents,
    couponId: price.coupon?.id ?? null,
    comparableCents,
    drawbacks: Object.fromEntries(
      drawbacks.map(({ code, percent, cents }) => [ROW_OF[code], drawbackText(percent, cents)]),
    ),
  };
}

export function rankedFigures(
  destination: Destination | null,
  trip: Trip,
  now: number,
  filters: Filters = NO_FILTERS,
): Compared {
  if (destination === null)
    return { lists: { recommended: [], cheapest: [], fastest: [] }, plans: 0, meetTheNeed: 0 };
  const { considered, ...ranking } = rank(destination, trip, now, filters);
  return {
    lists: {
      recommended: ranking.recommended.map(figuresOf),
      cheapest: ranking.cheapest.map(figuresOf),
      fastest: ranking.fastest.map(figuresOf),
    },
    plans: considered.plans,
    meetTheNeed: considered.meetTheNeed,
  };
}
