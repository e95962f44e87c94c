/** What is answered where Node has no request for us: bytes that are no HTTP, and a caller's one socket too many. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import type { OnAnswer, RenderProblem } from './listener.ts';
import type { Problem } from './problems.ts';
import type { Area } from './route.ts';
import { areaOf } from './router.ts';
import { tooManySocketsProblem } from './send.ts';
import { writeRaw } from './write.ts';

export interface RawRefusalsOptions {
  readonly headers: HeaderSets;
  readonly render: RenderProblem;
  readonly connections: Connections;
  readonly clock: () => number;
  readonly requestId: () => string;
  readonly onAnswer: OnAnswer;
}

/** As Node gives it to `clientError`. */
export type ClientError = NodeJS.ErrnoException & {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

const HEAD_TOO_LARGE: Problem = {
  code: 'headers_too_large',
  detail: 'The address and the header fields together are too large.',
};
const NOT_HTTP: Problem = { code: 'bad_request', detail: 'This is not an HTTP request as we understand it.' };

export function createRawRefusals(options: RawRefusalsOptions) {
  const { headers, render, connections, clock, requestId, onAnswer } = options;
  const refuse = (socket: Duplex, area: Area, problem: Problem) => {
    const answer = render(area, problem);
    writeRaw(socket, { ...headers[area], 'X-Request-Id': requestId() }, answer);
    onAnswer(area, answer.status, null, 0);
  };
  return {
    onClientError(error: ClientError, socket: Duplex): void {
      const { running, isDismissed, begun } = connections.of(socket as Socket);
      const isSilent = error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      // Its last answer is on the way, and the end with it.
      if (isDismissed && !isSilent) return;
      // A client that went away, one that was too slow for a whole request, and one that is owed another answer first.
      if (isSilent || running > 0 || !socket.writable) {
        socket.destroy();
        return;
      }
      const problem = error.code === 'HPE_HEADER_OVERFLOW' ? HEAD_TOO_LARGE : NOT_HTTP;
      const area = areaOfBytes(error.rawPacket, error.bytesParsed) ?? areaOfBytes(begun) ?? 'api';
      refuse(socket, area, problem);
    },
    onTooMany(socket: Socket, begun: Buffer): void {
      refuse(socket, areaOfBytes(begun) ?? 'api', tooManySocketsProblem(connections.maxPerCaller, clock()));
    },
  };
}

const REQUEST_LINE = /^\S+ (\/\S*)/gm;

/** By the last request line that begins before the fault: a packet may hold several requests. null: there is none. */
function areaOfBytes(packet: Buffer | null = null, faultAt = 0): Area | null {
  let path: string | undefined;
  for (const line of (packet?.toString('latin1') ?? '').matchAll(REQUEST_LINE)) {
    if (line.index > faultAt) break;
    path = line[1];
  }
  return path === undefined ? null : areaOf(path);
}
