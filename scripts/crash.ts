/** Kills and restarts the service at random moments, 200 times: `node scripts/crash.ts 200`. Stops at the first failure. */
import { crashRound, faultOf, PHASES, startCrashing } from '../test/faults/support/crash.ts';
import { makeFolder } from '../test/faults/support/process.ts';
import { removeFolder } from '../test/support/folder.ts';

const rounds = Math.min(10_000, Number(process.argv[2] ?? 200) || 200);
const folder = makeFolder();
let service = await startCrashing(folder);
try {
  for (let round = 0; round < rounds; round += 1) {
    const done = await crashRound(folder, service, PHASES[round % PHASES.length]!, Math.random());
    service = done.service;
    const fault = faultOf(done.report);
    if (round % 20 === 19 || fault !== null) console.log(round + 1, JSON.stringify(done.report));
    if (fault !== null) {
      console.error(fault);
      process.exitCode = 1;
      break;
    }
  }
  console.log(process.exitCode === 1 ? 'failed' : `${rounds} rounds without a failure`);
} finally {
  await service.kill();
  removeFolder(folder);
}
