/** What a protocol version is to the transport. */
import type { Caller } from '../../limits/guard.ts';
import type { Message } from '../jsonrpc.ts';
import type { Reply } from '../reply.ts';

export type Request = Extract<Message, { kind: 'request' }>;
export type Method = (params: Request['params'], caller: Caller) => Reply | Promise<Reply>;

export interface Protocol {
  readonly version: string;
  readonly takesBatches: boolean;
  readonly answer: (request: Request, caller: Caller) => Reply | Promise<Reply>;
}
