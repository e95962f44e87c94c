/**
 * Comes back from a failure, and notices lost counts by their epoch: a random mark that is stored with them. Whatever
 * broke the connection (a restart, a fail-over) may also have lost the latest counts without the epoch, so what this
 * process remembers is put back after every failure; only larger counts win, so that this costs nobody anything.
 */
import { dayOf, endOfDay } from '../../limits/decision.ts';
import type { PolicyName, RequestKind } from '../../limits/policies.ts';
import type { OnStoreEvent } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Argument, Link } from './link.ts';
import { PROBE, RESEED } from './scripts.ts';
import { asBuffer } from './values.ts';
import { SERVICE_WINDOWS } from './windows.ts';

/** Records in one script: some milliseconds of the server's time at most. */
const RECORDS_AT_ONCE = 500;

export interface RecoveryOptions {
  readonly link: Link;
  readonly keys: Keys;
  readonly recollection: Recollection;
  readonly random: (bytes: number) => Uint8Array;
  readonly onEvent: OnStoreEvent;
  readonly secret: () => Uint8Array | null;
  readonly timeSource: (() => number) | undefined;
}

export class Recovery {
  readonly #options: RecoveryOptions;
  /** Of the counts that this process knows. */
  epoch = '';
  #restoring: Promise<void> | null = null;
  #lostUntil = 0;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Counts were lost on the day that is still running, as far as this process knows. */
  get hasLostCounts(): boolean {
    return this.#options.recollection.now < this.#lostUntil;
  }

  /** Joins the counts that are there, or begins new ones. */
  async begin(): Promise<void> {
    const { link, keys } = this.#options;
    this.epoch = (await link.probe(PROBE, [keys.service, keys.probe], [this.#newEpoch()])) as string;
  }

  /** For the breaker: resolves where the store takes writes again, with this process's counts put back. */
  async probe(): Promise<void> {
    const { link, keys } = this.#options;
    const epoch = (await link.probe(PROBE, [keys.service, keys.probe], [''])) as string;
    if (this.epoch === '') return this.begin();
    await this.#reseed(epoch);
  }

  /** For a decision that found other counts than it knew. Many may find it at once: one puts them back. */
  restore(): Promise<void> {
    this.#restoring ??= this.probe().finally(() => {
      this.#restoring = null;
    });
    return this.#restoring;
  }

  async #reseed(found: string): Promise<void> {
    const { recollection, onEvent } = this.#options;
    const callers = [...recollection.callers.values()].filter(({ units }) => units > 0);
    let epoch = found;
    for (let at = 0; at === 0 || at < callers.length; at += RECORDS_AT_ONCE) {
      epoch = await this.#put(callers.slice(at, at + RECORDS_AT_ONCE));
    }
    if (epoch === this.epoch) return;
    this.epoch = epoch;
    this.#lostUntil = endOfDay(dayOf(recollection.now || 0));
    onEvent({
      level: 'error',
      kind: 'counts_lost',
      message: `Redis lost its counts: ${callers.length} callers and the service budgets were brought back from memory; limits may be exceeded by what no process remembers`,
    });
  }

  async #put(callers: readonly SeenCaller[]): Promise<string> {
    const { link, keys, recollection, secret, timeSource } = this.#options;
    const { services } = recollection;
    const args: Argument[] = [
      timeSource?.() ?? '',
      this.#newEpoch(),
      asBuffer(secret() ?? new Uint8Array()),
      recollection.now,
      recollection.day,
      ...SERVICE_WINDOWS.map((name) => services.get(name) ?? 0),
      ...callers.map(({ units }) => units),
    ];
    const records = callers.map(({ kind, caller }) => keys.record(kind, caller));
    return (await link.probe(RESEED, [keys.service, keys.secret, ...records], args)) as string;
  }

  #newEpoch(): string {
    return Buffer.from(this.#options.random(12)).toString('base64url');
  }
}

// What this process has seen of the day's counts: enough to bring them back if Redis loses them.
// Bounded: the callers seen last are kept. Rolling minutes are not in it; they mend themselves within one.

/** About 15 MB when full. With the default budgets no day has more than 12,000 admitted requests. */
const MAX_CALLERS = 50_000;

export interface SeenCaller {
  readonly kind: RequestKind;
  readonly caller: string;
  readonly units: number;
}

export class Recollection {
  day = -1;
  /** The highest time seen on the server's clock. */
  now = 0;
  readonly services = new Map<PolicyName, number>();
  /** By record, those seen last at the end. */
  readonly callers = new Map<string, SeenCaller>();

  see(
    now: number,
    key: string,
    seen: SeenCaller,
    services: readonly { readonly name: PolicyName; readonly count: number }[],
  ): void {
    this.#advance(now);
    if (dayOf(now) !== this.day) return;
    for (const { name, count } of services) {
      // Answers may overtake each other.
      this.services.set(name, Math.max(this.services.get(name) ?? 0, count));
    }
    if (seen.units === 0) return;
    const units = Math.max(this.callers.get(key)?.units ?? 0, seen.units);
    this.callers.delete(key);
    this.callers.set(key, { ...seen, units });
    if (this.callers.size <= MAX_CALLERS) return;
    const [oldest] = this.callers.keys();
    if (oldest !== undefined) this.callers.delete(oldest);
  }

  /** The operator began all counts anew: what was seen before must never be brought back. */
  forgetAll(): void {
    this.day = -1;
    this.now = 0;
    this.services.clear();
    this.callers.clear();
  }

  /** A unit was given back, by whichever process. */
  refund(takenAt: number, keys: readonly string[], services: readonly PolicyName[]): void {
    if (dayOf(takenAt) !== this.day) return;
    for (const name of services) this.services.set(name, Math.max(0, (this.services.get(name) ?? 0) - 1));
    for (const key of keys) {
      const seen = this.callers.get(key);
      if (seen !== undefined) this.callers.set(key, { ...seen, units: Math.max(0, seen.units - 1) });
    }
  }

  #advance(now: number): void {
    this.now = Math.max(this.now, now);
    if (dayOf(this.now) <= this.day) return;
    this.day = dayOf(this.now);
    this.services.clear();
    this.callers.clear();
  }
}
