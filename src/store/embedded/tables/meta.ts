import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const SECRET_BYTES = 32;

export function metaTable(db: DatabaseSync) {
  const addOnce = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
  const write = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const read = db.prepare('SELECT value FROM meta WHERE key = ?');

  return {
    /** `known`: the one to go on with, where a damaged database was replaced while the process ran. */
    secret(known: Uint8Array | null): Uint8Array {
      if (!read.get('secret')) addOnce.run('secret', known ?? randomBytes(SECRET_BYTES));
      return read.get('secret')!['value'] as Uint8Array;
    },

    /** A write that means nothing, to find out whether writing works again. */
    probe(): void {
      write.run('probe', Buffer.alloc(1));
    },
  };
}
