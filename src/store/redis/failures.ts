/** Redis and the network fail in many words; the service knows few. */
import { StoreError } from '../port.ts';

export const ACCESS_REFUSED = 'access refused';
const OUT_OF_MEMORY = 'out of memory';

/** What health may say. First match counts. All mean that nothing was decided, except a lost answer, which may over-count. */
const STATES: readonly (readonly [pattern: RegExp, state: string])[] = [
  [/\bOOM\b/, OUT_OF_MEMORY],
  [/\bREADONLY\b/, 'read-only'],
  [/\b(LOADING|MASTERDOWN)\b/, 'loading'],
  [/\b(CLUSTERDOWN|TRYAGAIN|MOVED|ASK|Too many Cluster redirections)\b/, 'cluster down'],
  [/\b(MISCONF|NOREPLICAS)\b/, 'writes refused'],
  [/\b(NOAUTH|WRONGPASS|NOPERM)\b/, ACCESS_REFUSED],
  [/\bBUSY\b/, 'busy'],
  [/another question/, 'out of step'],
  [/deadline/, 'slow'],
];

/** Answers that say that the store works and the question was wrong: they say nothing about its health. */
export function isOwnFault(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  // Older servers wrap what stopped a script into ERR.
  return (
    /^(WRONGTYPE|ERR|NOSCRIPT|CROSSSLOT)\b/.test(message) &&
    !STATES.some(([pattern]) => pattern.test(message))
  );
}

export function stateOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return STATES.find(([pattern]) => pattern.test(message))?.[1] ?? 'unreachable';
}

/** What the server or the network said may name a host, so it is not repeated. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const state = stateOf(error);
  const code = state === OUT_OF_MEMORY ? 'full' : 'unavailable';
  if (state === ACCESS_REFUSED)
    return new StoreError(
      code,
      'the shared store: access refused; look at the user and password in STORE_URL',
    );
  return new StoreError(code, `the shared store is ${state}`);
}
