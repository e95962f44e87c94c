/** The market that is published: this run's plans, and for every other source the plans it has now. */
import type { MarketRows, Rows, SourceState } from '../catalogue/market.ts';
import type { PackedRows } from '../catalogue/pack.ts';
import type { Coupon } from '../domain/coupon.ts';
import type { IngestConfig, SourceConfig } from './config/load.ts';
import type { CurrentMarket } from './current.ts';

/** What a run made of one source. `left`: it was not asked this time. */
export type SourceResult =
  | ({ readonly kind: 'fresh' } & PackedRows)
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'left' };

export interface Merged {
  readonly market: MarketRows;
  readonly plansBySource: ReadonlyMap<string, number>;
  /** Plans that two feeds of one provider list: the source that stands first in the file has them. */
  readonly shared: number;
}

export function mergeSources(
  config: Pick<IngestConfig, 'sources' | 'providers' | 'sample'>,
  results: ReadonlyMap<string, SourceResult>,
  current: CurrentMarket,
  coupons: readonly Coupon[],
  now: number,
): Merged {
  const parts: MergedPart[] = [];
  const sources: SourceState[] = [];
  const plansBySource = new Map<string, number>();
  const used = new Set<string>();
  const takenOf = idsTakenOf(config.sources);
  let shared = 0;
  for (const source of config.sources) {
    const result = results.get(source.id) ?? { kind: 'left' };
    const rows = rowsFor(source, result, current, now);
    const kept = notTaken(rows.plans, takenOf(source.provider));
    shared += rows.plans.length - kept.length;
    parts.push({ rows, kept });
    if (kept.length > 0) used.add(source.provider);
    plansBySource.set(source.id, kept.length);
    const state = stateFor(source.id, result, current, kept.length, now);
    if (state !== null) sources.push(state);
  }
  const providers = config.providers
    .filter(({ id }) => used.has(id))
    .map(({ id, name, homepage, brand }) => ({ id, name, homepage, brand }));
  const market: MarketRows = {
    plans: joined(parts, ({ plans }) => plans),
    observations: joined(parts, ({ observations }) => observations),
    coupons: coupons.filter(({ provider }) => used.has(provider)),
    providers,
    sources,
    sample: config.sample,
  };
  return { market, plansBySource, shared };
}

interface MergedPart {
  readonly rows: PackedRows;
  /** Which of them are in the market. */
  readonly kept: Uint32Array;
}

/** Ids that earlier sources of the same provider have; null where it has one source, and nothing can be taken. */
function idsTakenOf(sources: readonly SourceConfig[]): (provider: string) => Set<string> | null {
  const taken = new Map<string, Set<string>>();
  const counts = Map.groupBy(sources, ({ provider }) => provider);
  for (const [provider, { length }] of counts) if (length > 1) taken.set(provider, new Set());
  return (provider) => taken.get(provider) ?? null;
}

function notTaken(plans: PackedRows['plans'], taken: Set<string> | null): Uint32Array {
  const kept = new Uint32Array(plans.length);
  let count = 0;
  for (let index = 0; index < plans.length; index++) {
    const id = taken === null ? null : plans.at(index)?.id;
    if (id !== undefined && id !== null && taken?.has(id)) continue;
    if (id !== undefined && id !== null) taken?.add(id);
    kept[count++] = index;
  }
  return kept.subarray(0, count);
}

/** One list after the other, without a copy of any. */
function joined<T>(parts: readonly MergedPart[], of: (rows: PackedRows) => Rows<T>): Rows<T> {
  const starts = new Uint32Array(parts.length + 1);
  for (const [index, { kept }] of parts.entries()) starts[index + 1] = (starts[index] ?? 0) + kept.length;
  return {
    length: starts.at(-1) ?? 0,
    at(index) {
      let [low, high] = [0, parts.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if ((starts[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      const part = parts[low];
      return part && of(part.rows).at(part.kept[index - (starts[low] ?? 0)] ?? -1);
    },
  };
}

function rowsFor(
  source: SourceConfig,
  result: SourceResult,
  current: CurrentMarket,
  now: number,
): PackedRows {
  if (result.kind === 'fresh') return result;
  // The operator may have given the feed to another provider since: those plans are not his.
  const { plans, observations } = current.plansOf(source.id, source.provider, now);
  if (result.kind !== 'unchanged') return { plans, observations };
  const seenNow = (index: number) => {
    const seen = observations.at(index);
    return seen && { ...seen, observedAt: now };
  };
  return { plans, observations: { length: observations.length, at: seenNow } };
}

function stateFor(
  id: string,
  result: SourceResult,
  current: CurrentMarket,
  plans: number,
  now: number,
): SourceState | null {
  if (result.kind === 'fresh' || result.kind === 'unchanged')
    return { id, status: 'ok', lastSuccess: now, plans };
  const before = current.stateOf(id);
  // Never good: it has no plans, and nothing is said of it.
  if (before === null) return null;
  return {
    id,
    status: result.kind === 'failed' ? 'kept' : before.status,
    lastSuccess: before.lastSuccess,
    plans,
  };
}
