import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PROPERTY_SEED } from '../../scripts/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createJudge, type Judge } from './support/fuzz/judge.ts';
import { randomFrom } from './support/fuzz/random.ts';
import { fuzzConnection, fuzzFeed, fuzzRequests } from './support/fuzz/run.ts';
import { NO_LIMITS } from './support/process.ts';

/** The same cases in every run, or those of the seed that is named; `scripts/fuzz.ts` draws a million new ones. */
const SEED = PROPERTY_SEED;
const BATCHES = 40;
const BATCH_SIZE = 60;
const CONNECTIONS = 200;
const FEEDS = 1_500;

describe(`generated input, seed ${SEED}`, () => {
  let service: TestService;
  let judge: Judge;
  let port: number;
  before(async () => {
    service = await startTestService({ limits: NO_LIMITS });
    judge = await createJudge(service.url);
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  test('whole requests with anything in them get a right answer each', async () => {
    let answered = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      answered += await fuzzRequests(port, randomFrom(SEED + batch), BATCH_SIZE, judge);
    }
    assert.ok(answered > BATCHES * BATCH_SIZE * 0.8, `${answered} answers`);
  });

  test('bytes that may be no request are answered or let go', async () => {
    for (let count = 0; count < CONNECTIONS; count += 1)
      await fuzzConnection(port, randomFrom(SEED + count), judge);
  });

  test('mutated feeds are refused by row or as a whole, and never become an impossible plan', async () => {
    for (let count = 0; count < FEEDS; count += 1) await fuzzFeed(randomFrom(SEED + count));
  });

  test('nothing of it was a fault of ours, and nothing reached the prototype of all objects', () => {
    assert.deepEqual(
      service.logged.filter((line) => line.includes('fault')),
      [],
    );
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});
