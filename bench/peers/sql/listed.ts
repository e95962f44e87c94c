/** What SQL says of a listed plan: all that the service's own ranking says, but for the coupons beside it. */
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { rank } from '../../../src/domain/ranking/rank.ts';
import type { Ranked, Reason, ReasonCode } from '../../../src/domain/ranking/ranked.ts';
import { REASONS_MAX } from '../../../src/domain/ranking/weights.ts';
import type { Trip } from '../../../src/domain/trip.ts';

export interface Listed extends Pick<Ranked, 'row' | 'fit' | 'score' | 'parts' | 'reasons'> {
  /** 0 Recommended, 1 Cheapest, 2 Fastest. */
  readonly list: number;
  readonly price: Omit<Ranked['price'], 'offers'>;
}

export const LISTED_COLUMNS = [
  'list',
  'plan',
  'copies',
  'short_mb',
  'short_days',
  'trip_mb',
  'full_speed',
  'list_price',
  'price',
  'score',
  'price_share',
  'headroom_share',
  'speed_share',
  'validity_share',
  'certainty_share',
  'ease_share',
  'reasons',
] as const;

/** "code:value,code" */
function reasonsOf(text: string): readonly Reason[] {
  const parts = text.split(',').slice(0, REASONS_MAX);
  return parts.map((part) => {
    const [code, value] = part.split(':');
    return { code: code as ReasonCode, value: value === undefined ? null : Number(value) };
  });
}

/** From the columns of a row, whatever an engine makes of its numbers. */
export function listedOf(row: readonly unknown[]): Listed {
  const at = (column: number) => Number(row[column]);
  const shortByMb = at(3);
  const shortByDays = at(4);
  return {
    list: at(0),
    row: at(1),
    fit: {
      copies: at(2),
      meetsNeed: shortByMb === 0 && shortByDays === 0,
      shortByMb,
      shortByDays,
      mbForTrip: row[5] === null ? null : at(5),
      fullSpeed: at(6) === 1,
    },
    price: { listCents: at(7), cents: at(8) },
    score: at(9),
    parts: {
      price: at(10),
      headroom: at(11),
      speed: at(12),
      validity: at(13),
      certainty: at(14),
      ease: at(15),
    },
    reasons: reasonsOf(row[16] as string),
  };
}

/** The service's own lists in the same form. */
export function rankedLists(catalogue: Catalogue, trip: Trip, now: number): Listed[] {
  const view = catalogue.view(trip.country);
  if (view === null) return [];
  const { recommended, cheapest, fastest } = rank(view, trip, now);
  return [recommended, cheapest, fastest].flatMap((results, list) =>
    results.map(({ row, fit, price: { listCents, cents }, score, parts, reasons }) => ({
      list,
      row,
      fit,
      price: { listCents, cents },
      score,
      parts,
      reasons,
    })),
  );
}
