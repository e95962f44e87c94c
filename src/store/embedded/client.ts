/** The serving thread's end: promises for messages. It never waits for the disk, only for an answer. */
import { Worker } from 'node:worker_threads';
import { StoreError, type StoreErrorCode } from '../port.ts';
import type { Api } from './tables.ts';

/** An answer to a traveller must not wait for a stalled disk longer than this, nor may counts that admission depends on. */
export const ANSWER_DEADLINE_MS = 1_000;
/** A worker that does not close by then is stopped; what is committed is safe. */
const CLOSE_DEADLINE_MS = 5_000;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly timer: NodeJS.Timeout | null;
}

export interface ClientOptions extends WorkerOptions {
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Every answer that was `unavailable`, and every one that came too late. */
  readonly onOutage: (message: string) => void;
}

export class WorkerClient {
  readonly #worker: Worker;
  readonly #options: ClientOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #exited: Promise<void>;
  #nextId = 1;
  #gone: StoreError | null = null;

  private constructor(worker: Worker, options: ClientOptions) {
    this.#worker = worker;
    this.#options = options;
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('message', (message: FromWorker) => this.#receive(message));
    worker.on('error', () => this.#lose('the database thread failed'));
    worker.on('exit', () => this.#lose('the database thread has ended'));
  }

  /** Resolves with the counters' secret once the database is open. */
  static async open(options: ClientOptions): Promise<{ client: WorkerClient; secret: Uint8Array }> {
    const { folder, mode, busyTimeoutMs } = options;
    const workerData: WorkerOptions = { folder, mode, busyTimeoutMs };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    const client = new WorkerClient(worker, options);
    const secret = await new Promise<Uint8Array>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve(message.secret);
        if (message.kind === 'refused') reject(new StoreError(message.fault.code, message.fault.message));
      });
      worker.once('error', (cause) => {
        reject(new StoreError('unavailable', 'the database thread failed to start', { cause }));
      });
    });
    return { client, secret };
  }

  /** Bytes are copied once and handed over: a view of a larger buffer would take all of it along. */
  call<K extends keyof Api>(
    name: K,
    given: Parameters<Api[K]>,
    deadlineMs?: number,
  ): Promise<ReturnType<Api[K]>> {
    if (this.#gone) return Promise.reject(this.#gone);
    const id = this.#nextId++;
    const transfer: ArrayBuffer[] = [];
    const args = given.map((each: unknown) => {
      if (!(each instanceof Uint8Array)) return each;
      const own = new Uint8Array(each);
      transfer.push(own.buffer);
      return own;
    });
    return new Promise((resolve, reject) => {
      const timer = deadlineMs === undefined ? null : setTimeout(() => this.#lookOnceMore(id), deadlineMs);
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#send({ kind: 'call', id, name, args }, transfer);
    });
  }

  async close(): Promise<void> {
    if (!this.#gone) this.#send({ kind: 'close' });
    this.#gone ??= new StoreError('unavailable', 'the store is closed');
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_DEADLINE_MS);
    await this.#exited;
    clearTimeout(timer);
  }

  #send(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'result':
        this.#settle(message.id)?.resolve(message.value);
        break;
      case 'fault':
        if (message.fault.code === 'unavailable') this.#options.onOutage(message.fault.message);
        this.#settle(message.id)?.reject(new StoreError(message.fault.code, message.fault.message));
        break;
      case 'refused':
        // The thread ends by itself now, as it should.
        this.#gone = new StoreError(message.fault.code, message.fault.message);
        break;
      case 'damaged':
        this.#options.onDamage(message.message);
        break;
      case 'warning':
        this.#options.onWarning(message.message);
        break;
    }
  }

  #settle(id: number): Pending | null {
    const pending = this.#pending.get(id) ?? null;
    this.#pending.delete(id);
    if (pending?.timer) clearTimeout(pending.timer);
    return pending;
  }

  /** A busy process comes late to its timers, and finds the answer that came in time still waiting behind them. */
  #lookOnceMore(id: number): void {
    setImmediate(() => {
      if (this.#pending.has(id)) this.#expire(id);
    });
  }

  #expire(id: number): void {
    const message = 'the database does not answer';
    this.#options.onOutage(message);
    this.#settle(id)?.reject(new StoreError('unavailable', message));
  }

  #lose(message: string): void {
    if (!this.#gone) this.#options.onOutage(message);
    this.#gone ??= new StoreError('unavailable', message);
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(this.#gone);
  }
}

// What the serving thread and the worker say to each other.

export interface WorkerOptions {
  readonly folder: string;
  readonly mode: 'own' | 'share';
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

export type FromWorker =
  | { readonly kind: 'ready'; readonly secret: Uint8Array }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'damaged' | 'warning'; readonly message: string };
