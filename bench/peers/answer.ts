/** What every peer sends: the bytes of the service for one address, kept in a `Map` as a simple response cache does. */

const { PEER_ANSWER } = process.env;
if (PEER_ANSWER === undefined) throw new Error('PEER_ANSWER is missing: start a peer with `startPeer`');
const { status, headers, body } = JSON.parse(PEER_ANSWER) as {
  status: number;
  headers: Record<string, string>;
  body: string;
};

export const ANSWER = { status, headers, bytes: Buffer.from(body, 'base64') };

export const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
export const CACHE = new Map([[TRIP, ANSWER]]);

/** Without the length and the limits, because the framework and the limiter of a peer write their own. */
export const headersWithoutLimits = Object.fromEntries(
  Object.entries(headers).filter(([name]) => !/^(x-)?ratelimit|^content-length$/.test(name)),
);

/** One window, so high that it refuses nothing. */
export const WINDOW_MS = 60_000;
export const LIMIT = 1_000_000_000;
