/**
 * The HTTP rules of the endpoint: one POST, one JSON answer, no session and no stream. It knows nothing of methods and
 * tools; the protocol in force answers each request.
 */
import { isUtf8 } from 'node:buffer';
import type { Admitted, Refused } from '../comparison/answers.ts';
import { NO_STORE } from '../http/headers.ts';
import type { HttpAnswer, RequestFacts } from '../http/route.ts';
import { burstProblem } from '../http/send.ts';
import type { Guard } from '../limits/guard.ts';
import { rateLimitHeaders } from '../limits/headers.ts';
import {
  isObject,
  type Message,
  type RequestId,
  RPC_ERROR,
  readMessage,
  spellAnswer,
  spellBatch,
} from './jsonrpc.ts';
import { JSON_TYPE, renderMcpProblem } from './problem.ts';
import type { Protocol, Protocols } from './protocol/protocol.ts';
import { failure, type Reply } from './reply.ts';
import { acceptRule, contentRule, type OriginOptions, originRule } from './rules.ts';

export interface TransportOptions {
  readonly protocols: Protocols;
  readonly guard: Pick<Guard, 'burst'>;
  readonly origin: OriginOptions;
}

/** The service's own figure: a person's assistant asks a few things at once, a loop asks many. */
export const BATCH_MAX = 20;

export function createTransport({ protocols, guard, origin }: TransportOptions) {
  const originProblem = originRule(origin);
  const spoken = [...protocols.byVersion.keys()].join(', ');
  const unsupportedVersion = invalidRequest(
    `This MCP-Protocol-Version is not supported; the versions are ${spoken}.`,
  );

  return (request: RequestFacts): HttpAnswer | Promise<HttpAnswer> => {
    const { headers, body } = request;
    const problem = originProblem(headers) ?? acceptRule(headers) ?? contentRule(headers);
    if (problem !== null) return renderMcpProblem(problem);
    const parsed = parse(body);
    if (parsed === undefined) return alone(null, PARSE_ERROR);
    if (Array.isArray(parsed)) return batch(parsed, request);
    return single(readMessage(parsed), request);
  };

  function single(message: Message, request: RequestFacts): HttpAnswer | Promise<HttpAnswer> {
    if (message.kind === 'invalid') return alone(message.id, failure(message.error, 400));
    const protocol = message.method === 'initialize' ? protocols.latest : inForce(request);
    if (protocol === null) return alone(message.kind === 'request' ? message.id : null, unsupportedVersion);
    if (message.kind === 'silent') return ACCEPTED;
    const reply = protocol.answer(message, request.caller);
    return reply instanceof Promise
      ? reply.then((made) => alone(message.id, made))
      : alone(message.id, reply);
  }

  async function batch(values: readonly unknown[], request: RequestFacts): Promise<HttpAnswer> {
    const protocol = inForce(request);
    if (protocol === null) return alone(null, unsupportedVersion);
    const fault = batchFault(values, protocol);
    if (fault !== null) return alone(null, invalidRequest(fault));
    // The request itself has taken one already.
    const burst = values.length === 1 ? null : guard.burst(request.caller, values.length - 1);
    if (burst !== null && !burst.admitted) return renderMcpProblem(burstProblem(burst));
    const answers: { id: RequestId | null; reply: Reply }[] = [];
    // One after the other, so that what is left of a quota goes to the calls in their order.
    for (const message of values.map(readMessage)) {
      if (message.kind === 'invalid') answers.push({ id: message.id, reply: failure(message.error) });
      if (message.kind === 'request') {
        answers.push({ id: message.id, reply: await protocol.answer(message, request.caller) });
      }
    }
    return answers.length === 0 ? ACCEPTED : together(answers);
  }

  /** null: the header names a version that we do not speak. */
  function inForce({ headers }: RequestFacts): Protocol | null {
    const named = headers['mcp-protocol-version'];
    if (named === undefined) return protocols.unnamed;
    return protocols.byVersion.get(String(named)) ?? null;
  }
}

const ACCEPTED: HttpAnswer = Object.freeze({ status: 202, headers: NO_STORE, body: null });

function invalidRequest(message: string): Reply {
  return failure({ code: RPC_ERROR.invalidRequest, message }, 400);
}

const PARSE_ERROR = failure({ code: RPC_ERROR.parse, message: 'The body is not JSON in UTF-8.' }, 400);

/** undefined where it is not JSON. V8 parses without recursion, so depth is bounded by the body's size alone. */
function parse(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function batchFault(values: readonly unknown[], { takesBatches, version }: Protocol): string | null {
  if (!takesBatches) return `Protocol version ${version} has no batches: send one message.`;
  if (values.length === 0) return 'A batch must hold at least one message.';
  if (values.length > BATCH_MAX) return `A batch may hold at most ${BATCH_MAX} messages.`;
  const opens = values.some((value) => isObject(value) && value['method'] === 'initialize');
  return opens ? 'Send initialize alone, not in a batch.' : null;
}

function alone(id: RequestId | null, { member, json, status, headers, decision }: Reply): HttpAnswer {
  const quota = decision === null ? {} : rateLimitHeaders(decision);
  return {
    status,
    headers: { ...NO_STORE, ...headers, ...quota, ...JSON_TYPE },
    body: spellAnswer(id, member, json),
  };
}

function together(answers: readonly { id: RequestId | null; reply: Reply }[]): HttpAnswer {
  const decisions = answers.flatMap(({ reply }) => reply.decision ?? []);
  return {
    status: 200,
    headers: { ...NO_STORE, ...quotaOfBatch(decisions), ...JSON_TYPE },
    body: spellBatch(answers.map(({ id, reply }) => spellAnswer(id, reply.member, reply.json))),
  };
}

/** The tightest window of all: the fewest requests left, the later reset where two have as few. */
function quotaOfBatch(decisions: readonly (Admitted | Refused)[]): Record<string, string> {
  const [tightest] = decisions.toSorted(
    ({ window: a }, { window: b }) => a.remaining - b.remaining || b.resetAt - a.resetAt,
  );
  if (tightest === undefined) return {};
  // An answer of 200 asks nobody to wait: the waits stand in the errors of its calls.
  const { 'Retry-After': _, ...quota } = rateLimitHeaders(tightest);
  return quota;
}
