/**
 * Limits: who asks, the burst guard, the quotas, and what a caller is told of them. This is the one face of protection
 * that REST, MCP and the page use. The folder imports nothing but `domain/`; a store that counts implements `port.ts`.
 * Everything here may be called at any time from the serving thread; only `take` and `giveBack` may take their time.
 */

import { type Agreement, agreementFor } from './agreements.ts';
import type { BurstDecision, BurstGuard } from './burst.ts';
import { createIdentity, type Identity, type TrustedProxies } from './caller.ts';
import { POLICY_NAMES, type RequestKind, WINDOWS_OF } from './policies.ts';
import type { Caller, CounterStore, Decision, Receipt, Refusal, WindowState } from './port.ts';

export type { Caller };

/** `X-Forwarded-For` came while no proxy is trusted: all visitors behind it share one allowance. Said once. */
export interface GuardEvent {
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

export type GuardStats = Readonly<Record<WindowState['name'], WindowStats>>;

export interface Guard {
  identify: Identity['identify'];
  forSubject: Identity['forSubject'];
  /** From now on: callers keep what they have taken, and are judged by the new figures. */
  useAgreements(agreements: readonly Agreement[]): void;
  /** From now on; everybody's bucket is full then. */
  useBurst(burst: BurstGuard): void;
  /** Callers whom the burst guard remembers. */
  burstCallers(): number;
  burst(caller: Caller, count?: number): BurstDecision;
  /** Throws or rejects with `CountersUnavailable`. */
  take(kind: RequestKind, caller: Caller): Decision | Promise<Decision>;
  /** Already certain, from memory alone; counted as a refusal. */
  refusal(kind: RequestKind, caller: Caller): Refusal | null;
  giveBack(receipt: Receipt): void | Promise<void>;
  stats(): GuardStats;
}

export interface GuardOptions {
  readonly counters: Pick<CounterStore, 'take' | 'refusal' | 'giveBack'>;
  readonly burst: BurstGuard;
  /** From `await counters.secret()`. */
  readonly secret: Uint8Array;
  /** null: no proxy is trusted. */
  readonly trusted: TrustedProxies | null;
  readonly agreements?: readonly Agreement[];
  readonly onEvent?: (event: GuardEvent) => void;
}

const NEAR_END_SHARE = 0.1;
const BURST = ['burst'] as const;

export function createGuard({
  counters,
  burst,
  secret,
  trusted,
  agreements = [],
  onEvent = () => {},
}: GuardOptions): Guard {
  let inForce = agreements;
  let bucket = burst;
  const identity = createIdentity(secret, trusted, (address) => agreementFor(address, inForce));
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
    identify(peer, forwardedFor) {
      if (forwardedFor !== undefined && trusted === null && !hasWarned) {
        hasWarned = true;
        onEvent({ type: 'forwarded_header_ignored' });
      }
      return identity.identify(peer, forwardedFor);
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
    giveBack: (receipt) => counters.giveBack(receipt),
    stats: () => structuredClone(stats),
  };
}

function emptyStats(): Record<WindowState['name'], { taken: number; refused: number; nearEnd: number }> {
  const names = ['burst', ...POLICY_NAMES] as const;
  const entries = names.map((name) => [name, { taken: 0, refused: 0, nearEnd: 0 }]);
  return Object.fromEntries(entries) as ReturnType<typeof emptyStats>;
}
