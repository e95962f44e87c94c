/**
 * Measures the processor time of the search of places for each text, and the memory of the names.
 * Goals: 1 ms for any text, because no request that takes no quota may be expensive, and 10 MB.
 */
import { setTimeout as delay } from 'node:timers/promises';

const GOAL_US = 1_000;
const MEMORY_GOAL_BYTES = 10_000_000;
const WARM_UP = 300;
const ROUNDS = 300;
/** Exact names, beginnings that many names have, misspelt and unknown names, and long texts in several scripts. */
const TEXTS = [
  ...['jp', 'Bali', '日本', 'Barcelona, Spain', 'Rome Italy', 'Europe'],
  ...['san', 'saint', 'republic', 'ال', 'с', '南', 'के', 'a b c'],
  ...['Thialand', 'marania', 'nirani', 'الارانيا', 'серанмия', 'no such place', 'island of nowhere at all'],
  ...['a '.repeat(30), 'saint '.repeat(10), 'ﷺ'.repeat(60), '🇯🇵'.repeat(15), '('.repeat(60), ', '.repeat(30)],
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
const { destinationReader } = await import('../src/domain/places/search.ts');
const { placeNames } = await import('../src/domain/places/names.ts');
placeNames();
const loadMs = performance.now() - started;
const bytes = (await heap()) - before;

const among = new Map(COUNTRIES.map(({ code }) => [code, 1]));

function microseconds(text: string): number {
  for (let round = 0; round < WARM_UP; round += 1) destinationReader('en', among)(text);
  const begun = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) destinationReader('en', among)(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / ROUNDS;
}

const measured = TEXTS.map((text) => ({ text, time: microseconds(text) })).sort((a, b) => b.time - a.time);
for (const { text, time } of measured)
  console.log(`${time.toFixed(0).padStart(5)} µs  ${JSON.stringify(text.slice(0, 30))}`);
const [dearest] = measured;
console.log(`dearest: ${((dearest?.time ?? 0) / GOAL_US).toFixed(2)} of the goal`);
console.log(`memory: ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / MEMORY_GOAL_BYTES).toFixed(2)} of the goal`);
console.log(`loading: ${loadMs.toFixed(0)} ms`);
if ((dearest?.time ?? 0) > GOAL_US || bytes > MEMORY_GOAL_BYTES) process.exitCode = 1;
