/** Ten minutes of mixed traffic with a new catalogue every five seconds: `node scripts/soak.ts [seconds]`. */
import { makeFolder, NO_LIMITS, startProcess } from '../test/faults/support/process.ts';
import { growth, soak } from '../test/faults/support/soak.ts';
import { removeFolder } from '../test/support/folder.ts';

/** Caches are full after five minutes. Memory that grows after that is a leak. */
const GROWTH_MAX = 0.15;

const seconds = Math.min(3_600, Number(process.argv[2] ?? 600) || 600);
const folder = makeFolder();
const service = await startProcess({ folder, limits: NO_LIMITS });
try {
  const report = await soak({
    service,
    folder,
    seconds,
    swapEveryMs: 5_000,
    onSample: ({ heapUsed, external, rss, handles }) =>
      console.log(
        `heap ${(heapUsed / 1e6).toFixed(1)} MB, buffers ${(external / 1e6).toFixed(1)} MB, process ${(rss / 1e6).toFixed(0)} MB, ${handles} handles`,
      ),
  });
  const grown = growth(report.usages);
  console.log(`${report.requests} requests, ${report.swaps} swaps, growth ${(grown * 100).toFixed(1)}%`);
  for (const line of report.failed) console.error(line);
  if (report.failed.length > 0 || grown > GROWTH_MAX) process.exitCode = 1;
} finally {
  await service.stop();
  removeFolder(folder);
}
