/** Requests known advisories from the registry and fails if a production package has a serious one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const TIMEOUT_MS = 60_000;
const SERIOUS = ['high', 'critical'] as const;

const { stdout, error } = spawnSync(
  'npm',
  ['audit', '--json', '--omit=dev', '--audit=true', '--package-lock-only'],
  {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 1 << 26,
  },
);

const counts = countsOf(stdout);
if (error !== undefined || counts === null) {
  console.log('advisories: NOT CHECKED, because the registry did not respond');
} else {
  console.log(`advisories: ${JSON.stringify(counts)}`);
  if (SERIOUS.some((level) => (counts[level] ?? 0) > 0)) process.exitCode = 1;
}

/** Returns the number of advisories of each level, or null if the text is not a report. */
function countsOf(text: string): Record<string, number> | null {
  try {
    const report = JSON.parse(text) as { metadata?: { vulnerabilities?: Record<string, number> } };
    return report.metadata?.vulnerabilities ?? null;
  } catch {
    return null;
  }
}
