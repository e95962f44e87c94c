/**
 * The sockets of the public port: how many are open, whose they are, and what each may still send. Bounded twice, for
 * each caller and for all together, so that nobody can hold what others need.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from '../limits/limiter.ts';

/** What the listener keeps of one socket. */
export interface Connection {
  readonly peer: Peer;
  /** Requests that came over it. */
  requests: number;
  /** The answer to its latest request, until all of it is out; answers go out in order, so nothing is owed after it. */
  owed: ServerResponse | null;
  /** Told to close: whatever else it has sent is neither done nor answered. */
  isDismissed: boolean;
  /** The beginning of a request whose head is not complete yet, so that a refusal of it knows its path. */
  begun: Buffer | null;
  /** How many bytes had come over it when it was last answered. */
  answeredBytes: number;
}

export interface ConnectionsOptions {
  /** As many as the burst limit allows requests at once: more sockets could not even be used. */
  readonly maxPerCaller: number;
  readonly peerOf: (address: string | undefined) => Peer;
  /** Called once whenever half of all sockets have come into use: time for an operator to look. */
  readonly onCrowded: (open: number, max: number) => void;
  readonly max?: number;
}

export interface RefusedConnections {
  caller: number;
  total: number;
}

const MAX_CONNECTIONS = 10_000;
const CROWDED_SHARE = 0.5;

export class Connections {
  /** While true the last answer of each connection says that it closes. */
  isDraining = false;
  readonly refused: RefusedConnections = { caller: 0, total: 0 };
  readonly max: number;
  /** For those who connect from now on. */
  maxPerCaller: number;
  /** All that ever came, refused ones too. */
  seen = 0;
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Socket, Connection>();
  readonly #byCaller = new Map<string, number>();
  #isCrowded = false;
  #onEmpty: () => void = () => {};

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.max = options.max ?? MAX_CONNECTIONS;
    this.maxPerCaller = options.maxPerCaller;
  }

  get open(): number {
    return this.#open.size;
  }

  /** `refuse`: to be told why, then closed. `drop`: to be closed at once, because even words would hold a socket. */
  admit(socket: Socket): 'serve' | 'refuse' | 'drop' {
    this.seen += 1;
    if (this.#open.size >= this.max) {
      this.refused.total += 1;
      return 'drop';
    }
    const peer = this.#options.peerOf(socket.remoteAddress);
    // The sockets of a trusted proxy carry everybody's requests.
    const caller = peer.isProxy ? null : peer.caller.key;
    const held = caller === null ? 0 : (this.#byCaller.get(caller) ?? 0);
    const { maxPerCaller } = this;
    if (held >= maxPerCaller) this.refused.caller += 1;
    // As many again may be told; whoever goes on beyond that does not listen.
    if (held >= 2 * maxPerCaller) return 'drop';
    this.#open.set(socket, {
      peer,
      requests: 0,
      owed: null,
      isDismissed: false,
      begun: null,
      answeredBytes: 0,
    });
    this.#hold(socket, caller, held);
    return held < maxPerCaller ? 'serve' : 'refuse';
  }

  /** undefined: it is gone, and what it sent is still in the parser's hands. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  #hold(socket: Socket, caller: string | null, held: number): void {
    if (caller !== null) this.#byCaller.set(caller, held + 1);
    socket.once('close', () => this.#release(socket, caller));
    if (!this.#isCrowded && this.#open.size >= this.max * CROWDED_SHARE) {
      this.#isCrowded = true;
      this.#options.onCrowded(this.#open.size, this.max);
    }
  }

  #release(socket: Socket, caller: string | null): void {
    this.#open.delete(socket);
    if (caller !== null) {
      const held = (this.#byCaller.get(caller) ?? 1) - 1;
      if (held === 0) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, held);
    }
    // Half of that again, so that a number that goes up and down does not fill the log.
    if (this.#open.size < (this.max * CROWDED_SHARE) / 2) this.#isCrowded = false;
    if (this.#open.size === 0) this.#onEmpty();
  }

  closeIdle(): void {
    for (const [socket, { owed, begun, answeredBytes }] of this.#open) {
      const isIdle = owed === null && begun === null && socket.bytesRead === answeredBytes;
      if (isIdle) socket.destroySoon();
    }
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  async empty(): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }
}
