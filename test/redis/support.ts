/** Real Redis servers for tests: each on its own free port, with its own temporary folder, ended by its process id. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { DEFAULT_POLICIES, type Policies, type PolicyName } from '../../src/limits/policies.ts';
import type { Store, StoreEvent } from '../../src/store/port.ts';
import { openRedisStore, type RedisStoreOptions } from '../../src/store/redis/open.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';

const BINARIES = ['redis-server', 'valkey-server'];

function findBinary(): string {
  for (const name of BINARIES) {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return name;
    } catch {
      // The next name may be there.
    }
  }
  throw new Error(
    `these tests need a real server: put ${BINARIES.join(' or ')} on the PATH (Debian: redis-server)`,
  );
}

let binary: string | undefined;

/** Tests on the server's own clock do not begin in the last minute of a UTC day: their counts would end with it. */
export async function awayFromMidnight(): Promise<void> {
  const dayMs = 86_400_000;
  await until('a new day', () => Date.now() % dayMs < dayMs - 75_000, 80_000);
}

const PORTS_TRIED = 10;

export class Server {
  readonly port: number;
  readonly #folder: string;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string, args: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.#args = args;
  }

  static async start(...args: string[]): Promise<Server> {
    binary ??= findBinary();
    const folder = await mkdtemp(join(tmpdir(), 'esim-redis-'));
    // Another program may take the port, or the port 10,000 above it that a node of a cluster takes too.
    for (let tries = 1; ; tries += 1) {
      const server = new Server(await freePort(), folder, args);
      try {
        await server.restart();
        return server;
      } catch (error) {
        if (tries === PORTS_TRIED) throw error;
      }
    }
  }

  /** Of the process that runs now. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the server does not run');
    return this.#child.pid;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, again on the same port and folder. */
  async restart(): Promise<void> {
    const base = [
      '--port',
      `${this.port}`,
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#folder,
      '--save',
      '',
      '--loglevel',
      'warning',
    ];
    this.#child = spawn(binary!, [...base, ...this.#args], { stdio: 'ignore' });
    try {
      await until('the server answers', () => {
        if (this.#child?.exitCode !== null) throw new Error('the server ended');
        return this.#answers();
      });
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await this.ask('PING')) === 'PONG';
    } catch (error) {
      return error instanceof Error && /NOAUTH/.test(error.message);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    // A stopped process does not hear anything but this.
    child.kill('SIGCONT');
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Takes away all that it kept on disk; for a server that does not run. */
  async wipe(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder);
  }

  /** One command on a connection of its own. */
  async ask(command: string, ...args: (string | number | Buffer)[]): Promise<unknown> {
    const client = new Redis({
      port: this.port,
      host: '127.0.0.1',
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
      disableClientInfo: true,
      protocol: 2,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.call(command, ...args);
    } finally {
      client.disconnect();
    }
  }
}

/** Three masters, each with a replica if asked for. */
export async function startCluster(
  replicas: 0 | 1 = 0,
): Promise<{ servers: Server[]; url: string; stop(): Promise<void> }> {
  const args = [
    '--cluster-enabled',
    'yes',
    // Long enough that a node of a busy machine is not taken for dead.
    '--cluster-node-timeout',
    '2000',
    '--repl-diskless-sync-delay',
    '0',
    '--repl-ping-replica-period',
    '1',
  ];
  const servers = await Promise.all(Array.from({ length: 3 * (1 + replicas) }, () => Server.start(...args)));
  const nodes = servers.map(({ port }) => `127.0.0.1:${port}`);
  execFileSync(
    'redis-cli',
    ['--cluster', 'create', ...nodes, '--cluster-replicas', `${replicas}`, '--cluster-yes'],
    { stdio: 'ignore' },
  );
  await until('every node sees the whole cluster', async () => {
    const seen = await Promise.all(servers.map((server) => seesWhole(server, replicas)));
    return seen.every((whole) => whole);
  });
  return {
    servers,
    url: `redis+cluster://${nodes.slice(0, 3).join(',')}`,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

async function seesWhole(server: Server, replicas: number): Promise<boolean> {
  const state = String(await server.ask('CLUSTER', 'INFO'));
  const slots = (await server.ask('CLUSTER', 'SLOTS')) as unknown[][];
  const link = String(await server.ask('INFO', 'replication'));
  // From, to, master, replicas.
  return (
    state.includes('cluster_state:ok') &&
    slots.every((shard) => shard.length === 3 + replicas) &&
    !link.includes('master_link_status:down')
  );
}

/** The default table with some figures changed. */
export function policiesWith(limits: Partial<Record<PolicyName, number>>): Policies {
  const entries = Object.values(DEFAULT_POLICIES).map((policy) => [
    policy.name,
    { ...policy, limit: limits[policy.name] ?? policy.limit },
  ]);
  return Object.fromEntries(entries) as Policies;
}

/** For tests that are not about speed: a busy machine must not look like a store that fails. */
export const PATIENT = { deadlineMs: 20_000 } as const;

export interface TestStore {
  readonly store: Store;
  readonly events: StoreEvent[];
}

export async function openStore(url: string, options: Partial<RedisStoreOptions> = {}): Promise<TestStore> {
  const events: StoreEvent[] = [];
  const store = await openRedisStore({
    url,
    policies: DEFAULT_POLICIES,
    clock: Date.now,
    random: (bytes) => randomBytes(bytes),
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { store, events };
}

/** Stands between a store and its server, and can hold everything back for a while. */
export class SlowLine {
  latencyMs = 0;
  /** The reply to the next command with this text is lost on its way, and its connection stays. */
  losesReplyTo: string | null = null;
  /** Runs before a subscription, which is the last command of opening a store, reaches the server. */
  beforeSubscription = async (): Promise<void> => {};
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => {
    const far = connect(this.#targetPort, '127.0.0.1');
    let losesReply = false;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      // One after the other, so that what is held back is not overtaken when the line gets quicker.
      let sent = Promise.resolve();
      from.on('data', (bytes) => {
        if (from === far && losesReply) {
          losesReply = false;
          return;
        }
        if (from === near && this.losesReplyTo !== null && bytes.includes(this.losesReplyTo)) {
          this.losesReplyTo = null;
          losesReply = true;
        }
        const arrivesAt = performance.now() + this.latencyMs / 2;
        sent = sent.then(async () => {
          const waitMs = arrivesAt - performance.now();
          if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
          if (from === near && bytes.includes('subscribe')) await this.beforeSubscription();
          to.write(bytes);
        });
      });
    }
  });
  readonly #targetPort: number;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `redis://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A process of its own; resolves with its first line. */
export async function startChild(
  file: string,
  options: object,
): Promise<{ child: ChildProcess; line: Promise<string> }> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('close', (code) => reject(new Error(`the process ended with ${code} and said nothing`)));
  });
  line.catch(() => {});
  return { child, line };
}
