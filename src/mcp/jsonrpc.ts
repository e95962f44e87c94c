/** JSON-RPC 2.0 as MCP uses it: what a message is, and how an answer is serialised. */
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

export type { RequestId };

export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Of MCP, until 2026. */
  resourceNotFound: -32002,
  /** The first code that JSON-RPC leaves to servers: limits, outages and HTTP rules. */
  refused: -32000,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The codes that 2026-07-28 took back: ours then stand outside of what JSON-RPC reserves, with the HTTP status as number. */
export function errorOf2026(error: RpcError): RpcError {
  if (error.code === RPC_ERROR.resourceNotFound) return { ...error, code: RPC_ERROR.invalidParams };
  return error.code === RPC_ERROR.refused ? { ...error, code: Number(error.data?.['status']) } : error;
}

export type Params = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Params }
  /** A notification, or a client's response: taken, never answered. */
  | { readonly kind: 'silent'; readonly method: string | null }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly error: RpcError };

const NO_PARAMS: Params = Object.freeze({});

export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, 'A message must be a JSON object.');
  const hasId = Object.hasOwn(value, 'id');
  const id = isRequestId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0') return invalid(id, 'The member "jsonrpc" must be "2.0".');
  const { method, params } = value;
  if (method === undefined) return readResponse(value, id);
  if (typeof method !== 'string') return invalid(id, 'The member "method" must be a string.');
  if (hasId && id === null) {
    return invalid(null, 'The member "id" must be a string or a number no larger than 2^53 - 1.');
  }
  const isAbsent = params === undefined || params === null;
  if (!isAbsent && !isObject(params)) return invalid(id, 'The member "params" must be an object.');
  if (id === null) return { kind: 'silent', method };
  return { kind: 'request', id, method, params: isAbsent ? NO_PARAMS : params };
}

function readResponse(value: Params, id: RequestId | null): Message {
  const isResponse = Object.hasOwn(value, 'result') !== Object.hasOwn(value, 'error');
  return isResponse ? { kind: 'silent', method: null } : invalid(id, 'The member "method" is missing.');
}

const invalid = (id: RequestId | null, message: string): Message => ({
  kind: 'invalid',
  id,
  error: { code: RPC_ERROR.invalidRequest, message },
});

export const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number that a double cannot hold would come back as another one, and its caller would wait for ever. */
const isRequestId = (id: unknown): id is RequestId =>
  typeof id === 'string' || (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER);

/** One answer, in pieces. `json` is a whole value that was serialised before, often long ago: it is not made again. */
export const serialiseAnswer = (
  id: RequestId | null,
  member: 'result' | 'error',
  json: Buffer | string,
): readonly (Buffer | string)[] => [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${member}":`, json, '}'];
