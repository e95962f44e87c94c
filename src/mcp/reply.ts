/** What the protocol says to one request, before it is put into an HTTP answer or into a batch. */
import type { Admitted, Refused } from '../comparison/answers.ts';
import { PROBLEMS, type Problem, problemHeaders } from '../http/problems.ts';
import { RPC_ERROR, type RpcError } from './jsonrpc.ts';
import { rpcErrorOf } from './problem.ts';

export type Reply = {
  /** The HTTP status where the request came alone. */
  readonly status: number;
  /** Headers besides the quota's, where the request came alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** How the caller's quota stands, where the request was counted. */
  readonly decision: Admitted | Refused | null;
} & (
  | { readonly member: 'result'; readonly json: Buffer }
  | { readonly member: 'error'; readonly error: RpcError }
);

const NONE = Object.freeze({});

/** `json` is a whole JSON object. */
export const result = (json: string | Buffer, decision: Admitted | null = null): Reply => ({
  member: 'result',
  json: typeof json === 'string' ? Buffer.from(json) : json,
  status: 200,
  headers: NONE,
  decision,
});

export const failure = (error: RpcError, status = 200): Reply => ({
  member: 'error',
  error,
  status,
  headers: NONE,
  decision: null,
});

export const invalidParams = (message: string, status = 200): Reply =>
  failure({ code: RPC_ERROR.invalidParams, message }, status);

export const refusal = (problem: Problem, decision: Refused | null = null): Reply => ({
  member: 'error',
  error: rpcErrorOf(problem),
  status: PROBLEMS[problem.code].status,
  headers: problemHeaders(problem),
  decision,
});
