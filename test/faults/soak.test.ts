import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFolder, NO_LIMITS, removeFolder, startProcess } from './support/process.ts';
import { growth, soak } from './support/soak.ts';

/** Short for every run; `scripts/soak.ts` does ten minutes and is stricter. */
const SECONDS = 20;
/** In so short a run caches still fill up; a leak of a catalogue at each swap would be far above this. */
const GROWTH_MAX = 0.5;
const HANDLES_SPREAD_MAX = 24;

test('mixed traffic over many swaps of the catalogue: no request fails, and nothing piles up', async (t) => {
  const folder = makeFolder();
  const service = await startProcess({ folder, limits: NO_LIMITS });
  t.after(async () => {
    await service.stop();
    removeFolder(folder);
  });
  const report = await soak({ service, folder, seconds: SECONDS, swapEveryMs: 1_000 });
  t.diagnostic(
    `${report.requests} requests, ${report.swaps} swaps, growth ${growth(report.usages).toFixed(3)}`,
  );
  assert.deepEqual(report.failed, []);
  assert.ok(report.swaps >= 5 && report.requests > 100, `${report.swaps} swaps, ${report.requests} requests`);
  assert.ok(growth(report.usages) < GROWTH_MAX, JSON.stringify(report.usages));
  const handles = report.usages.map((usage) => usage.handles);
  assert.ok(Math.max(...handles) - Math.min(...handles) <= HANDLES_SPREAD_MAX, handles.join());
  assert.doesNotMatch(service.printed(), /"level":50/);
});
