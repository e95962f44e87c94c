/**
 * The HTTP transport: one POST, one JSON response, no session and no stream. Methods and tools are in the protocol of
 * the era that a request belongs to.
 */
import { isUtf8 } from 'node:buffer';
import { NO_STORE } from '../http/headers.ts';
import { burstProblem } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { rateLimitHeaders } from '../limits/decision.ts';
import { exceededLimit, type JsonLimits } from '../limits/json-size.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Decision, Refusal } from '../limits/port.ts';
import {
  type AnswerId,
  isObject,
  type Message,
  type RequestId,
  RPC_ERROR,
  readMessage,
  serialiseAnswer,
} from './jsonrpc.ts';
import type { Era2025 } from './protocol/2025.ts';
import { type Era2026, isOf2026, unsupportedVersion } from './protocol/2026-07-28.ts';
import type { Protocol, Request } from './protocol/methods.ts';
import { compressed, failure, JSON_TYPE, type Reply, renderMcpProblem } from './reply.ts';
import {
  acceptRule,
  contentRule,
  hasHeaderOf2026,
  type OriginOptions,
  originRule,
  unknownIdFor,
  VERSION_2026,
} from './rules.ts';

interface TransportOptions {
  readonly era2025: Era2025;
  readonly era2026: Era2026;
  readonly limiter: Pick<Limiter, 'burst'>;
  readonly origin: OriginOptions;
}

/** An assistant makes a few calls at once. Only a loop makes many. */
export const BATCH_MAX = 20;

export function createTransport({ era2025, era2026, limiter, origin }: TransportOptions) {
  const originProblem = originRule(origin);

  return async (request: RequestFacts): Promise<HttpAnswer> => {
    const { headers, body } = request;
    const problem = originProblem(headers) ?? acceptRule(headers) ?? contentRule(headers);
    if (problem !== null) return renderMcpProblem(problem, request);
    if (isTooComplex(body)) return singleAnswer(unknownIdFor(headers), TOO_COMPLEX);
    const parsed = parse(body);
    if (parsed === undefined) return singleAnswer(unknownIdFor(headers), PARSE_ERROR);
    if (Array.isArray(parsed)) return answerBatch(parsed, request);
    return answerMessage(readMessage(parsed), request);
  };

  async function answerMessage(message: Message, request: RequestFacts): Promise<HttpAnswer> {
    const { headers } = request;
    if (message.kind === 'invalid') {
      return singleAnswer(message.id ?? unknownIdFor(headers), failure(message.error, 400));
    }
    if (message.kind === 'silent') {
      const isSupported = hasHeaderOf2026(headers) || protocolOf(request) !== null;
      return isSupported ? ACCEPTED : singleAnswer(unknownIdFor(headers), unsupportedVersion(headers));
    }
    const reply = await replyTo(message, request);
    return compressedIfCounted(singleAnswer(message.id, reply), [reply], request);
  }

  async function replyTo(message: Request, request: RequestFacts): Promise<Reply> {
    const { headers, caller } = request;
    if (isOf2026(headers, message.params)) return era2026.answer(message, headers, caller);
    const protocol = message.method === 'initialize' ? era2025.latest : protocolOf(request);
    return protocol === null ? unsupportedVersion(headers) : protocol.answer(message, caller);
  }

  async function answerBatch(values: readonly unknown[], request: RequestFacts): Promise<HttpAnswer> {
    const { headers, caller, nextTurn } = request;
    const refuse = (reply: Reply) => singleAnswer(unknownIdFor(headers), reply);
    const messages = values.map(readMessage);
    const is2026 =
      hasHeaderOf2026(headers) || messages.some((one) => one.kind === 'request' && isOf2026({}, one.params));
    if (is2026) return refuse(invalidRequest(noBatches(VERSION_2026)));
    const protocol = protocolOf(request);
    if (protocol === null) return refuse(unsupportedVersion(headers));
    const fault = batchFault(values, protocol);
    if (fault !== null) return refuse(invalidRequest(fault));
    // The request itself has taken the burst token of the first message already.
    const burst = values.length === 1 ? null : limiter.burst(caller, values.length, 1);
    if (burst !== null && !burst.admitted) return renderMcpProblem(burstProblem(burst), request);
    const answers: { id: RequestId | null; reply: Reply }[] = [];
    // One after the other, so that the calls use up a quota in their order.
    for (const [index, message] of messages.entries()) {
      // A batch delays others no longer than as many requests.
      if (index > 0) await nextTurn();
      if (message.kind === 'invalid') answers.push({ id: message.id, reply: failure(message.error) });
      if (message.kind === 'request') {
        answers.push({ id: message.id, reply: await protocol.answer(message, caller) });
      }
    }
    if (answers.length === 0) return ACCEPTED;
    const replies = answers.map(({ reply }) => reply);
    return compressedIfCounted(batchAnswer(answers), replies, request);
  }

  /** The version of era 2025 that the header names, or null if it names another one. */
  function protocolOf({ headers }: RequestFacts): Protocol | null {
    const named = headers['mcp-protocol-version'];
    if (named === undefined) return era2025.unnamed;
    return era2025.byVersion.get(String(named)) ?? null;
  }
}

