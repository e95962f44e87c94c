/**
 * Counts the files and functions of `src` that run for a cached comparison, an uncached one, and a row of a feed until
 * it is a plan: `node bench/executed.ts`. With `--list`, it names them.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { inProcess, openBench, rows } from '../test/ingest/support/shop.ts';
import { startTestService } from '../test/support/service.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** How often each function of `src` runs during `work`, by its file, name and position. */
async function callsDuring(work: () => Promise<unknown>): Promise<Map<string, number>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = new Map<string, number>();
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!file.startsWith(SRC) || file.includes('/testing/')) continue;
    for (const { functionName, ranges } of functions) {
      const [{ startOffset, count }] = ranges as [(typeof ranges)[number]];
      // The function at offset 0 is the module itself.
      if (count > 0 && startOffset > 0)
        calls.set(`${file.slice(SRC.length)} ${functionName || 'function'} ${startOffset}`, count);
    }
  }
  return calls;
}

function report(what: string, calls: Iterable<string>): void {
  const names = [...calls];
  const files = new Set(names.map((name) => name.split(' ')[0]));
  console.log(`${what}: ${files.size} files, ${names.length} functions`);
  if (process.argv.includes('--list')) console.log(names.toSorted().join('\n'));
}

const service = await startTestService();
const compare = async (country: string, days: number) => {
  const response = await service.get(`/api/v1/plans?country=${country}&days=${days}&need=normal`);
  if (response.status !== 200) throw new Error(await response.text());
  await response.arrayBuffer();
};
/**
 * Work of the background does not run during every request, so only what runs during each of them is counted. On a busy
 * machine some of it does, so there are many requests.
 */
async function duringEach(requests: readonly (() => Promise<void>)[]): Promise<Set<string>> {
  const sets: Set<string>[] = [];
  for (const request of requests) sets.push(new Set((await callsDuring(request)).keys()));
  return sets.reduce((one, other) => one.intersection(other));
}

for (const days of [5, 6]) await compare('TR', days);
const CACHED = Array.from({ length: 40 }, () => () => compare('TR', 5));
report('a cached comparison', await duringEach(CACHED));
const UNCACHED = [7, 8, 9, 10, 11, 12, 13, 14].map((days) => () => compare('TR', days));
report('an uncached comparison', await duringEach(UNCACHED));
await service.stop();

const READING = /^(ingest\/(adapter|draft|parse|normalise|read)|domain|operator-files)/;
const read = async (count: number) => {
  const bench = await openBench();
  return callsDuring(() => bench.run(inProcess({ feed: () => rows(count) })));
};
await read(40);
const [fewer, more] = [await read(40), await read(41)];
const ofRow = [...more].filter(([name, count]) => READING.test(name) && count > (fewer.get(name) ?? 0));
report(
  'a row of a feed until it is a plan',
  ofRow.map(([name]) => name),
);
