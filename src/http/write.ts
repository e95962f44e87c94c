/** Puts an answer on the wire. */
import type { ServerResponse } from 'node:http';
import { type FixedHeaders, NO_HEADERS } from './fixed.ts';
import type { HttpAnswer } from './route.ts';
import { writeWhole } from './whole.ts';

export function writeAnswer(
  response: ServerResponse,
  isHead: boolean,
  constant: FixedHeaders,
  answer: HttpAnswer,
  requestId: string,
): void {
  const { status, headers, fixed = NO_HEADERS, body } = answer;
  if (answer.isBinary && !isHead && writeWhole(response, constant, answer, requestId)) return;
  const head = [...constant.flat, ...fixed.flat];
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
