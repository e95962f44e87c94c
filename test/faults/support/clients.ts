/** Clients that keep their connection and ask one thing after the other, as a browser or a program does. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface Asked {
  readonly port: number;
  readonly path: string;
  readonly caller?: string;
  readonly from?: string;
  readonly post?: string;
}

/** `refused`: nobody took the connection, so nothing was sent and nothing is lost. */
export type Told =
  | { readonly status: number; readonly closes: boolean; readonly body: string; readonly by: string }
  | 'refused'
  | 'lost';

export function ask(agent: Agent, { port, path, caller, from, post }: Asked): Promise<Told> {
  return new Promise((resolve) => {
    const asked = request(
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
      (answer: IncomingMessage) => {
        let body = '';
        answer.setEncoding('latin1').on('data', (text: string) => {
          body += text;
        });
        answer.once('error', () => resolve('lost'));
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            closes: answer.headers.connection === 'close',
            body,
            by: String(answer.headers['x-request-id'] ?? '').slice(0, PROCESS_PREFIX),
          }),
        );
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'),
    );
    asked.end(post);
  });
}

/** What the names of all requests of one process begin with. */
const PROCESS_PREFIX = 8;

export class Tally {
  /** The processes that have answered. */
  readonly by = new Set<string>();
  answered = 0;
  lost = 0;
  /** Answers that were not 200, as they came. */
  readonly wrong: string[] = [];

  add(told: Told): void {
    if (told === 'lost') this.lost += 1;
    if (typeof told === 'string') return;
    this.answered += 1;
    // A proxy's own errors name no process.
    if (told.by !== '') this.by.add(told.by);
    if (told.status !== 200) this.wrong.push(`${told.status} ${told.body.slice(0, 300)}`);
  }
}

export const keepingAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
