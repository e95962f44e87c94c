/** Checks the version and the settings of the server at start, and warns about settings that lose counts. */
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type OnStoreEvent, StoreError } from '../port.ts';
import type { Client } from './clients.ts';

/** The major and minor version. The documentation for operators names it too. */
const OLDEST_VERSION = [6, 2] as const;

/** A server that has restarted refuses most commands until it has read its data. */
const LOADING_POLL_MS = 200;

export async function checkRedis(masters: readonly Redis[], onEvent: OnStoreEvent): Promise<void> {
  for (const master of masters) {
    checkVersion(await master.info('server'));
    while (/^loading:1/m.test(await master.info('persistence'))) await setTimeout(LOADING_POLL_MS);
  }
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
      message:
        'Redis may evict keys (maxmemory-policy is not noeviction): when its memory is full, counts could be lost and callers could get more than their limit',
    });
  }
  if (settings.some(({ aof, rdb }) => aof === 'no' && rdb === '')) {
    onEvent({
      level: 'warn',
      message:
        'Redis stores nothing on disk (no AOF, no RDB): after its restart the counts of the day start from zero and the catalogue must be published again; set appendonly yes',
    });
  }
  if (settings.some((each) => Object.values(each).includes(null))) {
    onEvent({
      level: 'info',
      message:
        'Redis does not allow CONFIG GET: make sure that it evicts no keys and stores its data on disk',
    });
  }
}

/** ioredis ignores a refused SELECT and continues in database 0, which may have the data of another service. */
export async function checkDatabase(client: Client, database: number): Promise<void> {
  // A cluster has only the database 0.
  if (database === 0 || !(client instanceof Redis)) return;
  try {
    await client.select(database);
  } catch (error) {
    // Errors such as LOADING and NOAUTH say nothing about the database.
    if (!/^ERR\b/.test((error as Error).message)) throw error;
    throw new StoreError(
      'incompatible',
      `Redis has no database ${database}, which STORE_URL names: most servers have the databases 0 to 15`,
    );
  }
}

function checkVersion(info: string): void {
  // Valkey also reports the compatible Redis version under this name.
  const [, major = '0', minor = '0'] = /^redis_version:(\d+)\.(\d+)/m.exec(info) ?? [];
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)) return;
  throw new StoreError(
    'incompatible',
    `Redis ${major}.${minor} is too old: ${OLDEST_VERSION.join('.')} or later is needed`,
  );
}

/** null if the server refuses the command, as managed services do. */
async function settingOf(master: Redis, name: string): Promise<string | null> {
  try {
    const reply = (await master.config('GET', name)) as string[] | Record<string, string>;
    return (Array.isArray(reply) ? reply[1] : reply[name]) ?? null;
  } catch {
    return null;
  }
}
