/** Puts an answer on the wire. */
import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './route.ts';
import { writeWhole } from './whole.ts';

/** Headers that every answer of an area carries, spelled once. */
export interface ConstantHeaders {
  /** Name, value, name, value: no object is made for a request. */
  readonly flat: readonly string[];
  /** The same as lines of a head. */
  readonly lines: string;
}

export const constantHeaders = (headers: Readonly<Record<string, string>>): ConstantHeaders => ({
  flat: Object.entries(headers).flat(),
  lines: Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join(''),
});

export function writeAnswer(
  response: ServerResponse,
  isHead: boolean,
  constant: ConstantHeaders,
  answer: HttpAnswer,
  requestId: string,
): void {
  const { status, headers, body } = answer;
  if (answer.isBinary && !isHead && writeWhole(response, constant.lines, answer, requestId)) return;
  const head = constant.flat.slice();
  for (const name in headers) head.push(name, headers[name]!);
  head.push('X-Request-Id', requestId);
  const bodiless = status === 304 || status === 204;
  if (!bodiless) head.push('Content-Length', String(lengthOf(answer)));
  response.writeHead(status, head);
  if (isHead || body === null || bodiless) response.end();
  else response.end(body, answer.isBinary ? 'latin1' : 'utf8');
}

function lengthOf({ body, isBinary }: HttpAnswer): number {
  if (body === null) return 0;
  return typeof body === 'string' && !isBinary ? Buffer.byteLength(body) : body.length;
}
