import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readHistory } from '../../src/ingest/accept/history.ts';
import { ADAPTERS } from '../../src/ingest/config/adapters.ts';
import { acceptNextRun, isNextRunAccepted } from '../../src/ingest/documents/acceptance.ts';
import { writeHidden } from '../../src/ingest/documents/hidden.ts';
import { readRejects } from '../../src/ingest/documents/rejects.ts';
import { readRun, readRuns } from '../../src/ingest/documents/runs.ts';
import { publishHidden } from '../../src/ingest/run/hidden.ts';
import { rollBackAndHold } from '../../src/ingest/run/roll-back.ts';
import type { Store } from '../../src/store/port.ts';
import { HOUR_MS, inProcess, openBench, rows, START } from './support/shop.ts';

const two = (count: number) => rows(count, ({ id }) => ({ link: `https://two.example/${id}` }));

test('feeds made in the process go the same way, and nobody is asked', async () => {
  const bench = await openBench();
  const report = await bench.run(inProcess({ first: () => rows(40) }), {
    network: { sleep: async () => {} },
  });
  assert.equal(report.status, 'published');
  assert.deepEqual(report.snapshot?.summary, { plans: 40, added: 40, removed: 0, priceChanges: 0 });
});

test('a run of one source leaves the others as they are', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(40), second: () => two(30) });
  await bench.run(config);
  bench.now += HOUR_MS;
  const report = await bench.run(config, { only: ['second'] });
  assert.deepEqual(
    report.sources.map(({ source }) => source),
    ['second'],
  );
  assert.equal(await bench.oldestObservation('first'), START);
  assert.equal(await bench.oldestObservation('second'), bench.now);
  assert.deepEqual((await bench.states())['first'], { status: 'ok', lastSuccess: START, plans: 40 });
});

test('a source that left the file leaves the catalogue', async () => {
  const bench = await openBench();
  await bench.run(inProcess({ first: () => rows(40), second: () => two(30) }));
  await bench.run(inProcess({ first: () => rows(40) }));
  assert.deepEqual(Object.keys(await bench.plans()), ['first']);
});

test('a plan that two feeds of one provider list stands once, with the coverage of both', async () => {
  const bench = await openBench();
  const again = () => rows(45, (_, index) => (index === 1 ? { coverages: ['DE'] } : {}));
  const config = inProcess({ first: () => rows(40), again });
  await bench.run(config);
  const plans = await bench.plans();
  assert.deepEqual([plans['first']?.length, plans['again']?.length], [40, 5]);
  const destinations = async () =>
    (await bench.plans())['first']?.find(({ id }) => id === 'plan-1')?.coverage.destinations;
  assert.deepEqual(await destinations(), ['DE', 'JP']);
  // What the other feed gave stays while that feed is not read.
  bench.now += HOUR_MS;
  await bench.run(config, { only: ['first'] });
  assert.deepEqual(await destinations(), ['DE', 'JP']);
});

test('a plan that two feeds list on other terms is a refused row of the second, with its reason', async () => {
  const bench = await openBench();
  const again = () => rows(3, (_, index) => (index === 1 ? { prices: { USD: 9 } } : {}));
  const report = await bench.run(inProcess({ first: () => rows(40), again }));
  const { counts } = report.sources[1] ?? assert.fail();
  assert.deepEqual([counts.rejected, counts.byReason.duplicate], [1, 1]);
  const rejected = await readRejects(bench.store.documents, 'again');
  assert.deepEqual([rejected?.rows[0]?.page, rejected?.rows[0]?.row], [1, 2]);
  assert.equal(
    rejected?.rows[0]?.detail,
    'source "first" has this plan on other terms: $4.50 for 15 days there, $9.00 for 15 days here',
  );
  assert.match(report.warnings.join(), /1 plan of again is listed by another source/);
});

