/**
 * The cost of a decision in memory. Run by hand: node --expose-gc bench/limits.ts
 * Prints decisions a second against the promised 100,000, and the memory of 100,000 callers with one request each.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBurstLimit } from '../src/limits/burst.ts';
import { callerKey, createIdentify } from '../src/limits/caller.ts';
import { createMemoryCounters } from '../src/limits/memory.ts';
import { type RequestKind, WINDOWS_OF } from '../src/limits/policies.ts';
import { callerNamed, NO_JOURNAL } from '../src/limits/testing/callers.ts';
import { parseLimits } from '../src/operator-files/limits.ts';

const PROMISED_PER_SECOND = 100_000;
const PROMISED_GROWTH_MB = 100;
const MANY_CALLERS = 100_000;
const KIND: RequestKind = 'comparison_uncached';
const CALLERS = 10_000;
const ROUNDS = 40;

const raised = Object.fromEntries(WINDOWS_OF[KIND].map((name) => [name, 1_000_000_000]));
const limitsOf = (figures: object) => parseLimits({ name: 'limits.json', text: JSON.stringify(figures) });
const { policies: open } = limitsOf({ ...raised, 'comparison.minute': 1_000_000 });
const { policies: standard } = limitsOf({});
const secret = new Uint8Array(32).fill(7);
const journal = NO_JOURNAL;
const noTimer = () => () => {};
let time = 1_800_000_000_000;
const clock = () => time;

/** Processor time, including that of the garbage collector, so that a busy machine does not change the results. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const perSecond = (count: number, startedAt: number) => (count / (cpuMs() - startedAt)) * 1000;
const millions = (rate: number) => `${(rate / 1e6).toFixed(2)} M/s`;

/** Each caller sends `ROUNDS` requests, five seconds apart. The result is the best of three runs. */
async function measure(take: (caller: string) => unknown, keys: readonly string[]): Promise<number> {
  let best = 0;
  for (let run = 0; run < 3; run += 1) {
    const startedAt = cpuMs();
    for (let round = 0; round < ROUNDS; round += 1) {
      // With this step, the rolling window has about 12 units of each caller, and one expires with each request.
      time += 5_000;
      for (const key of keys) await take(key);
    }
    best = Math.max(best, perSecond(ROUNDS * keys.length, startedAt));
  }
  return best;
}

const keyOf = (number: number) =>
  callerKey(`192.0.${(number >> 8) & 255}.${number & 255}/${number >> 16}`, secret);
const keys = Array.from({ length: CALLERS }, (_, number) => keyOf(number));

const admitting = await createMemoryCounters({ policies: open, clock, journal, secret, schedule: noTimer });
const admitted = await measure((key) => admitting.take(KIND, callerNamed(key)), keys);
const refusing = await createMemoryCounters({
  policies: standard,
  clock,
  journal,
  secret,
  schedule: noTimer,
});
const refused = await measure((key) => refusing.take(KIND, callerNamed(key)), keys);
console.log(
  `admitted, 4 windows     ${millions(admitted)}  ${(admitted / PROMISED_PER_SECOND).toFixed(2)} of the promise`,
);
console.log(
  `refused, 4 windows      ${millions(refused)}  ${(refused / PROMISED_PER_SECOND).toFixed(2)} of the promise`,
);

const limiter = createBurstLimit({ clock });
console.log(`burst limit             ${millions(await measure((key) => limiter.take(key), keys))}`);
const identify = createIdentify(secret, []);
const addresses = keys.slice(0, 4_000).map((_, number) => `192.0.${number >> 8}.${number & 255}`);
console.log(
  `caller of an address    ${millions(await measure((address) => identify(address, undefined), addresses))}`,
);

const used = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + arrayBuffers) / 1e6, rssMb: rss / 1e6 };
};
const before = used();
let flush = () => {};
const many = await createMemoryCounters({
  policies: open,
  clock,
  journal,
  secret,
  schedule: (run) => {
    flush = run;
    return () => {};
  },
});
for (let number = 0; number < MANY_CALLERS; number += 1) await many.take(KIND, callerNamed(keyOf(number)));
const after = used();
const growth = after.heapMb - before.heapMb;
console.log(
  `100,000 callers         ${growth.toFixed(0)} MB of heap (${(growth / PROMISED_GROWTH_MB).toFixed(2)} of the limit), ${(after.rssMb - before.rssMb).toFixed(0)} MB resident, ${many.callersInMemory().callers} callers`,
);
flush();
await nextTurn();
time += 60_000;
const flushedAt = cpuMs();
flush();
console.log(`a flush with a sweep    ${(cpuMs() - flushedAt).toFixed(1)} ms on the serving thread`);
