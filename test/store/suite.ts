/** The tests that every implementation of `src/store/port.ts` must pass. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type AnswerRequest, Answers } from '../../src/answers/answers.ts';
import { publish, rollBack } from '../../src/catalogue/publish.ts';
import { marketOf, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import type { CounterStore } from '../../src/limits/port.ts';
import { callerNamed } from '../../src/limits/testing/callers.ts';
import type { BlobRef, Snapshot, Store } from '../../src/store/port.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** The same data as another process sees it. `close` of the fixture closes it too. */
  another(): Promise<Store>;
  /** Returns the time of the store. */
  now(): number;
  /** Moves the time of the store forward. */
  advance(ms: number): void;
  close(): Promise<void>;
}

const SUMMARY = { plans: 1, added: 1, removed: 0, priceChanges: 0 };
const HOUR_MS = 3_600_000;

export const snapshotOf = (
  content: BlobRef,
  observations: BlobRef,
  changes: Partial<Omit<Snapshot, 'serial'>> = {},
): Omit<Snapshot, 'serial'> => ({
  publishedAt: 1_768_478_400_000,
  content,
  observations,
  reason: 'publish',
  summary: SUMMARY,
  ...changes,
});

/** Admits everybody. */
const UNLIMITED: Pick<CounterStore, 'take' | 'refund'> = {
  async take(kind, caller) {
    const window = { name: 'comparison.day' as const, limit: 2, remaining: 1, resetAt: 1 };
    const reservation = { kind, caller: caller.key, takenAt: 0, id: 'a' };
    return { admitted: true, window, windows: [], now: 0, reservation };
  },
  refund: async () => {},
};

/** The response of a process that has loaded a snapshot. `json`: what it computes. */
async function answerOf(answers: Answers, { serial }: Snapshot, json: string): Promise<string | null> {
  const request: AnswerRequest = {
    key: 'plans',
    ttlMs: 900_000,
    serial,
    destinations: ['TR'],
    kindIfCached: 'comparison',
    kindIfComputed: () => 'comparison_uncached',
    shared: true,
    compute: (_, expiresAt) => ({ json, expiresAt }),
  };
  const outcome = await answers.get(request, callerNamed('a'));
  return outcome.kind === 'answer' ? outcome.entry.bytes.toString() : null;
}

const text = (value: string) => new TextEncoder().encode(value);
const withCode = (code: string) => ({ name: 'StoreError', code });

