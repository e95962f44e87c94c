/**
 * What a client accepts, from its headers. Clients send few different headers, and reading one takes longer than finding
 * the result of an earlier request, so the latest results are kept.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from '../answers/compression.ts';

/** No client sends a longer header. */
const ACCEPT_LENGTH_MAX = 500;
const RESULTS_MAX = 200;

/** `absent`: the result without the header, or with one that is too long. */
function readOnce<T extends string | boolean>(read: (header: string) => T, absent: T) {
  const results = new LRUCache<string, T>({ max: RESULTS_MAX, memoMethod: read });
  return (header: string | undefined): T =>
    header === undefined || header.length > ACCEPT_LENGTH_MAX ? absent : results.memo(header);
}

/** In our order of preference. Brotli compresses best, so it is used whenever the client accepts it. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

const readEncoding = readOnce<Encoding>((accept) => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}, 'identity');

/** The best encoding that the client accepts. */
export const encodingFor = (headers: IncomingHttpHeaders): Encoding =>
  readEncoding(headers['accept-encoding']);

/** Parameters besides the quality, such as a charset. They exclude nothing that we send. */
const OTHER_PARAMETERS = /;(?!\s*q\s*=)[^,;]*/gi;

const mediaType = (accept: string, types: string[]): string | undefined =>
  new Negotiator({ headers: { accept: accept.replaceAll(OTHER_PARAMETERS, '') } }).mediaType(types);

const readPrefersCsv = readOnce(
  (accept) => mediaType(accept, ['application/json', 'text/csv']) === 'text/csv',
  false,
);

/** JSON, unless the client prefers CSV. */
export const prefersCsv = ({ accept }: IncomingHttpHeaders): boolean => readPrefersCsv(accept);

/** A header that names no media type excludes none. */
const readAcceptsJson = readOnce(
  (accept) => !accept.includes('/') || mediaType(accept, ['application/json']) !== undefined,
  true,
);

export const acceptsJson = ({ accept }: IncomingHttpHeaders): boolean => readAcceptsJson(accept);
