/** A store for dry runs of the ingest. It reads the real store and discards everything that is written. */
import { hash } from 'node:crypto';
import type { Snapshot, Store } from '../../store/port.ts';

type IngestStore = Pick<Store, 'snapshots' | 'leases' | 'documents'>;

export function dryRunStore({ snapshots, documents }: IngestStore): IngestStore {
  return {
    // A dry run blocks no other ingest.
    leases: { acquire: async () => 'dry run', renew: async () => true, release: async () => {} },
    documents: {
      get: (collection, key) => documents.get(collection, key),
      keys: (collection) => documents.keys(collection),
      put: async () => {},
      delete: async () => {},
    },
    snapshots: {
      getBlob: (ref) => snapshots.getBlob(ref),
      current: () => snapshots.current(),
      list: (limit) => snapshots.list(limit),
      watch: () => () => {},
      putBlob: async (bytes) => ({ sha256: hash('sha256', bytes, 'hex'), bytes: bytes.length }),
      // Returns the snapshot that would be announced.
      announce: async (snapshot): Promise<Snapshot> => ({
        ...snapshot,
        serial: ((await snapshots.current())?.serial ?? 0) + 1,
      }),
      prune: async () => {},
    },
  };
}