test('first sight and price changes are true over runs', async () => {
  const bench = await openBench();
  let price = 5;
  const config = inProcess({
    first: () => rows(40, (_, index) => (index === 7 ? { prices: { USD: price } } : {})),
  });
  await bench.run(config);
  bench.now += HOUR_MS;
  price = 6;
  const report = await bench.run(config);
  assert.equal(report.snapshot?.summary.priceChanges, 1);
  bench.now += HOUR_MS;
  await bench.run(config);
  const history = await readHistory(bench.store.documents, 'first');
  assert.deepEqual(history.get('plan-7'), {
    firstSeenAt: START,
    goneAt: null,
    isDuplicate: false,
    prices: [
      [START, 500, 'USD', 500],
      [START + HOUR_MS, 600, 'USD', 600],
    ],
    days: [[Math.floor((START + HOUR_MS) / 86_400_000), 500, 600]],
    terms: ['total', 8_000_000_000, null, 15, 'JP'],
  });
});

test('the same feed again makes no new catalogue, only newer observations', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(40) });
  const first = await bench.run(config);
  bench.now += HOUR_MS;
  const second = await bench.run(config);
  assert.equal(second.snapshot?.content.sha256, first.snapshot?.content.sha256);
  assert.notEqual(second.snapshot?.observations.sha256, first.snapshot?.observations.sha256);
});

test('an ingest beside another one does nothing', async () => {
  const bench = await openBench();
  const token = await bench.store.leases.acquire('ingest', 60_000);
  assert.ok(token);
  const report = await bench.run(inProcess({ first: () => rows(40) }));
  assert.equal(report.status, 'busy');
  assert.equal(await bench.store.snapshots.current(), null);
});

test('an ingest that lost its right in the middle publishes and writes nothing', async () => {
  const bench = await openBench();
  let token: string | null = null;
  const config = inProcess({
    first: () => {
      // Somebody waited out the lease and took over.
      bench.now += 61_000;
      void bench.store.leases.acquire('ingest', 60_000).then((got) => {
        token = got;
      });
      return rows(40);
    },
  });
  const report = await bench.run(config);
  assert.ok(token);
  assert.equal(report.status, 'interrupted');
  assert.equal(await bench.store.snapshots.current(), null);
  assert.deepEqual(await readRuns(bench.store.documents), []);
});

test('an ingest that is stopped gives its right back at once and publishes nothing', async () => {
  const bench = await openBench();
  const stopping = new AbortController();
  const config = inProcess({
    first: () => {
      stopping.abort();
      return rows(40);
    },
  });
  const report = await bench.run(config, { signal: stopping.signal });
  assert.equal(report.status, 'interrupted');
  assert.equal(await bench.store.snapshots.current(), null);
  assert.ok(await bench.store.leases.acquire('ingest', 1000));
});

test('a scheduler’s run reads only what is due, and knows when the rest is', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(40), second: () => two(30) });
  await bench.run(config, { only: ['first'] });
  bench.now += HOUR_MS;
  const report = await bench.run(config, { dueOnly: true });
  assert.deepEqual(
    report.sources.map(({ source }) => source),
    ['second'],
  );
  assert.deepEqual(report.nextRuns, { first: START + 6 * HOUR_MS, second: bench.now + 6 * HOUR_MS });
  assert.deepEqual((await bench.run(config, { dueOnly: true })).status, 'nothing');
  bench.now = START + 6 * HOUR_MS;
  assert.deepEqual(
    (await bench.run(config, { dueOnly: true })).sources.map(({ source }) => source),
    ['first'],
  );
});