export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: the promises of a store`, () => {
    let fixture: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      fixture = await open();
      store = fixture.store;
    });
    afterEach(() => fixture.close());

    const announce = async (
      word: string,
      changes: Partial<Omit<Snapshot, 'serial'>> = {},
      after?: Snapshot | null,
    ) => {
      const content = await store.snapshots.putBlob(text(`content ${word}`));
      const observations = await store.snapshots.putBlob(text(`observations ${word}`));
      return store.snapshots.announce(snapshotOf(content, observations, changes), after);
    };

    const pruneAfterAnHour = async () => {
      fixture.advance(HOUR_MS + 1);
      await store.snapshots.prune([]);
    };

    it('a blob of any size is returned unchanged, and its name is its hash', async () => {
      for (const size of [0, 1, 4 * 1024 * 1024, 9_000_001]) {
        const bytes = new Uint8Array(randomBytes(size));
        const ref = await store.snapshots.putBlob(bytes);
        assert.equal(ref.sha256, createHash('sha256').update(bytes).digest('hex'));
        assert.equal(ref.bytes, size);
        assert.equal(Buffer.compare(await store.snapshots.getBlob(ref), bytes), 0);
      }
    });

    it('the same blob can be put twice, and the bytes of the caller are not changed', async () => {
      const bytes = text('the same bytes');
      const ref = await store.snapshots.putBlob(bytes);
      assert.deepEqual(await store.snapshots.putBlob(bytes), ref);
      assert.deepEqual(bytes, text('the same bytes'));
    });

    it('an unknown blob and a blob of another length are rejected', async () => {
      const ref = await store.snapshots.putBlob(text('known'));
      await assert.rejects(
        store.snapshots.getBlob({ sha256: 'ab'.repeat(32), bytes: 5 }),
        withCode('missing_blob'),
      );
      await assert.rejects(store.snapshots.getBlob({ ...ref, bytes: 4 }), withCode('altered_blob'));
    });

    it('serials start at 1 and grow by 1, and a list has the newest snapshot first', async () => {
      assert.equal(await store.snapshots.current(), null);
      assert.deepEqual(await store.snapshots.list(5), []);
      const first = await announce('one');
      const second = await announce('two');
      assert.equal(first.serial, 1);
      assert.equal(second.serial, 2);
      assert.deepEqual(await store.snapshots.current(), second);
      assert.deepEqual(await store.snapshots.list(5), [second, first]);
      assert.deepEqual(await store.snapshots.list(1), [second]);
    });

    it('a snapshot without one of its blobs is refused, and the current one stays', async () => {
      const first = await announce('one');
      const missing = { sha256: 'cd'.repeat(32), bytes: 3 };
      await assert.rejects(
        store.snapshots.announce(snapshotOf(first.content, missing)),
        withCode('missing_blob'),
      );
      assert.deepEqual(await store.snapshots.current(), first);
    });

    it('a snapshot that must follow another one is refused if a newer one was announced first', async () => {
      const first = await announce('one', {}, null);
      const second = await announce('two', {}, first);
      for (const after of [first, null])
        await assert.rejects(announce('three', {}, after), withCode('overtaken'));
      assert.deepEqual(await store.snapshots.list(5), [second, first]);
      assert.equal((await announce('four', {}, second)).serial, 3);
    });

    it('watchers in this and in another process receive a snapshot, and a stopped watcher receives none', async () => {
      const other = await fixture.another();
      const heard = (watched: Store) => {
        const { promise: snapshot, resolve } = Promise.withResolvers<Snapshot | null>();
        return { snapshot, stop: watched.snapshots.watch(resolve) };
      };
      const [here, there] = [heard(store), heard(other)];
      const stopped: (Snapshot | null)[] = [];
      const stopWatching = store.snapshots.watch((snapshot) => stopped.push(snapshot));
      stopWatching();
      const announced = await announce('watched');
      assert.deepEqual(await here.snapshot, announced);
      assert.deepEqual(await there.snapshot, announced);
      here.stop();
      there.stop();
      assert.deepEqual(stopped, []);
    });

    it('pruning removes the given snapshots with their blobs, and keeps the newest one', async () => {
      const [first, second, third] = [await announce('one'), await announce('two'), await announce('three')];
      await store.snapshots.prune([first.serial, third.serial]);
      assert.deepEqual(await store.snapshots.list(9), [third, second]);
      await pruneAfterAnHour();
      await assert.rejects(store.snapshots.getBlob(first.content), withCode('missing_blob'));
      for (const { content, observations } of [second, third]) {
        await store.snapshots.getBlob(content);
        await store.snapshots.getBlob(observations);
      }
      assert.equal((await announce('four')).serial, 4);
    });

    it('pruning removes a blob without a snapshot an hour after it was written, and not before', async () => {
      await announce('one');
      const loose = await store.snapshots.putBlob(text('about to be announced'));
      await store.snapshots.prune([]);
      await store.snapshots.getBlob(loose);
      await pruneAfterAnHour();
      await assert.rejects(store.snapshots.getBlob(loose), withCode('missing_blob'));
    });

    it('a cached response is kept until it expires, and other processes can read it', async () => {
      const other = await fixture.another();
      await store.cache.put('trip', text('answer'), fixture.now() + 1_000);
      assert.deepEqual(await other.cache.get('trip'), text('answer'));
      assert.equal(await store.cache.get('another trip'), null);
      await store.cache.put('trip', text('newer'), fixture.now() + 2_000);
      assert.deepEqual(await store.cache.get('trip'), text('newer'));
      fixture.advance(2_000);
      assert.equal(await store.cache.get('trip'), null);
    });

    it('a cached response stays after a publication', async () => {
      await store.cache.put('trip', text('answer'), fixture.now() + 60_000);
      await announce('one');
      assert.deepEqual(await store.cache.get('trip'), text('answer'));
    });

    it('a response of a catalogue that was rolled back is computed again, also if it is stored after the rollback and no process loads the rollback itself', async () => {
      const { promise: stored, resolve: onStored } = Promise.withResolvers<void>();
      const answersOn = ({ cache, leases }: Pick<Store, 'cache' | 'leases'>) =>
        new Answers({
          store: { cache, leases, counters: UNLIMITED },
          clock: () => fixture.now(),
          scope: [name],
          onEvent: () => {},
        });
      const here = answersOn({
        leases: store.leases,
        cache: {
          get: (key) => store.cache.get(key),
          put: (key, bytes, expiresAt) => store.cache.put(key, bytes, expiresAt).then(onStored),
        },
      });
      const there = answersOn(await fixture.another());
      const publishPlan = (id: string) =>
        publish(store.snapshots, marketOf([{ ...PLAIN_PLAN, id }]), fixture.now());

      const good = await publishPlan('good');
      const bad = await publishPlan('bad');
      await rollBack(store.snapshots, good.serial, fixture.now());
      assert.equal(await answerOf(here, bad, 'bad'), 'bad', 'this process has not loaded the rollback yet');
      await stored;
      const newest = await publishPlan('newest');
      for (const answers of [here, there]) {
        answers.useCorrections(newest);
        assert.equal(await answerOf(answers, newest, 'newest'), 'newest');
      }
    });

    it('a lease has one holder at a time, across processes', async () => {
      const other = await fixture.another();
      const tokens = await Promise.all(
        [store, other, store].map(({ leases }) => leases.acquire('ingest', 1_000)),
      );
      const held = tokens.filter((token) => token !== null);
      assert.equal(held.length, 1);
      assert.equal(typeof (await other.leases.acquire('something else', 1_000)), 'string');
      await store.leases.release('ingest', 'not the token');
      assert.equal(await other.leases.acquire('ingest', 1_000), null);
      await store.leases.release('ingest', held[0]!);
      assert.equal(typeof (await other.leases.acquire('ingest', 1_000)), 'string');
    });

    it('only the holder of a lease can renew it, and only before it expires', async () => {
      const token = (await store.leases.acquire('ingest', 1_000))!;
      assert.equal(await store.leases.renew('ingest', 'not the token', 1_000), false);
      fixture.advance(900);
      assert.equal(await store.leases.renew('ingest', token, 1_000), true);
      fixture.advance(900);
      assert.equal(await store.leases.acquire('ingest', 1_000), null);
      fixture.advance(101);
      assert.equal(await store.leases.renew('ingest', token, 1_000), false);
      const next = await store.leases.acquire('ingest', 1_000);
      assert.equal(typeof next, 'string');
      assert.notEqual(next, token);
      await store.leases.release('ingest', token);
      assert.equal(await store.leases.acquire('ingest', 1_000), null);
    });

    it('documents are stored by collection and key', async () => {
      const { documents } = store;
      assert.equal(await documents.get('runs', 'a'), null);
      await documents.put('runs', 'b', text('second'));
      await documents.put('runs', 'a', text('first'));
      await documents.put('rejects', 'a', text('other'));
      await documents.put('runs', 'a', text('first again'));
      assert.deepEqual(await documents.get('runs', 'a'), text('first again'));
      assert.deepEqual((await documents.keys('runs')).toSorted(), ['a', 'b']);
      await documents.delete('runs', 'a');
      await documents.delete('runs', 'never there');
      assert.equal(await documents.get('runs', 'a'), null);
      assert.deepEqual(await documents.get('rejects', 'a'), text('other'));
      assert.deepEqual(await documents.keys('nothing'), []);
    });

    it('the clicks of a batch are added once, across processes, and a count of 0 is removed', async () => {
      const other = await fixture.another();
      const adding = (name: string, amount: number) => new Map([[name, amount]]);
      await store.clicks.add('first', new Map([...adding('day a', 2), ...adding('day b', 1)]));
      await Promise.all([
        store.clicks.add('second', adding('day a', 3)),
        other.clicks.add('third', adding('day a', 4)),
      ]);
      await store.clicks.add('first', adding('day a', 2));
      assert.deepEqual(
        await other.clicks.all(),
        new Map([
          ['day a', 9],
          ['day b', 1],
        ]),
      );
      await store.clicks.add('fourth', new Map([...adding('day b', -1), ...adding('month', 1)]));
      assert.deepEqual(Object.fromEntries(await store.clicks.all()), { 'day a': 9, month: 1 });
    });

    it('the secret has 32 bytes and is the same for every process', async () => {
      const secret = await store.counters.secret();
      assert.equal(secret.byteLength, 32);
      assert.deepEqual(await (await fixture.another()).counters.secret(), secret);
    });

    it('an open store says that it works, and can be closed twice', async () => {
      const { working, state } = store.status();
      assert.deepEqual({ working, state }, { working: true, state: 'ok' });
      await store.close();
      await store.close();
    });
  });
}
