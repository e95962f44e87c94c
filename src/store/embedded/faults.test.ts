import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { StoreError } from '../port.ts';
import { asStoreError, isDamage } from './faults.ts';

/** Runs statements that fail in SQLite, and returns the error of the store. */
function storeErrorOf(work: (db: DatabaseSync) => void): StoreError {
  const db = new DatabaseSync(':memory:');
  try {
    db.exec('CREATE TABLE t (bytes BLOB)');
    work(db);
  } catch (error) {
    return asStoreError(error);
  } finally {
    db.close();
  }
  throw new Error('nothing failed');
}

describe('a fault of the database', () => {
  it('from a full disk is "unavailable" with the cause', () => {
    const { code, message } = storeErrorOf((db) => {
      db.exec('PRAGMA max_page_count = 3');
      db.prepare('INSERT INTO t VALUES (?)').run(new Uint8Array(100_000));
    });
    assert.deepEqual([code, message], ['unavailable', 'the database cannot be written: disk full']);
  });

  it('from a read-only disk is "unavailable" with the cause', () => {
    const { code, message } = storeErrorOf((db) => {
      db.exec('PRAGMA query_only = 1');
      db.exec('INSERT INTO t VALUES (1)');
    });
    assert.deepEqual([code, message], ['unavailable', 'the database cannot be written: read-only']);
  });

  it('never repeats a statement, a value or a path', () => {
    const { message } = storeErrorOf((db) => db.exec('SELECT hunter2 FROM somewhere'));
    assert.equal(message, 'the database failed (ERR_SQLITE_ERROR)');
    const system = Object.assign(new Error("EACCES: mkdir '/secret/place'"), { code: 'EACCES' });
    assert.equal(asStoreError(system).message, 'the database failed (EACCES)');
  });

  it('that is an error of the store already stays the same object, and is no damage', () => {
    const error = new StoreError('folder_in_use', 'in use');
    assert.equal(asStoreError(error), error);
    assert.equal(isDamage(error), false);
  });

  it('is recognised as damage by its code, not by its message', () => {
    assert.equal(isDamage(Object.assign(new Error('any message'), { errcode: 11 })), true);
    assert.equal(isDamage(new Error('database disk image is malformed')), false);
  });
});