test('converted prices carry their rate; with old rates converted sources are kept and others go on', async () => {
  const bench = await openBench();
  const euro = () => rows(40, ({ prices }) => ({ prices: { EUR: prices.USD } }));
  const rates = (date: string, usd: string) => ({
    rates: { kind: 'text', text: JSON.stringify({ date, base: 'EUR', rates: { USD: usd } }) } as const,
  });
  const config = inProcess({ first: euro, second: () => two(30) });
  const good = await bench.run({ ...config, ...rates('2026-11-09', '1.25') });
  assert.equal(good.ratesDate, '2026-11-09');
  const plan = (await bench.plans())['first']?.[0];
  assert.deepEqual(
    [plan?.price.rate, plan?.price.rateDate, plan?.price.usdCents],
    ['1.25', '2026-11-09', 375],
  );
  bench.now += 8 * 24 * HOUR_MS - 12 * HOUR_MS;
  const late = await bench.run({ ...config, ...rates('2026-11-09', '1.25') });
  assert.equal(late.sources[0]?.problem?.code, 'old_rates');
  assert.match(late.warnings.join(), /is from 2026-11-09, more than 7 days ago/);
  assert.equal(late.sources[1]?.outcome, 'ok');
});

test('when rates cannot be read, the last good ones serve while they are recent', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(40, () => ({ prices: { EUR: 9 } })).slice(0, 10) });
  const text = JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: '1.25' } });
  await bench.run({ ...config, rates: { kind: 'text', text } });
  const broken = await bench.run({ ...config, rates: { kind: 'text', text: 'gone' } });
  assert.deepEqual([broken.sources[0]?.outcome, broken.ratesDate], ['ok', '2026-11-09']);
  assert.match(broken.warnings.join(), /must be JSON or XML; the rates of 2026-11-09 are used$/);
  const old = await bench.run({ ...config, rates: { kind: 'text', text: text.replace('-11-09', '-10-09') } });
  assert.deepEqual(
    [old.ratesDate, old.warnings],
    [
      '2026-11-09',
      [
        'exchange rates: the table is from 2026-10-09, more than 7 days ago; the rates of 2026-11-09 are used',
      ],
    ],
  );
});

test('an adapter that breaks over a feed costs that source alone', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(40), second: () => two(30) });
  const esimdb = ADAPTERS['esimdb'];
  assert.ok(esimdb);
  const breaks = (): never => {
    throw new TypeError('undefined is not a function');
  };
  const broken = { ...esimdb, parse: breaks };
  const sources = config.sources.map((source) =>
    source.id === 'first' ? { ...source, adapter: broken } : source,
  );
  const report = await bench.run({ ...config, sources });
  assert.deepEqual(
    report.sources.map(({ outcome }) => outcome),
    ['left_out', 'ok'],
  );
  assert.equal((await readRun(bench.store.documents, 'first'))?.problem?.code, 'internal');
});

test('a feed that was rolled back is held until the operator accepts it, even where it was accepted before', async () => {
  const bench = await openBench();
  let dear = 1;
  const priced = () => rows(40, ({ prices }) => ({ prices: { USD: (prices?.['USD'] ?? 9) * dear } }));
  const config = inProcess({ first: priced, second: () => two(30) });
  const good = await bench.run(config);
  const prices = async () => (await bench.plans())['first']?.map(({ price }) => price.minor);
  const right = await prices();
  const outcomes = async () => {
    bench.now += 6 * HOUR_MS;
    const { sources } = await bench.run(config);
    return sources.map(({ outcome, problem }) => problem?.code ?? outcome);
  };

  dear = 3;
  assert.deepEqual(await outcomes(), ['median_moved', 'ok']);
  await acceptNextRun(bench.store.documents, 'first', bench.now);
  assert.deepEqual(await outcomes(), ['ok', 'ok']);
  assert.notDeepEqual(await prices(), right);
  assert.deepEqual(
    (await rollBackAndHold(bench.store, good.snapshot!.serial + 1, bench.now))?.held,
    ['first'],
    'the other source said the same in both snapshots',
  );
  assert.deepEqual(await prices(), right);
  for (let read = 0; read < 3; read += 1) assert.deepEqual(await outcomes(), ['rolled_back', 'ok']);
  // A rollback that fails changes nothing: the source stays held as before.
  const { snapshots, documents } = bench.store;
  const [, left] = await snapshots.list(2);
  const announce = () => Promise.reject(new Error('the disk is full'));
  const full = Object.assign(Object.create(snapshots) as typeof snapshots, { announce });
  await assert.rejects(rollBackAndHold({ snapshots: full, documents }, left!.serial, bench.now), /full/);
  assert.deepEqual(await outcomes(), ['rolled_back', 'ok']);
  assert.deepEqual(await prices(), right);

  // Damage in the store never releases the source.
  await documents.put('rolled_back', 'first', Buffer.from('{"source": "fi'));
  assert.deepEqual(await outcomes(), ['rolled_back', 'ok']);
  assert.deepEqual(await prices(), right);

  // Mended, it still waits: only the operator knows what was wrong with it.
  dear = 1;
  assert.deepEqual(await outcomes(), ['rolled_back', 'ok']);
  await acceptNextRun(bench.store.documents, 'first', bench.now);
  assert.deepEqual(await outcomes(), ['ok', 'ok']);
  assert.deepEqual(await outcomes(), ['ok', 'ok']);
});

