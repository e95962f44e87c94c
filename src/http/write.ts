/** Puts an answer on the wire. Header names and values go out as one flat list: no object is made for a request. */
import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './route.ts';

export type FlatHeaders = readonly string[];

export const flatten = (headers: Readonly<Record<string, string>>): FlatHeaders =>
  Object.entries(headers).flat();

export function writeAnswer(
  response: ServerResponse,
  isHead: boolean,
  constant: FlatHeaders,
  { status, headers, body }: HttpAnswer,
  requestId: string,
): void {
  const head = constant.slice();
  for (const name in headers) head.push(name, headers[name]!);
  head.push('X-Request-Id', requestId);
  const bodiless = status === 304 || status === 204;
  if (!bodiless) head.push('Content-Length', String(lengthOf(body)));
  response.writeHead(status, head);
  if (isHead || body === null || bodiless) response.end();
  else response.end(body);
}

function lengthOf(body: HttpAnswer['body']): number {
  if (body === null) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}
