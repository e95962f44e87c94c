/**
 * The folder: limits. It identifies callers, applies the burst limit and the quotas, and states the result as headers
 * and bodies. This file is the facade that REST, MCP and the page use. The folder imports no other folder; a store of
 * counters implements `port.ts`.
 */
import type { BurstLimit } from './burst.ts';
import { type Agreement, createIdentify, isTrustedProxy, type TrustedProxies } from './caller.ts';
import { POLICY_NAMES, WINDOWS_OF } from './policies.ts';
import type { BurstDecision, Caller, CounterStore, Decision, WindowState } from './port.ts';

export type { Caller };

/** `X-Forwarded-For` arrived while no proxy is trusted: all visitors behind it share one allowance. Reported once. */
export interface LimiterEvent {
  readonly type: 'forwarded_header_ignored';
}

/** What happened at one window since the start, for all callers together. */
export interface WindowStats {
  /** Units. Refunds are not subtracted. */
  readonly taken: number;
  /** Refused requests, counted at the window that they were told of. */
  readonly refused: number;
  /** Admitted requests with a tenth or less left, counted at the tightest window. */
  readonly nearEnd: number;
}

export type LimiterStats = Readonly<Record<WindowState['name'], WindowStats>>;

/** The peer of a socket, identified once when it connects. */
export interface Peer {
  readonly caller: Caller;
  /** The client address is in `X-Forwarded-For`. */
  readonly isProxy: boolean;
  /** The agreements that were in force then. */
  readonly agreements: readonly Agreement[];
}

export interface Limiter extends Pick<CounterStore, 'take' | 'refund'> {
  readonly peer: (address: string | undefined) => Peer;
  /** `peer` saves a second look-up of what is known about the socket. */
  identify(
    address: string | undefined,
    forwardedFor: string | readonly string[] | undefined,
    peer?: Peer,
  ): Caller;
  /** Applies from now on. Units that were taken stay taken. */
  useAgreements(agreements: readonly Agreement[]): void;
  /** Applies from now on, with a full bucket for everybody. */
  useBurst(burst: BurstLimit): void;
  burstCallers(): number;
  burst(caller: Caller, count?: number): BurstDecision;
  stats(): LimiterStats;
}

export interface LimiterOptions {
  readonly counters: Pick<CounterStore, 'take' | 'refund'>;
  readonly burst: BurstLimit;
  /** From `await counters.secret()`. */
  readonly secret: Uint8Array;
  /** null: no proxy is trusted. */
  readonly trusted: TrustedProxies | null;
  readonly agreements?: readonly Agreement[];
  readonly onEvent?: (event: LimiterEvent) => void;
}

const NEAR_END_SHARE = 0.1;

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
  const identify = createIdentify(secret, trusted, () => inForce);
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

  return {
    peer: (address) => ({
      caller: identify(address, undefined),
      isProxy: isTrustedProxy(address, trusted),
      agreements: inForce,
    }),
    identify(address, forwardedFor, peer) {
      if (forwardedFor !== undefined && trusted === null && !hasWarned) {
        hasWarned = true;
        onEvent({ type: 'forwarded_header_ignored' });
      }
      const isKnown = peer?.agreements === inForce && (forwardedFor === undefined || !peer.isProxy);
      return isKnown ? peer.caller : identify(address, forwardedFor);
    },
    useAgreements(changed) {
      inForce = changed;
    },
    useBurst(changed) {
      bucket = changed;
    },
    burstCallers: () => bucket.callers(),
    burst(caller, count = 1) {
      const decision = bucket.take(caller.key, count);
      record(['burst'], decision, count);
      return decision;
    },
    async take(kind, caller, deadline) {
      const decision = await counters.take(kind, caller, deadline);
      record(WINDOWS_OF[kind], decision);
      return decision;
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
