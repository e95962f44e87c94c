/** Sends scripts and commands to Redis within a deadline and through the circuit breaker. */
import type { Deadline } from '../../limits/port.ts';
import { RequestDeadline } from '../deadline.ts';
import { StoreError } from '../port.ts';
import type { Client } from './clients.ts';
import { isCommandError, storeErrorOf } from './failures.ts';
import type { Script } from './scripts.ts';

export type Argument = string | number | Buffer;

interface LinkBreaker {
  readonly isOpen: boolean;
  fail(cause: unknown): void;
}

/** Learns of every command that the server refused although it works. */
type OnRefusal = (error: unknown) => void;

export class Link {
  readonly client: Client;
  readonly #breaker: LinkBreaker;
  readonly #deadlineMs: number;
  readonly #onRefusal: OnRefusal;

  /** `deadlineMs`: for commands without the deadline of a request. */
  constructor(client: Client, breaker: LinkBreaker, deadlineMs: number, onRefusal: OnRefusal = () => {}) {
    this.client = client;
    this.#breaker = breaker;
    this.#deadlineMs = deadlineMs;
    this.#onRefusal = onRefusal;
  }

  script(
    script: Script,
    keys: readonly string[],
    args: readonly Argument[],
    deadline?: Deadline,
  ): Promise<unknown> {
    return this.send((client) => runScript(client, script, keys, args), deadline);
  }

  async send<T>(command: (client: Client) => Promise<T>, deadline = this.#newDeadline()): Promise<T> {
    if (this.#breaker.isOpen) throw new StoreError('unavailable', 'the shared store does not respond');
    const hasFullTime = deadline.isUnused;
    try {
      return await deadline.wait(command(this.client));
    } catch (error) {
      if (isCommandError(error)) {
        this.#onRefusal(error);
        throw new StoreError('incompatible', 'the shared store refused a command');
      }
      // The message of `RequestDeadline`.
      const isTimeout = error instanceof Error && error.message === 'deadline';
      // A timeout is a failure of the server only if the command had the full time of the request.
      if (!isTimeout || hasFullTime) this.#breaker.fail(error);
      throw storeErrorOf(error);
    }
  }

  /** Bypasses the breaker, which calls it to test the server. */
  probe(
    script: Script,
    keys: readonly string[],
    args: readonly Argument[],
    deadline = this.#newDeadline(),
  ): Promise<unknown> {
    return deadline.wait(runScript(this.client, script, keys, args));
  }

  #newDeadline(): Deadline {
    return new RequestDeadline(this.#deadlineMs);
  }
}

/** Runs a script by its hash. If the server does not have the script, its text is sent. */
async function runScript(
  client: Client,
  { sha1, text }: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha1, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return client.eval(text, keys.length, ...keys, ...args);
  }
}
