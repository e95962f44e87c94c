/**
 * `npm run test:long [name]…`: tests that take minutes, and tests that measure time. Run them on an idle
 * machine before a release. A name selects runs by a part of a file name: `npm run test:long soak crash`.
 * The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const RUNS: readonly (readonly [name: string, ...args: string[]])[] = [
  ['ten minutes of mixed traffic', 'scripts/soak.ts', '600'],
  ['two hundred kills', 'scripts/crash.ts', '200'],
  ['a million generated cases', 'scripts/fuzz.ts', '1000000'],
  ['the property tests with ten other seeds', 'scripts/seeds.ts', '10'],
  ['exact limits on both stores', 'scripts/exact.ts'],
  ['20,000 trips and 2,000 pages in bounded memory', 'scripts/memory.ts'],
  ['a thousand slow clients', 'scripts/slow-clients.ts'],
  ['a stop within three seconds', 'scripts/stop.ts'],
  ['a minute of overload', 'scripts/overload.ts', '60'],
  ['all MCP conformance suites and the Inspector', 'scripts/conformance.ts'],
  ['an OpenAPI linter and a generated client', 'bench/openapi/main.ts'],
  ['mutations of domain, ingest/normalise, limits and mcp', 'bench/mutation/main.ts'],
  // One file at a time, because they measure time.
  ...globSync('test/long/*.test.ts')
    .toSorted()
    .map((file) => [file, 'scripts/test.ts', file] as const),
];

const wanted = process.argv.slice(2);
const isWanted = (args: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((word) => args.some((argument) => argument.includes(word)));
let [passed, failed] = [0, 0];
for (const [name, ...args] of RUNS.filter(([, ...args]) => isWanted(args))) {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === 0) passed += 1;
  else failed += 1;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
