/**
 * Head and body of a small answer in one piece and one write. Node checks and joins a head line by line and sends it
 * beside the body, which is a fifth of all the work for a cached answer (docs/decisions/0005-head-and-body-in-one-write.md).
 *
 * It sets what `writeHead` would have set. That is private to Node, whose version is pinned; a test compares both ways
 * byte by byte, and where anything about a request is out of the ordinary, Node's own way is taken.
 */
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { type FixedHeaders, isFit, NO_HEADERS } from './fixed.ts';
import type { HttpAnswer } from './route.ts';

interface NodeResponse {
  _header: string | null;
  readonly _expect_continue: boolean;
  readonly _keepAliveTimeout: number;
  readonly _maxRequestsPerSocket: number | undefined;
  readonly maxRequestsOnConnectionReached: boolean;
}

/** False where it must be done in Node's own way; nothing has happened then. */
export function writeWhole(
  response: ServerResponse,
  constant: FixedHeaders,
  { status, headers, fixed = NO_HEADERS, body }: HttpAnswer,
  requestId: string,
): boolean {
  const node = response as unknown as NodeResponse;
  const isOrdinary =
    response.shouldKeepAlive &&
    node._header === null &&
    !node.maxRequestsOnConnectionReached &&
    !node._expect_continue &&
    typeof body === 'string' &&
    constant.lines !== null &&
    fixed.lines !== null &&
    headers['Connection'] === undefined;
  if (!isOrdinary) return false;
  let lines = '';
  let values = '';
  for (const name in headers) {
    const value = headers[name]!;
    lines += `${name}: ${value}\r\n`;
    values += value;
  }
  if (!isFit(values)) return false;
  response.statusCode = status;
  const firstLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  node._header = `${firstLine}${constant.lines}${fixed.lines}${lines}X-Request-Id: ${requestId}\r\nContent-Length: ${body.length}\r\n${lastLines(node)}`;
  response.end(body, 'latin1');
  return true;
}

let second = 0;
let timeoutMs = 0;
let maxRequests: number | undefined;
let spelled = '';

/** Spelled once in a second. */
function lastLines({ _keepAliveTimeout, _maxRequestsPerSocket }: NodeResponse): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second || timeoutMs !== _keepAliveTimeout || maxRequests !== _maxRequestsPerSocket) {
    second = now;
    timeoutMs = _keepAliveTimeout;
    maxRequests = _maxRequestsPerSocket;
    const date = new Date(now * 1000).toUTCString();
    const timeout = Math.floor(timeoutMs / 1000);
    spelled = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${timeout}, max=${maxRequests}\r\n\r\n`;
  }
  return spelled;
}
