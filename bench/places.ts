/** How many places are looked up in a second, and what the names take in memory. Goals: 20,000 a second, 4 MB. */
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_UPS_GOAL = 20_000;
const MEMORY_GOAL_BYTES = 4_000_000;
const QUERIES = [
  'Bali',
  'jp',
  'Türkiye',
  '日本',
  'barc',
  'united',
  'Europe',
  'no such place',
  'x'.repeat(5_000),
];
const ROUNDS = 3_000;

const heap = async () => {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await delay(10);
  }
  return process.memoryUsage().heapUsed;
};

const { COUNTRIES } = await import('../src/domain/countries.ts');
const before = await heap();
const started = performance.now();
const { searchPlaces } = await import('../src/domain/places/search.ts');
const loadMs = performance.now() - started;
const bytes = (await heap()) - before;

const among = COUNTRIES.map(({ code }) => code);
const look = () => QUERIES.reduce((found, query) => found + searchPlaces(query, among).length, 0);
for (let round = 0; round < 200; round += 1) look();
const begun = process.cpuUsage();
for (let round = 0; round < ROUNDS; round += 1) look();
const spent = process.cpuUsage(begun);
const perSecond = (ROUNDS * QUERIES.length * 1e6) / (spent.user + spent.system);

console.log(
  `look-ups: ${Math.round(perSecond)} a second of one core, ${(perSecond / LOOK_UPS_GOAL).toFixed(1)} of the goal`,
);
console.log(
  `memory: ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / MEMORY_GOAL_BYTES).toFixed(2)} of the most that it may take`,
);
console.log(`loading: ${loadMs.toFixed(0)} ms`);
