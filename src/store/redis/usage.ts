/** How far callers have come: for the operator, now and then. It walks over the records, so it is not for every scrape. */
import type { PolicyName } from '../../limits/policies.ts';
import { mastersOf } from './clients.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { USAGE } from './scripts.ts';

interface CallerUsage {
  taken: number;
  /** null where there were more than are looked at. */
  callers: number | null;
}

/** Beyond this the largest count seen still says something, the number of callers does not. */
const MAX_RECORDS = 200_000;
const SCAN_COUNT = 1_000;

const QUOTAS = [
  { kind: 'comparison', minute: 'comparison.minute', day: 'comparison.day' },
  { kind: 'list', minute: 'list.minute', day: 'list.day' },
] as const;

export async function callerUsage(
  link: Link,
  keys: Keys,
  time: string | number,
): Promise<Map<PolicyName, CallerUsage>> {
  const usage = new Map<PolicyName, CallerUsage>();
  for (const { kind, minute, day } of QUOTAS) {
    const windows = [minute, day].map((name): CallerUsage => {
      const entry = { taken: 0, callers: 0 };
      usage.set(name, entry);
      return entry;
    });
    let records = 0;
    for await (const batch of recordsOf(link, keys.recordPattern(kind))) {
      const counts = (await link.script(USAGE, [keys.service, ...batch], [time])) as number[];
      for (const [at, count] of counts.entries()) add(windows[at % 2]!, count);
      records += batch.length;
      if (records < MAX_RECORDS) continue;
      for (const window of windows) window.callers = null;
      break;
    }
  }
  return usage;
}

function add(window: CallerUsage, count: number): void {
  window.taken = Math.max(window.taken, count);
  if (count > 0 && window.callers !== null) window.callers += 1;
}

/** A scan may name a key twice; within one walk that only matters to the count of callers, so it is filtered. */
export async function* recordsOf(link: Link, pattern: string): AsyncGenerator<string[]> {
  const seen = new Set<string>();
  for (const master of mastersOf(link.client)) {
    let cursor = '0';
    do {
      const [next, found] = await master.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
      const fresh = found.filter((key) => !seen.has(key));
      for (const key of fresh) seen.add(key);
      if (fresh.length > 0) yield fresh;
      cursor = next;
    } while (cursor !== '0');
  }
}
