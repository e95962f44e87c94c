/**
 * Snapshots: time to write and to load one, its size, memory, and the longest pause of the event loop while it is loaded.
 * Loading is measured in a separate process, so that the memory is that of a serving process.
 *
 * node bench/catalogue.ts [plans…]      without a number: 10,000, 100,000 and 300,000
 */
import { execFileSync } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { writeSnapshot } from '../src/catalogue/write-snapshot.ts';
import { fastMarket } from '../test/support/fast-market.ts';
import { catalogueOf, marketBlobs } from './compare/market.ts';

const LONGEST_PAUSE_MS = 50;
const SIZES = [10_000, 100_000, 300_000];

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const ms = (value: number) => `${value.toFixed(0)} ms`;

interface Loaded {
  readonly loadMs: number;
  readonly pauseMs: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Plans of all destinations together, and of the largest one. */
  readonly entries: number;
  readonly largest: number;
  /** The time to build the entries of the largest destination, and the heap after those of all. */
  readonly buildMs: number;
  readonly heapWithEntriesBytes: number;
}

/** Runs in a child process. */
async function measureLoad(plans: number): Promise<Loaded> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const catalogue = await catalogueOf(plans);
  const loadMs = performance.now() - started;
  delay.disable();
  const residentBytes = process.memoryUsage.rss();
  const { heapUsed: heapBytes } = process.memoryUsage();
  const [largest] = catalogue.destinations.toSorted((a, b) => b.plans - a.plans);
  const builtAt = performance.now();
  catalogue.destination(largest!.code);
  const buildMs = performance.now() - builtAt;
  for (const { code } of catalogue.destinations) catalogue.destination(code);
  return {
    loadMs,
    pauseMs: delay.max / 1e6,
    residentBytes,
    heapBytes,
    entries: catalogue.destinations.reduce((sum, destination) => sum + destination.plans, 0),
    largest: largest!.plans,
    buildMs,
    heapWithEntriesBytes: process.memoryUsage().heapUsed,
  };
}

async function measure(plans: number): Promise<void> {
  const market = fastMarket({ plans, now: Date.now() });
  const started = performance.now();
  await writeSnapshot(market);
  const writeMs = performance.now() - started;
  const { content, observations } = marketBlobs(plans);
  const child = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--load', String(plans)], {
    encoding: 'utf8',
  });
  const loaded = JSON.parse(child) as Loaded;
  console.log(`${plans} plans, ${loaded.entries} entries, ${loaded.largest} in the largest destination`);
  console.log(
    `  write ${ms(writeMs)}: content ${mb(content.length)}, observations ${mb(observations.length)}`,
  );
  console.log(`  load ${ms(loaded.loadMs)}, longest pause ${ms(loaded.pauseMs)} (goal ${LONGEST_PAUSE_MS})`);
  console.log(`  process ${mb(loaded.residentBytes)}, heap ${mb(loaded.heapBytes)}`);
  console.log(
    `  entries of the largest destination ${ms(loaded.buildMs)}; heap with all entries ${mb(loaded.heapWithEntriesBytes)}`,
  );
}

const [mode, size] = process.argv.slice(2);
if (mode === '--load') console.log(JSON.stringify(await measureLoad(Number(size))));
else {
  const sizes = process.argv.slice(2).map(Number);
  for (const plans of sizes.length > 0 ? sizes : SIZES) await measure(plans);
}
