/**
 * The facade of this folder for REST, MCP and the pages: it identifies callers and applies the burst limit and the
 * quotas. A store of counters implements `port.ts`.
 */
import type { BurstLimit } from './burst.ts';
import { type Agreement, createIdentify, isTrustedProxy, type Range } from './caller.ts';
import { POLICY_NAMES, WINDOWS_OF } from './policies.ts';
import type { BurstDecision, Caller, CounterStore, Decision, ReportedWindow } from './port.ts';

/** The totals of one window since the start, over all callers. */
interface WindowStats {
  /** Units. Refunds are not subtracted. */
  readonly taken: number;
  /** Refused requests, counted at the window that the response reports. */
  readonly refused: number;
  /** Admitted requests after which a tenth or less is left, counted at the window that the response reports. */
  readonly nearEnd: number;
}

type LimiterStats = Readonly<Record<ReportedWindow['name'], WindowStats>>;

/** The peer of a socket, identified once when it connects. */
export interface Peer {
  readonly address: string | undefined;
  readonly caller: Caller;
  /** The client address is in `X-Forwarded-For`. */
  readonly isProxy: boolean;
  /** The agreements at that time. */
  readonly agreements: readonly Agreement[];
}

export interface Limiter extends Pick<CounterStore, 'take' | 'refund'> {
  readonly peer: (address: string | undefined) => Peer;
  /** The caller of one request. It is hashed again only if it can differ from the caller of the socket. */
  identify(peer: Peer, forwardedFor: string | readonly string[] | undefined): Caller;
  /** Applies from now on. Units that were taken stay taken. */
  useAgreements(agreements: readonly Agreement[]): void;
  /** Replaces the burst limit. The buckets of all callers are full again. */
  useBurst(burst: BurstLimit): void;
  burstCallers(): number;
  /** `taken` of the tokens were taken earlier; see `BurstLimit`. */
  burst(caller: Caller, count?: number, taken?: number): BurstDecision;
  stats(): LimiterStats;
}

interface LimiterOptions {
  readonly counters: Pick<CounterStore, 'take' | 'refund'>;
  readonly burst: BurstLimit;
  /** From `await counters.secret()`. */
  readonly secret: Uint8Array;
  /** The networks of the trusted proxies. */
  readonly trusted: readonly Range[];
  readonly agreements?: readonly Agreement[];
  /** Called once, if a request has `X-Forwarded-For` but no proxy is trusted: all visitors behind it share one quota. */
  readonly onForwardedIgnored?: () => void;
}

/** An operator who watches this figure can raise a limit before requests are refused. */
const NEAR_END_SHARE = 0.1;

export function createLimiter({
  counters,
  burst,
  secret,
  trusted,
  agreements = [],
  onForwardedIgnored = () => {},
}: LimiterOptions): Limiter {
  let currentAgreements = agreements;
  let currentBurst = burst;
  const identify = createIdentify(secret, trusted, () => currentAgreements);
  const stats = emptyStats();
  let hasWarned = false;

  const record = (
    names: readonly ReportedWindow['name'][],
    decision: Decision | BurstDecision,
    units = 1,
  ): void => {
    const reported = stats[decision.window.name];
    if (!decision.admitted) {
      reported.refused += 1;
      return;
    }
    for (const name of names) stats[name].taken += units;
    if (decision.window.remaining <= decision.window.limit * NEAR_END_SHARE) reported.nearEnd += 1;
  };

  return {
    peer: (address) => ({
      address,
      caller: identify(address, undefined),
      isProxy: isTrustedProxy(address, trusted),
      agreements: currentAgreements,
    }),
    identify(peer, forwardedFor) {
      if (forwardedFor !== undefined && trusted.length === 0 && !hasWarned) {
        hasWarned = true;
        onForwardedIgnored();
      }
      const isKnown = peer.agreements === currentAgreements && (forwardedFor === undefined || !peer.isProxy);
      return isKnown ? peer.caller : identify(peer.address, forwardedFor);
    },
    useAgreements(changed) {
      currentAgreements = changed;
    },
    useBurst(changed) {
      currentBurst = changed;
    },
    burstCallers: () => currentBurst.callers(),
    burst(caller, count = 1, taken = 0) {
      const decision = currentBurst.take(caller.key, count, taken);
      record(['burst'], decision, count - taken);
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

function emptyStats(): Record<ReportedWindow['name'], { taken: number; refused: number; nearEnd: number }> {
  const names = ['burst', ...POLICY_NAMES] as const;
  const entries = names.map((name) => [name, { taken: 0, refused: 0, nearEnd: 0 }]);
  return Object.fromEntries(entries) as ReturnType<typeof emptyStats>;
}
