/** Looks at the server's own settings at start, and says what will happen where they do not fit. */
import type { Redis } from 'ioredis';
import { type OnStoreEvent, StoreError } from '../port.ts';

/** The oldest version that the tests run against in the documentation. */
const OLDEST_VERSION = [6, 2] as const;

export async function checkRedis(masters: readonly Redis[], onEvent: OnStoreEvent): Promise<void> {
  for (const master of masters) checkVersion(await master.info('server'));
  const settings = await Promise.all(
    masters.map(async (master) => ({
      policy: await settingOf(master, 'maxmemory-policy'),
      aof: await settingOf(master, 'appendonly'),
      rdb: await settingOf(master, 'save'),
    })),
  );
  if (settings.some(({ policy }) => policy !== null && policy !== 'noeviction')) {
    onEvent({
      level: 'warn',
      kind: 'eviction_on',
      message:
        'Redis may evict keys (maxmemory-policy is not noeviction): when its memory is full, counts could vanish and callers could get more than their limit',
    });
  }
  if (settings.some(({ aof, rdb }) => aof === 'no' && rdb === '')) {
    onEvent({
      level: 'warn',
      kind: 'persistence_off',
      message:
        'Redis keeps nothing on disk (no AOF, no RDB): after its restart the counts of the day start from zero and the catalogue must be published again; set appendonly yes',
    });
  }
  if (settings.some((each) => Object.values(each).includes(null))) {
    onEvent({
      level: 'info',
      kind: 'settings_hidden',
      message:
        'Redis does not show its settings (CONFIG GET): make sure that it evicts nothing and keeps its data on disk',
    });
  }
}

function checkVersion(info: string): void {
  // Valkey answers the Redis version that it is compatible with under this name, too.
  const [, major = '0', minor = '0'] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? [];
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)) return;
  throw new StoreError(
    'incompatible',
    `Redis ${major}.${minor} is too old: ${OLDEST_VERSION.join('.')} or later is needed`,
  );
}

/** null where the server does not say: managed services forbid the question. */
async function settingOf(master: Redis, name: string): Promise<string | null> {
  try {
    const reply = (await master.config('GET', name)) as string[] | Record<string, string>;
    return (Array.isArray(reply) ? reply[1] : reply[name]) ?? null;
  } catch {
    return null;
  }
}
