/** The service's one catalogue of errors in JSON-RPC. */
import { PROBLEMS, type Problem, problemHeaders } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { errorOf2026, type RequestId, RPC_ERROR, type RpcError, serialiseAnswer } from './jsonrpc.ts';
import { headerNames2026 } from './rules.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

/** Statuses that say: write the message otherwise. The others say: not here, or not now. */
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

/** `id` is null where the message was not read. */
export function renderMcpProblem(
  problem: Problem,
  request?: Pick<RequestFacts, 'headers'>,
  id: RequestId | null = null,
): HttpAnswer {
  const error = rpcErrorOf(problem);
  const isOf2026 = request !== undefined && headerNames2026(request.headers);
  return {
    status: PROBLEMS[problem.code].status,
    headers: { ...problemHeaders(problem), ...JSON_TYPE },
    body: serialiseAnswer(id, 'error', Buffer.from(JSON.stringify(isOf2026 ? errorOf2026(error) : error))),
  };
}
