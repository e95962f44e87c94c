/**
 * Checks a backup completely. SQLite notices damage of its own structures, but not a changed byte in a value, so a
 * backup also has a hash of all rows.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { StoreError } from '../port.ts';
import { DamagedDatabase } from './faults.ts';
import { createSchema, expectVersion } from './schema.ts';

/** The row of `meta` with the hash of all other rows. Only a backup has it. */
const CHECKSUM = 'backup_sha256';

/** Completes a new backup. */
export function addChecksum(path: string): void {
  const db = new DatabaseSync(path);
  try {
    const sha256 = checksumOf(db);
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(CHECKSUM, Buffer.from(sha256));
  } finally {
    db.close();
  }
}

/** The rows of a folder change, so its database has no checksum. */
export const removeChecksum = (db: DatabaseSync): void => {
  db.prepare('DELETE FROM meta WHERE key = ?').run(CHECKSUM);
};

/**
 * Throws `DamagedDatabase` if any row is not as it was when the backup was made, and `incompatible` for a database of
 * another version or with anything that this program did not create: a trigger would run with every write.
 */
export function expectComplete(db: DatabaseSync): void {
  const integrity = db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (integrity !== 'ok') throw new DamagedDatabase();
  expectVersion(db);
  expectOwnSchema(db);
  const checksum = db.prepare('SELECT value FROM meta WHERE key = ?').get(CHECKSUM)?.['value'];
  if (checksum === undefined) {
    expectSecret(db);
    expectCompleteSnapshots(db);
  } else if (Buffer.from(checksum as Uint8Array).toString() !== checksumOf(db)) throw new DamagedDatabase();
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** SQLite keeps the text of a statement with its comments and line breaks, which mean nothing. */
const plainSql = (sql: string | null): string =>
  (sql ?? '')
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const schemaOf = (db: DatabaseSync): Map<string, string> =>
  new Map(
    db
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'")
      .all()
      .map((row) => row as unknown as SchemaRow)
      .map(({ type, name, sql }) => [`${type} ${name}`, plainSql(sql)]),
  );

function expectOwnSchema(db: DatabaseSync): void {
  const own = new DatabaseSync(':memory:');
  createSchema(own);
  const expected = schemaOf(own);
  own.close();
  const found = schemaOf(db);
  const strange = [...found.keys()].find((key) => found.get(key) !== expected.get(key));
  if (strange !== undefined)
    throw new StoreError('incompatible', `the ${strange} in it is not of this program: it is no backup`);
  if (found.size !== expected.size) throw new DamagedDatabase();
}

/** Every store creates its secret when it is opened first. A copy without it has lost rows, and would get a new secret. */
function expectSecret(db: DatabaseSync): void {
  if (db.prepare("SELECT 1 FROM meta WHERE key = 'secret'").get() === undefined) throw new DamagedDatabase();
}

/** For a copy of a database, which has no checksum. A blob is named by its hash. */
function expectCompleteSnapshots(db: DatabaseSync): void {
  const incomplete = db
    .prepare(
      `SELECT 1 FROM snapshots WHERE content_sha256 NOT IN (SELECT sha256 FROM blobs)
         OR observations_sha256 NOT IN (SELECT sha256 FROM blobs)`,
    )
    .get();
  if (incomplete !== undefined) throw new DamagedDatabase();
  for (const { sha256, packed, bytes } of db.prepare('SELECT sha256, packed, bytes FROM blobs').iterate())
    if (hashOfBlob(packed as Uint8Array, Number(bytes)) !== sha256) throw new DamagedDatabase();
}

function hashOfBlob(packed: Uint8Array, bytes: number): string | null {
  try {
    const content = zstdDecompressSync(packed, { maxOutputLength: Math.max(1, bytes) });
    return createHash('sha256').update(content).digest('hex');
  } catch {
    return null;
  }
}

function checksumOf(db: DatabaseSync): string {
  const hash = createHash('sha256');
  const tables = [...schemaOf(db).keys()].filter((key) => key.startsWith('table ')).toSorted();
  for (const key of tables) {
    const name = key.slice('table '.length);
    hash.update(`${key}\n`);
    const rows = db.prepare(`SELECT * FROM "${name}"`);
    // The times of counters are larger than the exact integers of a number.
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      if (name === 'meta' && row['key'] === CHECKSUM) continue;
      for (const value of Object.values(row)) {
        // The length separates two values whose bytes follow each other.
        const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
        hash.update(`${typeof value} ${bytes.byteLength} `).update(bytes);
      }
    }
  }
  return hash.digest('hex');
}
