/** Sends scripts and commands to Redis. The client itself gives up a command without a reply (`commandTimeout`). */
import type { Deadline } from '../../limits/port.ts';
import { StoreError } from '../port.ts';
import type { Client } from './clients.ts';
import { isCommandError, storeErrorOf } from './failures.ts';
import type { Script } from './scripts.ts';

export type Argument = string | number | Buffer;

interface LinkEvents {
  /** The server or the connection to it failed. */
  readonly onFailure?: (error: unknown) => void;
  /** The server refused a command although it works. */
  readonly onRefusal: (error: unknown) => void;
}

export class Link {
  readonly client: Client;
  readonly #events: LinkEvents;

  constructor(client: Client, events: LinkEvents) {
    this.client = client;
    this.#events = events;
  }

  script(
    script: Script,
    keys: readonly string[],
    args: readonly Argument[],
    deadline?: Deadline,
  ): Promise<unknown> {
    return this.send((client) => runScript(client, script, keys, args), deadline);
  }

  send<T>(command: (client: Client) => Promise<T>, deadline?: Deadline): Promise<T> {
    const reply = command(this.client).catch((error: unknown) => {
      throw this.#noted(error);
    });
    return deadline?.wait(reply) ?? reply;
  }

  /** Rejects with the error of the server, which says what the operator must change. */
  probe(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> {
    return runScript(this.client, script, keys, args);
  }

  #noted(error: unknown): StoreError {
    if (isCommandError(error)) {
      this.#events.onRefusal(error);
      return new StoreError('incompatible', 'the shared store refused a command');
    }
    this.#events.onFailure?.(error);
    return storeErrorOf(error);
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
