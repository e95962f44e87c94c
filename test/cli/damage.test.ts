/** Commands leave a data folder as it is; only `serve` and `repair` set a damaged database aside. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { writeOperatorFiles } from '../support/operator.ts';
import { startTestService } from '../support/service.ts';
import { esim, start, temporaryFolder } from './support.ts';

/** An operator with one feed in a file, which was published. */
async function publish(t: TestContext) {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const at = (name: string) => join(folder.path, name);
  const env = { STORE_URL: folder.storeUrl, SOURCES_FILE: writeOperatorFiles(folder.path), PORT: '1' };
  const done = await esim(['ingest'], env);
  assert.equal(done.code, 0, done.stderr);
  return { at, env, data: at('data'), database: at('data/esim.db') };
}

/** Every file with its content, its mode and the time of its last change. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => {
        const { mode, mtimeMs } = statSync(join(folder, name));
        const digest = createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex');
        return [name, `${digest} ${mode} ${mtimeMs}`];
      }),
  );

const READING = [
  ['status'],
  ['status', '--json'],
  ['sources'],
  ['snapshots'],
  ['limits', '--usage'],
  ['rank', 'TR', '7', 'normal'],
  ['history', 'one/a-plan'],
  ['explain', 'TR', '7', 'normal', 'one/a-plan'],
  ['rejects'],
  ['quarantine'],
  ['check'],
  ['ingest', '--dry-run'],
] as const;
const WRITING = [
  ['ingest'],
  ['accept', 'one-feed'],
  ['snapshots', 'rollback'],
  ['limits', '--reset'],
] as const;

const EVERY_COMMAND_ON = 'cut in the middle';

/** The states in which a copy of a database can be found. */
const HALF_COPIES: Readonly<Record<string, (database: string) => void>> = {
  'cut in the middle': (database) => truncateSync(database, Math.floor(statSync(database).size / 2)),
  'cut at the end': (database) => truncateSync(database, statSync(database).size - 1000),
  empty: (database) => truncateSync(database, 0),
  'that is no database': (database) => writeFileSync(database, 'no database '.repeat(2000)),
  'cut in the middle, with a log': (database) => {
    truncateSync(database, Math.floor(statSync(database).size / 2));
    writeFileSync(`${database}-wal`, '', { mode: 0o600 });
    writeFileSync(`${database}-shm`, Buffer.alloc(32_768), { mode: 0o600 });
  },
};

for (const [name, damage] of Object.entries(HALF_COPIES)) {
  test(`a database ${name}: every command fails with one line and changes nothing`, async (t) => {
    const { at, env, data, database } = await publish(t);
    damage(database);
    const before = contents(data);
    // All commands open the database in one of four ways, so every command is run on one kind of damage only.
    const commands =
      name === EVERY_COMMAND_ON
        ? [...READING, ...WRITING, ['try', at('feed.json'), '--source', 'one-feed']]
        : [['status'], ['ingest'], ['limits', '--reset']];
    for (const args of [...commands, ['backup', at('copy.db')]]) {
      const { code, stdout, stderr } = await esim(args, env);
      assert.equal(code, 1, `${args.join(' ')}: ${stdout}${stderr}`);
      assert.match(stdout + stderr, /damaged/, args.join(' '));
      assert.deepEqual(contents(data), before, args.join(' '));
    }
    assert.equal(existsSync(at('copy.db')), false);
  });
}

