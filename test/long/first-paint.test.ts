import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Stage, setStage } from '../browser/support/visit.ts';

/** An ordinary mobile network: 1.6 Mbit/s and 100 ms latency. */
const SLOW = { offline: false, downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 100 };
const FIRST_PAINT_MS = 1_000;
/** Other work on the machine can only make a visit slower, so the best of three counts. */
const TRIES = 3;

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

test('a result page shows its first content within a second on a slow connection', async () => {
  const times: number[] = [];
  for (let round = 0; round < TRIES; round++) {
    await stage.visit({ viewport: { width: 390, height: 844 } }, async (page, context) => {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW);
      await page.goto('/compare?country=TR&days=7&need=normal', { waitUntil: 'load' });
      times.push(Number(await page.evaluate('inPage.firstPaint()')));
    });
  }
  assert.ok(Math.min(...times) < FIRST_PAINT_MS, `${times.join(', ')} ms`);
});
