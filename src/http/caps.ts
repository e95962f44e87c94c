/** Bounds on what a request may bring, beside the parser's own. Each refusal costs as little as the request did. */
import type { Problem } from './problems.ts';

/** A browser sends about 20, a proxy adds some. */
export const MAX_HEADERS = 64;
/** Ten times the longest address that the service hands out. */
export const MAX_URL_LENGTH = 4_096;

const TOO_MANY_HEADERS: Problem = {
  code: 'headers_too_large',
  detail: `A request may have at most ${MAX_HEADERS} header fields.`,
};
const TOO_LONG: Problem = {
  code: 'uri_too_long',
  detail: `An address may have at most ${MAX_URL_LENGTH} characters.`,
};

const NO_HOST: Problem = { code: 'bad_request', detail: 'A request must name its host.' };

/** Node's own refusal of this would have no headers of ours. */
export const hostProblem = (host: string | undefined, httpVersion: string): Problem | null =>
  host === undefined && httpVersion === '1.1' ? NO_HOST : null;

/** Node drops what is over its own count without a word, a proxy's X-Forwarded-For with it: so nobody knows who asks. */
export const headerCountProblem = (rawHeaders: readonly string[]): Problem | null =>
  rawHeaders.length > MAX_HEADERS * 2 ? TOO_MANY_HEADERS : null;

export const urlProblem = (url: string): Problem | null => (url.length > MAX_URL_LENGTH ? TOO_LONG : null);
