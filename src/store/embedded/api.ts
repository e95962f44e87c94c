/** Everything that the worker does on request, by name. */
import type { DatabaseSync } from 'node:sqlite';
import { cacheTable } from './tables/cache.ts';
import { counterTable } from './tables/counters.ts';
import { documentTable } from './tables/documents.ts';
import { editionTables } from './tables/editions.ts';
import { leaseTable } from './tables/leases.ts';
import { metaTable } from './tables/meta.ts';
import { partTables } from './tables/parts.ts';

export function buildApi(db: DatabaseSync) {
  return {
    ...partTables(db),
    ...editionTables(db),
    ...cacheTable(db),
    ...leaseTable(db),
    ...documentTable(db),
    ...counterTable(db),
    ...metaTable(db),
  };
}

export type Api = ReturnType<typeof buildApi>;
