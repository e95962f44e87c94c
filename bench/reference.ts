/**
 * Measures the processor time of loading the tables of facts for travellers, which a start waits for, and of a search for
 * a phone. Goals: 30 ms for the tables, and 1 ms for a search after the first one.
 */
import { BUNDLED_REFERENCE, loadReference } from '../src/reference/load.ts';

const LOAD_GOAL_MS = 30;
const SEARCH_GOAL_MS = 1;
const SEARCHES = 200;
const TEXTS = ['iphone 13', 'galxy s22 ultra', 'no such phone', 'samsung', 'a b c d e f g h'];

function milliseconds(run: () => void): number {
  const begun = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

let phones = null as ReturnType<typeof loadReference>['phones'];
const load = milliseconds(() => {
  phones = loadReference(BUNDLED_REFERENCE).phones;
});
const first = milliseconds(() => phones?.find('iphone 13'));
const dearest = Math.max(
  ...TEXTS.map((text) => {
    const search = () => {
      for (let round = 0; round < SEARCHES; round += 1) phones?.find(text);
    };
    return milliseconds(search) / SEARCHES;
  }),
);
console.log(`tables: ${load.toFixed(1)} ms`);
console.log(`first search, with the whole index: ${first.toFixed(1)} ms`);
console.log(`dearest search after it: ${dearest.toFixed(3)} ms`);
if (load > LOAD_GOAL_MS || dearest > SEARCH_GOAL_MS) process.exitCode = 1;
