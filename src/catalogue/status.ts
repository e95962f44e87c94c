/** How the catalogue stands, as health says it. Pure: the clock is passed in. */
import { ageSecondsOf, type Freshness, freshnessOf } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import type { Catalogue } from './catalogue.ts';
import type { SourceState } from './market.ts';

/** `kept`: its last good rows, still fresh. Older ones are named by their age, kept or not. */
export type SourceWord = Freshness | 'kept';

export interface SourceHealth {
  readonly id: string;
  readonly status: SourceWord;
  readonly lastSuccess: Instant;
  readonly plans: number;
}

export interface CatalogueStatus {
  /** `failing`: no catalogue, or no plan younger than 7 days. `degraded`: some source aging, or kept. */
  readonly status: 'ok' | 'degraded' | 'failing';
  readonly sources: readonly SourceHealth[];
}

const freshnessAt = (at: Instant, now: Instant) => freshnessOf(ageSecondsOf(Math.floor(at / 1_000), now));

function sourceWord(source: SourceState, now: Instant): SourceWord {
  const freshness = freshnessAt(source.lastSuccess, now);
  return freshness === 'fresh' && source.status === 'kept' ? 'kept' : freshness;
}

export function catalogueStatus(catalogue: Catalogue | null, now: Instant): CatalogueStatus {
  const sources = (catalogue?.sources ?? []).map((source) => ({
    id: source.id,
    status: sourceWord(source, now),
    lastSuccess: source.lastSuccess,
    plans: source.plans,
  }));
  const newest = catalogue?.newest ?? null;
  if (newest === null || freshnessAt(newest, now) === 'expired') return { status: 'failing', sources };
  return { status: sources.every(({ status }) => status === 'fresh') ? 'ok' : 'degraded', sources };
}
