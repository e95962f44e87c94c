/** The way to Redis: scripts and commands with a deadline, through the breaker, with errors in the store's words. */
import { Redis } from 'ioredis';
import { StoreError } from '../port.ts';
import type { Client } from './clients.ts';
import { isOwnFault, storeErrorOf } from './failures.ts';
import type { Script } from './scripts.ts';

export type Argument = string | number | Buffer;

/** Protection must answer within 300 ms of waiting; what is left is for the way through our own process. */
export const COMMAND_DEADLINE_MS = 250;
/** Chunks of a mebibyte over a slow line. Nobody waits for these in a request. */
export const BULK_DEADLINE_MS = 10_000;

export interface FailureSwitch {
  readonly isOpen: boolean;
  fail(cause: unknown): void;
}

export class Link {
  readonly client: Client;
  readonly #breaker: FailureSwitch;
  readonly #deadlineMs: number;
  #gathering = false;

  constructor(client: Client, breaker: FailureSwitch, deadlineMs: number) {
    this.client = client;
    this.#breaker = breaker;
    this.#deadlineMs = deadlineMs;
  }

  /** Numbers and texts come back as such. `onLate` gets an answer that came after everybody had given up. */
  script(
    script: Script,
    keys: readonly string[],
    args: readonly Argument[],
    onLate?: (late: unknown) => void,
  ): Promise<unknown> {
    return this.#send(() => runScript(this.client, script, keys, args), onLate);
  }

  command(name: string, ...args: Argument[]): Promise<unknown> {
    return this.#send(() => this.client.call(name, ...args));
  }

  /** For values that are bytes. */
  async bytes(name: string, ...args: Argument[]): Promise<Uint8Array | null> {
    const value = (await this.#send(() => this.client.callBuffer(name, ...args))) as Buffer | null;
    return value === null ? null : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }

  /** Answers no longer fit their questions: the store counts as failed, and only a new connection can be believed. */
  renew(cause: Error): StoreError {
    this.#breaker.fail(cause);
    this.client.disconnect(true);
    return storeErrorOf(cause);
  }

  /** Past the breaker: for the probe itself. */
  async probe(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    return withDeadline(runScript(this.client, script, keys, args), this.#deadlineMs);
  }

  /** Commands of one turn of the event loop leave in one write: under load that doubles what one process can ask. */
  #gather(): void {
    if (this.#gathering || !(this.client instanceof Redis)) return;
    const { stream } = this.client;
    if (stream === undefined) return;
    this.#gathering = true;
    stream.cork();
    setImmediate(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }

  async #send<T>(send: () => Promise<T>, onLate?: (late: T) => void): Promise<T> {
    if (this.#breaker.isOpen) throw new StoreError('unavailable', 'the shared store is not answering');
    this.#gather();
    try {
      return await withDeadline(send(), this.#deadlineMs, onLate);
    } catch (error) {
      if (isOwnFault(error)) throw new StoreError('incompatible', 'the shared store refused a command');
      this.#breaker.fail(error);
      throw storeErrorOf(error);
    }
  }
}

/** By hash; where the server has lost its scripts nothing ran, so it is sent whole and cached again. */
export async function runScript(
  client: Client,
  { sha1, text }: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<unknown> {
  try {
    return await client.call('EVALSHA', sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return client.call('EVAL', text, keys.length, ...keys, ...args);
  }
}

/** Rejects with "deadline" where the answer takes too long. What comes later goes to `onLate`. */
export function withDeadline<T>(
  answer: Promise<T>,
  deadlineMs: number,
  onLate?: (late: T) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      // Our own event loop may have been the slow one: let it read what has already arrived.
      setImmediate(() => {
        over = true;
        reject(new Error('deadline'));
      });
    }, deadlineMs);
    answer.then(
      (value) => {
        clearTimeout(timer);
        if (over) onLate?.(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
