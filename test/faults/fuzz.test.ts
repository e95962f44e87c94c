import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PROPERTY_SEED } from '../../scripts/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { randomFrom } from './support/fuzz/random.ts';
import { createResponseCheck, type ResponseCheck } from './support/fuzz/response-check.ts';
import { fuzzConnection, fuzzFeed, fuzzRequests } from './support/fuzz/run.ts';
import { NO_LIMITS } from './support/process.ts';

/** A quick run with a fixed seed. `scripts/fuzz.ts` runs a million cases with new seeds. */
const SEED = PROPERTY_SEED;
const BATCHES = 12;
const BATCH_SIZE = 60;
const CONNECTIONS = 60;
const FEEDS = 400;

describe(`generated input, seed ${SEED}`, () => {
  let service: TestService;
  let check: ResponseCheck;
  let port: number;
  before(async () => {
    service = await startTestService({ limits: NO_LIMITS });
    check = await createResponseCheck(service.url);
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  test('complete requests with arbitrary content get a valid response', async () => {
    let answered = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      answered += await fuzzRequests(port, randomFrom(SEED + batch), BATCH_SIZE, check);
    }
    assert.ok(answered > BATCHES * BATCH_SIZE * 0.8, `${answered} responses`);
  });

  test('arbitrary bytes get a response or the connection is closed', async () => {
    for (let count = 0; count < CONNECTIONS; count += 1)
      await fuzzConnection(port, randomFrom(SEED + count), check);
  });

  test('changed feeds are rejected by row or completely, and never become an invalid plan', async () => {
    for (let count = 0; count < FEEDS; count += 1) await fuzzFeed(randomFrom(SEED + count));
  });

  test('the service logged no error, and Object.prototype is unchanged', () => {
    assert.deepEqual(
      service.logged.filter((line) => line.includes('fault')),
      [],
    );
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});
