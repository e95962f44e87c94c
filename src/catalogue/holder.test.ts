import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SnapshotStore, StoreError } from '../store/port.ts';
import { openMemoryStore } from '../store/testing/memory.ts';
import { CatalogueHolder, type HolderEvent } from './holder.ts';
import type { LowestPrices } from './lowest-prices.ts';
import { publish, rollBack } from './publish.ts';
import { marketOf, NOON, observed, observedAt, PLAIN_PLAN } from './testing/market.ts';
import { countPauses } from './testing/pauses.ts';
import { writeSnapshot } from './write-snapshot.ts';

const market = (...ids: readonly string[]) => marketOf(ids.map((id) => ({ ...PLAIN_PLAN, id })));

/** Waits for the computation, which runs between turns of the event loop. */
async function pricesOtherThan(holder: CatalogueHolder, before: LowestPrices | null): Promise<LowestPrices> {
  for (;;) {
    const prices = holder.lowestPrices();
    if (prices !== null && prices !== before) return prices;
    await nextTurn();
  }
}

describe('the catalogue holder', () => {
  const holders: CatalogueHolder[] = [];
  afterEach(async () => {
    for (const holder of holders.splice(0)) await holder.stop();
  });

  async function setUp(change: (snapshots: SnapshotStore) => Partial<SnapshotStore> = () => ({})) {
    const store = await openMemoryStore({ clock: () => NOON });
    const snapshots = { ...store.snapshots, ...change(store.snapshots) };
    const events: HolderEvent[] = [];
    const waiting: { count: number; resolve: () => void }[] = [];
    const retries: (() => void)[] = [];
    const holder = new CatalogueHolder({
      snapshots,
      clock: () => NOON,
      onEvent(event) {
        events.push(event);
        for (const { count, resolve } of waiting) if (events.length >= count) resolve();
      },
      later(task) {
        retries.push(task);
        return () => {};
      },
    });
    holders.push(holder);
    const eventCount = (count: number) =>
      events.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push({ count, resolve });
          });
    return { snapshots: store.snapshots, holder, events, eventCount, retries };
  }

  const announceJunk = async (
    snapshots: SnapshotStore,
    bytes: Uint8Array = Buffer.from('not a catalogue'),
  ) => {
    const junk = await snapshots.putBlob(bytes);
    const summary = { plans: 0, added: 0, removed: 0, priceChanges: 0 };
    return snapshots.announce({
      publishedAt: NOON,
      content: junk,
      observations: junk,
      reason: 'publish',
      summary,
    });
  };

  it('has no catalogue before the first publication, and then the first snapshot', async () => {
    const { snapshots, holder, eventCount } = await setUp();
    await holder.start();
    assert.equal(holder.current(), null);
    await publish(snapshots, market('a'), NOON);
    await eventCount(1);
    assert.equal(holder.current()?.serial, 1);
  });

  it('replaces the catalogue with each new snapshot, and does not change the old object', async () => {
    const { snapshots, holder, events, eventCount } = await setUp();
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    const before = holder.current()!;
    const snapshot = await publish(snapshots, market('a', 'b'), NOON);
    await eventCount(2);
    assert.equal(holder.current()?.planCount, 2);
    assert.equal(before.planCount, 1);
    const last = events.at(-1)!;
    assert.ok(last.kind === 'loaded');
    assert.deepEqual(last.snapshot, snapshot);
  });

  it('follows a rollback', async () => {
    const { snapshots, holder, events, eventCount } = await setUp();
    await publish(snapshots, market('a'), NOON);
    await publish(snapshots, market('a', 'b'), NOON);
    await holder.start();
    await rollBack(snapshots, 1, NOON);
    await eventCount(2);
    assert.equal(holder.current()?.planCount, 1);
    const last = events.at(-1)!;
    assert.equal(last.kind === 'loaded' && last.snapshot.reason, 'rollback');
  });

  it('keeps the last good snapshot if a new one cannot be loaded, reports it in one line, and loads the next', async () => {
    const { snapshots, holder, events, eventCount } = await setUp();
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    await announceJunk(snapshots);
    await eventCount(2);
    assert.equal(events[1]?.kind, 'failed');
    assert.match(events[1]?.message ?? '', /^catalogue snapshot 2 refused, snapshot 1 is in use: .+$/);
    assert.equal(holder.current()?.serial, 1);
    await publish(snapshots, market('b'), NOON);
    await eventCount(3);
    assert.equal(holder.current()?.serial, 3);
  });

  it('computes the lowest prices of each snapshot that it loads', async () => {
    const { snapshots, holder, eventCount } = await setUp();
    assert.equal(holder.lowestPrices(), null);
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    const first = await pricesOtherThan(holder, null);
    assert.deepEqual(first.byCountry.get('TR'), {
      light: 1_400,
      normal: 1_400,
      heavy: 4_200,
      unlimited: null,
    });
    const cheaper = { ...PLAIN_PLAN, price: { ...PLAIN_PLAN.price, usdCents: 900 } };
    await publish(snapshots, marketOf([cheaper]), NOON);
    await eventCount(2);
    assert.equal((await pricesOtherThan(holder, first)).byCountry.get('TR')?.normal, 900);
  });

  it('reports a damaged snapshot once', async () => {
    const { snapshots, holder, events, eventCount } = await setUp();
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    await announceJunk(snapshots);
    await eventCount(2);
    await announceJunk(snapshots);
    await eventCount(3);
    await holder.stop();
    const serials = events.map(({ message }) => /^catalogue snapshot (\d+)/.exec(message)?.[1]);
    assert.deepEqual(serials, ['1', '2', '3']);
  });

  it('loads a snapshot that is announced while it loads another', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { snapshots, holder, eventCount } = await setUp((real) => ({
      async getBlob(ref) {
        reached.resolve();
        await gate.promise;
        return real.getBlob(ref);
      },
    }));
    await publish(snapshots, market('a'), NOON);
    const started = holder.start();
    await reached.promise;
    await publish(snapshots, market('a', 'b'), NOON);
    gate.resolve();
    await started;
    await eventCount(2);
    assert.equal(holder.current()?.serial, 2);
  });

  it('loads nothing and tries nothing again if it is stopped while it waits for the store', async () => {
    for (const isStoreDown of [false, true]) {
      const gate = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      const { snapshots, holder, events, retries } = await setUp((real) => ({
        async getBlob(ref) {
          reached.resolve();
          await gate.promise;
          if (isStoreDown) throw new StoreError('unavailable', 'the store is down');
          return real.getBlob(ref);
        },
      }));
      await publish(snapshots, market('a'), NOON);
      const started = holder.start();
      await reached.promise;
      const stopped = holder.stop();
      gate.resolve();
      await Promise.all([started, stopped]);
      assert.deepEqual([holder.current(), events, retries], [null, [], []]);
    }
  });

  it('reads no further snapshot if it is stopped while it waits for the list or reads a damaged one', async () => {
    for (const waitsFor of ['list', 'damaged blob'] as const) {
      const gate = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      let blobs = 0;
      const wait = async (isReached: boolean) => {
        if (!isReached) return;
        reached.resolve();
        await gate.promise;
      };
      const { snapshots, holder } = await setUp((real) => ({
        async list(limit) {
          await wait(waitsFor === 'list');
          return real.list(limit);
        },
        async getBlob(ref) {
          blobs += 1;
          await wait(waitsFor === 'damaged blob');
          return real.getBlob(ref);
        },
      }));
      await publish(snapshots, market('a'), NOON);
      await announceJunk(snapshots);
      const started = holder.start();
      await reached.promise;
      const before = blobs;
      const stopped = holder.stop();
      gate.resolve();
      await Promise.all([started, stopped]);
      assert.equal(blobs, before, waitsFor);
    }
  });

  it('does not finish the lowest prices if it is stopped while it computes them', async (t) => {
    const { snapshots, holder } = await setUp();
    const plans = Array.from({ length: 20 }, (_, n) => `p${n}`);
    await publish(snapshots, market(...plans), NOON);
    let known = 0;
    holder.onPrices(() => {
      known += 1;
    });
    const pauses = countPauses(t);
    await holder.start();
    await holder.stop();
    const before = pauses();
    // The computation pauses at most once for each plan, for one turn.
    for (const _ of plans) await nextTurn();
    assert.deepEqual([pauses(), known, holder.lowestPrices()], [before, 0, null]);
  });

  it('starts with the newest snapshot that can be loaded, and reports the others with the one that is in use', async () => {
    const { snapshots, holder, events } = await setUp();
    await publish(snapshots, market('a'), NOON);
    await publish(snapshots, market('b'), NOON);
    await announceJunk(snapshots);
    await holder.start();
    assert.equal(holder.current()?.serial, 2);
    assert.match(events[0]?.message ?? '', /^catalogue snapshot 2 loaded/);
    assert.match(events[1]?.message ?? '', /^catalogue snapshot 3 refused, snapshot 2 is in use: .+$/);
  });

  it('is damaged until an intact snapshot is loaded, and the sample market does not stand in for configured sources', async () => {
    let altered = '';
    const { snapshots, holder } = await setUp((real) => ({
      async getBlob(ref) {
        if (ref.sha256 === altered) throw new StoreError('altered_blob', 'altered');
        return real.getBlob(ref);
      },
    }));
    await publish(snapshots, { ...market('s'), sample: true }, NOON);
    const own = await publish(snapshots, { ...market('a'), sample: false }, NOON);
    altered = own.content.sha256;
    await holder.start();
    assert.deepEqual([holder.current(), holder.isNewestDamaged()], [null, true]);
    await publish(snapshots, { ...market('b'), sample: false }, NOON);
    await holder.start();
    assert.deepEqual([holder.current()?.sample, holder.isNewestDamaged()], [false, false]);
  });

  it('reports once if all snapshots have another format, as after an upgrade', async () => {
    const { snapshots, holder, events } = await setUp();
    // A blob that begins with this word is a snapshot, but not of this format. Any other blob is damaged.
    for (const id of ['a', 'b', 'c']) await announceJunk(snapshots, Buffer.from(`ESIMCONT ${id}`));
    await holder.start();
    assert.equal(holder.current(), null);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['failed'],
    );
    assert.match(
      events[0]?.message ?? '',
      /^catalogue snapshot 3 refused, no snapshot is in use until a source is read: .*another format/,
    );
  });

  it('reads only the observations if the plans are the same', async () => {
    const fetched: string[] = [];
    const { snapshots, holder, eventCount } = await setUp((real) => ({
      getBlob(ref) {
        fetched.push(ref.sha256);
        return real.getBlob(ref);
      },
    }));
    const first = await publish(snapshots, market('a'), NOON);
    await holder.start();
    const plans = market('a').plans.map(({ plan }) => observed(plan, observedAt(NOON + 1_000)));
    const again = { ...market('a'), plans };
    const second = await publish(snapshots, again, NOON);
    await eventCount(2);
    assert.equal(holder.current()?.newest, NOON + 1_000);
    assert.deepEqual(fetched, [first.content.sha256, first.observations.sha256, second.observations.sha256]);
  });

  it('tries again if the store did not respond', async () => {
    let isDown = true;
    const { snapshots, holder, events, eventCount, retries } = await setUp((real) => ({
      async list(limit) {
        if (isDown) throw new StoreError('unavailable', 'unreachable');
        return real.list(limit);
      },
    }));
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    assert.equal(holder.current(), null);
    assert.equal(events[0]?.kind, 'failed');
    isDown = false;
    retries[0]!();
    await eventCount(2);
    assert.equal(holder.current()?.serial, 1);
  });

  it('loads a snapshot of a store whose serials started again at one', async () => {
    const { content, observations } = await writeSnapshot(market('a', 'b', 'c'));
    let lost = false;
    const { snapshots, holder, eventCount } = await setUp((real) => ({
      async list(limit) {
        const listed = await real.list(limit);
        return lost ? listed.slice(0, 1).map((snapshot) => ({ ...snapshot, serial: 1 })) : listed;
      },
    }));
    await publish(snapshots, market('a'), NOON);
    await publish(snapshots, market('a', 'b'), NOON);
    await holder.start();
    assert.equal(holder.current()?.serial, 2);
    lost = true;
    const blobs = [await snapshots.putBlob(content), await snapshots.putBlob(observations)] as const;
    const summary = { plans: 3, added: 3, removed: 0, priceChanges: 0 };
    await snapshots.announce({
      publishedAt: NOON,
      content: blobs[0],
      observations: blobs[1],
      reason: 'publish',
      summary,
    });
    await eventCount(2);
    assert.equal(holder.current()?.planCount, 3);
    assert.equal(holder.current()?.serial, 1);
  });

  it('watches the store no longer after it was stopped, and loads no snapshot that it just heard of', async () => {
    const listeners: Parameters<SnapshotStore['watch']>[0][] = [];
    const { snapshots, holder, events } = await setUp(() => ({
      watch(listener) {
        listeners.push(listener);
        return () => void listeners.splice(listeners.indexOf(listener), 1);
      },
    }));
    await publish(snapshots, market('a'), NOON);
    await holder.start();
    await publish(snapshots, market('b'), NOON);
    for (const announce of listeners) announce(null);
    // It waits for the refresh that has begun.
    await holder.stop();
    assert.equal(listeners.length, 0);
    assert.equal(holder.current()?.serial, 1);
    assert.equal(events.length, 1);
  });
});
