/** What every peer sends: the bytes of the service for one address, kept in a `Map` as a simple response cache does. */

const { status, headers, body } = JSON.parse(process.env['PEER_ANSWER'] ?? '{}') as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body, 'base64');

export const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
export const kept = new Map([[TRIP, { status, bytes }]]);

/** The limiters of the peers write their own headers. */
export const ownHeaders = Object.fromEntries(
  Object.entries(headers).filter(([name]) => !/^(x-)?ratelimit|^content-length$/.test(name)),
);
export { bytes, headers, status };

/** One window, so high that it refuses nothing. */
export const WINDOW_MS = 60_000;
export const LIMIT = 1_000_000_000;
