/** Redis and the network fail in many words; the service knows few. */
import { StoreError, type StoreErrorCode } from '../port.ts';

interface Failure {
  readonly pattern: RegExp;
  readonly code: StoreErrorCode;
  /** What health may say. */
  readonly state: string;
}

export const ACCESS_REFUSED = 'access refused';

/** First match counts. All of these mean that nothing was decided, except a lost answer, which may over-count. */
const FAILURES: readonly Failure[] = [
  { pattern: /\bOOM\b/, code: 'full', state: 'out of memory' },
  { pattern: /\bREADONLY\b/, code: 'unavailable', state: 'read-only' },
  { pattern: /\b(LOADING|MASTERDOWN)\b/, code: 'unavailable', state: 'loading' },
  {
    pattern: /\b(CLUSTERDOWN|TRYAGAIN|MOVED|ASK|Too many Cluster redirections)\b/,
    code: 'unavailable',
    state: 'cluster down',
  },
  { pattern: /\b(MISCONF|NOREPLICAS)\b/, code: 'unavailable', state: 'writes refused' },
  { pattern: /\b(NOAUTH|WRONGPASS|NOPERM)\b/, code: 'unavailable', state: ACCESS_REFUSED },
  { pattern: /\bBUSY\b/, code: 'unavailable', state: 'busy' },
  { pattern: /another question/, code: 'unavailable', state: 'out of step' },
  { pattern: /deadline/, code: 'unavailable', state: 'slow' },
];

const UNREACHABLE = { code: 'unavailable', state: 'unreachable' } as const;

/** Answers that say that the store works and the question was wrong: they say nothing about its health. */
export function isOwnFault(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  // Older servers wrap what stopped a script into ERR.
  return (
    /^(WRONGTYPE|ERR|NOSCRIPT|CROSSSLOT)\b/.test(message) &&
    !FAILURES.some(({ pattern }) => pattern.test(message))
  );
}

export function stateOf(error: unknown): string {
  return failureOf(error).state;
}

/** The cause is kept for a debugger, but its words (they may name a host) are not in the message. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { code, state } = failureOf(error);
  if (state === ACCESS_REFUSED)
    return new StoreError(
      code,
      'the shared store: access refused; look at the user and password in STORE_URL',
    );
  return new StoreError(code, `the shared store is ${state}`);
}

function failureOf(error: unknown): Omit<Failure, 'pattern'> {
  const message = error instanceof Error ? error.message : String(error);
  return FAILURES.find(({ pattern }) => pattern.test(message)) ?? UNREACHABLE;
}
