/** What the catalogue holds now, by source: where a source's last good plans are taken from. */
import { hash } from 'node:crypto';
import { type DecodedCatalogue, decode } from '../catalogue/decode.ts';
import { SnapshotError } from '../catalogue/errors.ts';
import type { SourceState } from '../catalogue/market.ts';
import { KEPT_EDITIONS } from '../catalogue/publish.ts';
import { STALE_SECONDS } from '../domain/freshness.ts';
import type { Observation, Plan } from '../domain/plan.ts';
import { type SnapshotStore, StoreError } from '../store/port.ts';

export interface PlansOfSource {
  readonly plans: readonly Plan[];
  readonly observations: readonly Observation[];
}

export interface CurrentMarket {
  /** Those of its plans that are young enough to be served. */
  plansOf(source: string, now: number): PlansOfSource;
  stateOf(source: string): SourceState | null;
  /** The same plans give the same text: tells whether an unchanged feed still means these. */
  digestOf(source: string): string;
}

const NOTHING: CurrentMarket = {
  plansOf: () => ({ plans: [], observations: [] }),
  stateOf: () => null,
  digestOf: () => '',
};

export async function loadCurrent(snapshots: SnapshotStore): Promise<CurrentMarket> {
  const catalogue = await newestReadable(snapshots);
  if (catalogue === null) return NOTHING;
  const rows = new Map<string, number[]>();
  for (let row = 0; row < catalogue.planCount; row++) {
    const { source } = catalogue.plan(row);
    const list = rows.get(source);
    if (list === undefined) rows.set(source, [row]);
    else list.push(row);
  }
  return {
    plansOf(source, now) {
      const plans: Plan[] = [];
      const observations: Observation[] = [];
      for (const row of rows.get(source) ?? []) {
        const observation = catalogue.observation(row);
        if (now - observation.observedAt > STALE_SECONDS * 1000) continue;
        plans.push(catalogue.plan(row));
        observations.push(observation);
      }
      return { plans, observations };
    },
    stateOf: (source) => catalogue.sources.find(({ id }) => id === source) ?? null,
    digestOf: (source) =>
      digest((rows.get(source) ?? []).map((row) => [catalogue.planId(row), catalogue.price(row).minor])),
  };
}

/** Of plan ids and prices, in any order. */
export function digestOfPlans(plans: readonly Plan[]): string {
  return digest(plans.map(({ id, price }) => [id, price.minor]));
}

function digest(pairs: readonly (readonly [string, number])[]): string {
  return hash(
    'sha256',
    pairs
      .map(([id, minor]) => `${id} ${minor}`)
      .sort()
      .join('\n'),
    'hex',
  );
}

/** A damaged newest edition must not cost every source its last good plans. */
async function newestReadable(snapshots: SnapshotStore): Promise<DecodedCatalogue | null> {
  for (const { content, observations, serial } of await snapshots.list(KEPT_EDITIONS)) {
    try {
      return decode(await snapshots.getPart(content), await snapshots.getPart(observations), serial);
    } catch (error) {
      const isDamaged = error instanceof StoreError && error.code !== 'unavailable';
      if (!(error instanceof SnapshotError || isDamaged)) throw error;
    }
  }
  return null;
}
