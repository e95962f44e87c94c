/** The service's ranking in the form in which it is compared with the naive one. */
import type { DestinationView } from '../../columns.ts';
import type { DrawbackCode } from '../../ranking/drawbacks-table.ts';
import { rank } from '../../ranking/rank.ts';
import type { Ranked } from '../../ranking/ranked.ts';
import type { Requirement, Trip } from '../../trip.ts';
import { type Compared, drawbackText, type Figures } from './difference.ts';
import type { Row } from './drawbacks.ts';

/** Which row of the page's table a code belongs to. */
const ROW_OF: Readonly<Record<DrawbackCode, Row>> = {
  further_purchases: 'purchases',
  reduced_speed: 'data',
  little_reserve: 'data',
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
  no_local_exit: 'exit',
  price_aging: 'age',
  price_stale: 'age',
  converted: 'converted',
  suggested: 'suggested',
  tax_unknown: 'tax',
  tax_excluded: 'tax',
  coupon: 'coupon',
  named_elsewhere: 'naming',
  subscription: 'subscription',
  ads: 'ads',
};

function figuresOf({ fit, price, comparableCents, drawbacks }: Ranked, key: string): Figures {
  return {
    key,
    copies: fit.copies,
    meets: fit.meetsNeed,
    missingDays: fit.shortByDays,
    missingMb: fit.shortByMb,
    fullSpeedMb: fit.mbForTrip,
    atFullSpeedAlone: fit.fullSpeed,
    listCents: price.listCents,
    cents: price.cents,
    couponId: price.offers.find(({ applied }) => applied)?.coupon?.id ?? null,
    comparableCents,
    drawbacks: Object.fromEntries(
      drawbacks.map(({ code, percent, cents }) => [ROW_OF[code], drawbackText(percent, cents)]),
    ),
  };
}

/** `keyOf`: "provider/plan" of a row. */
export function rankedFigures(
  view: DestinationView | null,
  trip: Trip,
  now: number,
  keyOf: (row: number) => string,
  require: readonly Requirement[] = [],
): Compared {
  if (view === null)
    return { lists: { recommended: [], cheapest: [], fastest: [] }, plans: 0, meetTheNeed: 0 };
  const { considered, ...ranking } = rank(view, trip, now, require);
  const list = (ranked: readonly Ranked[]) => ranked.map((one) => figuresOf(one, keyOf(one.row)));
  return {
    lists: {
      recommended: list(ranking.recommended),
      cheapest: list(ranking.cheapest),
      fastest: list(ranking.fastest),
    },
    plans: considered.plans,
    meetTheNeed: considered.meetTheNeed,
  };
}
