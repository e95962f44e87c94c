/**
 * What a decision costs. Run by hand: node --expose-gc bench/limits.ts
 * Prints decisions a second against the promised 100,000 and against the obvious peer (a Map with string keys, each
 * window on its own, minute windows as arrays), and the growth of memory for a million callers with one request each.
 */
import { callerKey, createIdentity } from '../src/limits/caller.ts';
import { createBurstLimit } from '../src/limits/limiter.ts';
import { createMemoryCounters, NO_JOURNAL } from '../src/limits/memory.ts';
import { parseLimits, type RequestKind, WINDOWS_OF } from '../src/limits/policies.ts';

const PROMISED_PER_SECOND = 100_000;
const PROMISED_GROWTH_MB = 400;
const KIND: RequestKind = 'comparison_uncached';
const CALLERS = 10_000;
const ROUNDS = 300;

const raised = Object.fromEntries(WINDOWS_OF[KIND].map((name) => [name, 1_000_000_000]));
const { policies: open } = parseLimits(JSON.stringify({ ...raised, 'comparison.minute': 1_000_000 }));
const { policies: standard } = parseLimits('{}');
const secret = new Uint8Array(32).fill(7);
const journal = NO_JOURNAL;
const noTimer = () => () => {};
let time = 1_800_000_000_000;
const clock = () => time;

/** Processor time, so that a busy machine does not spoil the figures; it includes the garbage collector's. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const perSecond = (count: number, startedAt: number) => (count / (cpuMs() - startedAt)) * 1000;
const millions = (rate: number) => `${(rate / 1e6).toFixed(2)} M/s`;

/** Each caller asks `ROUNDS` times, five seconds apart. The best of three runs. */
function measure(take: (caller: string) => boolean, keys: readonly string[]): number {
  let best = 0;
  for (let run = 0; run < 3; run += 1) {
    const startedAt = cpuMs();
    for (let round = 0; round < ROUNDS; round += 1) {
      // So the rolling window holds some 12 units of each caller, and one expires with each request.
      time += 5_000;
      for (const key of keys) take(key);
    }
    best = Math.max(best, perSecond(ROUNDS * keys.length, startedAt));
  }
  return best;
}

/** The obvious way: a string for each window and caller. It is not all-or-nothing across processes either. */
function createPeer() {
  const counts = new Map<string, number>();
  const times = new Map<string, number[]>();
  return (caller: string): boolean => {
    const now = clock();
    const day = Math.floor(now / 86_400_000);
    for (const name of WINDOWS_OF[KIND]) {
      const policy = open[name];
      const owner = policy.per === 'caller' ? caller : '';
      if (policy.window === 'minute') {
        const kept = (times.get(`${name}:${owner}`) ?? []).filter((taken) => taken + 60_000 > now);
        times.set(`${name}:${owner}`, kept);
        if (kept.length >= policy.limit) return false;
      } else if ((counts.get(`${name}:${owner}:${day}`) ?? 0) >= policy.limit) return false;
    }
    for (const name of WINDOWS_OF[KIND]) {
      const policy = open[name];
      const owner = policy.per === 'caller' ? caller : '';
      if (policy.window === 'minute') times.get(`${name}:${owner}`)?.push(now);
      else counts.set(`${name}:${owner}:${day}`, (counts.get(`${name}:${owner}:${day}`) ?? 0) + 1);
    }
    return true;
  };
}

const keyOf = (number: number) =>
  callerKey(`192.0.${(number >> 8) & 255}.${number & 255}/${number >> 16}`, secret);
const keys = Array.from({ length: CALLERS }, (_, number) => keyOf(number));

const admitting = await createMemoryCounters({ policies: open, clock, journal, secret, schedule: noTimer });
const admitted = measure((key) => admitting.take(KIND, key).admitted, keys);
const refusing = await createMemoryCounters({
  policies: standard,
  clock,
  journal,
  secret,
  schedule: noTimer,
});
const refused = measure((key) => refusing.take(KIND, key).admitted, keys);
const peer = measure(createPeer(), keys);
console.log(
  `admitted, 4 windows     ${millions(admitted)}  ${(admitted / PROMISED_PER_SECOND).toFixed(2)} of the promise  ${(admitted / peer).toFixed(1)} x the peer`,
);
console.log(
  `refused, 4 windows      ${millions(refused)}  ${(refused / PROMISED_PER_SECOND).toFixed(2)} of the promise`,
);
console.log(`peer (Map of strings)   ${millions(peer)}`);

const limiter = createBurstLimit({ clock });
console.log(`burst limit             ${millions(measure((key) => limiter.take(key).admitted, keys))}`);
const identity = createIdentity(secret, null);
const addresses = keys.slice(0, 4_000).map((_, number) => `192.0.${number >> 8}.${number & 255}`);
console.log(
  `caller of an address    ${millions(measure((address) => identity.identify(address, undefined).key !== '', addresses))}`,
);

const used = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + arrayBuffers) / 1e6, rssMb: rss / 1e6 };
};
const before = used();
let tick = () => {};
const million = await createMemoryCounters({
  policies: open,
  clock,
  journal,
  secret,
  schedule: (run) => {
    tick = run;
    return () => {};
  },
});
let slowestMs = 0;
for (let number = 0; number < 1_000_000; number += 1) {
  const key = keyOf(number);
  const startedAt = cpuMs();
  million.take(KIND, key);
  slowestMs = Math.max(slowestMs, cpuMs() - startedAt);
}
const after = used();
const growth = after.heapMb - before.heapMb;
console.log(
  `a million callers       ${growth.toFixed(0)} MB of heap and buffers (${(growth / PROMISED_GROWTH_MB).toFixed(2)} of the limit), ${(after.rssMb - before.rssMb).toFixed(0)} MB resident, slowest decision ${slowestMs.toFixed(1)} ms, ${million.held().callers} callers`,
);
const usedAt = cpuMs();
await million.usage();
console.log(`usage of all of them    ${(cpuMs() - usedAt).toFixed(0)} ms`);
time += 60_000;
const tickedAt = cpuMs();
for (let round = 0; round < 20; round += 1) tick();
console.log(`one tick among them     ${((cpuMs() - tickedAt) / 20).toFixed(1)} ms on the serving thread`);
