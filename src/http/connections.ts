/**
 * The open connections of the public port. Their number is limited for each caller and in total, so that no caller can
 * use up the connections of the others. Connections of a trusted proxy carry the requests of many callers, so only the
 * total limit applies to them.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Peer } from '../limits/limiter.ts';
import { Turns } from './turns.ts';

export interface Connection {
  readonly peer: Peer;
  /** The response to the latest request until it is sent. Responses are sent in order, so it is the last pending one. */
  latest: ServerResponse | null;
  /** Starts the pipelined requests that wait until the responses before them are sent, oldest first. */
  readonly waiting: (() => void)[];
  /** True once the last response of this connection is known. Later requests on the connection are ignored. */
  isClosing: boolean;
}

interface ConnectionsOptions {
  /** The capacity of the burst limit, because a caller cannot use more connections at the same time. */
  readonly maxPerCaller: number;
  readonly peerOf: (address: string | undefined) => Peer;
  /** Called when half of all connections are in use, and again only after most of them were closed. */
  readonly onCrowded: (open: number, max: number) => void;
  readonly max?: number;
  readonly maxBlocked?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly turns?: Turns;
}

/** Far more than the visitors of the public limits use. Each connection takes some kilobytes. */
const MAX_CONNECTIONS = 10_000;
/** Early enough for an operator to act before connections are dropped. */
const CROWDED_SHARE = 0.5;
/** Long enough to stop a loop, and short for somebody behind the same address. */
const BLOCKED_MS = 30_000;
/** If the map is full, the block that was set first ends early. */
const MAX_BLOCKED = 10_000;

export class Connections {
  /** Every request of these connections is handled in a turn. */
  readonly turns: Turns;
  /** While true, the last response of each connection has `Connection: close`. */
  isDraining = false;
  /** Connections that were dropped, by the limit that applied. */
  readonly refused = { caller: 0, total: 0 };
  readonly max: number;
  /** Applies to new connections. */
  maxPerCaller: number;
  readonly #options: ConnectionsOptions;
  readonly #open = new Map<Socket, Connection>();
  readonly #byCaller = new Map<string, number>();
  readonly #blocked: LRUCache<string, true>;
  #isCrowded = false;
  #onEmpty: () => void = () => {};

  constructor(options: ConnectionsOptions) {
    const { max = MAX_CONNECTIONS, maxPerCaller, maxBlocked = MAX_BLOCKED } = options;
    const { now = () => performance.now() } = options;
    this.#options = options;
    this.turns = options.turns ?? new Turns();
    this.max = max;
    this.maxPerCaller = maxPerCaller;
    this.#blocked = new LRUCache({ max: maxBlocked, ttl: BLOCKED_MS, ttlResolution: 0, perf: { now } });
  }

  get open(): number {
    return this.#open.size;
  }

  /** Returns false if the connection must be dropped. */
  admit(socket: Socket): boolean {
    this.turns.connected();
    if (this.#open.size >= this.max) {
      this.refused.total += 1;
      return false;
    }
    const peer = this.#options.peerOf(socket.remoteAddress);
    const { key } = peer.caller;
    const openOfCaller = this.#byCaller.get(key) ?? 0;
    if (!peer.isProxy && (openOfCaller >= this.maxPerCaller || this.#blocked.has(key))) {
      this.refused.caller += 1;
      return false;
    }
    this.#open.set(socket, { peer, latest: null, waiting: [], isClosing: false });
    this.#byCaller.set(key, openOfCaller + 1);
    socket.once('close', () => this.#release(socket, key));
    if (!this.#isCrowded && this.#open.size >= this.max * CROWDED_SHARE) {
      this.#isCrowded = true;
      this.#options.onCrowded(this.#open.size, this.max);
    }
    return true;
  }

  /** Returns undefined if the connection is closed. The parser may still have requests of a closed connection. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Drops new connections of this caller for 30 seconds and closes its idle ones. A trusted proxy is never blocked. */
  block({ peer }: Connection): void {
    if (peer.isProxy) return;
    this.#blocked.set(peer.caller.key, true);
    for (const [socket, other] of this.#open) {
      if (other.peer.caller.key === peer.caller.key && other.latest === null) socket.destroy();
    }
  }

  /** A response that was just written is still sent. */
  closeIdle(): void {
    for (const [socket, { latest }] of this.#open) if (latest === null) socket.destroySoon();
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Resolves when no connection is open. */
  async whenEmpty(): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  #release(socket: Socket, key: string): void {
    this.#open.delete(socket);
    const openOfCaller = (this.#byCaller.get(key) ?? 1) - 1;
    if (openOfCaller === 0) this.#byCaller.delete(key);
    else this.#byCaller.set(key, openOfCaller);
    // The lower threshold prevents repeated warnings while the number varies around the upper one.
    if (this.#open.size < (this.max * CROWDED_SHARE) / 2) this.#isCrowded = false;
    if (this.#open.size === 0) this.#onEmpty();
  }
}
