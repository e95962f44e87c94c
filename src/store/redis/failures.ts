/** Maps the errors of Redis and of the network to the few states that the service reports. */
import { StoreError } from '../port.ts';
import type { RedisTarget } from './url.ts';

export const SLOW = 'slow';
export const ACCESS_REFUSED = 'access refused';
const UNREACHABLE = 'unreachable';

/** The states that health reports. The first match applies. */
const STATES: readonly (readonly [pattern: RegExp, state: string])[] = [
  [/\bOOM\b/, 'out of memory'],
  [/\bREADONLY\b/, 'read-only'],
  [/\b(LOADING|MASTERDOWN)\b/, 'loading'],
  [/\b(CLUSTERDOWN|TRYAGAIN|MOVED|ASK|Too many Cluster redirections)\b/, 'cluster down'],
  [/\b(MISCONF|NOREPLICAS)\b/, 'writes refused'],
  [/\b(NOAUTH|WRONGPASS|NOPERM)\b|user executing the script can't/, ACCESS_REFUSED],
  [/\bBUSY\b/, 'busy'],
  [/timed out/i, SLOW],
];

/** Errors of a wrong command, which do not mean that the server fails. */
export function isCommandError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return (
    /^(WRONGTYPE|ERR|NOSCRIPT|CROSSSLOT)\b/.test(message) &&
    // Older servers wrap the error of a script in ERR, so a state counts more than ERR.
    !STATES.some(([pattern]) => pattern.test(message))
  );
}

export function stateOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return STATES.find(([pattern]) => pattern.test(message))?.[1] ?? UNREACHABLE;
}

/** The message of the server or the network may contain a host, so it is not repeated. */
export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const state = stateOf(error);
  if (state === ACCESS_REFUSED)
    return new StoreError(
      'unavailable',
      'the shared store refused access: check the user and password in STORE_URL',
    );
  return new StoreError('unavailable', `the shared store cannot be used: ${state}`);
}

/** The error of a failed start. It may name the server, because only the operator sees it. */
export function openErrorOf({ nodes }: Pick<RedisTarget, 'nodes'>, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const state = stateOf(error);
  const at = nodes.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ');
  const cause = tlsFault(error) ?? permissionFault(error);
  if (cause !== null) return new StoreError('unavailable', `Redis at ${at} cannot be used: ${cause}`);
  if (state === UNREACHABLE) return new StoreError('unavailable', `cannot connect to Redis at ${at}`);
  if (state === ACCESS_REFUSED)
    return new StoreError('unavailable', `Redis at ${at} refused the user or the password of STORE_URL`);
  return new StoreError('unavailable', `Redis at ${at} cannot be used: ${state}`);
}

const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Returns why the certificate of the server is not accepted, or null for another error. */
function tlsFault(error: unknown): string | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (UNKNOWN_AUTHORITY.has(code))
    return 'its certificate is of an unknown authority; name the certificate of the authority in NODE_EXTRA_CA_CERTS';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'its certificate is for another name; use the name of the certificate in STORE_URL';
  return code === 'CERT_HAS_EXPIRED' ? 'its certificate has expired' : null;
}

/** `NOPERM` names the command, the key or the channel that the user may not use. The error of a script names nothing. */
function permissionFault(error: unknown): string | null {
  const message = error instanceof Error ? error.message : '';
  if (/user executing the script can't/.test(message))
    return 'its user may not run the commands of the scripts, which read and write; grant them (docs/operating.md lists the permissions)';
  if (!/\bNOPERM\b/.test(message)) return null;
  const command = /run the '([^']+)' command/.exec(message)?.[1];
  if (command !== undefined)
    return `its user may not run ${command.toUpperCase().replace('|', ' ')}; grant the command (docs/operating.md lists the permissions)`;
  if (/channel/.test(message)) return 'its user may not use the channels of the service; grant them with &';
  return 'its user may not read and write the keys of the service; grant them with ~';
}
