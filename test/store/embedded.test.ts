import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { RequestDeadline } from '../../src/store/deadline.ts';
import { folderOf, openStore } from '../../src/store/open.ts';
import type { Snapshot, Store } from '../../src/store/port.ts';
import { until } from '../support/until.ts';
import { TestFolder } from './folder.ts';
import { describeStore, snapshotOf } from './suite.ts';

/** The end of the message about a database that was damaged, deleted or empty, and was created again. */
const DAMAGED = /will be ingested again/;
/** Pruning keeps an unused blob for this time, because a publication may be about to announce it. */
const BLOB_KEPT_MS = 3_600_000;
const text = (value: string) => new TextEncoder().encode(value);

describeStore('embedded', async () => {
  const folder = await TestFolder.make();
  return {
    store: await folder.open('serve'),
    another: () => folder.open('write'),
    now: () => folder.now,
    advance(ms) {
      folder.now += ms;
    },
    close: () => folder.close(),
  };
});

test('only the user of the service can read the files of a store, even after a change of their modes, and a folder that others can read causes a warning', async (t) => {
  const folder = await TestFolder.make();
  t.after(() => folder.close());
  const modes = async () => {
    const names = (await readdir(folder.path)).toSorted();
    return Promise.all(names.map(async (name) => (await stat(join(folder.path, name))).mode & 0o777));
  };
  await folder.open('serve');
  assert.deepEqual([...new Set(await modes())], [0o600]);
  assert.deepEqual(folder.events, []);
  await folder.closeStores();
  for (const name of await readdir(folder.path)) await chmod(join(folder.path, name), 0o644);
  await chmod(folder.path, 0o755);
  await folder.open('serve');
  assert.deepEqual([...new Set(await modes())], [0o600]);
  const { level, message } = await folder.event(/chmod 700/);
  assert.deepEqual([level, folder.events.length], ['warn', 1], message);
});

