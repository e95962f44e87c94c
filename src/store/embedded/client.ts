/** Calls the worker thread by messages, and returns promises. */
import { Worker } from 'node:worker_threads';
import { StoreError, type StoreErrorCode } from '../port.ts';
import type { StoreMode } from './modes.ts';
import type { Api } from './tables.ts';

export interface WorkerOptions {
  readonly folder: string;
  readonly mode: StoreMode;
  readonly busyTimeoutMs: number;
}

export interface Fault {
  readonly code: StoreErrorCode;
  readonly message: string;
}

export type ToWorker =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: keyof Api;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'close' };

/** The first message is `ready` or `refused`: whether the database could be opened. `result` and `fault` answer a call. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly secret: Uint8Array }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'damaged' | 'warning'; readonly message: string };

interface ClientEvents {
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Called for every fault that shows an outage, for every timeout, and if the thread ends unexpectedly. */
  readonly onOutage: (message: string) => void;
}

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A worker that has not closed by then is terminated. Committed data is safe. */
const CLOSE_DEADLINE_MS = 5_000;

/** The other codes concern one call, such as an altered blob. */
const OUTAGES: readonly StoreErrorCode[] = ['unavailable', 'damaged'];

/** Resolves when the database is open, with the secret that callers are hashed with. */
export async function openWorker({
  onDamage,
  onWarning,
  onOutage,
  ...workerData
}: WorkerOptions & ClientEvents): Promise<{ client: WorkerClient; secret: Uint8Array }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const client = new WorkerClient(worker, { onDamage, onWarning, onOutage });
  return { client, secret: await client.opened };
}

export class WorkerClient {
  readonly #worker: Worker;
  readonly #events: ClientEvents;
  readonly #opened = Promise.withResolvers<Uint8Array>();
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;
  /** Why no call is possible any more; null while the thread runs. */
  #endedBy: StoreError | null = null;

  constructor(worker: Worker, events: ClientEvents) {
    this.#worker = worker;
    this.#events = events;
    this.#exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', (cause) => {
      this.#opened.reject(new StoreError('unavailable', 'the database thread failed to start', { cause }));
      this.#rejectAll('the database thread failed');
    });
    worker.on('exit', () => this.#rejectAll('the database thread has ended'));
  }

  /** The secret that callers are hashed with. */
  get opened(): Promise<Uint8Array> {
    return this.#opened.promise;
  }

  /** Without `deadlineMs`, the call waits as long as the thread runs. */
  call<K extends keyof Api>(
    name: K,
    given: Parameters<Api[K]>,
    deadlineMs?: number,
  ): Promise<ReturnType<Api[K]>> {
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
    return new Promise((resolve, reject) => {
      const timer = deadlineMs === undefined ? undefined : setTimeout(() => this.#expire(id), deadlineMs);
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#send({ kind: 'call', id, name, args }, transfer);
    });
  }

  async close(): Promise<void> {
    if (!this.#endedBy) this.#send({ kind: 'close' });
    this.#endedBy ??= new StoreError('unavailable', 'the store is closed');
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_DEADLINE_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#opened.resolve(message.secret);
        break;
      case 'refused':
        // The thread ends by itself.
        this.#endedBy = new StoreError(message.fault.code, message.fault.message);
        this.#opened.reject(this.#endedBy);
        break;
      case 'result':
        this.#removePending(message.id)?.resolve(message.value);
        break;
      case 'fault':
        if (OUTAGES.includes(message.fault.code)) this.#events.onOutage(message.fault.message);
        this.#removePending(message.id)?.reject(new StoreError(message.fault.code, message.fault.message));
        break;
      case 'damaged':
        this.#events.onDamage(message.message);
        break;
      case 'warning':
        this.#events.onWarning(message.message);
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
      this.#events.onOutage(message);
      call.reject(new StoreError('unavailable', message));
    });
  }

  #rejectAll(message: string): void {
    if (!this.#endedBy) this.#events.onOutage(message);
    this.#endedBy ??= new StoreError('unavailable', message);
    for (const id of [...this.#pending.keys()]) this.#removePending(id)?.reject(this.#endedBy);
  }
}
