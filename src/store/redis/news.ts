/**
 * Hears what other processes say: a give-back, a new snapshot, a new cache generation. Messages can be lost with a
 * connection, so everything that hangs on one is asked for again after a reconnection, and by a slow poll.
 */
import type { Redis } from 'ioredis';
import { pauseBefore } from './breaker.ts';
import { withDeadline } from './link.ts';

export interface NewsOptions {
  /** A fresh connection, not yet connected; the attempt's number lets it choose another node. */
  readonly open: (attempt: number) => Redis;
  readonly channels: Readonly<Record<string, (message: string) => void>>;
  /** False from the moment on at which messages may be missed. */
  readonly onListening: (listening: boolean) => void;
  /** Asks for what a missed message would have said. */
  readonly poll: () => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
}

const POLL_MS = 5_000;
const LISTEN_DEADLINE_MS = 1_000;

export class News {
  readonly #options: NewsOptions;
  #client: Redis | null = null;
  #attempts = 0;
  #stopped = false;
  #reconnect: NodeJS.Timeout | undefined;
  readonly #poll: NodeJS.Timeout;

  constructor(options: NewsOptions) {
    this.#options = options;
    // Out of step with the other processes.
    this.#poll = setInterval(() => void this.#check(), POLL_MS * (0.75 + options.random() / 2)).unref();
  }

  /** Resolves after the first attempt, whether or not it succeeded. */
  async connect(): Promise<void> {
    if (this.#stopped) return;
    const client = this.#options.open(this.#attempts);
    this.#attempts += 1;
    this.#client = client;
    client.on('error', () => {});
    client.on('message', (channel: string, message: string) => this.#options.channels[channel]?.(message));
    client.once('end', () => this.#lost(client));
    try {
      await client.connect();
      await withDeadline(client.subscribe(...Object.keys(this.#options.channels)), LISTEN_DEADLINE_MS);
      this.#attempts = 0;
      this.#options.onListening(true);
      await this.#options.poll();
    } catch {
      client.disconnect();
    }
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearTimeout(this.#reconnect);
    this.#client?.disconnect();
  }

  #lost(client: Redis): void {
    if (client !== this.#client || this.#stopped) return;
    this.#options.onListening(false);
    const pauseMs = pauseBefore(this.#attempts, this.#options.random);
    this.#reconnect = setTimeout(() => void this.connect(), pauseMs).unref();
  }

  /** A connection that has silently died is found out by asking it. */
  async #check(): Promise<void> {
    const client = this.#client;
    if (client?.status === 'ready') {
      await withDeadline(client.ping(), LISTEN_DEADLINE_MS).catch(() => client.disconnect());
    }
    await this.#options.poll().catch(() => {});
  }
}
