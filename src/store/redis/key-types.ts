/**
 * Notices keys whose type is not that of this service: another program writes to the same Redis, or somebody changed a
 * key by hand. Commands on such a key fail, so the service is not ready until the key is deleted or right again.
 */
import type { OnStoreEvent } from '../port.ts';
import type { Client } from './clients.ts';
import type { Keys } from './keys.ts';

/** After so many different keys, the next ones say nothing new. */
const SUSPECTS_MAX = 100;

interface WrongKey {
  /** Without the hash of a caller. */
  readonly shown: string;
  readonly found: string;
  readonly expected: string;
}

export const wrongKeyText = ({ shown, found, expected }: WrongKey): string =>
  `the Redis key ${shown} is a ${found}, not a ${expected}: delete it, and let no other program use the keys of this service`;

export class KeyTypes {
  readonly #client: Client;
  readonly #keys: Keys;
  readonly #onEvent: OnStoreEvent;
  /** Keys of commands that failed. */
  readonly #suspects = new Set<string>();
  #checking: Promise<WrongKey | null> | null = null;
  #wrong: ReadonlyMap<string, WrongKey> = new Map();

  constructor(client: Client, keys: Keys, onEvent: OnStoreEvent) {
    this.#client = client;
    this.#keys = keys;
    this.#onEvent = onEvent;
  }

  get areRight(): boolean {
    return this.#wrong.size === 0;
  }

  /** `error`: of a command that Redis refused. ioredis adds the command with its arguments. */
  suspect(error: unknown): void {
    if (!/\bWRONGTYPE\b/.test(error instanceof Error ? error.message : '')) return;
    const { args = [] } = (error as { command?: { args?: readonly unknown[] } }).command ?? {};
    const added = args.filter(
      (key): key is string =>
        typeof key === 'string' && this.#keys.typeOf(key) !== null && !this.#suspects.has(key),
    );
    for (const key of added) if (this.#suspects.size < SUSPECTS_MAX) this.#suspects.add(key);
    if (added.length > 0) void this.check().catch(() => {});
  }

  /** Looks at the keys that all requests need, and at the suspects. Returns the first wrong key. */
  check(): Promise<WrongKey | null> {
    // Under load, many commands fail at the same time.
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(): Promise<WrongKey | null> {
    const wrong = new Map<string, WrongKey>();
    for (const key of new Set([...this.#keys.shared, ...this.#suspects])) {
      const expected = this.#keys.typeOf(key);
      const found = await this.#client.type(key);
      if (expected === null || found === 'none' || found === expected) this.#suspects.delete(key);
      else wrong.set(key, { shown: this.#keys.shown(key), found, expected });
    }
    const before = this.#wrong;
    this.#wrong = wrong;
    for (const [key, each] of wrong)
      if (!before.has(key)) this.#onEvent({ level: 'error', message: wrongKeyText(each) });
    if (wrong.size === 0 && before.size > 0)
      this.#onEvent({ level: 'info', message: 'all Redis keys have the right type again' });
    return wrong.values().next().value ?? null;
  }
}
