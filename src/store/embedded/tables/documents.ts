import type { DatabaseSync } from 'node:sqlite';

export function documentTable(db: DatabaseSync) {
  const read = db.prepare('SELECT bytes FROM documents WHERE collection = ? AND key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO documents (collection, key, bytes) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM documents WHERE collection = ? AND key = ?');
  const keys = db.prepare('SELECT key FROM documents WHERE collection = ? ORDER BY key');

  return {
    getDocument: (collection: string, key: string): Uint8Array | null =>
      (read.get(collection, key)?.['bytes'] as Uint8Array | undefined) ?? null,
    putDocument(collection: string, key: string, bytes: Uint8Array): void {
      write.run(collection, key, bytes);
    },
    deleteDocument(collection: string, key: string): void {
      drop.run(collection, key);
    },
    documentKeys: (collection: string): string[] => keys.all(collection).map(({ key }) => String(key)),
  };
}
