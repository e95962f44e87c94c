/**
 * Responses that processes share through the store. A process that computes a response holds a lease for it, so that
 * the others wait for its response instead of computing the same. The lease of a process that dies expires.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deadline } from '../limits/port.ts';
import type { Store } from '../store/port.ts';
import { type Entry, packEntry, type StoredResponse, unpackEntry } from './cache.ts';

/** A computation takes milliseconds. The lease of a process that died is free after this time. */
const LEASE_MS = 2_000;
/** Longer than a lease and shorter than the timeout of a socket. After it, the process computes without a lease. */
const MAX_WAIT_MS = 2_500;
/** Pause between two lookups while another process computes. */
const POLL_MS = 15;
/** The pause before the second attempt after a failed write. */
const RETRY_MS = 300;
/** Clocks of machines differ by less. An entry that expires later was stored before a clock was set back. */
const CLOCK_SKEW_MS = 600_000;

interface SharedOptions {
  readonly store: Pick<Store, 'cache' | 'leases'>;
  readonly clock: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  /** Distinguishes responses with the same key: base URL, service name, code version. */
  readonly scope: readonly string[];
  readonly onEvent: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** A response from the store, or the lease to compute it. Neither if another process held the lease for too long. */
interface FoundOrLease {
  readonly found: StoredResponse | null;
  readonly lease: string | null;
  /** The expiry of a stored response that a correction made obsolete. Its computation is paid for until then. 0: there is none. */
  readonly obsoleteUntil: number;
}

/** Whether a correction was published after the snapshot of a response. */
export type IsObsolete = (response: { readonly serial: number }) => boolean;

export class SharedResponses {
  readonly #options: SharedOptions;
  readonly #scope: string;

  constructor(options: SharedOptions) {
    this.#options = options;
    const { scope } = options;
    this.#scope = createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 16);
  }

  /** `deadline` limits the round trips, but not the computation of another process. */
  async findOrLease(
    key: string,
    ttlMs: number,
    deadline: Deadline,
    isObsolete: IsObsolete,
  ): Promise<FoundOrLease> {
    const startedAt = this.#options.monotonic();
    let obsoleteUntil = 0;
    const findUsable = async (): Promise<StoredResponse | null> => {
      const found = await this.#find(key, ttlMs, deadline);
      if (found === null || !isObsolete(found)) return found;
      obsoleteUntil = found.expiresAt;
      return null;
    };
    do {
      const found = await findUsable();
      if (found !== null) return { found, lease: null, obsoleteUntil };
      const lease = await this.#options.store.leases.acquire(this.#leaseName(key), LEASE_MS, deadline);
      if (lease !== null) {
        // The previous owner of the lease may have stored the response after the first lookup.
        const storedMeanwhile = await findUsable();
        if (storedMeanwhile === null) return { found: null, lease, obsoleteUntil };
        await this.release(key, lease);
        return { found: storedMeanwhile, lease: null, obsoleteUntil };
      }
      await delay(POLL_MS);
    } while (this.#options.monotonic() - startedAt < MAX_WAIT_MS);
    return { found: null, lease: null, obsoleteUntil };
  }

  /** Writes a response to the store, then releases its lease. A failure costs another computation, never a response. */
  async share(key: string, entry: Entry, lease: string | null): Promise<void> {
    try {
      const packed = await packEntry(entry);
      const put = () => this.#options.store.cache.put(this.#cacheKey(key), packed, entry.expiry.at);
      await put().catch(() => delay(RETRY_MS).then(put));
    } catch (error) {
      this.#options.onEvent('warn', 'a computed response could not be shared', error);
    }
    await this.release(key, lease);
  }

  async release(key: string, lease: string | null): Promise<void> {
    if (lease === null) return;
    try {
      await this.#options.store.leases.release(this.#leaseName(key), lease);
    } catch (error) {
      this.#options.onEvent('warn', 'a lease could not be released; it expires soon', error);
    }
  }

  async #find(key: string, ttlMs: number, deadline: Deadline): Promise<StoredResponse | null> {
    const packed = await this.#options.store.cache.get(this.#cacheKey(key), deadline);
    const found = packed === null ? null : await unpackEntry(packed);
    if (found === null) return null;
    const leftMs = found.expiresAt - this.#options.clock();
    return leftMs > 0 && leftMs <= ttlMs + CLOCK_SKEW_MS ? found : null;
  }

  #cacheKey(key: string): string {
    return `${this.#scope}:${key}`;
  }

  #leaseName(key: string): string {
    return `compute:${this.#cacheKey(key)}`;
  }
}
