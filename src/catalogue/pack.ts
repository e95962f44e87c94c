/**
 * Plans put aside until the whole market is together: as a small snapshot of their own, compressed to a fiftieth of what
 * the objects take. What is asked for is opened again, a few packs at a time.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Observation, Plan } from '../domain/plan.ts';
import { type CatalogueRows, decodeRows } from './decode.ts';
import { encode } from './encode.ts';
import type { Rows } from './market.ts';

export interface PackedRows {
  readonly plans: Rows<Plan>;
  /** Parallel to `plans`; once packed, in whole seconds, as a snapshot holds them. */
  readonly observations: Rows<Observation>;
}

/** Rows come pack by pack; two feeds of one provider take turns. */
const OPEN_MAX = 4;

export type PackRows = (
  provider: string,
  plans: readonly Plan[],
  observations: readonly Observation[],
) => PackedRows;

/**
 * Packs of one run share what is open. Throws MarketError where a plan is none that a snapshot can hold.
 * So many rows as `looseMax` are left as they are.
 */
export function createPacker(looseMax = 0): PackRows {
  const open = new Map<object, CatalogueRows>();
  let loose = 0;
  return (provider, plans, observations) => {
    if (loose + plans.length <= looseMax) {
      loose += plans.length;
      return { plans, observations };
    }
    const encoded = encode({
      plans,
      observations,
      coupons: [],
      providers: [{ id: provider, name: '', homepage: '' }],
      sources: [],
      sample: false,
    });
    const key = {};
    const content = zstdCompressSync(encoded.content);
    const seen = zstdCompressSync(encoded.observations);
    const rows = (): CatalogueRows => {
      const held = open.get(key);
      if (held !== undefined) return held;
      const made = decodeRows(zstdDecompressSync(content), zstdDecompressSync(seen));
      const [oldest] = open.keys();
      if (open.size >= OPEN_MAX && oldest !== undefined) open.delete(oldest);
      open.set(key, made);
      return made;
    };
    const { length } = plans;
    return {
      plans: { length, at: (index) => rows().plan(index) },
      observations: { length, at: (index) => rows().observation(index) },
    };
  };
}
