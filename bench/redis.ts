/**
 * Compares the speed of a decision in Redis with a PING on the same connection, and measures the memory of 100,000
 * callers: `node bench/redis.ts [callers]`. Needs `redis-server` on the PATH.
 */

import { Redis } from 'ioredis';
import { callerNamed } from '../src/limits/testing/callers.ts';
import { openStore, PATIENT, policiesWith, Server } from '../test/redis/support.ts';

const CALLERS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;
const ROUND_MS = 600;
const MANY = 1_000_000_000;

const policies = policiesWith({
  'comparison.minute': MANY,
  'comparison.day': MANY,
  'comparison.service.day': MANY,
  'comparison.uncached.day': MANY,
});

/** Calls per second with this number in flight. */
async function rate(inFlight: number, call: () => unknown): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) {
      await call();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (done / (performance.now() - start)) * 1000;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const thousands = (value: number): string => `${(value / 1000).toFixed(1)}k/s`;

const server = await Server.start();
const { store } = await openStore(server.url, { ...PATIENT, policies });
const raw = new Redis(server.port, '127.0.0.1', { protocol: 2 });
let caller = 0;
try {
  for (const inFlight of [1, 64]) {
    const pings: number[] = [];
    const decisions: number[] = [];
    // Alternately, so that other work on the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      pings.push(await rate(inFlight, () => raw.ping()));
      decisions.push(
        await rate(inFlight, () =>
          store.counters.take('comparison_uncached', callerNamed(`caller-${caller++ % 1000}`)),
        ),
      );
    }
    const ratio = (median(decisions) / median(pings)).toFixed(2);
    console.log(
      `${inFlight} in flight: decisions with 4 windows ${thousands(median(decisions))}, PING ${thousands(median(pings))}, ratio ${ratio}`,
    );
  }

  const used = process.threadCpuUsage();
  const askedFrom = caller;
  await rate(64, () => store.counters.take('comparison_uncached', callerNamed(`caller-${caller++ % 1000}`)));
  const { user, system } = process.threadCpuUsage(used);
  console.log(
    `asking for one decision takes ${((user + system) / (caller - askedFrom)).toFixed(1)} µs of the asker's own processor time`,
  );

  const info = String(await server.ask('INFO', 'commandstats'));
  const usec = /cmdstat_evalsha:.*usec_per_call=([\d.]+)/.exec(info)?.[1];
  console.log(
    `server time of one decision: ${usec} µs, so one Redis core decides at most ${thousands(1e6 / Number(usec))}`,
  );

  await server.ask('FLUSHALL');
  await server.ask('SCRIPT', 'FLUSH');
  // A store loads its script when it opens, and the earlier one has lost it.
  const fresh = await openStore(server.url, { ...PATIENT, policies });
  const usedBytes = async () =>
    Number(/used_memory:(\d+)/.exec(String(await server.ask('INFO', 'memory')))?.[1]);
  const empty = await usedBytes();
  for (let at = 0; at < CALLERS; at += 1000) {
    const batch = Array.from({ length: Math.min(1000, CALLERS - at) }, (_, index) => keyed(at + index));
    await Promise.all(batch.map((key) => fresh.store.counters.take('comparison', callerNamed(key))));
  }
  const bytes = (await usedBytes()) - empty;
  const each = bytes / CALLERS;
  console.log(
    `${CALLERS} callers with one request each: ${(bytes / 1e6).toFixed(0)} MB, ${each.toFixed(0)} bytes each`,
  );
  await fresh.store.close();
} finally {
  raw.disconnect();
  await store.close();
  await server.stop();
}

/** As long as the key of a real caller: 32 hexadecimal digits. */
function keyed(index: number): string {
  return index.toString(16).padStart(32, '0');
}
