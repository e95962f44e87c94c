/**
 * From a socket and its headers to a caller. Reading and hashing an address costs more than a whole decision, so the
 * callers of the last minute or two are remembered; then their addresses are gone from memory as well.
 */
import { callerAddress, createCallerKeys, type TrustedProxies } from './caller.ts';
import { Recent } from './recent.ts';

/** Who asks, as far as anything after this point may know. */
export interface Caller {
  /** The keyed hash of the network. */
  readonly key: string;
}

/** A busy minute of one process has no more callers. About 20 MB when full. */
const RECENT_CALLERS = 100_000;
/** Used within the last minute: remembered. Not used for two: forgotten. */
const TURN_MS = 60_000;
/** Longer lists of hops are read anew each time, so that a stranger's header cannot fill the memory. */
const LONGEST_REMEMBERED = 100;

export interface Identity {
  /** `peer` and `forwardedFor` as Node gives them: `socket.remoteAddress`, `headers['x-forwarded-for']`. */
  identify(peer: string | undefined, forwardedFor: string | readonly string[] | undefined): Caller;
  /** Forgets what was not used lately. To be called now and then. */
  tidy(now: number): void;
}

export function createIdentity(
  secret: Uint8Array,
  trusted: TrustedProxies | null,
  recent = new Recent<Caller>(RECENT_CALLERS),
): Identity {
  const keyOf = createCallerKeys(secret);
  let turnedAt = Number.NEGATIVE_INFINITY;
  return {
    identify(peer = '', forwardedFor) {
      const isDirect = forwardedFor === undefined || trusted === null;
      // No address holds a blank, so the pair can be read in one way only.
      const asked = isDirect ? peer : `${peer} ${String(forwardedFor)}`;
      const known = recent.get(asked);
      if (known !== undefined) return known;
      const caller = { key: keyOf(callerAddress(peer, isDirect ? undefined : forwardedFor, trusted)) };
      if (asked.length <= LONGEST_REMEMBERED) recent.set(asked, caller);
      return caller;
    },
    tidy(now) {
      // A clock that was set back counts as time that has passed.
      if (Math.abs(now - turnedAt) < TURN_MS) return;
      turnedAt = now;
      recent.turn();
    },
  };
}
