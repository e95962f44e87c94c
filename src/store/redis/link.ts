/** Sends scripts and commands to Redis within a deadline and through the circuit breaker. */
import type { Deadline } from '../../limits/port.ts';
import { RequestDeadline } from '../deadline.ts';
import { StoreError } from '../port.ts';
import type { Client } from './clients.ts';
import { isOwnFault, storeErrorOf } from './failures.ts';
import type { Script } from './scripts.ts';

export type Argument = string | number | Buffer;

export interface LinkBreaker {
  readonly isOpen: boolean;
  fail(cause: unknown): void;
}

export class Link {
  readonly client: Client;
  readonly #breaker: LinkBreaker;
  readonly #deadlineMs: number;

  /** `deadlineMs`: for what is sent without the deadline of a request. */
  constructor(client: Client, breaker: LinkBreaker, deadlineMs: number) {
    this.client = client;
    this.#breaker = breaker;
    this.#deadlineMs = deadlineMs;
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
    if (this.#breaker.isOpen) throw new StoreError('unavailable', 'the shared store is not answering');
    const isWhole = deadline.isUnused;
    try {
      return await deadline.wait(command(this.client));
    } catch (error) {
      if (isOwnFault(error)) throw new StoreError('incompatible', 'the shared store refused a command');
      // A round trip that had only the rest of a request's time says little about the server.
      const isServerFault = isWhole || !(error instanceof Error && error.message === 'deadline');
      if (isServerFault) this.#breaker.fail(error);
      throw storeErrorOf(error);
    }
  }

  /** Past the breaker: for the probe itself. */
  probe(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    return this.#newDeadline().wait(runScript(this.client, script, keys, args));
  }

  #newDeadline(): Deadline {
    return new RequestDeadline(this.#deadlineMs);
  }
}

/** By hash. If the server has lost its scripts, nothing ran, so the text is sent and cached again. */
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