const ACCEPTED: HttpAnswer = Object.freeze({ status: 202, headers: NO_STORE, body: null });

function invalidRequest(message: string): Reply {
  return failure({ code: RPC_ERROR.invalidRequest, message }, 400);
}

const PARSE_ERROR = failure({ code: RPC_ERROR.parse, message: 'The body is not JSON in UTF-8.' }, 400);

/** A batch of 20 searches with every argument has 1,040 values. */
const VALUES_MAX = 2_000;
const BODY_LIMITS = {
  /** A batch of calls with every argument has 6 levels. The rest is for the metadata of clients. */
  depth: 32,
  /** The body itself is one more. */
  values: VALUES_MAX + 1,
  /** A search has fewer than 20 arguments. To read an object with thousands of names takes more than a millisecond. */
  names: 200,
  /** Converting more digits than this to numbers takes too long. The same batch has fewer than 1,000 digits. */
  digits: 10_000,
} satisfies JsonLimits;
const TOO_COMPLEX = invalidRequest(
  `A body may be nested at most ${BODY_LIMITS.depth} levels deep, with at most ${VALUES_MAX} values, ${BODY_LIMITS.names} names in one object and ${BODY_LIMITS.digits} digits of numbers.`,
);

/** Parsing thousands of values takes milliseconds, so this is checked before. */
export const isTooComplex = (json: Uint8Array): boolean => exceededLimit(json, BODY_LIMITS) !== null;

/** Returns undefined if the body is not JSON. */
function parse(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const noBatches = (version: string): string =>
  `Protocol version ${version} has no batches: send one message.`;

function batchFault(values: readonly unknown[], { takesBatches, version }: Protocol): string | null {
  if (!takesBatches) return noBatches(version);
  if (values.length === 0) return 'A batch must hold at least one message.';
  if (values.length > BATCH_MAX) return `A batch may hold at most ${BATCH_MAX} messages.`;
  const hasInitialize = values.some((value) => isObject(value) && value['method'] === 'initialize');
  return hasInitialize ? 'Send initialize alone, not in a batch.' : null;
}

function singleAnswer(id: AnswerId, reply: Reply): HttpAnswer {
  const { status, headers, decision } = reply;
  const quota = decision === null ? {} : rateLimitHeaders(decision);
  return {
    status,
    headers: { ...NO_STORE, ...headers, ...quota, ...JSON_TYPE },
    body: serialise(id, reply),
  };
}

const serialise = (id: AnswerId, reply: Reply) =>
  serialiseAnswer(id, reply.member, reply.member === 'result' ? reply.json : JSON.stringify(reply.error));

/** Compression takes longer than everything else, so only a response that took quota gets it. */
async function compressedIfCounted(
  answer: HttpAnswer,
  replies: readonly Reply[],
  request: RequestFacts,
): Promise<HttpAnswer> {
  const isCounted = replies.some(({ decision }) => decision?.admitted === true);
  return isCounted ? compressed(answer, request) : answer;
}

function batchAnswer(answers: readonly { id: RequestId | null; reply: Reply }[]): HttpAnswer {
  const decisions = answers.flatMap(({ reply }) => reply.decision ?? []);
  const refusals = decisions.filter((decision) => !decision.admitted);
  // A 200 has no `Retry-After`: if some calls were answered, the errors of the others say how long to wait.
  const areAllRefused = refusals.length === answers.length;
  return {
    status: areAllRefused ? 429 : 200,
    headers: { ...NO_STORE, ...(areAllRefused ? longestWait(refusals) : tightest(decisions)), ...JSON_TYPE },
    // In pieces, so that cached results are sent without a copy.
    body: [
      ...answers.flatMap(({ id, reply }, index) => [index === 0 ? '[' : ',', ...serialise(id, reply)]),
      ']',
    ],
  };
}

/** The headers of the longest wait. After it, the client can send the whole batch again. */
function longestWait(refusals: readonly Refusal[]): Record<string, string> {
  const [longest] = refusals.toSorted((a, b) => b.retryAfterSeconds - a.retryAfterSeconds);
  return longest === undefined ? {} : rateLimitHeaders(longest);
}

/** The headers of the window with the fewest requests left. Tie-break: the later reset. */
function tightest(decisions: readonly Decision[]): Record<string, string> {
  const [first] = decisions.toSorted(
    ({ window: a }, { window: b }) => a.remaining - b.remaining || b.resetAt - a.resetAt,
  );
  if (first === undefined) return {};
  const { 'Retry-After': _, ...quota } = rateLimitHeaders(first);
  return quota;
}
