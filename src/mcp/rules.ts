/** What HTTP asks of a request to the endpoint, each rule by itself. null: the rule is kept. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../http/problems.ts';

export const VERSION_2026 = '2026-07-28';

export const headerNames2026 = (headers: IncomingHttpHeaders): boolean =>
  headers['mcp-protocol-version'] === VERSION_2026;

export interface OriginOptions {
  readonly baseUrl: string;
  readonly baseUrlIsSet: boolean;
  /** Known once the service listens. */
  readonly port: () => number;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** A browser always names its origin, other clients never do; a page of another origin must not reach the service. */
export function originRule({ baseUrl, baseUrlIsSet, port }: OriginOptions) {
  // A base URL may have a path; an origin never has.
  const own = new URL(baseUrl).origin;
  const isOurs = (origin: string): boolean => {
    if (baseUrlIsSet) return origin === own;
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

export function acceptRule({ accept }: IncomingHttpHeaders): Problem | null {
  // What every MCP client sends, without the cost of reading it.
  const isPlain = accept === undefined || (accept.includes('application/json') && !accept.includes('q='));
  return isPlain || takesJson(accept) ? null : NOT_ACCEPTABLE;
}

/** The most specific range decides; a range that is not named is taken only by a wider one. */
function takesJson(accept: string): boolean {
  const quality = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (range !== '') quality.set(range, q === undefined ? 1 : Number(q) || 0);
  }
  if (quality.size === 0) return true;
  return (quality.get('application/json') ?? quality.get('application/*') ?? quality.get('*/*') ?? 0) > 0;
}

const NOT_JSON: Problem = {
  code: 'unsupported_media_type',
  detail: 'Send one JSON-RPC message as Content-Type: application/json, in UTF-8, not compressed.',
};
const JSON_CONTENT = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Parameters that say nothing of the charset are nobody's business. */
export function contentRule(headers: IncomingHttpHeaders): Problem | null {
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  return isPlain && JSON_CONTENT.test(type) && /^utf-?8$/i.test(charset) ? null : NOT_JSON;
}
