/**
 * `node scripts/seeds.ts [n]`: runs the unit tests with n other seeds, so that the property tests try other cases than
 * those of the quick loop. A failure names its seed: `PROPERTY_SEED=<seed> npm run test:unit` repeats it.
 */
import { spawnSync } from 'node:child_process';

const count = Number(process.argv[2] ?? 10);
let failed = 0;
for (let seed = 1; seed <= count; seed += 1) {
  const { status } = spawnSync(process.execPath, ['scripts/test.ts', '--unit'], {
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_SEED: String(seed) },
  });
  if (status !== 0) {
    console.error(`FAILED with PROPERTY_SEED=${seed}`);
    failed += 1;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
