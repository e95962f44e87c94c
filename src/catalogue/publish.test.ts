import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Plan } from '../domain/plan.ts';
import { openMemoryStore } from '../store/testing/memory.ts';
import { MarketError } from './catalogue.ts';
import { KEPT_SNAPSHOTS, publish, rollBack, superseded } from './publish.ts';
import { loadBlobs } from './testing/load.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN } from './testing/market.ts';

const HOUR_MS = 3_600_000;

const openSnapshots = async () => (await openMemoryStore({ clock: () => NOON })).snapshots;

const plan = (id: string, price: Partial<Plan['price']> = {}): Plan => ({
  ...PLAIN_PLAN,
  id,
  price: { ...PLAIN_PLAN.price, ...price },
});

/** The fields of a plan that the summary compares. */
interface Offered {
  readonly provider: string;
  readonly id: string;
  readonly minor: number;
  readonly currency: string;
}

describe('publication', () => {
  it('makes the market the current snapshot', async () => {
    const snapshots = await openSnapshots();
    const snapshot = await publish(snapshots, marketOf([plan('a')]), NOON);
    assert.deepEqual(await snapshots.current(), snapshot);
    assert.equal(snapshot.publishedAt, NOON);
    const content = Buffer.from(await snapshots.getBlob(snapshot.content));
    const observations = Buffer.from(await snapshots.getBlob(snapshot.observations));
    const catalogue = await loadBlobs({ content, observations }, snapshot.serial);
    assert.deepEqual(catalogue.find('harbour', 'a')?.plan, plan('a'));
    assert.equal(catalogue.version, snapshot.content.sha256);
  });

  it('counts added, removed and repriced plans since the previous snapshot', async () => {
    const snapshots = await openSnapshots();
    const first = await publish(snapshots, marketOf([plan('a'), plan('b'), plan('c')]), NOON);
    assert.deepEqual(first.summary, { plans: 3, added: 3, removed: 0, priceChanges: 0 });
    const changed = [plan('b', { minor: 1_300, usdCents: 1_300 }), plan('c'), plan('d'), plan('e')];
    const second = await publish(snapshots, marketOf(changed), NOON);
    assert.deepEqual(second.summary, { plans: 4, added: 2, removed: 1, priceChanges: 1 });
  });

  it('counts the same as a comparison plan by plan, for any two snapshots', async () => {
    const anyOffers = fc.uniqueArray(
      fc.record({
        provider: fc.constantFrom('bay', 'harbour'),
        id: fc.constantFrom('a', 'a-1', 'aa', 'b', 'c', 'ca', 'd'),
        minor: fc.constantFrom(1, 2),
        currency: fc.constantFrom('EUR', 'USD'),
      }),
      { selector: ({ provider, id }) => `${provider}/${id}` },
    );
    const providers = ['bay', 'harbour'].map((id) => ({
      id,
      name: id,
      homepage: `https://${id}.example/`,
      brand: id,
    }));
    const marketFrom = (rows: readonly Offered[]) =>
      marketOf(
        rows.map(({ provider, id, minor, currency }) => ({ ...plan(id, { minor, currency }), provider })),
        { providers },
      );
    await fc.assert(
      fc.asyncProperty(anyOffers, anyOffers, async (first, second) => {
        const snapshots = await openSnapshots();
        await publish(snapshots, marketFrom(first), NOON);
        const { summary } = await publish(snapshots, marketFrom(second), NOON);
        const before = new Map(first.map((row) => [`${row.provider}/${row.id}`, row]));
        const shared = second.flatMap((row) => {
          const was = before.get(`${row.provider}/${row.id}`);
          return was ? [{ row, was }] : [];
        });
        const hasOtherPrice = ({ row, was }: (typeof shared)[number]) =>
          row.minor !== was.minor || row.currency !== was.currency;
        assert.deepEqual(summary, {
          plans: second.length,
          added: second.length - shared.length,
          removed: first.length - shared.length,
          priceChanges: shared.filter(hasOtherPrice).length,
        });
      }),
      { numRuns: 25 },
    );
  });

  it('does not count a new exchange rate as a price change', async () => {
    const snapshots = await openSnapshots();
    const euros = (rate: string, usdCents: number) =>
      plan('a', { currency: 'EUR', minor: 1_000, rate, rateDate: '2026-01-14', usdCents });
    await publish(snapshots, marketOf([euros('1.08', 1_080)]), NOON);
    const { summary } = await publish(snapshots, marketOf([euros('1.09', 1_090)]), NOON);
    assert.deepEqual(summary, { plans: 1, added: 0, removed: 0, priceChanges: 0 });
  });

  it('of the same plans is a new snapshot of the same version', async () => {
    const snapshots = await openSnapshots();
    const first = await publish(snapshots, marketOf([plan('a')]), NOON);
    const again = marketOf([plan('a')], { observation: observedAt(NOON + 60_000) });
    const second = await publish(snapshots, again, NOON + 60_000);
    assert.equal(second.serial, first.serial + 1);
    assert.deepEqual(second.content, first.content);
    assert.notEqual(second.observations.sha256, first.observations.sha256);
    // It replaces the first snapshot in the list, so it keeps the summary.
    assert.deepEqual(second.summary, { plans: 1, added: 1, removed: 0, priceChanges: 0 });
    const third = await publish(snapshots, again, NOON + 60_000);
    assert.deepEqual(third.observations, second.observations);
  });

  it('continues if the previous snapshot cannot be read', async () => {
    const snapshots = await openSnapshots();
    const junk = await snapshots.putBlob(Buffer.from('of some other program'));
    const summary = { plans: 9, added: 9, removed: 0, priceChanges: 0 };
    await snapshots.announce({
      publishedAt: NOON,
      content: junk,
      observations: junk,
      reason: 'publish',
      summary,
    });
    const snapshot = await publish(snapshots, marketOf([plan('a')]), NOON);
    assert.deepEqual(snapshot.summary, { plans: 1, added: 1, removed: 0, priceChanges: 0 });
  });

  it('of an invalid market announces nothing', async () => {
    const snapshots = await openSnapshots();
    await assert.rejects(
      publish(snapshots, marketOf([plan('a', { basis: 'wholesale' })]), NOON),
      MarketError,
    );
    assert.equal(await snapshots.current(), null);
  });

  it('keeps the last twelve different snapshots, and replaces the previous one if the plans are the same', () => {
    // Each letter is a snapshot, the newest last. Equal letters are equal plans. A lower-case letter is a rollback.
    const keptOf = (history: string) => {
      const list = history.split('').map((letter, at) => ({
        serial: at,
        publishedAt: 0,
        content: { sha256: letter.toUpperCase(), bytes: 1 },
        observations: { sha256: 'seen', bytes: 1 },
        reason: letter === letter.toUpperCase() ? ('publish' as const) : ('rollback' as const),
        summary: { plans: 1, added: 0, removed: 0, priceChanges: 0 },
      }));
      const dropped = superseded(list.reverse());
      return history
        .split('')
        .filter((_, serial) => !dropped.includes(serial))
        .join('');
    };
    assert.equal(keptOf('AAAABBBB'), 'AB');
    assert.equal(keptOf('ABCDEFGHIJKLMN'), 'CDEFGHIJKLMN');
    assert.equal(keptOf('ABABAB'), 'ABABAB');
    assert.equal(keptOf('ABaAAA'), 'ABaA', 'the rollback stays');
    assert.equal(keptOf('ABaaa'), 'ABa', 'a newer rollback replaces an older one');
  });

  it('deletes the snapshots that are no longer kept', async () => {
    const snapshots = await openSnapshots();
    for (let round = 0; round < KEPT_SNAPSHOTS + 3; round += 1) {
      await publish(snapshots, marketOf([plan(`p${round}`)]), NOON);
    }
    assert.equal((await snapshots.list(100)).length, KEPT_SNAPSHOTS);
  });
});

