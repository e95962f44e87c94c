/**
 * Sends generated input to the service and to the feed parsers: `node scripts/fuzz.ts [cases] [seed] [minutes]`. The
 * default is a million cases, at most two hours.
 * It prints its seed. The same seed generates the same cases.
 */

import { randomFrom } from '../test/faults/support/fuzz/random.ts';
import { createResponseCheck } from '../test/faults/support/fuzz/response-check.ts';
import { fuzzConnection, fuzzFeed, fuzzRequests } from '../test/faults/support/fuzz/run.ts';
import { NO_LIMITS } from '../test/faults/support/process.ts';
import { startTestService } from '../test/support/service.ts';

const [cases = 1_000_000, seed = Date.now() % 1_000_000, minutes = 120] = process.argv.slice(2).map(Number);
/** Of a hundred cases, 70 are complete requests, 29 are feeds, and one is a connection with arbitrary bytes. */
const REQUESTS = 70;
const FEEDS = 29;

console.log(`seed ${seed}, ${cases} cases, at most ${minutes} minutes`);
const service = await startTestService({ limits: NO_LIMITS });
const check = await createResponseCheck(service.url);
const port = Number(new URL(service.url).port);
const endsAt = Date.now() + minutes * 60_000;
let done = 0;
try {
  for (let round = 0; done < cases && Date.now() < endsAt; round += 1) {
    const random = randomFrom(seed + round);
    done += await fuzzRequests(port, random, REQUESTS, check);
    await fuzzConnection(port, random, check);
    for (let count = 0; count < FEEDS; count += 1) await fuzzFeed(random);
    done += 1 + FEEDS;
    if (round % 500 === 499) console.log(`${done} cases`);
  }
  const faults = service.logged.filter((line) => line.includes('fault'));
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  console.log(`${done} cases without a failure`);
} catch (error) {
  console.error(`after ${done} cases with seed ${seed}:`, error);
  process.exitCode = 1;
} finally {
  await service.stop();
}
