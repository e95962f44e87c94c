/** JSON-RPC 2.0 as MCP uses it: reads messages and serialises responses. */
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

export type { RequestId };

export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  /** Defined by MCP for era 2025. */
  resourceNotFound: -32002,
  /** The first code that JSON-RPC reserves for servers. We use it for limits, outages and HTTP rules. */
  refused: -32000,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * In 2026-07-28, the code of an application error must be outside the range that JSON-RPC reserves. A refusal then has
 * the HTTP status as its code. `rpcErrorOf` in `reply.ts` puts the status of every refusal into `data`.
 */
export function errorOf2026(error: RpcError): RpcError {
  if (error.code === RPC_ERROR.resourceNotFound) return { ...error, code: RPC_ERROR.invalidParams };
  if (error.code === RPC_ERROR.refused) return { ...error, code: Number(error.data?.['status']) };
  return error;
}

export type Params = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Params }
  /** A notification or a response of the client. It is accepted and gets no response. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly error: RpcError };

const NO_PARAMS: Params = Object.freeze({});

export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, 'A message must be a JSON object.');
  const id = isRequestId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0') return invalid(id, 'The member "jsonrpc" must be "2.0".');
  const { method, params } = value;
  if (method === undefined) return readResponse(value, id);
  if (typeof method !== 'string') return invalid(id, 'The member "method" must be a string.');
  if (Object.hasOwn(value, 'id') && id === null) {
    return invalid(null, 'The member "id" must be a string or a whole number no larger than 2^53 - 1.');
  }
  const given = params ?? NO_PARAMS;
  if (!isObject(given)) return invalid(id, 'The member "params" must be an object.');
  if (id === null) return { kind: 'silent' };
  return { kind: 'request', id, method, params: given };
}

/** A response has exactly one of `result` and `error`. */
function readResponse(value: Params, id: RequestId | null): Message {
  const isResponse = Object.hasOwn(value, 'result') !== Object.hasOwn(value, 'error');
  return isResponse ? { kind: 'silent' } : invalid(id, 'The member "method" is missing.');
}

const invalid = (id: RequestId | null, message: string): Message => ({
  kind: 'invalid',
  id,
  error: { code: RPC_ERROR.invalidRequest, message },
});

export const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A double cannot represent a larger number exactly, so the client would not recognise its id in the response. */
const isRequestId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

/** null or undefined: the id of the request is unknown. The response then has `"id": null`, or with undefined no `id`. */
export type AnswerId = RequestId | null | undefined;

/** One response in several pieces, so that a cached `json` is sent without a copy. */
export const serialiseAnswer = (
  id: AnswerId,
  member: 'result' | 'error',
  json: Buffer | string,
): readonly (Buffer | string)[] => [
  `{"jsonrpc":"2.0",${id === undefined ? '' : `"id":${JSON.stringify(id)},`}"${member}":`,
  json,
  '}',
];