describe('a rollback', () => {
  it('makes an older snapshot current again under a new serial, with a summary of the changes', async () => {
    const snapshots = await openSnapshots();
    const first = await publish(snapshots, marketOf([plan('a'), plan('b')]), NOON);
    await publish(snapshots, marketOf([plan('b', { minor: 1, usdCents: 1 })]), NOON);
    const snapshot = await rollBack(snapshots, first.serial, NOON + 1);
    assert.deepEqual(snapshot, {
      ...first,
      serial: 3,
      publishedAt: NOON + 1,
      reason: 'rollback',
      restored: first.serial,
      summary: { plans: 2, added: 1, removed: 0, priceChanges: 1 },
      corrections: [{ serial: null, at: NOON + 1, destinations: 'all' }],
    });
    assert.deepEqual(await snapshots.current(), snapshot);
  });

  it('is a correction of all destinations, which every snapshot of the next hour repeats', async () => {
    const snapshots = await openSnapshots();
    const first = await publish(snapshots, marketOf([plan('a')]), NOON);
    await publish(snapshots, marketOf([plan('b')]), NOON, ['TR']);
    const { serial } = (await rollBack(snapshots, first.serial, NOON))!;
    const all = { serial, at: NOON, destinations: 'all' as const };
    const second = await publish(snapshots, marketOf([plan('c')]), NOON + HOUR_MS, ['JP']);
    assert.deepEqual(second.corrections, [all, { serial: null, at: NOON + HOUR_MS, destinations: ['JP'] }]);
    const third = await publish(snapshots, marketOf([plan('d')]), NOON + HOUR_MS + 1);
    assert.deepEqual(third.corrections, [
      { serial: second.serial, at: NOON + HOUR_MS, destinations: ['JP'] },
    ]);
  });

  it('to a snapshot that the store does not have changes nothing', async () => {
    const snapshots = await openSnapshots();
    const only = await publish(snapshots, marketOf([plan('a')]), NOON);
    assert.equal(await rollBack(snapshots, 99, NOON), null);
    assert.deepEqual(await snapshots.current(), only);
  });
});
