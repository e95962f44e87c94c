/**
 * Head and body of a small answer in one piece and one write. Node checks and joins a head line by line and sends it
 * beside the body, which is a fifth of all the work for a cached answer (docs/decisions/0005-head-and-body-in-one-write.md).
 *
 * It sets what `writeHead` would have set. That is private to Node, whose version is pinned; a test compares both ways
 * byte by byte, and where anything about a request is out of the ordinary, Node's own way is taken.
 */
import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from './node.ts';
import type { HttpAnswer } from './route.ts';

interface NodeResponse {
  _header: string | null;
  readonly _expect_continue: boolean;
  readonly _keepAliveTimeout: number;
  readonly _maxRequestsPerSocket: number | undefined;
  readonly maxRequestsOnConnectionReached: boolean;
}

/** With any of these, a value could become a second header, or a second answer. */
const NO_PART_OF_A_VALUE = /[^\t\x20-\x7e]/;

/** False where it must be done in Node's own way; nothing has happened then. */
export function writeWhole(
  response: ServerResponse,
  constantLines: string,
  { status, headers, body }: HttpAnswer,
  requestId: string,
): boolean {
  const node = response as unknown as NodeResponse;
  const isOrdinary =
    response.shouldKeepAlive &&
    node._header === null &&
    !node.maxRequestsOnConnectionReached &&
    !node._expect_continue &&
    typeof body === 'string' &&
    headers['Connection'] === undefined;
  if (!isOrdinary) return false;
  let lines = '';
  let values = '';
  for (const name in headers) {
    const value = headers[name]!;
    lines += `${name}: ${value}\r\n`;
    values += value;
  }
  if (NO_PART_OF_A_VALUE.test(values)) return false;
  response.statusCode = status;
  const timeout = Math.floor(node._keepAliveTimeout / 1000);
  node._header = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${constantLines}${lines}X-Request-Id: ${requestId}\r\nContent-Length: ${body.length}\r\nDate: ${dateNow()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${timeout}, max=${node._maxRequestsPerSocket}\r\n\r\n`;
  response.end(body, 'latin1');
  return true;
}

let second = 0;
let date = '';

/** Spelled once in a second. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}
