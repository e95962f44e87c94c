/** Several processes and one Redis: together they keep the limits exactly. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { readClicks } from '../../src/clicks/clicks.ts';
import type { PolicyName, RequestKind } from '../../src/limits/policies.ts';
import { until } from '../support/until.ts';
import { awayFromMidnight, openStore, PATIENT, Server, startChild } from './support.ts';

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
  beforeEach(awayFromMidnight);

  for (const [at, factor] of [0.9, 1, 2, 10].entries()) {
    const limited = LIMITED[at]!;
    it(`admit exactly min(sent, limit) of ${limited.window} at ${factor} times the limit`, async () => {
      const sent = Math.round(limited.limit * factor);
      const admitted = await admittedByAll(`load-${at}`, sent, limited);
      assert.equal(admitted, Math.min(sent, limited.limit));
    });
  }
});

describe('four processes that count clicks, one of which is killed', () => {
  beforeEach(awayFromMidnight);

  it('count exactly together', async () => {
    const keyPrefix = 'clicks';
    const children = await Promise.all(
      [false, false, false, true].map((isKilled) =>
        startChild('./clicker.ts', { url: server.url, keyPrefix, clicks: 5_000, isKilled }),
      ),
    );
    for (const { line } of children) assert.equal(await line, '5000');
    children.at(-1)!.child.kill('SIGKILL');
    const { store } = await openStore(server.url, { ...PATIENT, keyPrefix });
    const rows = await readClicks(store.clicks);
    await store.close();
    assert.equal(
      rows.reduce((sum, { clicks }) => sum + clicks, 0),
      20_000,
    );
  });
});

describe('a process that is killed while it publishes', () => {
  it('leaves the current snapshot, and nothing that stays for ever', async () => {
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
    const blobs = async () => (await server.ask('KEYS', '{killed:s}:blob:*')) as string[];
    const announced = await blobs();
    const { child, line } = await startChild('./publisher.ts', { url: server.url, keyPrefix });
    assert.equal(await line, 'publishing');
    await until('a blob of it is there', async () => (await blobs()).length > announced.length);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));

    assert.deepEqual(await store.snapshots.current(), before);
    for (const key of await blobs()) {
      const left = Number(await server.ask('PTTL', key));
      assert.ok(announced.includes(key) ? left === -1 : left > 0, `${key} has ${left} ms to live`);
    }
    await store.close();
  });
});
