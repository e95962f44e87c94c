import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { inTransaction } from './schema.ts';

test('a transaction that fails changes nothing, and the next one works', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (n INTEGER)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const insertAndFail = () => {
    insert.run(1);
    throw new Error('half-way');
  };
  assert.throws(() => inTransaction(db, insertAndFail), /half-way/);
  inTransaction(db, () => insert.run(2));
  const rows = db.prepare('SELECT n FROM t').all();
  assert.deepEqual(
    rows.map(({ n }) => n),
    [2],
  );
  db.close();
});
