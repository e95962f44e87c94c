/** The usage of callers, for the operator. It scans all counters, so the metrics do not use it. */
import type { Redis } from 'ioredis';
import { dayOf } from '../../limits/decision.ts';
import { DEFAULT_POLICIES, type PolicyName, ROLLING_MS } from '../../limits/policies.ts';
import { mastersOf } from './clients.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';

/** How many keys the server looks at in one step. More would block its other clients for longer. */
const SCAN_COUNT = 1_000;

/** The largest count of any one caller, and the number of callers with a count. `only`: the keys of the callers to count. */
export async function callerUsage(
  link: Link,
  keys: Keys,
  name: PolicyName,
  time: number,
  only?: ReadonlySet<string>,
): Promise<{ taken: number; callers: number }> {
  const isMinute = DEFAULT_POLICIES[name].window === 'minute';
  const pattern = isMinute ? keys.minutePattern(name) : keys.dayPattern(name, dayOf(time));
  let [taken, callers] = [0, 0];
  // The star of the pattern stands for the key of the caller.
  const isCounted = (key: string) => only?.has(key.slice(pattern.length - 1)) ?? true;
  for await (const { master, found: all } of scan(link, pattern)) {
    const found = all.filter(isCounted);
    if (found.length === 0) continue;
    const counts = isMinute
      ? // The parenthesis excludes the bound itself: a unit expires after exactly one window.
        await Promise.all(found.map((key) => master.zcount(key, `(${time - ROLLING_MS}`, '+inf')))
      : await master.mget(found);
    for (const count of counts.map(Number)) {
      taken = Math.max(taken, count);
      if (count > 0) callers += 1;
    }
  }
  return { taken, callers };
}

/** Returns each key once, although SCAN may return a key twice. */
export async function* scan(link: Link, pattern: string): AsyncGenerator<{ master: Redis; found: string[] }> {
  const seen = new Set<string>();
  // Only the stars are wildcards. The other special characters of a pattern are escaped.
  const match = pattern.replace(/[[\]?\\]/g, '\\$&');
  for (const master of mastersOf(link.client)) {
    let cursor = '0';
    do {
      const [next, keys] = await master.scan(cursor, 'MATCH', match, 'COUNT', SCAN_COUNT);
      const found = keys.filter((key) => !seen.has(key));
      for (const key of found) seen.add(key);
      if (found.length > 0) yield { master, found };
      cursor = next;
    } while (cursor !== '0');
  }
}
