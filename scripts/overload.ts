/** Sends more requests than the service can answer: `node scripts/overload.ts [seconds]`. Prints a report. */
import { OVERLOAD_LIMITS, overload } from '../test/faults/support/overload.ts';
import { makeFolder, startProcess } from '../test/faults/support/process.ts';
import { removeFolder } from '../test/support/folder.ts';

const seconds = Math.min(600, Number(process.argv[2] ?? 60) || 60);
const folder = makeFolder();
const service = await startProcess({ folder, limits: OVERLOAD_LIMITS, detectsOverload: true });
try {
  const report = await overload(service, seconds);
  console.log(JSON.stringify(report, null, 2));
  if (report.wrong.length > 0 || report.recoveredMs > 2_000) process.exitCode = 1;
} finally {
  await service.stop();
  removeFolder(folder);
}
