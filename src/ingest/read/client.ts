/**
 * The HTTP client for all requests to feeds. It sends https requests to public addresses only. Duration, response size,
 * redirects, retries and request rate are limited. Each host name is checked while undici resolves it, and each
 * redirect before it is followed.
 */
import dns from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Agent } from 'undici';
import type { FeedRequest, FeedResponse } from '../adapter.ts';
import { checkedLookup, checkUrl, type Lookup } from './address.ts';
import {
  ATTEMPTS_MAX,
  backoffMs,
  FetchFault,
  faultOf,
  isTransientFault,
  isTransientStatus,
  RETRY_AFTER_MAX_MS,
  retryAfterMs,
} from './fault.ts';

/** For tests. */
export interface NetworkOptions {
  readonly lookup?: Lookup;
  readonly allowLoopback?: boolean;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly connectMs?: number;
}

export interface FeedClientOptions extends NetworkOptions {
  readonly clock: () => number;
  readonly random: () => number;
  /** The pause between two requests. */
  readonly paceMs: number;
  /** The time limit of one request, from the first byte sent to the last byte received. */
  readonly timeoutMs: number;
  /** The size limit of one response, compressed and decompressed. */
  readonly maxBytes: number;
  /** The time limit of all requests of one run together. */
  readonly deadlineMs?: number;
  /** How often a request is tried, if a failure may be transient. */
  readonly attempts?: number;
  /** Called with every header value that may be a credential, so that it can be redacted. */
  readonly onSecret?: (value: string) => void;
  /** Called with the end of the validity of each certificate that a host of the feed presents. */
  readonly onCertificate?: (until: number) => void;
  readonly onRetry?: (wait: { readonly reason: string; readonly waitMs: number }) => void;
}

export type FeedClient = ReturnType<typeof createFeedClient>;

interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const CONNECT_MS = 10_000;
/** The longest feed that we expect: 2,000 pages at two a second. */
const DEADLINE_MS = 20 * 60_000;
/** More requests than any feed needs. */
const REQUESTS_MAX = 5000;
/** Enough for a moved address, a canonical host and a file store. */
const REDIRECTS_MAX = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers in which feeds expect credentials. */
const SECRET_HEADER = /auth|key|token|secret|cookie|signature|access/i;
/** All headers that another origin may see. Any other may be a credential. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'user-agent']);

const systemLookup: Lookup = (host) => dns.lookup(host, { all: true });

export function createFeedClient(options: FeedClientOptions) {
  const { clock, random, paceMs, timeoutMs, maxBytes } = options;
  const {
    attempts = ATTEMPTS_MAX,
    deadlineMs = DEADLINE_MS,
    lookup = systemLookup,
    allowLoopback = false,
    sleep = delay,
  } = options;
  const limits = {
    connectMs: Math.min(options.connectMs ?? CONNECT_MS, timeoutMs),
    totalMs: timeoutMs,
    maxBytes,
  };
  let agent: Agent | null = null;
  const startedAt = clock();
  let nextAt = startedAt;
  let requests = 0;

  /** Waits for the pace, and throws if the run has had too many requests or has taken too long. */
  async function waitForPace(): Promise<void> {
    const waitMs = nextAt - clock();
    nextAt = Math.max(nextAt, clock()) + paceMs;
    if (waitMs > 0) await sleep(waitMs);
    if (++requests > REQUESTS_MAX)
      throw new FetchFault('too_large', `more than ${REQUESTS_MAX} requests in one run`);
    if (clock() - startedAt > deadlineMs)
      throw new FetchFault('timeout', `the feed took longer than ${deadlineMs / 60_000} min in total`);
  }

  /** Node calls this when the chain of the certificate is valid. */
  function identityCheck(host: string, certificate: PeerCertificate): Error | undefined {
    options.onCertificate?.(Date.parse(certificate.valid_to));
    return checkServerIdentity(host, certificate);
  }

  async function exchange(url: URL, { method, headers, body }: SentRequest): Promise<FeedResponse> {
    try {
      // Loaded here, because it takes long and a feed in a file does not need it.
      const undici = await import('undici');
      agent ??= new undici.Agent({
        allowH2: false,
        connections: 2,
        maxResponseSize: maxBytes,
        connect: {
          timeout: limits.connectMs,
          lookup: checkedLookup(lookup, allowLoopback),
          checkServerIdentity: identityCheck,
        },
      });
      const response = await undici.request(url, {
        dispatcher: agent,
        method,
        headers: { ...headers, 'accept-encoding': 'gzip, br' },
        body,
        signal: AbortSignal.timeout(limits.totalMs),
        // The signal limits the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const flat = flatten(response.headers);
      const packed = Buffer.from(await response.body.arrayBuffer());
      const unpacked = await unpack(packed, flat, maxBytes);
      return { status: response.statusCode, headers: flat, body: unpacked };
    } catch (error) {
      throw faultOf(error, limits);
    }
  }

  async function follow(address: string, first: SentRequest): Promise<FeedResponse> {
    let url = URL.parse(address);
    if (url === null) throw new FetchFault('bad_address', 'the address is not a valid URL');
    let request = first;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      checkUrl(url, allowLoopback);
      const response = await exchange(url, request);
      if (!REDIRECTS.has(response.status)) return response;
      const next: URL | null = URL.parse(response.headers['location'] ?? '', url.href);
      if (next === null) throw new FetchFault('redirect', 'a redirect has no valid address');
      request = redirected(request, response.status, next.origin === url.origin);
      url = next;
    }
    throw new FetchFault('redirect', `more than ${REDIRECTS_MAX} redirects`);
  }

  async function attempt(url: string, sent: SentRequest, isRepeatable: boolean): Promise<FeedResponse> {
    for (let count = 1; ; count++) {
      await waitForPace();
      const isLast = count >= attempts;
      let reason: string;
      let waitMs = backoffMs(count, random);
      try {
        const response = await follow(url, sent);
        if (!isTransientStatus(response.status)) return response;
        reason = `returned status ${response.status}`;
        const asked = retryAfterMs(response, clock());
        if (asked !== null && asked > RETRY_AFTER_MAX_MS) {
          const message = `${reason} and asked to wait ${Math.ceil(asked / 1000)} s`;
          throw new FetchFault('wait', message, asked, response.status);
        }
        // A request that got a 429 was not processed, so it may be repeated even if it is not idempotent.
        const mayRepeat = isRepeatable || response.status === 429;
        if (isLast || !mayRepeat) throw new FetchFault('status', reason, asked, response.status);
        waitMs = Math.max(asked ?? 0, waitMs);
      } catch (error) {
        if (isLast || !isRepeatable || !isTransientFault(error)) throw error;
        reason = error.message;
      }
      options.onRetry?.({ reason, waitMs });
      await sleep(waitMs);
    }
  }

  return {
    /** Returns every response whose status is not transient. Otherwise throws `FetchFault`. */
    async request(asked: FeedRequest): Promise<FeedResponse> {
      const { method = 'GET', headers = {}, body = null } = asked;
      const sent: Record<string, string> = { 'user-agent': 'esim-ingest/1.0' };
      for (const [name, value] of Object.entries(headers)) {
        sent[name.toLowerCase()] = value;
        if (SECRET_HEADER.test(name)) options.onSecret?.(value);
      }
      const isRepeatable = method === 'GET' || asked.idempotent === true;
      return attempt(asked.url, { method, headers: sent, body }, isRepeatable);
    },
    close: (): void => void agent?.destroy(),
  };
}

/** A body may contain a credential, so it is never sent to another origin. */
function redirected(request: SentRequest, status: number, isSameOrigin: boolean): SentRequest {
  if (request.method === 'POST' && !(isSameOrigin && (status === 307 || status === 308)))
    throw new FetchFault('redirect', 'a POST was redirected');
  if (isSameOrigin) return request;
  const kept = Object.entries(request.headers).filter(([name]) => HARMLESS_HEADERS.has(name));
  return { ...request, headers: Object.fromEntries(kept) };
}

const gunzip = promisify(zlib.gunzip);
const brotli = promisify(zlib.brotliDecompress);

async function unpack(
  packed: Buffer,
  headers: Readonly<Record<string, string>>,
  maxOutputLength: number,
): Promise<Uint8Array> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || packed.length === 0) return packed;
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzip(packed, { maxOutputLength });
  if (encoding === 'br') return brotli(packed, { maxOutputLength });
  throw new FetchFault('bad_encoding', 'the response has a content encoding that was not requested');
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