test('a rollback that fails keeps what the operator accepted for the next run', async () => {
  const bench = await openBench();
  let count = 40;
  const config = inProcess({ first: () => rows(count) });
  const good = await bench.run(config);
  count = 45;
  await bench.run(config);
  const { snapshots, documents } = bench.store;
  await acceptNextRun(documents, 'first', bench.now);
  const announce = () => Promise.reject(new Error('the disk is full'));
  const full = Object.assign(Object.create(snapshots) as typeof snapshots, { announce });
  await assert.rejects(
    rollBackAndHold({ snapshots: full, documents }, good.snapshot!.serial, bench.now),
    /full/,
  );
  assert.equal(await isNextRunAccepted(documents, 'first'), true);
  await rollBackAndHold(bench.store, good.snapshot!.serial, bench.now);
  assert.equal(await isNextRunAccepted(documents, 'first'), false);
});

test('a rollback keeps the earlier plans of the feed that it holds, and leaves the state of every other feed as it is', async () => {
  const bench = await openBench();
  let count = 40;
  let isDown = false;
  const config = inProcess({ first: () => rows(count), second: () => (isDown ? 'no list' : two(30)) });
  await bench.run(config);
  bench.now += 6 * HOUR_MS;
  const earlierRead = bench.now;
  isDown = true;
  const target = await bench.run(config);
  assert.equal((await bench.states())['second']?.status, 'kept');
  bench.now += 6 * HOUR_MS;
  isDown = false;
  count = 45;
  await bench.run(config);
  const lastRead = bench.now;
  bench.now += HOUR_MS;
  await rollBackAndHold(bench.store, target.snapshot!.serial, bench.now);
  assert.deepEqual(await bench.states(), {
    first: { status: 'kept', lastSuccess: earlierRead, plans: 40 },
    second: { status: 'ok', lastSuccess: lastRead, plans: 30 },
  });
  assert.equal(await bench.oldestObservation('second'), lastRead);
  assert.equal(await bench.oldestObservation('first'), earlierRead);
});

test('an ingest that was reading while the operator rolled back publishes nothing', async () => {
  const bench = await openBench();
  let count = 40;
  let meanwhile = async () => {};
  const config = inProcess({ first: () => rows(count) });
  const good = await bench.run(config);
  count = 45;
  await bench.run(config);
  meanwhile = async () => void (await rollBackAndHold(bench.store, good.snapshot!.serial, bench.now));
  const {
    sources: [source],
    ...rest
  } = config;
  const slow = {
    ...rest,
    sources: [
      {
        ...source!,
        async *pages() {
          yield* source!.pages!();
          await meanwhile();
        },
      },
    ],
  };
  assert.equal((await bench.run(slow)).status, 'interrupted');
  assert.equal((await bench.plans())['first']?.length, 40);
});

