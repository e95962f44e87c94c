import type { DatabaseSync } from 'node:sqlite';
import { type Edition, StoreError } from '../../port.ts';
import { inTransaction } from '../transaction.ts';

export function editionTables(db: DatabaseSync) {
  const newest = db.prepare('SELECT serial, document FROM editions ORDER BY serial DESC LIMIT ?');
  const newestSerial = db.prepare('SELECT MAX(serial) AS serial FROM editions');
  const wholePart = db.prepare('SELECT 1 FROM parts WHERE sha256 = ? AND bytes = ? AND complete = 1');
  const insert = db.prepare(
    'INSERT INTO editions (serial, content_sha256, observations_sha256, document) VALUES (?, ?, ?, ?)',
  );
  const purgeCache = db.prepare('DELETE FROM cache');
  const drop = db.prepare(
    'DELETE FROM editions WHERE serial = ? AND serial < (SELECT MAX(serial) FROM editions)',
  );

  const serialNow = (): number => Number(newestSerial.get()?.['serial'] ?? 0);
  const list = (limit: number): Edition[] =>
    newest.all(limit).map(({ serial, document }) => ({
      ...(JSON.parse(String(document)) as Omit<Edition, 'serial'>),
      serial: Number(serial),
    }));

  return {
    editionSerial: serialNow,
    listEditions: list,

    announce(edition: Omit<Edition, 'serial'>): Edition {
      return inTransaction(db, () => {
        for (const part of [edition.content, edition.observations]) {
          if (!wholePart.get(part.sha256, part.bytes)) {
            throw new StoreError(
              'missing_part',
              'an edition cannot be announced before its parts are complete',
            );
          }
        }
        const serial = serialNow() + 1;
        const { publishedAt, content, observations, reason, summary } = edition;
        const document = JSON.stringify({ publishedAt, content, observations, reason, summary });
        insert.run(serial, content.sha256, observations.sha256, document);
        if (reason === 'rollback') purgeCache.run();
        return { ...edition, serial };
      });
    },

    /** The newest one is never dropped: serials count on from it. */
    dropEditions: (serials: readonly number[]): void => {
      for (const serial of serials) drop.run(serial);
    },
  };
}
