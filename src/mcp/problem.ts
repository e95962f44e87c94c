/** The service's one catalogue of errors in JSON-RPC. */
import { PROBLEMS, type Problem, problemHeaders } from '../http/problems.ts';
import type { HttpAnswer } from '../http/route.ts';
import { type RequestId, RPC_ERROR, type RpcError, serialiseAnswer } from './jsonrpc.ts';

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

export function renderMcpProblem(problem: Problem, id: RequestId | null = null): HttpAnswer {
  return {
    status: PROBLEMS[problem.code].status,
    headers: { ...problemHeaders(problem), ...JSON_TYPE },
    body: Buffer.from(serialiseAnswer(id, 'error', JSON.stringify(rpcErrorOf(problem)))),
  };
}
