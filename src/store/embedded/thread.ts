/**
 * The thread of the database, as its process sees it. `call` runs an operation by its name (`operations.ts`). A disk
 * that stalls blocks only that thread.
 */
import { Worker } from 'node:worker_threads';
import { type OnStoreEvent, StoreError, type StoreErrorCode } from '../port.ts';
import type { StoreMode } from './modes.ts';
import type { Operations } from './operations.ts';

export interface ThreadOptions {
  readonly folder: string;
  readonly mode: StoreMode;
  readonly busyTimeoutMs: number;
}

export interface Fault {
  readonly code: StoreErrorCode;
  readonly message: string;
}

export type ToThread =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: keyof Operations;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'close' };

/** `result` and `fault` answer a call. The first one has the id `OPENING`, and its result is the secret. */
export type FromThread =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'damaged' | 'warning'; readonly message: string };

export const OPENING = 0;

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A thread that has not closed by then is terminated. Committed data is safe. */
const CLOSE_DEADLINE_MS = 5_000;
/** While the database fails, a test write runs at this interval, so that recovery needs no request. */
const PROBE_EVERY_MS = 500;

/** The other codes concern one call, such as an altered blob. */
const OUTAGES: readonly StoreErrorCode[] = ['unavailable', 'damaged'];

export class DatabaseThread {
  /** Called when a damaged file was replaced by an empty one. */
  onReplaced: () => void = () => {};
  readonly #worker: Worker;
  readonly #onEvent: OnStoreEvent;
  readonly #probeDeadlineMs: number;
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = OPENING;
  /** Why no call is possible any more; null while the thread runs. */
  #endedBy: StoreError | null = null;
  #state = 'ok';
  #probeTimer: NodeJS.Timeout | undefined;

  /** Resolves when the database is open, with the secret that callers are hashed with. */
  static async open(
    options: ThreadOptions,
    probeDeadlineMs: number,
    onEvent: OnStoreEvent,
  ): Promise<{ readonly thread: DatabaseThread; readonly secret: Uint8Array }> {
    const thread = new DatabaseThread(options, probeDeadlineMs, onEvent);
    return { thread, secret: await thread.#reply<Uint8Array>(OPENING) };
  }

  private constructor(workerData: ThreadOptions, probeDeadlineMs: number, onEvent: OnStoreEvent) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    this.#worker = worker;
    this.#onEvent = onEvent;
    this.#probeDeadlineMs = probeDeadlineMs;
    this.#exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (message: FromThread) => this.#receive(message));
    worker.on('error', (cause) => {
      const when = this.#pending.has(OPENING) ? ' to start' : '';
      this.#end(`the database thread failed${when}`, cause);
    });
    worker.on('exit', () => this.#end('the database thread has ended'));
  }

  /** Without `deadlineMs`, the call waits as long as the thread runs. */
  call<K extends keyof Operations>(
    name: K,
    given: Parameters<Operations[K]>,
    deadlineMs?: number,
  ): Promise<ReturnType<Operations[K]>> {
    if (this.#endedBy) return Promise.reject(this.#endedBy);
    this.#lastId += 1;
    const id = this.#lastId;
    // Bytes are copied and transferred, because a transfer of a view would take its whole buffer from the caller.
    const transfer: ArrayBuffer[] = [];
    const args = given.map((arg: unknown) => {
      if (!(arg instanceof Uint8Array)) return arg;
      const copy = new Uint8Array(arg);
      transfer.push(copy.buffer);
      return copy;
    });
    this.#send({ kind: 'call', id, name, args }, transfer);
    return this.#reply(id, deadlineMs);
  }

  /** `ok`, or the message of the last failure until a test write succeeds. */
  state(): string {
    return this.#state;
  }

  async close(): Promise<void> {
    clearTimeout(this.#probeTimer);
    if (!this.#endedBy) this.#send({ kind: 'close' });
    this.#endedBy ??= new StoreError('unavailable', 'the store is closed');
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_DEADLINE_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #reply<T>(id: number, deadlineMs?: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = deadlineMs === undefined ? undefined : setTimeout(() => this.#expire(id), deadlineMs);
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
    });
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'result':
        this.#removePending(message.id)?.resolve(message.value);
        break;
      case 'fault': {
        const { id, fault } = message;
        const error = new StoreError(fault.code, fault.message);
        // A thread that cannot open its database ends by itself.
        if (id === OPENING) this.#endedBy = error;
        else if (OUTAGES.includes(fault.code)) this.#fail(fault.message);
        this.#removePending(id)?.reject(error);
        break;
      }
      case 'damaged':
        this.#onEvent({ level: 'error', message: message.message });
        this.onReplaced();
        break;
      case 'warning':
        this.#onEvent({ level: 'warn', message: message.message });
        break;
    }
  }

  /** Returns undefined if the call has already timed out. */
  #removePending(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    clearTimeout(call?.timer);
    return call;
  }

  /** In a busy process the timer fires late, so a reply that is already in the queue is received first. */
  #expire(id: number): void {
    setImmediate(() => {
      const call = this.#removePending(id);
      if (call === undefined) return;
      const message = 'the database does not respond';
      this.#fail(message);
      call.reject(new StoreError('unavailable', message));
    });
  }

  #end(message: string, cause?: unknown): void {
    this.#fail(message);
    this.#endedBy ??= new StoreError('unavailable', message, { cause });
    for (const id of [...this.#pending.keys()]) this.#removePending(id)?.reject(this.#endedBy);
  }

  #fail(message: string): void {
    if (this.#endedBy !== null) return;
    if (this.#state === 'ok') this.#onEvent({ level: 'error', message: `the store fails: ${message}` });
    this.#state = message;
    this.#probeTimer ??= setTimeout(() => void this.#probe(), PROBE_EVERY_MS).unref();
  }

  /** No other probe is scheduled until this one has its reply. */
  async #probe(): Promise<void> {
    try {
      await this.call('probe', [], this.#probeDeadlineMs);
      this.#probeTimer = undefined;
      if (this.#endedBy !== null) return;
      this.#state = 'ok';
      this.#onEvent({ level: 'info', message: 'the store works again' });
    } catch (error) {
      this.#probeTimer = undefined;
      this.#fail((error as Error).message);
    }
  }
}
