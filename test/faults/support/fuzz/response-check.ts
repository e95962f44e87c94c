/** Checks that a response has a documented status and shape, and that it shows no internals of the service. */
import Ajv2020 from 'ajv/dist/2020.js';
import type { RawResponse } from '../socket.ts';
import type { FuzzRequest } from './http.ts';

const STATUSES = new Set([
  200, 202, 204, 302, 303, 304, 400, 403, 404, 405, 406, 410, 413, 414, 415, 417, 422, 429, 431, 503,
]);
/** An unexpected error has the code `unavailable`, which is always a failure here. */
const EXPECTED_503 = new Set(['overloaded', 'protection_unavailable', 'data_unavailable']);
const INTERNALS =
  /node:internal|\n\s+at |node_modules|\.ts:\d|\/src\/|ERR_[A-Z_]+|FST_|TypeError|undefined is not/;
const CONTROL_OR_SPLIT = /[^\t\x20-\x7e\x80-\xff]/;
const SEEN_MAX = 5_000;

const SCHEMAS: readonly [RegExp, string][] = [
  [/^\/api\/v1\/plans\?/, 'Comparison'],
  [/^\/api\/v1\/countries(\?|$)/, 'Countries'],
  [/^\/(api\/v1\/)?health(\?|$)/, 'Health'],
];

export type ResponseCheck = (request: FuzzRequest, response: RawResponse) => string | null;

export async function createResponseCheck(url: string): Promise<ResponseCheck> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<
      string,
      { get: { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> } }
    >;
  };
  const ajv = new Ajv2020.default({ strict: false });
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  ajv.addSchema({ $id: 'doc', ...document });
  const refOf = (path: string, status: string) => {
    const content = document.paths[path]?.get.responses[status]?.content ?? {};
    const ref = Object.values(content)[0]?.schema.$ref;
    if (ref === undefined) throw new Error(`the document describes no ${status} of ${path}`);
    return ajv.compile({ $ref: `doc${ref}` });
  };
  const validators: Readonly<Record<string, ReturnType<typeof refOf>>> = {
    Comparison: refOf('/api/v1/plans', '200'),
    Countries: refOf('/api/v1/countries', '200'),
    Health: refOf('/api/v1/health', '200'),
    Problem: refOf('/api/v1/plans', '422'),
  };
  // The same body is received thousands of times, so it is validated once.
  const seen = new Set<string>();
  const matches = (schema: string, body: string): boolean => {
    const key = `${schema} ${body.length > 200 ? body.slice(0, 100) + body.length + body.slice(-400) : body}`;
    if (seen.has(key)) return true;
    if (seen.size > SEEN_MAX) seen.clear();
    seen.add(key);
    return validators[schema]!(JSON.parse(Buffer.from(body, 'latin1').toString())) === true;
  };

  return ({ method, path }, { status, headers, body }) => {
    if (!STATUSES.has(status)) return `status ${status}`;
    if (headers['x-injected'] !== undefined || headers['set-cookie'] !== undefined)
      return 'an injected header';
    const odd = Object.entries(headers).find(([, value]) => CONTROL_OR_SPLIT.test(value));
    if (odd !== undefined) return `a control character in ${odd[0]}`;
    if (status === 302 && !/^https:\/\/[\w.-]+\.example\//.test(headers['location'] ?? ''))
      return 'an open redirect';
    if (status === 303 && !/^\/(?![/\\])/.test(headers['location'] ?? ''))
      return 'a redirect to another site';
    if (status >= 400 && headers['cache-control'] !== 'no-store') return 'an error that may be stored';
    if (method === 'HEAD' || headers['content-encoding'] !== undefined) return null;
    if (INTERNALS.test(status === 200 && !path.startsWith('/mcp') ? body.slice(0, 300) : body))
      return 'internals of the service';
    const type = headers['content-type'] ?? '';
    if (type.startsWith('application/problem+json')) {
      if (!matches('Problem', body)) return 'a problem that does not match its schema';
      if (status === 503 && !EXPECTED_503.has((JSON.parse(body) as { code: string }).code))
        return 'an unexpected error';
    } else if (status >= 500) {
      // Tools and pages have their own formats. Only an unexpected error has this text.
      const isExpected = status === 503 && (headers['retry-after'] !== undefined || path.includes('health'));
      if (!isExpected || body.includes('Something went wrong')) return `${status} as ${type}`;
    }
    // The server card is a document, so its errors are problem documents.
    if (/^\/mcp(?!\/server-card)(?:[?/]|$)/.test(path) && method === 'POST' && status !== 202 && !isRpc(body))
      return 'no JSON-RPC response';
    if (method !== 'GET' || status !== 200) return null;
    const schema = SCHEMAS.find(([pattern]) => pattern.test(path))?.[1];
    return schema === undefined || matches(schema, body)
      ? null
      : `a ${schema} that does not match its schema`;
  };
}

function isRpc(body: string): boolean {
  const isOne = (value: unknown) => {
    const { jsonrpc, id, result, error } = value as Record<string, unknown>;
    // An error without a known id has none, or null before the protocol version 2025-11-25.
    const isUnknown = error !== undefined && (id === undefined || id === null);
    const isId = isUnknown || typeof id === 'string' || typeof id === 'number';
    return jsonrpc === '2.0' && isId && (result === undefined) !== (error === undefined);
  };
  const parsed: unknown = JSON.parse(body);
  return Array.isArray(parsed) ? parsed.length > 0 && parsed.every(isOne) : isOne(parsed);
}
