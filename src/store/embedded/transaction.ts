import type { DatabaseSync } from 'node:sqlite';

/** All or nothing. Begins as a writer, so that it waits at the start and never fails half-way for another writer. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back after some faults, a full disk among them.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
