/** Clients that keep their connection and send one request after the other, as a browser or a program does. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface RequestOptions {
  readonly port: number;
  readonly path: string;
  readonly caller?: string;
  readonly from?: string;
  readonly post?: string;
}

/** `refused`: the connection was refused, so no request was sent and none is lost. */
export type RequestResult =
  | { readonly status: number; readonly closes: boolean; readonly body: string; readonly by: string }
  | 'refused'
  | 'lost';

export function sendRequest(
  agent: Agent,
  { port, path, caller, from, post }: RequestOptions,
): Promise<RequestResult> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: post === undefined ? 'GET' : 'POST',
        ...(from === undefined ? {} : { localAddress: from }),
        headers: {
          ...(caller === undefined ? {} : { 'X-Forwarded-For': caller }),
          ...(post === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      },
      (response: IncomingMessage) => {
        let body = '';
        response.setEncoding('latin1').on('data', (text: string) => {
          body += text;
        });
        response.once('error', () => resolve('lost'));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            closes: response.headers.connection === 'close',
            body,
            by: String(response.headers['x-request-id'] ?? '').slice(0, PROCESS_PREFIX),
          }),
        );
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'),
    );
    sent.end(post);
  });
}

/** The length of the prefix that all request ids of one process share. */
const PROCESS_PREFIX = 8;

export class Tally {
  /** The processes that have responded. */
  readonly by = new Set<string>();
  answered = 0;
  lost = 0;
  /** Responses with another status than 200. */
  readonly wrong: string[] = [];

  add(result: RequestResult): void {
    if (result === 'lost') this.lost += 1;
    if (typeof result === 'string') return;
    this.answered += 1;
    // An error of the proxy itself has no request id.
    if (result.by !== '') this.by.add(result.by);
    if (result.status !== 200) this.wrong.push(`${result.status} ${result.body.slice(0, 300)}`);
  }
}

export const keepingAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
