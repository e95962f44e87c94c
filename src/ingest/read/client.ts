/**
 * The only way out to feeds. https to public addresses only, bounded in time, size, redirects and repeats, at a polite
 * pace. Node's own client is used because the built-in `fetch` cannot pin a connection to a checked address.
 */
import { hash } from 'node:crypto';
import dns from 'node:dns/promises';
import type { FeedAnswer, FeedRequest } from '../types.ts';
import { createAgents, type ExchangeRequest } from './exchange.ts';
import {
  ATTEMPTS_MAX,
  backoffMs,
  FeedUnchanged,
  FetchFault,
  isPassing,
  isPassingFault,
  RETRY_AFTER_MAX_MS,
  retryAfterMs,
} from './fault.ts';
import { follow, type Lookup } from './target.ts';

/** What an answer said about itself, to ask "anything new?" next time. Keyed by a hash of method and address. */
export type Validators = Readonly<Record<string, { readonly etag?: string; readonly lastModified?: string }>>;

export interface FeedClientOptions {
  readonly clock: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly paceMs: number;
  /** For one request, from the first byte sent to the last received. */
  readonly timeoutMs: number;
  readonly connectMs?: number;
  readonly maxBytes: number;
  /** For all requests of one run together. */
  readonly deadlineMs?: number;
  readonly lookup?: Lookup;
  readonly allowLoopback?: boolean;
  /** Of the last good run; none: nothing is asked conditionally. */
  readonly validators?: Validators;
  /** Learns every header value that may be a secret, so that no text ever shows it. */
  readonly onSecret?: (value: string) => void;
  readonly onRetry?: (wait: { readonly reason: string; readonly waitMs: number }) => void;
}

export type FeedClient = ReturnType<typeof createFeedClient>;

const CONNECT_MS = 10_000;
/** The longest honest feed: 2,000 pages at two a second. */
const DEADLINE_MS = 20 * 60_000;
/** More than any feed has pages; an adapter that goes round in circles stops here. */
const REQUESTS_MAX = 5000;
/** Names of headers that feeds expect credentials in. */
const SECRET_HEADER = /auth|key|token|secret|cookie|signature|access/i;

const systemLookup: Lookup = (host) => dns.lookup(host, { all: true });

export function createFeedClient(options: FeedClientOptions) {
  const { clock, random, sleep, paceMs, timeoutMs, maxBytes } = options;
  const { connectMs = CONNECT_MS, deadlineMs = DEADLINE_MS, lookup = systemLookup } = options;
  const rules = { lookup, allowLoopback: options.allowLoopback ?? false };
  const limits = { connectMs: Math.min(connectMs, timeoutMs), totalMs: timeoutMs, maxBytes };
  const agents = createAgents();
  const fresh: Record<string, Validators[string]> = {};
  const startedAt = clock();
  let nextAt = startedAt;
  let requests = 0;

  async function takeTurn(): Promise<void> {
    const waitMs = nextAt - clock();
    nextAt = Math.max(nextAt, clock()) + paceMs;
    if (waitMs > 0) await sleep(waitMs);
    if (++requests > REQUESTS_MAX)
      throw new FetchFault('too_large', `more than ${REQUESTS_MAX} requests in one run`);
    if (clock() - startedAt > deadlineMs)
      throw new FetchFault('timeout', `the feed took longer than ${deadlineMs / 60_000} min in all`);
  }

  /** Answers of 2xx and of 4xx that will not pass; throws `FetchFault` or `FeedUnchanged` otherwise. */
  async function request(asked: FeedRequest): Promise<FeedAnswer> {
    const key = hash('sha256', `${asked.method ?? 'GET'} ${asked.url}`, 'hex');
    const known = asked.conditional === true ? options.validators?.[key] : undefined;
    const sent = toExchange(asked, known);
    for (const [name, value] of Object.entries(asked.headers ?? {}))
      if (SECRET_HEADER.test(name)) options.onSecret?.(value);
    const isRepeatable = sent.method === 'GET' || asked.idempotent === true;
    const answer = await attempt(asked.url, sent, isRepeatable);
    if (answer.status === 304) {
      if (known === undefined)
        throw new FetchFault('status', 'answered 304 to a question without conditions');
      throw new FeedUnchanged();
    }
    const said = validatorsOf(answer);
    if (asked.conditional === true && answer.status === 200 && said !== null) fresh[key] = said;
    return answer;
  }

  async function attempt(url: string, sent: ExchangeRequest, isRepeatable: boolean): Promise<FeedAnswer> {
    for (let count = 1; ; count++) {
      await takeTurn();
      const isLast = count >= ATTEMPTS_MAX;
      let reason: string;
      let waitMs = backoffMs(count, random);
      try {
        const answer = await follow(url, sent, limits, rules, agents);
        if (!isPassing(answer.status)) return answer;
        reason = `answered ${answer.status}`;
        const asked = retryAfterMs(answer, clock());
        if (asked !== null && asked > RETRY_AFTER_MAX_MS) {
          const wish = `${reason} and asked to wait ${Math.ceil(asked / 1000)} s`;
          throw new FetchFault('wait', wish, asked, answer.status);
        }
        // Refused for its pace, a request was not carried out: repeating it is safe whatever it does.
        if (isLast || !(isRepeatable || answer.status === 429))
          throw new FetchFault('status', reason, asked, answer.status);
        waitMs = Math.max(asked ?? 0, waitMs);
      } catch (error) {
        if (isLast || !isRepeatable || !isPassingFault(error)) throw error;
        reason = error.message;
      }
      options.onRetry?.({ reason, waitMs });
      await sleep(waitMs);
    }
  }

  return {
    request,
    /** Of this run's answers. To be stored once the run was good. */
    validators: (): Validators => fresh,
    close: (): void => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function toExchange(asked: FeedRequest, known: Validators[string] | undefined): ExchangeRequest {
  const headers: Record<string, string> = { 'user-agent': 'esim-ingest/1.0' };
  for (const [name, value] of Object.entries(asked.headers ?? {})) headers[name.toLowerCase()] = value;
  if (known?.etag !== undefined) headers['if-none-match'] = known.etag;
  if (known?.lastModified !== undefined) headers['if-modified-since'] = known.lastModified;
  return { method: asked.method ?? 'GET', headers, body: asked.body ?? null };
}

function validatorsOf({ headers }: FeedAnswer): Validators[string] | null {
  const { etag, 'last-modified': lastModified } = headers;
  if (etag === undefined && lastModified === undefined) return null;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}
