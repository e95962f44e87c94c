/** A store to try an ingest on: everything that is there can be read, and nothing that is written stays. */
import { createHash } from 'node:crypto';
import type { Edition, PartRef, Store } from '../store/port.ts';

type IngestStore = Pick<Store, 'snapshots' | 'leases' | 'documents'>;

export function dryRunStore({ snapshots, documents }: IngestStore): IngestStore {
  const partOf = (bytes: Uint8Array): PartRef => ({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  });
  return {
    // Nobody is kept from ingesting by somebody who only looks.
    leases: { acquire: async () => 'dry run', renew: async () => true, release: async () => {} },
    documents: { ...reading(documents), put: async () => {}, delete: async () => {} },
    snapshots: {
      hasPart: (sha256) => snapshots.hasPart(sha256),
      getPart: (ref) => snapshots.getPart(ref),
      current: () => snapshots.current(),
      list: (limit) => snapshots.list(limit),
      watch: () => () => {},
      putPart: async (bytes) => partOf(bytes),
      announce: async (edition): Promise<Edition> => ({
        ...edition,
        serial: ((await snapshots.current())?.serial ?? 0) + 1,
      }),
      prune: async () => {},
    },
  };
}

const reading = (documents: Store['documents']) => ({
  get: (collection: string, key: string) => documents.get(collection, key),
  keys: (collection: string) => documents.keys(collection),
});
