import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, open as openFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it, test } from 'node:test';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import { RequestDeadline } from '../../src/store/deadline.ts';
import { folderOf, openStore } from '../../src/store/open.ts';
import type { Snapshot, Store } from '../../src/store/port.ts';
import { until } from '../redis/support.ts';
import { TestFolder } from './folder.ts';
import { describeStore, snapshotOf } from './suite.ts';

/** A file that was replaced: damaged, deleted or empty. */
const DAMAGED = /will be ingested again/;
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

test('the files of a store are for its user alone, also where they were not; an open folder is told of', async (t) => {
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

  /** A second hand on the file, as a failing disk or another program is. */
  const withFile = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(folder.path, 'esim.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };

  describe('ownership', () => {
    it('lets one process serve from a folder, and tells the second about Redis', async () => {
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

    it('stays with its process although the lock is deleted, and is free again after its end', async () => {
      const first = await start('serve');
      for (const _ of ['first', 'second']) {
        await rm(join(folder.path, 'owner.lock'), { force: true });
        const other = await start('serve');
        assert.match(other.line, /^folder_in_use: owner\.lock was deleted while a process uses the database/);
      }
      await end(first.child);
      assert.equal((await start('serve')).line, 'ready');
    });

    it('is free again as soon as its holder was killed', async () => {
      const { child } = await start('serve');
      await end(child);
      const store = await folder.open('serve');
      assert.equal(store.status().working, true);
    });

    it('is free again once the store is closed, and never taken by a command', async () => {
      await folder.open('write');
      const store = await folder.open('serve');
      await folder.open('write');
      await store.close();
      await folder.open('serve');
    });
  });

  describe('another process', () => {
    it('announces a snapshot, and a watcher here hears of it and can read it', async () => {
      const store = await folder.open('serve');
      const heard = new Promise<Snapshot | null>((resolve) => store.snapshots.watch(resolve));
      await start('announce-one');
      const snapshot = (await heard) ?? assert.fail('no snapshot');
      assert.equal((await store.snapshots.getBlob(snapshot.content)).byteLength, 900);
      assert.deepEqual(await store.snapshots.current(), snapshot);
    });

    it('may be killed at any moment of a publication: every snapshot that shows is whole', async () => {
      const store = await folder.open('serve');
      await announce(store, 'before');
      let whole = 0;
      for (const delayMs of [5, 40, 90, 160, 250]) {
        const { child } = await start('announce-many');
        // Moments spread over a publication; whichever one it hits, the promise is the same.
        const timer = setTimeout(() => child.kill('SIGKILL'), delayMs);
        await once(child, 'exit');
        clearTimeout(timer);
        for (const snapshot of await store.snapshots.list(3)) {
          await store.snapshots.getBlob(snapshot.content);
          await store.snapshots.getBlob(snapshot.observations);
          whole += 1;
        }
      }
      assert.ok(whole >= 5);
      const next = await announce(store, 'after');
      assert.deepEqual(await store.snapshots.current(), next);
      folder.now = Date.now() + 2 * 3_600_000;
      await store.snapshots.prune((await store.snapshots.list(99)).map(({ serial }) => serial));
      const blobs = withFile((db) => db.prepare('SELECT COUNT(*) AS n FROM blobs').get());
      assert.equal(Number(blobs?.['n']), 2);
    });
  });

  describe('a restart', () => {
    it('finds snapshots, answers, documents, leases and the secret as they were', async () => {
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

    it('has the counts of the one that served before it; a command sees them and writes none', async () => {
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
    const setAside = async () => (await readdir(folder.path)).filter((name) => /\.corrupt-\d+$/.test(name));

    it('that is no database at all is set aside, said so in one line, and created again', async () => {
      await writeFile(join(folder.path, 'esim.db'), 'this is not a database at all '.repeat(400));
      const store = await folder.open('serve');
      const { message } = await folder.event(DAMAGED);
      assert.match(message, /renamed to esim\.db\.corrupt-1; counts and cached responses are lost/);
      assert.doesNotMatch(message, /\n/);
      assert.equal(message.includes(folder.path), false);
      assert.deepEqual(await setAside(), ['esim.db.corrupt-1']);
      assert.equal((await announce(store, 'new')).serial, 1);
    });

    it('that is torn inside is found at the start, and a second one is set aside beside the first', async () => {
      for (const expected of [['esim.db.corrupt-1'], ['esim.db.corrupt-1', 'esim.db.corrupt-2']]) {
        const store = await folder.open('serve');
        for (let at = 0; at < 40; at += 1) await store.documents.put('d', `key ${at}`, new Uint8Array(3_000));
        await store.close();
        const file = await openFile(join(folder.path, 'esim.db'), 'r+');
        await file.write(Buffer.alloc(40_000, 0x5a), 0, 40_000, 8_192);
        await file.close();
        const next = await folder.open('serve');
        assert.deepEqual(await next.documents.keys('d'), []);
        assert.deepEqual((await setAside()).toSorted(), expected);
        await next.close();
      }
    });

    it('is set aside while it serves, without losing the secret; watchers go on', async () => {
      const store = await folder.open('serve');
      const secret = await store.counters.secret();
      for (let at = 0; at < 40; at += 1) await store.documents.put('d', `key ${at}`, new Uint8Array(3_000));
      const heard = new Promise<Snapshot | null>((resolve) => store.snapshots.watch(resolve));
      withFile((db) => db.exec('PRAGMA busy_timeout = 60000; PRAGMA wal_checkpoint(TRUNCATE)'));
      const file = await openFile(join(folder.path, 'esim.db'), 'r+');
      await file.write(Buffer.alloc(400_000, 0x5a), 0, 400_000, 4_096);
      await file.close();
      // Some pages are still in the cache of this connection, so all documents are read until one fails. None fails if
      // the poll of the watcher has found the damage before.
      let hasFailed = false;
      for (let at = 0; at < 40 && !hasFailed; at += 1) {
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

    it('is left alone by a command while somebody serves from it', async () => {
      await start('serve');
      withFile((db) => db.exec('PRAGMA busy_timeout = 60000; PRAGMA wal_checkpoint(TRUNCATE)'));
      await copyFile(join(import.meta.dirname, 'child.ts'), join(folder.path, 'esim.db'));
      for (const mode of ['write', 'read', 'reset'] as const)
        await assert.rejects(folder.open(mode), { code: 'damaged', message: 'the database is damaged' });
      assert.deepEqual(await setAside(), []);
    });

    it('that was overwritten while it serves is noticed, and every count is written again', async () => {
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
      const usage = await again.counters.usage();
      assert.deepEqual(
        usage.filter(({ name }) => name.startsWith('list.')).map(({ taken }) => taken),
        [3, 3, 4],
      );
    });

    it('that is empty is said to be, and created again', async () => {
      await writeFile(join(folder.path, 'esim.db'), '');
      await folder.open('serve');
      const { message } = await folder.event(DAMAGED);
      assert.match(message, /^esim\.db was empty/);
    });

    it('behind a lock that is no lock is not opened, and the message names the file', async () => {
      await writeFile(join(folder.path, 'owner.lock'), 'garbage'.repeat(100));
      await assert.rejects(folder.open('serve'), {
        name: 'StoreError',
        code: 'unavailable',
        message: /^owner\.lock .* delete that file and start again$/,
      });
    });

    it('with one altered blob refuses that blob, and takes its bytes anew', async () => {
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
    it('of a newer program is refused, untouched', async () => {
      await (await folder.open('serve')).close();
      withFile((db) => db.exec('PRAGMA user_version = 99'));
      await assert.rejects(folder.open('serve'), { code: 'incompatible', message: /schema version 99/ });
      assert.deepEqual(
        (await readdir(folder.path)).filter((name) => name.includes('corrupt')),
        [],
      );
    });

    it('because its place is taken is unavailable, with no path in the message', async () => {
      await mkdir(join(folder.path, 'esim.db'));
      await assert.rejects(folder.open('serve'), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'unavailable');
        assert.equal(error.message.includes(folder.path), false);
        return true;
      });
      assert.deepEqual(folder.events, []);
    });

    it('for a while shows in status, lets reading go on, and recovers by itself', async () => {
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

    it('in time makes an answer wait no longer than its deadline, but an ingest waits', async () => {
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

    it('after it was closed rejects every call', async () => {
      const store = await folder.open('serve');
      await store.close();
      await assert.rejects(store.cache.get('trip'), { code: 'unavailable', message: 'the store is closed' });
    });
  });

  it('sweeps answers whose time is over', async () => {
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

  it('is what a file: URL opens; anything else is refused without repeating what may be a password', async () => {
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
