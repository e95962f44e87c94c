/** The one reader of bodies. */
import type { IncomingMessage } from 'node:http';
import type { Problem } from './problems.ts';

/** The largest body that any route takes: an MCP message. */
const BODY_LIMIT_BYTES = 64 * 1024;

export const BODY_TOO_LARGE: Problem = {
  code: 'payload_too_large',
  detail: `A body may have at most ${BODY_LIMIT_BYTES / 1024} KiB.`,
};

/** Whether answering now would leave more to be read than any route takes. */
export const leavesMuch = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES);

/**
 * Calls `done` once: with the body, or with null where it is larger than allowed, and then the rest is not read.
 * Where the client goes away in the middle, nothing is left to do and nothing is called.
 */
export function readBody(request: IncomingMessage, done: (body: Buffer | null) => void): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > BODY_LIMIT_BYTES) {
    done(null);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) {
      request.removeAllListeners('data').removeAllListeners('end').pause();
      done(null);
    } else chunks.push(chunk);
  });
  request.on('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  // A client that goes away is no fault of ours, and anybody could fill the log with it.
  request.on('error', () => {});
}
