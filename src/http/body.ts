import type { IncomingMessage } from 'node:http';

/** The largest body that any route takes: an MCP message. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** null where it is larger than allowed: the rest is not read. Rejects where the client goes away in the middle. */
export function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > BODY_LIMIT_BYTES) return resolve(null);
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT_BYTES) {
        request.removeAllListeners('data');
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const gone = () => reject(new GoneAway());
    request.once('error', gone).once('close', gone);
  });
}

/** No fault of ours, and anybody could fill the log with it. */
export class GoneAway extends Error {
  override readonly name = 'GoneAway';
}
