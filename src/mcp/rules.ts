/** The HTTP rules for a request to the endpoint. Each returns a problem, or null if the request follows it. */
import type { IncomingHttpHeaders } from 'node:http';
import { acceptsJson } from '../http/negotiate.ts';
import type { Problem } from '../http/problems.ts';

export const VERSION_2026 = '2026-07-28';

export const hasHeaderOf2026 = (headers: IncomingHttpHeaders): boolean =>
  headers['mcp-protocol-version'] === VERSION_2026;

/**
 * The id of an error whose request is unknown. JSON-RPC and the older versions have null. From 2025-11-25 on, the error
 * has no id.
 */
export const unknownIdFor = (headers: IncomingHttpHeaders): null | undefined =>
  headers['mcp-protocol-version'] === '2025-11-25' || hasHeaderOf2026(headers) ? undefined : null;

export interface OriginOptions {
  readonly baseUrl: string;
  readonly baseUrlIsSet: boolean;
  /** Known once the service listens. */
  readonly port: () => number;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Browsers send `Origin`; other clients do not. A page of another origin must not reach the service. */
export function originRule({ baseUrl, baseUrlIsSet, port }: OriginOptions) {
  // A base URL may have a path. An origin never has one.
  const own = new URL(baseUrl).origin;
  const isOurs = (origin: string): boolean => {
    if (baseUrlIsSet) return origin === own;
    // Browsers leave out the port if it is 80, and so does `URL`.
    return LOOPBACK_NAMES.some((name) => origin === new URL(`http://${name}:${port()}`).origin);
  };
  return ({ origin }: IncomingHttpHeaders): Problem | null =>
    origin === undefined || isOurs(origin)
      ? null
      : { code: 'forbidden_origin', detail: 'Browsers may call this endpoint from its own origin only.' };
}

const NOT_ACCEPTABLE: Problem = {
  code: 'not_acceptable',
  detail: 'Answers are application/json; let Accept include it.',
};

export const acceptRule = (headers: IncomingHttpHeaders): Problem | null =>
  acceptsJson(headers) ? null : NOT_ACCEPTABLE;

const NOT_JSON: Problem = {
  code: 'unsupported_media_type',
  detail: 'Send one JSON-RPC message as Content-Type: application/json, in UTF-8, not compressed.',
};
const JSON_CONTENT = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Parameters other than the charset are ignored. An empty charset states none. */
export function contentRule(headers: IncomingHttpHeaders): Problem | null {
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1] || 'utf-8';
  return isPlain && JSON_CONTENT.test(type) && /^utf-?8$/i.test(charset) ? null : NOT_JSON;
}
