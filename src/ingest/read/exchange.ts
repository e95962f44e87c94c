/**
 * The folder: what stands behind `fetch.ts`, the only way out to feeds. It imports no other folder. May be called at any
 * time, by ingest alone. This file has one request and one answer on one checked connection, bounded in time and in
 * size, before and after unpacking.
 */
import http, { type Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https, { type Agent as SecureAgent } from 'node:https';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import type { FeedAnswer } from '../types.ts';
import { FetchFault } from './fault.ts';
import type { Target } from './target.ts';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ExchangeLimits {
  readonly connectMs: number;
  readonly totalMs: number;
  /** Of the body, packed and unpacked alike. */
  readonly maxBytes: number;
}

export interface Agents {
  readonly http: Agent;
  readonly https: SecureAgent;
}

/** Connections are kept for the pages of one run, and never more than two to one feed. */
export function createAgents(): Agents {
  const options = { keepAlive: true, maxSockets: 2, maxFreeSockets: 1 };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

export function exchange(
  { url, addresses }: Target,
  { method, headers, body }: ExchangeRequest,
  limits: ExchangeLimits,
  agents: Agents,
): Promise<FeedAnswer> {
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === 'https:';
    const request = (isHttps ? https : http).request(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
      agent: isHttps ? agents.https : agents.http,
      // Whatever name is asked for, the answer is what was checked: no second look-up can say otherwise.
      lookup: (_host, { all }, give) => {
        const [first] = addresses;
        if (all === true) give(null, [...addresses]);
        else give(null, first?.address ?? '', first?.family ?? 4);
      },
    });
    const fail = (fault: FetchFault) => {
      finish();
      request.destroy();
      reject(fault);
    };
    const failAfter = (ms: number, what: string) =>
      setTimeout(() => fail(new FetchFault('timeout', `no ${what} within ${ms / 1000} s`)), ms);
    const connecting = failAfter(limits.connectMs, 'connection');
    const whole = failAfter(limits.totalMs, 'whole answer');
    const finish = () => {
      clearTimeout(connecting);
      clearTimeout(whole);
    };
    request.once('socket', (socket) => {
      const connected = () => clearTimeout(connecting);
      if (socket.connecting) socket.once(isHttps ? 'secureConnect' : 'connect', connected);
      else connected();
    });
    request.once('error', (error) => fail(asFault(error, 'the connection failed')));
    request.once('response', (response) => {
      collect(response, limits.maxBytes).then(
        (bytes) => {
          finish();
          resolve({ status: response.statusCode ?? 0, headers: flatten(response.headers), body: bytes });
        },
        (error: unknown) => fail(asFault(error, 'the answer broke off')),
      );
    });
    request.end(body ?? undefined);
  });
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoder = decoderFor(response.headers['content-encoding']);
  const chunks: Buffer[] = [];
  let packed = 0;
  let unpacked = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      if (unpacked > maxBytes) return done(tooLarge(maxBytes));
      chunks.push(chunk);
      done();
    },
  });
  // A packed stream may expand to nothing for ever, so both sides are counted.
  response.on('data', (chunk: Buffer) => {
    packed += chunk.length;
    if (packed > maxBytes) response.destroy(tooLarge(maxBytes));
  });
  await pipeline(decoder === null ? [response, sink] : [response, decoder, sink]);
  return Buffer.concat(chunks, unpacked);
}

function decoderFor(encoding: string | undefined): zlib.Gunzip | zlib.BrotliDecompress | null {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return null;
  if (name === 'gzip' || name === 'x-gzip') return zlib.createGunzip();
  if (name === 'br') return zlib.createBrotliDecompress();
  throw new FetchFault('bad_encoding', 'the answer is packed in a way that was not asked for');
}

function tooLarge(maxBytes: number): FetchFault {
  return new FetchFault('too_large', `the answer is larger than ${maxBytes / 1_000_000} MB`);
}

/** What Node and OpenSSL call a certificate or a handshake that is no good. */
const TLS_FAULT =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_|EPROTO)/;

/** Texts of network errors hold addresses; their codes do not. */
function asFault(error: unknown, what: string): FetchFault {
  if (error instanceof FetchFault) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? 'no code');
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.includes('BROTLI'))
    return new FetchFault('bad_encoding', 'the packed answer is damaged');
  return new FetchFault(TLS_FAULT.test(code) ? 'tls' : 'unreachable', `${what} (${code})`);
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