describe('the embedded store', () => {
  let folder: TestFolder;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await TestFolder.make();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await end(child);
    await folder.close();
  });

  /** Resolves with the child's first line. */
  async function start(task: string): Promise<{ child: ChildProcess; line: string }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), folder.path, task], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    return { child, line };
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function announce(store: Store, word: string): Promise<Snapshot> {
    const content = await store.snapshots.putBlob(text(`content ${word}`));
    const observations = await store.snapshots.putBlob(text(`observations ${word}`));
    return store.snapshots.announce(snapshotOf(content, observations));
  }

  async function publishUntilKilled(delayMs: number): Promise<void> {
    const { child } = await start('announce-many');
    const timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
    await once(child, 'exit');
    clearTimeout(timer);
  }

  /** Opens the database as another program would. */
  const withFile = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(folder.path, 'esim.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };

  describe('ownership', () => {
    test('one process serves from a folder, and the message to a second one names Redis', async () => {
      const { line } = await start('serve');
      assert.equal(line, 'ready');
      await assert.rejects(folder.open('serve'), {
        name: 'StoreError',
        code: 'folder_in_use',
        message: /STORE_URL=redis:/,
      });
      const second = await start('serve');
      assert.match(second.line, /^folder_in_use: /);
    });

    test('a process keeps the folder although its lock file is deleted, and its end frees the folder', async () => {
      const first = await start('serve');
      for (const _ of ['first', 'second']) {
        await rm(join(folder.path, 'owner.lock'), { force: true });
        const other = await start('serve');
        assert.match(other.line, /^folder_in_use: owner\.lock was deleted while a process uses the database/);
      }
      await end(first.child);
      assert.equal((await start('serve')).line, 'ready');
    });

    test('a folder is free as soon as its process was killed', async () => {
      const { child } = await start('serve');
      await end(child);
      const store = await folder.open('serve');
      assert.equal(store.status().working, true);
    });

    test('a folder is free once its store is closed, and a command never takes it', async () => {
      await folder.open('write');
      const store = await folder.open('serve');
      await folder.open('write');
      await store.close();
      await folder.open('serve');
    });
  });

  describe('a publication by another process', () => {
    test('a snapshot that another process announces reaches a watcher, which can read it', async () => {
      const store = await folder.open('serve');
      const heard = new Promise<Snapshot | null>((resolve) => store.snapshots.watch(resolve));
      await start('announce-one');
      const snapshot = (await heard) ?? assert.fail('no snapshot');
      assert.equal((await store.snapshots.getBlob(snapshot.content)).byteLength, 900);
      assert.deepEqual(await store.snapshots.current(), snapshot);
    });

    test('every announced snapshot is whole although the publishing process was killed at some moment', async () => {
      const store = await folder.open('serve');
      await announce(store, 'before');
      let checked = 0;
      // The delays hit different moments of a publication.
      for (const delayMs of [5, 40, 90, 160, 250]) {
        await publishUntilKilled(delayMs);
        for (const snapshot of await store.snapshots.list(3)) {
          await store.snapshots.getBlob(snapshot.content);
          await store.snapshots.getBlob(snapshot.observations);
          checked += 1;
        }
      }
      assert.ok(checked >= 5);
      const next = await announce(store, 'after');
      assert.deepEqual(await store.snapshots.current(), next);
    });

    test('pruning removes the blobs of other snapshots and of publications that were killed', async () => {
      const store = await folder.open('serve');
      await publishUntilKilled(160);
      const { serial } = await announce(store, 'after');
      const others = (await store.snapshots.list(99)).map((snapshot) => snapshot.serial);
      folder.now = Date.now() + 2 * BLOB_KEPT_MS;
      await store.snapshots.prune(others);
      assert.deepEqual((await store.snapshots.current())?.serial, serial);
      const blobs = withFile((db) => db.prepare('SELECT COUNT(*) AS n FROM blobs').get());
      assert.equal(Number(blobs?.['n']), 2, 'the content and the observations of the current snapshot');
    });
  });

  describe('a restart', () => {
    test('snapshots, cached responses, documents, leases and the secret are the same after a restart', async () => {
      const first = await folder.open('serve');
      const snapshot = await announce(first, 'kept');
      await first.cache.put('trip', text('answer'), folder.now + 60_000);
      await first.documents.put('runs', 'one', text('run'));
      await first.leases.acquire('ingest', 60_000);
      const secret = await first.counters.secret();
      await first.close();
      const second = await folder.open('serve');
      assert.deepEqual(await second.snapshots.current(), snapshot);
      assert.deepEqual(await second.snapshots.getBlob(snapshot.content), text('content kept'));
      assert.deepEqual(await second.cache.get('trip'), text('answer'));
      assert.deepEqual(await second.documents.get('runs', 'one'), text('run'));
      assert.equal(await second.leases.acquire('ingest', 1), null);
      assert.deepEqual(await second.counters.secret(), secret);
    });

    test('the counts are the same after a restart; a command reads them, and only a reset changes them', async () => {
      const taken = async ({ counters }: Store) =>
        (await counters.usage()).find(({ name }) => name === 'list.day')?.taken;
      const first = await folder.open('serve');
      for (let unit = 0; unit < 3; unit += 1) await first.counters.take('list', callerNamed('c'.repeat(32)));
      // The store closes its counters before the file, so that the last counts are written.
      await first.close();
      const reader = await folder.open('read');
      assert.equal(await taken(reader), 3);
      await reader.counters.take('list', callerNamed('c'.repeat(32)));
      await reader.close();
      const second = await folder.open('serve');
      assert.equal(await taken(second), 3);
      await second.close();
      const reset = await folder.open('reset');
      await reset.counters.reset?.();
      await reset.close();
      assert.equal(await taken(await folder.open('serve')), 0);
    });
  });

  describe('a damaged database', () => {
    const renamed = async () => (await readdir(folder.path)).filter((name) => /\.corrupt-\d+$/.test(name));

    /** The number of documents of 3,000 bytes: more pages than the overwritten ones. */
    const FILLING = 40;
    async function fillDatabase({ documents }: Store): Promise<void> {
      for (let at = 0; at < FILLING; at += 1) await documents.put('d', `key ${at}`, new Uint8Array(3_000));
    }

    const PAGE_BYTES = 4_096;
    /** Page 0 has the header of the database. */
    async function overwritePages({ from, pages }: { from: number; pages: number }): Promise<void> {
      const file = await openFile(join(folder.path, 'esim.db'), 'r+');
      await file.write(Buffer.alloc(pages * PAGE_BYTES, 0x5a), 0, pages * PAGE_BYTES, from * PAGE_BYTES);
      await file.close();
    }

    /** Without it, the pages of the write-ahead log would hide the damage of the database. */
    const moveLogIntoDatabase = () =>
      withFile((db) => db.exec('PRAGMA busy_timeout = 60000; PRAGMA wal_checkpoint(TRUNCATE)'));

    test('a file that is no database is renamed, reported in one line and created again', async () => {
      await writeFile(join(folder.path, 'esim.db'), 'this is not a database at all '.repeat(400));
      const store = await folder.open('serve');
      const { message } = await folder.event(DAMAGED);
      assert.match(message, /renamed to esim\.db\.corrupt-1; counts and cached responses are lost/);
      assert.doesNotMatch(message, /\n/);
      assert.equal(message.includes(folder.path), false);
      assert.deepEqual(await renamed(), ['esim.db.corrupt-1']);
      assert.equal((await announce(store, 'new')).serial, 1);
    });

    test('a start finds overwritten pages, and a second damaged database is renamed beside the first', async () => {
      for (const expected of [['esim.db.corrupt-1'], ['esim.db.corrupt-1', 'esim.db.corrupt-2']]) {
        const store = await folder.open('serve');
        await fillDatabase(store);
        await store.close();
        await overwritePages({ from: 2, pages: 10 });
        const next = await folder.open('serve');
        assert.deepEqual(await next.documents.keys('d'), []);
        assert.deepEqual((await renamed()).toSorted(), expected);
        await next.close();
      }
    });

    test('a database that is damaged while it serves is renamed; the secret and the watchers are kept', async () => {
      const store = await folder.open('serve');
      const secret = await store.counters.secret();
      await fillDatabase(store);
      const heard = new Promise<Snapshot | null>((resolve) => store.snapshots.watch(resolve));
      moveLogIntoDatabase();
      await overwritePages({ from: 1, pages: 100 });
      // Some pages are still in the cache of this connection, so all documents are read until one fails. None fails if
      // the poll of the watcher has found the damage before.
      let hasFailed = false;
      for (let at = 0; at < FILLING && !hasFailed; at += 1) {
        await store.documents.get('d', `key ${at}`).catch((error: Error) => {
          assert.equal(error.name, 'StoreError');
          hasFailed = true;
        });
      }
      await folder.event(DAMAGED);
      const snapshot = await announce(store, 'after');
      assert.deepEqual(await heard, snapshot);
      await store.close();
      const next = await folder.open('serve');
      assert.deepEqual(await next.counters.secret(), secret);
    });

    test('a command changes nothing in a damaged database while a service uses it', async () => {
      await start('serve');
      moveLogIntoDatabase();
      await copyFile(join(import.meta.dirname, 'child.ts'), join(folder.path, 'esim.db'));
      for (const mode of ['write', 'read', 'reset'] as const)
        await assert.rejects(folder.open(mode), { code: 'damaged', message: 'the database is damaged' });
      assert.deepEqual(await renamed(), []);
    });

    test('a database that is overwritten while it serves is renamed, and every count is written again', async () => {
      const path = join(folder.path, 'esim.db');
      await (await folder.open('serve')).close();
      await copyFile(path, `${path}.backup`);
      const store = await folder.open('serve');
      for (let unit = 0; unit < 3; unit += 1) await store.counters.take('list', callerNamed('a'.repeat(32)));
      const rows = () =>
        Number(withFile((db) => db.prepare('SELECT COUNT(*) AS n FROM counters').get())?.['n']);
      await until('the counts are written', () => rows() === 3);
      await copyFile(`${path}.backup`, path);
      await store.counters.take('list', callerNamed('b'.repeat(32)));
      const { message } = await folder.event(DAMAGED);
      assert.match(message, /renamed to esim\.db\.corrupt-1/);
      await until('the store works again', () => store.status().working);
      await store.close();
      const again = await folder.open('serve');
      const usage = (await again.counters.usage()).filter(({ name }) => name.startsWith('list.'));
      assert.deepEqual(Object.fromEntries(usage.map(({ name, taken }) => [name, taken])), {
        'list.minute': 3,
        'list.day': 3,
        'list.service.day': 4,
      });
    });

    test('an empty database is reported and created again', async () => {
      await writeFile(join(folder.path, 'esim.db'), '');
      await folder.open('serve');
      const { message } = await folder.event(DAMAGED);
      assert.match(message, /^esim\.db was empty/);
    });

    test('an invalid lock file stops the start with a message that names the file', async () => {
      await writeFile(join(folder.path, 'owner.lock'), 'garbage'.repeat(100));
      await assert.rejects(folder.open('serve'), {
        name: 'StoreError',
        code: 'unavailable',
        message: /^owner\.lock .* delete that file and start again$/,
      });
    });

    test('an altered blob is refused until the same content is written again', async () => {
      const store = await folder.open('serve');
      const ref = await store.snapshots.putBlob(text('good bytes'));
      const other = await store.snapshots.putBlob(text('evil bytes'));
      withFile((db) =>
        db
          .prepare('UPDATE blobs SET packed = (SELECT packed FROM blobs WHERE sha256 = ?) WHERE sha256 = ?')
          .run(other.sha256, ref.sha256),
      );
      await assert.rejects(store.snapshots.getBlob(ref), { code: 'altered_blob' });
      await store.snapshots.putBlob(text('good bytes'));
      assert.deepEqual(await store.snapshots.getBlob(ref), text('good bytes'));
    });
  });

  describe('a database that cannot be used', () => {
    test('a database of a newer version is refused and not changed', async () => {
      await (await folder.open('serve')).close();
      withFile((db) => db.exec('PRAGMA user_version = 99'));
      await assert.rejects(folder.open('serve'), { code: 'incompatible', message: /schema version 99/ });
      assert.deepEqual(
        (await readdir(folder.path)).filter((name) => name.includes('corrupt')),
        [],
      );
    });

    test('a folder in the place of the database makes it unavailable, with no path in the message', async () => {
      await mkdir(join(folder.path, 'esim.db'));
      await assert.rejects(folder.open('serve'), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'unavailable');
        assert.equal(error.message.includes(folder.path), false);
        return true;
      });
      assert.deepEqual(folder.events, []);
    });

    test('while another process locks the database, the status says so and reading works, and then writing works again', async () => {
      const store = await folder.open('serve', { busyTimeoutMs: 0 });
      await store.documents.put('d', 'k', text('before'));
      const blocker = new DatabaseSync(join(folder.path, 'esim.db'));
      blocker.exec('BEGIN IMMEDIATE');
      await assert.rejects(store.documents.put('d', 'k', text('after')), { code: 'unavailable' });
      const { working, state } = store.status();
      assert.equal(working, false);
      assert.equal(state, 'the database is locked by another process');
      assert.deepEqual(await store.documents.get('d', 'k'), text('before'));
      blocker.exec('COMMIT');
      blocker.close();
      await folder.event(/works again/);
      assert.deepEqual(store.status(), { working: true, kind: 'embedded', state: 'ok' });
      await store.documents.put('d', 'k', text('after'));
      assert.deepEqual(
        folder.events.map(({ message }) => message),
        ['the store fails: the database is locked by another process', 'the store works again'],
      );
    });

    test('a locked database delays a request by at most its deadline, and an ingest until it is unlocked', async () => {
      const store = await folder.open('serve', { busyTimeoutMs: 5_000 });
      const blocker = new DatabaseSync(join(folder.path, 'esim.db'));
      blocker.exec('BEGIN IMMEDIATE');
      const stalled = store.documents.put('d', 'k', text('waits for the blocker'));
      const lease = store.leases.acquire('ingest', 60_000);
      const late = { message: 'the database does not respond' };
      await Promise.all([
        assert.rejects(store.cache.get('trip'), late),
        assert.rejects(store.leases.acquire('trip', 60_000, new RequestDeadline()), late),
      ]);
      blocker.exec('COMMIT');
      blocker.close();
      await stalled;
      assert.equal(await store.leases.renew('ingest', (await lease)!, 60_000), true);
      await folder.event(/works again/);
      assert.equal(await store.cache.get('trip'), null);
    });

    test('a closed store rejects every call', async () => {
      const store = await folder.open('serve');
      await store.close();
      await assert.rejects(store.cache.get('trip'), { code: 'unavailable', message: 'the store is closed' });
    });
  });

  test('expired cached responses are deleted', async () => {
    const store = await folder.open('serve');
    for (let at = 0; at < 3; at += 1) await store.cache.put(`old ${at}`, text('x'), folder.now + 10);
    folder.now += 120_000;
    await store.cache.put('new', text('x'), folder.now + 10);
    const rows = withFile((db) => db.prepare('SELECT key FROM cache').all());
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['new'],
    );
  });

  test('a file: URL opens the embedded store; another URL is refused without repeating what may be a password', async () => {
    const options = {
      clock: () => folder.now,
      mode: 'serve' as const,
      onEvent: () => {},
    };
    const store = await openStore({ url: `file:${folder.path}`, ...options });
    assert.equal(store.status().kind, 'embedded');
    await store.close();
    assert.equal(folderOf('file:data'), 'data');
    assert.equal(folderOf('file:///var/lib/esim'), '/var/lib/esim');
    for (const url of ['mysql://user:hunter2@host/', 'data', 'file:']) {
      await assert.rejects(openStore({ url, ...options }), (error: Error) => {
        assert.match(error.message, /STORE_URL/);
        assert.equal(error.message.includes('hunter2'), false);
        return true;
      });
    }
  });
});
