/**
 * The folder: limits. Who asks, the burst limit, the quotas, and what a caller is told of them; this file is the one
 * face of protection that REST, MCP and the page use. It imports no other folder; a store that counts implements
 * `port.ts`. Everything here may be called at any time from the serving thread; only `take` and `refund` may take
 * their time.
 */

import {
  type Agreement,
  createIdentity,
  type Identity,
  isTrustedProxy,
  type TrustedProxies,
} from './caller.ts';
import { wholeSeconds } from './decision.ts';
import { BURST_FIGURES, type BurstFigures, POLICY_NAMES, type RequestKind, WINDOWS_OF } from './policies.ts';
import type { Caller, Clock, CounterStore, Decision, Refusal, Reservation, WindowState } from './port.ts';

export type { Caller };

/** `X-Forwarded-For` came while no proxy is trusted: all visitors behind it share one allowance. Said once. */
export interface LimiterEvent {
  readonly type: 'forwarded_header_ignored';
}

/** What happened at one window since the start, all callers together. */
export interface WindowStats {
  /** Units; what is given back later is not taken off. */
  readonly taken: number;
  /** Requests, at the window that they were told of. */
  readonly refused: number;
  /** Admitted with a tenth or less left, in the window that was closest to its end. */
  readonly nearEnd: number;
}

export type LimiterStats = Readonly<Record<WindowState['name'], WindowStats>>;

/** Who holds a socket, found out once when it connected. */
export interface Peer {
  readonly caller: Caller;
  /** Whoever it speaks for stands in `X-Forwarded-For`. */
  readonly isProxy: boolean;
  /** Those that were in force then. */
  readonly agreements: readonly Agreement[];
}

export interface Limiter {
  readonly peer: (address: string | undefined) => Peer;
  /** With `peer`, what is known of the socket is not found out again. */
  identify(
    address: string | undefined,
    forwardedFor: string | readonly string[] | undefined,
    peer?: Peer,
  ): Caller;
  forSubject: Identity['forSubject'];
  /** From now on: callers keep what they have taken, and are judged by the new figures. */
  useAgreements(agreements: readonly Agreement[]): void;
  /** From now on; everybody's bucket is full then. */
  useBurst(burst: BurstLimit): void;
  /** Callers whom the burst limit remembers. */
  burstCallers(): number;
  burst(caller: Caller, count?: number): BurstDecision;
  /** Throws or rejects with `CountersUnavailable`. */
  take(kind: RequestKind, caller: Caller | string): Decision | Promise<Decision>;
  /** Already certain, from memory alone; counted as a refusal. */
  refusal(kind: RequestKind, caller: Caller | string): Refusal | null;
  refund(reservation: Reservation): void | Promise<void>;
  stats(): LimiterStats;
}

export interface LimiterOptions {
  readonly counters: Pick<CounterStore, 'take' | 'refusal' | 'refund'>;
  readonly burst: BurstLimit;
  /** From `await counters.secret()`. */
  readonly secret: Uint8Array;
  /** null: no proxy is trusted. */
  readonly trusted: TrustedProxies | null;
  readonly agreements?: readonly Agreement[];
  readonly onEvent?: (event: LimiterEvent) => void;
}

const NEAR_END_SHARE = 0.1;
const BURST = ['burst'] as const;

export function createLimiter({
  counters,
  burst,
  secret,
  trusted,
  agreements = [],
  onEvent = () => {},
}: LimiterOptions): Limiter {
  let inForce = agreements;
  let bucket = burst;
  const identity = createIdentity(secret, trusted, () => inForce);
  const stats = emptyStats();
  let hasWarned = false;

  const record = (
    names: readonly WindowState['name'][],
    decision: Decision | BurstDecision,
    units = 1,
  ): void => {
    const shown = stats[decision.window.name];
    if (!decision.admitted) {
      shown.refused += 1;
      return;
    }
    for (const name of names) stats[name].taken += units;
    if (decision.window.remaining <= decision.window.limit * NEAR_END_SHARE) shown.nearEnd += 1;
  };
  const recordQuota = (kind: RequestKind, decision: Decision): Decision => {
    record(WINDOWS_OF[kind], decision);
    return decision;
  };

  return {
    peer: (address) => ({
      caller: identity.identify(address, undefined),
      isProxy: isTrustedProxy(address, trusted),
      agreements: inForce,
    }),
    identify(address, forwardedFor, peer) {
      if (forwardedFor !== undefined && trusted === null && !hasWarned) {
        hasWarned = true;
        onEvent({ type: 'forwarded_header_ignored' });
      }
      const isKnown = peer?.agreements === inForce && (forwardedFor === undefined || !peer.isProxy);
      return isKnown ? peer.caller : identity.identify(address, forwardedFor);
    },
    forSubject: (caller, subject) => identity.forSubject(caller, subject),
    useAgreements(changed) {
      inForce = changed;
    },
    useBurst(changed) {
      bucket = changed;
    },
    burstCallers: () => bucket.callers(),
    burst(caller, count = 1) {
      const decision = bucket.take(caller.key, count);
      record(BURST, decision, count);
      return decision;
    },
    take(kind, caller) {
      const decision = counters.take(kind, caller);
      return decision instanceof Promise
        ? decision.then((made) => recordQuota(kind, made))
        : recordQuota(kind, decision);
    },
    refusal(kind, caller) {
      const refused = counters.refusal(kind, caller);
      if (refused !== null) recordQuota(kind, refused);
      return refused;
    },
    refund: (reservation) => counters.refund(reservation),
    stats: () => structuredClone(stats),
  };
}

