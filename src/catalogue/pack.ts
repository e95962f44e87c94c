/**
 * Plans put aside until the whole market is together: as a small snapshot of their own, compressed to a fiftieth of what
 * the objects take. What is asked for is opened again, a few packs at a time.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Observation, Plan } from '../domain/plan.ts';
import { release, trimmed } from '../store/release.ts';
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

/** Throws MarketError where a plan is none that a snapshot can hold. */
export type PackRows = (
  provider: string,
  plans: readonly Plan[],
  observations: readonly Observation[],
) => PackedRows;

export interface Packer {
  readonly pack: PackRows;
  /** Nobody asks for a packed row any more: their memory is given back, though `PackedRows` may still be held. */
  readonly release: () => void;
}

interface Pack {
  readonly content: Uint8Array;
  readonly seen: Uint8Array;
}

interface OpenPack {
  readonly rows: CatalogueRows;
  readonly bytes: readonly Uint8Array[];
}

/** Packs of one run share what is open. So many rows as `looseMax` are left as they are. */
export function createPacker(looseMax = 0): Packer {
  const packs: Pack[] = [];
  const open = new Map<Pack, OpenPack>();
  let loose = 0;

  function close(pack: Pack): void {
    for (const bytes of open.get(pack)?.bytes ?? []) release(bytes);
    open.delete(pack);
  }

  function rowsOf(number: number): CatalogueRows {
    const pack = packs[number];
    if (pack === undefined) throw new Error('these plans were released');
    const held = open.get(pack);
    if (held !== undefined) return held.rows;
    const [oldest] = open.keys();
    if (open.size >= OPEN_MAX && oldest !== undefined) close(oldest);
    const bytes = [zstdDecompressSync(pack.content), zstdDecompressSync(pack.seen)] as const;
    const rows = decodeRows(...bytes);
    open.set(pack, { rows, bytes });
    return rows;
  }

  return {
    pack(provider, plans, observations) {
      const { length } = plans;
      if (loose + length <= looseMax) {
        loose += length;
        return { plans, observations };
      }
      const providers = [{ id: provider, name: '', homepage: '', brand: provider }];
      const rest = { coupons: [], providers, sources: [], sample: false };
      const { content, observations: seen } = encode({ plans, observations, ...rest });
      const number = packs.push({ content: packed(content), seen: packed(seen) }) - 1;
      return {
        plans: { length, at: (index) => rowsOf(number).plan(index) },
        observations: { length, at: (index) => rowsOf(number).observation(index) },
      };
    },
    release() {
      for (const pack of [...open.keys()]) close(pack);
      packs.length = 0;
    },
  };
}

function packed(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const small = trimmed(zstdCompressSync(bytes));
  release(new Uint8Array(bytes.buffer));
  return small;
}
