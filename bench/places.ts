/**
 * Measures the searches and exact look-ups of places per second on one core, and the memory of the names.
 * Goals: 500 searches a second, 20,000 look-ups a second, 6 MB.
 */
import { setTimeout as delay } from 'node:timers/promises';

const SEARCHES_GOAL = 500;
const LOOK_UPS_GOAL = 20_000;
const MEMORY_GOAL_BYTES = 6_000_000;
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
const { countriesMeant, searchPlaces } = await import('../src/domain/places/search.ts');
const loadMs = performance.now() - started;
const bytes = (await heap()) - before;

const among = new Map(COUNTRIES.map(({ code }) => [code, 1]));

function measure(name: string, goal: number, rounds: number, look: (query: string) => unknown): void {
  const round = () => QUERIES.forEach(look);
  for (let warm = 0; warm < rounds / 10; warm += 1) round();
  const begun = process.cpuUsage();
  for (let run = 0; run < rounds; run += 1) round();
  const spent = process.cpuUsage(begun);
  const perSecond = (rounds * QUERIES.length * 1e6) / (spent.user + spent.system);
  console.log(
    `${name}: ${Math.round(perSecond)} a second of one core, ${(perSecond / goal).toFixed(1)} of the goal`,
  );
}

measure('searches', SEARCHES_GOAL, 100, (query) => searchPlaces(query, among));
measure('look-ups', LOOK_UPS_GOAL, 3_000, (query) => countriesMeant(query));
console.log(
  `memory: ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / MEMORY_GOAL_BYTES).toFixed(2)} of the most that it may take`,
);
console.log(`loading: ${loadMs.toFixed(0)} ms`);
