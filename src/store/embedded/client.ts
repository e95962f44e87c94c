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
  readonly timer: NodeJS.Timeout | undefined;
}

export interface ClientOptions extends WorkerOptions {
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Every answer that was `unavailable`, and every one that came too late. */
  readonly onOutage: (message: string) => void;
}

export type WorkerClient = Awaited<ReturnType<typeof openWorker>>['client'];

/** Resolves with the counters' secret once the database is open. */
export async function openWorker({ onDamage, onWarning, onOutage, ...workerData }: ClientOptions) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const opened = Promise.withResolvers<Uint8Array>();
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let gone: StoreError | null = null;

  worker.on('message', receive);
  worker.on('error', (cause) => {
    opened.reject(new StoreError('unavailable', 'the database thread failed to start', { cause }));
    lose('the database thread failed');
  });
  worker.on('exit', () => lose('the database thread has ended'));

  function send(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer);
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        opened.resolve(message.secret);
        break;
      case 'refused':
        // The thread ends by itself now, as it should.
        gone = new StoreError(message.fault.code, message.fault.message);
        opened.reject(gone);
        break;
      case 'result':
        settle(message.id)?.resolve(message.value);
        break;
      case 'fault':
        if (message.fault.code === 'unavailable') onOutage(message.fault.message);
        settle(message.id)?.reject(new StoreError(message.fault.code, message.fault.message));
        break;
      case 'damaged':
        onDamage(message.message);
        break;
      case 'warning':
        onWarning(message.message);
        break;
    }
  }

  function settle(id: number): Pending | undefined {
    const call = pending.get(id);
    pending.delete(id);
    clearTimeout(call?.timer);
    return call;
  }

  /** A busy process comes late to its timers, and finds the answer that came in time still waiting behind them. */
  function lookOnceMore(id: number): void {
    setImmediate(() => {
      if (!pending.has(id)) return;
      const message = 'the database does not answer';
      onOutage(message);
      settle(id)?.reject(new StoreError('unavailable', message));
    });
  }

  function lose(message: string): void {
    if (!gone) onOutage(message);
    gone ??= new StoreError('unavailable', message);
    for (const id of [...pending.keys()]) settle(id)?.reject(gone);
  }

  const client = {
    /** Bytes are copied once and handed over: a view of a larger buffer would take all of it along. */
    call<K extends keyof Api>(
      name: K,
      given: Parameters<Api[K]>,
      deadlineMs?: number,
    ): Promise<ReturnType<Api[K]>> {
      if (gone) return Promise.reject(gone);
      const id = nextId++;
      const transfer: ArrayBuffer[] = [];
      const args = given.map((each: unknown) => {
        if (!(each instanceof Uint8Array)) return each;
        const own = new Uint8Array(each);
        transfer.push(own.buffer);
        return own;
      });
      return new Promise((resolve, reject) => {
        const timer = deadlineMs === undefined ? undefined : setTimeout(lookOnceMore, deadlineMs, id);
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
        send({ kind: 'call', id, name, args }, transfer);
      });
    },

    async close(): Promise<void> {
      if (!gone) send({ kind: 'close' });
      gone ??= new StoreError('unavailable', 'the store is closed');
      const timer = setTimeout(() => void worker.terminate(), CLOSE_DEADLINE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
  return { client, secret: await opened.promise };
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
