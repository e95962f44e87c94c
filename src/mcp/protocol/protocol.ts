/** What a protocol version is to the transport. A further version is one more file beside this one. */
import type { Caller } from '../../limits/guard.ts';
import type { Message } from '../jsonrpc.ts';
import type { Reply } from '../reply.ts';

export type Request = Extract<Message, { kind: 'request' }>;
export type Method = (params: Request['params'], caller: Caller) => Reply | Promise<Reply>;

/** The differences between versions that show on the wire. */
export interface VersionTraits {
  readonly version: string;
  readonly takesBatches: boolean;
}

export interface Protocol extends VersionTraits {
  readonly answer: (request: Request, caller: Caller) => Reply | Promise<Reply>;
}

export interface Protocols {
  readonly byVersion: ReadonlyMap<string, Protocol>;
  readonly latest: Protocol;
  /** Of a request without a version header. */
  readonly unnamed: Protocol;
}