function emptyStats(): Record<WindowState['name'], { taken: number; refused: number; nearEnd: number }> {
  const names = ['burst', ...POLICY_NAMES] as const;
  const entries = names.map((name) => [name, { taken: 0, refused: 0, nearEnd: 0 }]);
  return Object.fromEntries(entries) as ReturnType<typeof emptyStats>;
}

export interface BurstWindow {
  readonly name: 'burst';
  readonly limit: number;
  readonly remaining: number;
  /** Admitted: when the bucket is full again. Refused: when to ask again. Unix milliseconds. */
  readonly resetAt: number;
}

export type BurstDecision =
  | { readonly admitted: true; readonly window: BurstWindow; readonly now: number }
  | {
      readonly admitted: false;
      readonly window: BurstWindow;
      readonly now: number;
      readonly retryAfterSeconds: number;
    };

export interface BurstLimit {
  /** Takes `count` tokens together or none. More than a whole bucket asks for a full one. */
  take(caller: string, count?: number): BurstDecision;
  /** How many buckets are held, full ones that were not yet dropped among them. */
  callers(): number;
}

/** About 10 MB when full, and a bucket leaves by itself within 20 s of its last use: some 5,000 new callers a second. */
const MAX_CALLERS = 100_000;

export interface BurstOptions extends Partial<BurstFigures> {
  readonly clock: Clock;
  readonly maxCallers?: number;
}

/**
 * The burst limit: one token bucket for each caller, all routes together, in this process alone.
 *
 * A bucket is one number, the time at which it will be full again; a full bucket needs no entry. The table is bounded:
 * where it overflows, the buckets that were used longest ago go, as if they were full. That is safe because this limiter
 * only softens bursts: the quotas are counted elsewhere and never dropped, and to push one caller out, an attacker
 * must spend requests from more networks than the table holds, for a gain of one bucket.
 */
export function createBurstLimit({
  clock,
  capacity = BURST_FIGURES.capacity,
  perSecond = BURST_FIGURES.perSecond,
  maxCallers = MAX_CALLERS,
}: BurstOptions): BurstLimit {
  // Time runs in ticks of 1/perSecond ms from the start, so that a token is a whole number of ticks: no rounding.
  const origin = clock();
  const tokenTicks = 1000;
  const bucketTicks = capacity * tokenTicks;
  const fullAt = new Recent(maxCallers);
  let turnedAt = 0;

  return {
    take(caller, count = 1) {
      const now = clock();
      const nowTicks = (now - origin) * perSecond;
      const wanted = Math.min(count, capacity) * tokenTicks;
      if (nowTicks < turnedAt) turnedAt = nowTicks;
      // Whatever was not used since the turn before this one is full by now.
      if (nowTicks - turnedAt >= bucketTicks) {
        fullAt.turn();
        turnedAt = nowTicks;
      }
      let full = Math.max(fullAt.get(caller) ?? nowTicks, nowTicks);
      if (full > nowTicks + bucketTicks) {
        // The clock went back: that gives nothing, and the bucket fills again from now on.
        full = nowTicks + bucketTicks;
        fullAt.set(caller, full);
      }
      const missing = full + wanted - (nowTicks + bucketTicks);
      if (missing > 0) {
        const retryAfterSeconds = wholeSeconds(missing / perSecond);
        const window = windowOf(capacity, full - nowTicks, now + retryAfterSeconds * 1000);
        return { admitted: false, window, now, retryAfterSeconds };
      }
      fullAt.set(caller, full + wanted);
      const untilFull = full + wanted - nowTicks;
      return { admitted: true, window: windowOf(capacity, untilFull, now + untilFull / perSecond), now };
    },
    callers: () => fullAt.size,
  };
}

function windowOf(capacity: number, missingTicks: number, resetAt: number): BurstWindow {
  return { name: 'burst', limit: capacity, remaining: Math.floor(capacity - missingTicks / 1000), resetAt };
}

/**
 * A bounded map of what was used lately, in two generations: what is used moves to the young one; when that is full
 * it becomes the old one, and the old one goes as a whole. (Taking the oldest out of one Map costs more with every
 * deletion that went before, because its order keeps the holes.)
 */
class Recent {
  readonly #maxEach: number;
  #young = new Map<string, number>();
  #old = new Map<string, number>();

  constructor(maxEntries: number) {
    this.#maxEach = Math.max(1, Math.floor(maxEntries / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): number | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.set(key, old);
    }
    return old;
  }

  set(key: string, value: number): void {
    if (this.#young.size >= this.#maxEach && !this.#young.has(key)) this.turn();
    this.#young.set(key, value);
  }

  /** Starts a new generation: whatever is not used before the next one is forgotten. */
  turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
