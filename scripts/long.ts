/**
 * `npm run test:long [name]…`: what takes minutes each and need not run for every change. Ten minutes of mixed traffic
 * with swaps, two hundred kills, a million generated cases, exact limits, the faults of Redis, a thousand slow clients,
 * a stop in time, a minute of overload, and whether the tests notice changed code. Every bound is the one that we
 * promise. A name is a part of a file's: `npm run test:long soak crash`. Ends with one line: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';

const RUNS: readonly (readonly [name: string, ...args: string[]])[] = [
  ['ten minutes of mixed traffic', 'scripts/soak.ts', '600'],
  ['two hundred kills', 'scripts/crash.ts', '200'],
  ['a million generated cases', 'scripts/fuzz.ts', '1000000'],
  ['exactly the limit is served', 'scripts/exact.ts'],
  ['the faults of Redis, seen by the store', 'scripts/test.ts', 'test/redis/faults.test.ts'],
  ['the faults of Redis, seen by callers', 'scripts/test.ts', 'test/faults/redis.test.ts'],
  ['the faults of a Redis Cluster', 'scripts/test.ts', 'test/faults/cluster.test.ts'],
  ['a thousand slow clients', 'scripts/slow-clients.ts'],
  ['a stop within three seconds', 'scripts/stop.ts'],
  ['a minute of overload', 'scripts/overload.ts', '60'],
  ['mutations of domain, limits and mcp', 'bench/mutation/main.ts'],
];

const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
for (const [name, ...args] of RUNS) {
  if (wanted.length > 0 && !wanted.some((word) => args.some((argument) => argument.includes(word)))) continue;
  const started = Date.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0) passed += 1;
  else failed += 1;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
