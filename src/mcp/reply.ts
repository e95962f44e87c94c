/** Replies of the protocol, and the service's problems as JSON-RPC errors and as HTTP responses. */
import { COMPRESS_FROM_BYTES, compress, QUICK } from '../answers/compression.ts';
import { encodingFor } from '../http/negotiate.ts';
import { type Problem, problemHeaders } from '../http/problems.ts';
import { bodyPieces, type HttpAnswer, type RequestFacts } from '../http/router.ts';
import type { Admission, Decision, Refusal } from '../limits/port.ts';
import { PROBLEMS } from '../wire/schemas/problem.ts';
import { errorOf2026, RPC_ERROR, type RpcError, serialiseAnswer } from './jsonrpc.ts';
import { hasHeaderOf2026, unknownIdFor } from './rules.ts';

export type Reply = {
  /** The HTTP status if the request is not part of a batch. */
  readonly status: number;
  /** Headers besides those of the quota, if the request is not part of a batch. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decision of the limits, or null if the request was not counted. */
  readonly decision: Decision | null;
} & (
  | { readonly member: 'result'; readonly json: Buffer }
  | { readonly member: 'error'; readonly error: RpcError }
);

const NO_HEADERS = Object.freeze({});

/** `json` is a complete JSON object. */
export const result = (json: string | Buffer, decision: Admission | null = null): Reply => ({
  member: 'result',
  json: typeof json === 'string' ? Buffer.from(json) : json,
  status: 200,
  headers: NO_HEADERS,
  decision,
});

export const failure = (error: RpcError, status = 200): Reply => ({
  member: 'error',
  error,
  status,
  headers: NO_HEADERS,
  decision: null,
});

export const invalidParams = (message: string, status = 200): Reply =>
  failure({ code: RPC_ERROR.invalidParams, message }, status);

export const problemReply = (problem: Problem, decision: Refusal | null = null): Reply => ({
  member: 'error',
  error: rpcErrorOf(problem),
  status: PROBLEMS[problem.code].status,
  headers: problemHeaders(problem),
  decision,
});

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

/** Statuses that mean that the client must change its message. */
const MALFORMED: ReadonlySet<number> = new Set([400, 406, 413, 415]);

export function rpcErrorOf({ code, detail, limit, retryAfterSeconds }: Problem): RpcError {
  const { status } = PROBLEMS[code];
  return {
    code: MALFORMED.has(status) ? RPC_ERROR.invalidRequest : RPC_ERROR.refused,
    message: detail,
    data: {
      status,
      ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
      ...(limit === undefined ? {} : { limit }),
    },
  };
}

/** A problem of an HTTP request whose message was not read, so that its id is unknown. */
export function renderMcpProblem(problem: Problem, request?: Pick<RequestFacts, 'headers'>): HttpAnswer {
  const error = rpcErrorOf(problem);
  const headers = request?.headers ?? {};
  return {
    status: PROBLEMS[problem.code].status,
    headers: { ...problemHeaders(problem), ...JSON_TYPE },
    body: serialiseAnswer(
      unknownIdFor(headers),
      'error',
      JSON.stringify(hasHeaderOf2026(headers) ? errorOf2026(error) : error),
    ),
  };
}

/** Compresses a response if the client accepts that. It contains the id of its request, so no cache can keep the bytes. */
export async function compressed(
  answer: HttpAnswer,
  { headers }: Pick<RequestFacts, 'headers'>,
): Promise<HttpAnswer> {
  const encoding = encodingFor(headers);
  if (encoding === 'identity') return answer;
  const pieces = bodyPieces(answer).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  const body = Buffer.concat(pieces);
  if (body.length < COMPRESS_FROM_BYTES) return answer;
  const encodedHeaders = { ...answer.headers, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' };
  return { ...answer, headers: encodedHeaders, body: await compress(body, encoding, QUICK) };
}
