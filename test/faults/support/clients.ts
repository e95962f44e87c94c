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
export type Told = { readonly status: number; readonly closes: boolean } | 'refused' | 'lost';

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
        answer.resume();
        answer.once('error', () => resolve('lost'));
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, closes: answer.headers.connection === 'close' }),
        );
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'),
    );
    asked.end(post);
  });
}

export interface Tally {
  answered: number;
  readonly statuses: Record<number, number>;
  lost: number;
}

export const keepingAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