test('a folder that nobody serves is the same after every command that reads and after a backup', async (t) => {
  const { at, env, data, database } = await publish(t);
  const unchanged = async (state: string) => {
    const before = contents(data);
    for (const args of [...READING, ['backup', at(`${state}.db`)]]) {
      await esim(args, env);
      assert.deepEqual(contents(data), before, `${state}: ${args.join(' ')}`);
    }
    assert.ok(statSync(at(`${state}.db`)).size > 0);
  };
  await unchanged('closed');
  // After a crash the log is still there. A copy of such a folder may lack the index of the log.
  const open = await startTestService({ folder: data, env: { ...env, PORT: '0' } });
  t.after(() => open.stop());
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${database}${suffix}`, at(`crashed${suffix}`));
  await open.stop();
  mkdirSync(data, { recursive: true });
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(at(`crashed${suffix}`), `${database}${suffix}`);
  await unchanged('crashed');
});

test('without a data folder, reading and a dry run create none', async (t) => {
  const { at, env } = await publish(t);
  const STORE_URL = `file:${at('elsewhere')}`;
  const dry = await esim(['ingest', '--dry-run'], { ...env, STORE_URL });
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /30/);
  for (const args of READING) await esim(args, { ...env, STORE_URL });
  assert.equal(existsSync(at('elsewhere')), false);
});

test('esim repair renames a damaged database and leaves an intact one, but never that of a running service', async (t) => {
  const { env, data, database } = await publish(t);
  const intact = await esim(['repair'], env);
  assert.deepEqual([intact.code, intact.stdout], [0, 'the database is intact; nothing was changed\n']);
  truncateSync(database, Math.floor(statSync(database).size / 2));
  const half = readFileSync(database);
  const repaired = await esim(['repair'], env);
  assert.equal(repaired.code, 0, repaired.stderr);
  assert.match(repaired.stdout, /renamed to esim\.db\.corrupt-1/);
  assert.deepEqual(readFileSync(join(data, 'esim.db.corrupt-1')), half);
  assert.equal(existsSync(database), false);
  const service = await startTestService({ folder: data, env: { ...env, PORT: '0' } });
  t.after(() => service.stop());
  const refused = await esim(['repair'], env);
  assert.deepEqual([refused.code, refused.stderr], [1, 'esim: a service uses this folder: stop it first\n']);
});

test('esim restore refuses a backup of a newer program, one with a view or trigger, and one with a changed byte', async (t) => {
  const { at, env, data, database } = await publish(t);
  const file = at('saved.db');
  assert.equal((await esim(['backup', file], env)).code, 0);
  const before = contents(data);
  /** A copy of the backup, changed by a statement. */
  const changed = (name: string, from: string, statement: string): string => {
    copyFileSync(from, at(name));
    const db = new DatabaseSync(at(name));
    db.exec(statement);
    db.close();
    return at(name);
  };
  const flipped = at('flipped.db');
  const bytes = readFileSync(file);
  const position = bytes.indexOf('publishedAt');
  assert.ok(position > 0, 'the document of a snapshot is readable in the file');
  bytes[position]! ^= 1;
  writeFileSync(flipped, bytes);
  const damaged = /^esim: [^\n]* is damaged or is not a backup, so nothing was changed\n$/;
  const flipBlob =
    "UPDATE blobs SET packed = CAST(substr(packed, 1, 40) || X'00' || substr(packed, 42) AS BLOB)";
  for (const [backup, message] of [
    [
      changed('newer.db', file, 'PRAGMA user_version = 99'),
      /cannot be restored: the database has schema version 99; .*nothing was changed/,
    ],
    [
      changed('view.db', file, 'CREATE VIEW plans AS SELECT 1'),
      /the view plans in it is not of this program.*nothing was changed/,
    ],
    [
      changed('trigger.db', file, 'CREATE TRIGGER t AFTER INSERT ON cache BEGIN DELETE FROM counters; END'),
      /the trigger t in it is not of this program/,
    ],
    [changed('table.db', file, 'CREATE TABLE more (x)'), /the table more in it is not of this program/],
    [
      changed('column.db', file, 'ALTER TABLE cache ADD COLUMN x TEXT'),
      /the table cache in it is not of this program/,
    ],
    [changed('fewer.db', file, 'DROP TABLE leases'), damaged],
    [flipped, damaged],
    [changed('row.db', file, "UPDATE documents SET bytes = CAST('x' AS BLOB)"), damaged],
    // A plain copy of a database has no hash of its rows, but its catalogue has.
    [changed('copied.db', database, flipBlob), damaged],
    [changed('meta.db', file, 'DELETE FROM meta'), damaged],
    [changed('secret.db', database, "DELETE FROM meta WHERE key = 'secret'"), damaged],
  ] as const) {
    const { code, stderr } = await esim(['restore', backup], env);
    assert.equal(code, 1, backup);
    assert.match(stderr, message, backup);
    assert.deepEqual(contents(data), before, backup);
  }
  copyFileSync(database, at('copy.db'));
  for (const backup of [file, at('copy.db')]) {
    const done = await esim(['restore', backup], env);
    assert.equal(done.code, 0, done.stderr);
  }
  // The rows change from now on, so a copy of the restored database is judged without the hash of the backup.
  assert.equal((await esim(['ingest'], env)).code, 0);
  copyFileSync(database, at('later.db'));
  assert.equal((await esim(['restore', at('later.db')], env)).code, 0);
});

test('esim restore checks a backup first, keeps the database before it, and needs a stopped service', async (t) => {
  const { at, env, data, database } = await publish(t);
  mkdirSync(at('backups'));
  const saved = await esim(['backup', at('backups')], env);
  assert.equal(saved.code, 0, saved.stderr);
  const [name = ''] = readdirSync(at('backups'));
  assert.match(name, /^esim-\d{4}-\d\d-\d\d-\d{4}\.db$/);
  const file = at(`backups/${name}`);
  const half = at('half.db');
  writeFileSync(half, readFileSync(file).subarray(0, 30_000));
  const before = contents(data);
  const folder = await esim(['restore', at('backups')], env);
  assert.deepEqual(
    [folder.code, folder.stderr.includes('is no file that can be restored, but a folder')],
    [1, true],
  );
  const refused = await esim(['restore', half], env);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^esim: [^\n]*half\.db is damaged or is not a backup[^\n]*\n$/);
  assert.deepEqual(contents(data), before);
  writeFileSync(database, 'no database '.repeat(2000));
  const done = await esim(['restore', file], env);
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /the database before it is esim\.db\.replaced-1/);
  assert.equal(JSON.parse((await esim(['snapshots', '--json'], env)).stdout).length, 1);
  const service = start(['serve'], { ...env, PORT: '0' });
  t.after(() => service.child.kill('SIGKILL'));
  await service.waitForOutput('listening');
  const busy = await esim(['restore', file], env);
  assert.deepEqual([busy.code, busy.stderr], [1, 'esim: a service uses this folder: stop it first\n']);
});

test('esim restore of a database with a write-ahead log restores what the log has', async (t) => {
  const { at, env, database } = await publish(t);
  const writer = new DatabaseSync(database);
  writer.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    INSERT INTO documents (collection, key, bytes) VALUES ('test', 'late', x'01')`);
  // Like the folder of a service that was killed.
  for (const suffix of ['', '-wal']) copyFileSync(database + suffix, at('killed.db') + suffix);
  writer.exec("DELETE FROM documents WHERE collection = 'test'");
  writer.close();
  const { code, stderr } = await esim(['restore', at('killed.db')], env);
  assert.equal(code, 0, stderr);
  const restored = new DatabaseSync(database);
  t.after(() => restored.close());
  const { rows } = restored.prepare("SELECT COUNT(*) AS rows FROM documents WHERE key = 'late'").get()!;
  assert.equal(rows, 1);
});

test('esim restore refuses a copy of a database in which the content of a snapshot is missing', async (t) => {
  const { at, env, data, database } = await publish(t);
  copyFileSync(database, at('copy.db'));
  const copy = new DatabaseSync(at('copy.db'));
  copy.exec('DELETE FROM blobs WHERE sha256 = (SELECT observations_sha256 FROM snapshots LIMIT 1)');
  copy.close();
  const before = contents(data);
  const { code, stderr } = await esim(['restore', at('copy.db')], env);
  assert.deepEqual([code, contents(data)], [1, before]);
  assert.match(stderr, /copy\.db is damaged or is not a backup, so nothing was changed/);
});
