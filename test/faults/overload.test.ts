import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OVERLOAD_LIMITS, overload } from './support/overload.ts';
import { makeFolder, removeFolder, startProcess } from './support/process.ts';

/** Short for every run; `scripts/overload.ts` does the same for a minute. */
const SECONDS = 5;
const RECOVERS_WITHIN_MS = 2_000;
/** What a serving process may take at all. */
const MEMORY_MAX_BYTES = 500e6;

test('far more requests than it can answer: each answer is a right 200, 429 or 503, and it recovers', async (t) => {
  const folder = makeFolder();
  const service = await startProcess({ folder, limits: OVERLOAD_LIMITS });
  t.after(async () => {
    await service.stop();
    removeFolder(folder);
  });
  const report = await overload(service, SECONDS);
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(report.wrong, []);
  const statuses = Object.keys(report.answered);
  assert.deepEqual(
    statuses.filter((status) => !['200', '429', '503'].includes(status)),
    [],
  );
  assert.ok((report.answered[200] ?? 0) > 0, statuses.join());
  assert.ok(report.rssPeakBytes < MEMORY_MAX_BYTES, `it took ${report.rssPeakBytes / 1e6} MB`);
  assert.ok(report.recoveredMs <= RECOVERS_WITHIN_MS, `recovered after ${report.recoveredMs} ms`);
  assert.doesNotMatch(service.printed(), /"level":50/);
});