/** A store in which something happens just before the next snapshot is announced. */
function overtaken(store: Store, happens: () => Promise<unknown>): Store {
  let isOver = false;
  const announce: typeof store.snapshots.announce = async (snapshot, after) => {
    if (!isOver) {
      isOver = true;
      await happens();
    }
    return store.snapshots.announce(snapshot, after);
  };
  const snapshots = Object.assign(Object.create(store.snapshots) as typeof store.snapshots, { announce });
  return { ...store, snapshots };
}

test('an ingest that the operator overtakes with a rollback at the last moment publishes nothing', async () => {
  const bench = await openBench();
  let count = 40;
  const config = inProcess({ first: () => rows(count) });
  const good = await bench.run(config);
  count = 45;
  await bench.run(config);
  count = 50;
  const store = overtaken(bench.store, () => rollBackAndHold(bench.store, good.snapshot!.serial, bench.now));
  assert.equal((await bench.run(config, { store })).status, 'interrupted');
  assert.equal((await bench.plans())['first']?.length, 40);
  assert.equal((await bench.store.snapshots.current())?.reason, 'rollback');
});

test('an ingest that the operator overtakes with a hidden plan at the last moment never publishes that plan again', async () => {
  const bench = await openBench();
  let count = 40;
  const config = inProcess({ first: () => rows(count) });
  await bench.run(config);
  count = 41;
  const hide = async () => {
    const entry = { provider: 'one', plan: 'plan-0', reason: 'wrong', at: bench.now };
    await writeHidden(bench.store.documents, entry);
    await publishHidden(bench.store, bench.now);
  };
  const hidden = await bench.store.snapshots.current();
  await bench.run(config, { store: overtaken(bench.store, hide) });
  const later = (await bench.store.snapshots.list(9)).filter(({ serial }) => serial > hidden!.serial);
  assert.deepEqual(
    later.map(({ summary }) => summary.plans),
    [40, 39],
    'the snapshot of the ingest, and before it that of the hidden plan',
  );
});

test('a feed that says the same, or fails, never pushes a snapshot out', async () => {
  const bench = await openBench();
  let answer = () => rows(40);
  const config = inProcess({ first: () => answer() });
  const first = await bench.run(config);
  answer = () => rows(41);
  await bench.run(config);
  for (let read = 0; read < 30; read += 1) {
    bench.now += HOUR_MS;
    answer = read % 2 === 0 ? () => rows(41) : () => rows(3);
    await bench.run(config);
  }
  const snapshots = await bench.store.snapshots.list(99);
  assert.equal(snapshots.length, 2);
  assert.equal(snapshots[1]?.serial, first.snapshot?.serial);
});

test('edited settings make every source due, once', async () => {
  const bench = await openBench();
  const config = { ...inProcess({ first: () => rows(40), second: () => two(30) }), sample: false };
  const due = async (now: typeof config) => {
    const { sources } = await bench.run(now, { dueOnly: true });
    return sources.map(({ source }) => source);
  };
  await bench.run(config);
  assert.deepEqual(await due(config), []);
  const edited = { ...config, sources: config.sources.map((source) => ({ ...source, minimumRows: 2 })) };
  assert.deepEqual(await due(edited), ['first', 'second']);
  assert.deepEqual(await due(edited), []);
});

test('an edited file of exchange rates makes every source due, once', async (t) => {
  const bench = await openBench();
  const folder = await mkdtemp(join(tmpdir(), 'esim-rates-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'rates.json');
  const rate = (usd: number) =>
    writeFile(path, JSON.stringify({ date: today(), base: 'EUR', rates: { USD: usd } }));
  const today = () => new Date().toISOString().slice(0, 10);
  await rate(1.1);
  const rates = { kind: 'file', path } as const;
  const config = { ...inProcess({ first: () => rows(40), second: () => two(30) }), sample: false, rates };
  const due = async () => (await bench.run(config, { dueOnly: true })).sources.map(({ source }) => source);
  await bench.run(config);
  assert.deepEqual(await due(), []);
  await rate(1.2);
  assert.deepEqual(await due(), ['first', 'second']);
  assert.deepEqual(await due(), []);
});
