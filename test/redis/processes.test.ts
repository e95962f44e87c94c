/** Several processes and one Redis: together they keep the limits exactly. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { PolicyName, RequestKind } from '../../src/limits/policies.ts';
import { awayFromMidnight, openStore, PATIENT, policiesWith, Server, startChild, until } from './support.ts';

await awayFromMidnight();
const server = await Server.start();
after(() => server.stop());

const MANY = 1_000_000;
const PROCESSES = 4;
const IN_FLIGHT = 200;
/** Some processes are 5 minutes ahead, some behind: no decision may hang on their clocks. */
const CLOCK_SHIFTS_MS = [-300_000, 0, 300_000, 0];

const LIMITED: readonly {
  kind: RequestKind;
  window: PolicyName;
  limit: number;
  callers: readonly string[];
}[] = [
  { kind: 'comparison', window: 'comparison.minute', limit: 200, callers: ['one'] },
  { kind: 'comparison', window: 'comparison.day', limit: 300, callers: ['one'] },
  { kind: 'list', window: 'list.service.day', limit: 400, callers: ['one', 'two', 'three'] },
  { kind: 'comparison_uncached', window: 'comparison.uncached.day', limit: 250, callers: ['one', 'two'] },
];

const ALL_OPEN = {
  'comparison.minute': MANY,
  'comparison.day': MANY,
  'comparison.service.day': MANY,
  'comparison.uncached.day': MANY,
  'list.minute': MANY,
  'list.day': MANY,
  'list.service.day': MANY,
};

async function admittedByAll(
  round: string,
  sent: number,
  limited: (typeof LIMITED)[number],
): Promise<number> {
  const share = Math.ceil(sent / PROCESSES);
  const children = await Promise.all(
    CLOCK_SHIFTS_MS.map((clockShiftMs, at) =>
      startChild('./taker.ts', {
        url: server.url,
        keyPrefix: round,
        limits: { ...ALL_OPEN, [limited.window]: limited.limit },
        kind: limited.kind,
        callers: limited.callers,
        times: Math.min(share, sent - share * at),
        inFlight: IN_FLIGHT / PROCESSES,
        clockShiftMs,
      }),
    ),
  );
  const lines = await Promise.all(children.map(({ line }) => line));
  return lines.reduce((sum, line) => sum + Number(line), 0);
}

describe('four processes with 200 requests in flight', () => {
  for (const [at, factor] of [0.9, 1, 2, 10].entries()) {
    const limited = LIMITED[at]!;
    it(`admit exactly min(sent, limit) of ${limited.window} at ${factor} times the limit`, async () => {
      const sent = Math.round(limited.limit * factor);
      const admitted = await admittedByAll(`load-${at}`, sent, limited);
      assert.equal(admitted, Math.min(sent, limited.limit));
    });
  }
});

describe('refusals that a process remembers', () => {
  const policies = policiesWith({ 'comparison.minute': 2, 'comparison.service.day': 5 });
  const scriptsRun = async () => {
    const info = String(await server.ask('INFO', 'commandstats'));
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(info)?.[1] ?? 0);
  };

  it('cost Redis nothing, however many come', async () => {
    const { store } = await openStore(server.url, { ...PATIENT, policies, keyPrefix: 'flood' });
    for (let times = 0; times < 3; times += 1) await store.counters.take('comparison', 'flood');
    const before = await scriptsRun();
    for (let times = 0; times < 10_000; times += 1) {
      assert.equal((await store.counters.take('comparison', 'flood')).admitted, false);
    }
    // A poll of its own may fall into the measurement.
    assert.ok((await scriptsRun()) - before <= 2);
    await store.close();
  });

  it('hold for everybody where the budget of the whole service is spent', async () => {
    const { store } = await openStore(server.url, { ...PATIENT, policies, keyPrefix: 'spent' });
    for (const caller of ['a', 'b', 'c', 'd', 'e']) await store.counters.take('comparison', caller);
    const before = await scriptsRun();
    for (let caller = 0; caller < 1_000; caller += 1) {
      const decision = await store.counters.take('comparison', `new-${caller}`);
      assert.deepEqual([decision.admitted, decision.window.name], [false, 'comparison.service.day']);
    }
    assert.ok((await scriptsRun()) - before <= 2);
    await store.close();
  });

  it('are forgotten when any process gives a unit back', async () => {
    const [here, there] = await Promise.all([
      openStore(server.url, { ...PATIENT, policies, keyPrefix: 'freed' }),
      openStore(server.url, { ...PATIENT, policies, keyPrefix: 'freed' }),
    ]);
    const first = await there.store.counters.take('comparison', 'c');
    await there.store.counters.take('comparison', 'c');
    assert.equal((await here.store.counters.take('comparison', 'c')).admitted, false);
    assert.ok(first.admitted);
    await there.store.counters.refund(first.reservation);
    await until(
      'the other process admits again',
      async () => (await here.store.counters.take('comparison', 'c')).admitted,
    );
    assert.equal((await here.store.counters.take('comparison', 'c')).admitted, false);
    await here.store.close();
    await there.store.close();
  });
});

describe('a process that is killed while it publishes', () => {
  it('leaves the current snapshot, no visible blob, and nothing that stays for ever', async () => {
    const keyPrefix = 'killed';
    const { store } = await openStore(server.url, { ...PATIENT, keyPrefix });
    const blob = await store.snapshots.putBlob(new TextEncoder().encode('before'));
    const before = await store.snapshots.announce({
      publishedAt: 1,
      content: blob,
      observations: blob,
      reason: 'publish',
      summary: { plans: 1, added: 1, removed: 0, priceChanges: 0 },
    });
    const keysOf = async (pattern: string) => (await server.ask('KEYS', pattern)) as string[];
    const sealed = await keysOf('{killed:s}:chunk:*');
    const { child, line } = await startChild('./publisher.ts', { url: server.url, keyPrefix });
    assert.equal(await line, 'publishing');
    await until(
      'some chunks are there',
      async () => (await keysOf('{killed:s}:chunk:*')).length > sealed.length + 3,
    );
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));

    assert.deepEqual(await store.snapshots.current(), before);
    assert.equal(await server.ask('HLEN', '{killed:s}:blobs'), 1);
    for (const key of await keysOf('{killed:s}:chunk:*')) {
      const left = Number(await server.ask('PTTL', key));
      assert.ok(sealed.includes(key) ? left === -1 : left > 0, `${key} has ${left} ms to live`);
    }
    await store.close();
  });
});
