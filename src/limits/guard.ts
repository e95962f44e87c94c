/** The one face of protection that REST, MCP and the page use: who asks, the burst guard, the quota, and its figures. */
import type { BurstDecision, BurstGuard } from './burst.ts';
import { callerAddress, createCallerKeys, type TrustedProxies } from './caller.ts';
import { POLICY_NAMES, type RequestKind, WINDOWS_OF } from './policies.ts';
import type { CounterStore, Decision, Receipt, Refusal, WindowState } from './port.ts';
import { Recent, remembered } from './recent.ts';

/** Who asks, as far as anything after this point may know. */
export interface Caller {
  /** The keyed hash of the network. */
  readonly key: string;
}

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
  /** `peer` and `forwardedFor` as Node gives them: `socket.remoteAddress`, `headers['x-forwarded-for']`. */
  identify(peer: string | undefined, forwardedFor: string | readonly string[] | undefined): Caller;
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
  readonly onEvent?: (event: GuardEvent) => void;
}

const NEAR_END_SHARE = 0.1;
/** Sockets whose caller is remembered, so that reading an address is not paid for each request. About 2 MB. */
const RECENT_PEERS = 10_000;

export function createGuard({ counters, burst, secret, trusted, onEvent = () => {} }: GuardOptions): Guard {
  const keyOf = createCallerKeys(secret);
  const callerOf = (address: string): Caller => ({ key: keyOf(address) });
  const directCaller = remembered(RECENT_PEERS, (peer) => callerOf(callerAddress(peer, undefined, null)));
  const proxiedCaller = createProxiedCaller(callerOf);
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
      if (forwardedFor === undefined) return directCaller(peer ?? '');
      if (trusted !== null) return proxiedCaller(peer ?? '', forwardedFor, trusted);
      if (!hasWarned) {
        hasWarned = true;
        onEvent({ type: 'forwarded_header_ignored' });
      }
      return directCaller(peer ?? '');
    },
    burst(caller, count = 1) {
      const decision = burst.take(caller.key, count);
      record(['burst'], decision, count);
      return decision;
    },
    take(kind, caller) {
      const decision = counters.take(kind, caller.key);
      return decision instanceof Promise
        ? decision.then((made) => recordQuota(kind, made))
        : recordQuota(kind, decision);
    },
    refusal(kind, caller) {
      const refused = counters.refusal(kind, caller.key);
      if (refused !== null) recordQuota(kind, refused);
      return refused;
    },
    giveBack: (receipt) => counters.giveBack(receipt),
    stats: () => structuredClone(stats),
  };
}

/** Longer lists are read anew each time, so that a stranger's header cannot fill the memory. */
const LONGEST_REMEMBERED = 100;

/** Behind a proxy a few pairs of peer and header come again and again; reading them costs more than all the rest. */
function createProxiedCaller(callerOf: (address: string) => Caller) {
  const recent = new Recent<Caller>(RECENT_PEERS);
  return (peer: string, forwardedFor: string | readonly string[], trusted: TrustedProxies): Caller => {
    // No address holds a blank, so the pair can be read in one way only.
    const pair = `${peer} ${typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')}`;
    const known = recent.get(pair);
    if (known !== undefined) return known;
    const caller = callerOf(callerAddress(peer, forwardedFor, trusted));
    if (pair.length <= LONGEST_REMEMBERED) recent.set(pair, caller);
    return caller;
  };
}

function emptyStats(): Record<WindowState['name'], { taken: number; refused: number; nearEnd: number }> {
  const names = ['burst', ...POLICY_NAMES] as const;
  const entries = names.map((name) => [name, { taken: 0, refused: 0, nearEnd: 0 }]);
  return Object.fromEntries(entries) as ReturnType<typeof emptyStats>;
}
