/** Calls the worker thread by messages, and returns promises. */
import { Worker } from 'node:worker_threads';
import { StoreError, type StoreErrorCode } from '../port.ts';
import type { StoreMode } from './modes.ts';
import type { Api } from './tables.ts';

/** A worker that has not closed by then is terminated. Committed data is safe. */
const CLOSE_DEADLINE_MS = 5_000;

/** The other codes concern one call, such as an altered blob. */
const OUTAGES: readonly StoreErrorCode[] = ['unavailable', 'damaged'];

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: StoreError) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

interface ClientOptions extends WorkerOptions {
  readonly onDamage: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Called for every result that shows an outage and for every timeout. */
  readonly onOutage: (message: string) => void;
}

export type WorkerClient = Awaited<ReturnType<typeof openWorker>>['client'];

/** Resolves when the database is open, with the secret that callers are hashed with. */
export async function openWorker({ onDamage, onWarning, onOutage, ...workerData }: ClientOptions) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  const opened = Promise.withResolvers<Uint8Array>();
  const pending = new Map<number, Pending>();
  let nextId = 1;
  /** Why no call is possible any more; null while the thread runs. */
  let endedBy: StoreError | null = null;

  worker.on('message', receive);
  worker.on('error', (cause) => {
    opened.reject(new StoreError('unavailable', 'the database thread failed to start', { cause }));
    rejectAll('the database thread failed');
  });
  worker.on('exit', () => rejectAll('the database thread has ended'));

  function send(message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer);
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        opened.resolve(message.secret);
        break;
      case 'refused':
        // The thread ends by itself.
        endedBy = new StoreError(message.fault.code, message.fault.message);
        opened.reject(endedBy);
        break;
      case 'result':
        settle(message.id)?.resolve(message.value);
        break;
      case 'fault':
        if (OUTAGES.includes(message.fault.code)) onOutage(message.fault.message);
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

  /** In a busy process the timer fires late, so a reply that is already in the queue is received first. */
  function expire(id: number): void {
    setImmediate(() => {
      if (!pending.has(id)) return;
      const message = 'the database does not respond';
      onOutage(message);
      settle(id)?.reject(new StoreError('unavailable', message));
    });
  }

  function rejectAll(message: string): void {
    if (!endedBy) onOutage(message);
    endedBy ??= new StoreError('unavailable', message);
    for (const id of [...pending.keys()]) settle(id)?.reject(endedBy);
  }

  const client = {
    /** Bytes are copied and transferred, because a transfer of a view moves its whole buffer. */
    call<K extends keyof Api>(
      name: K,
      given: Parameters<Api[K]>,
      deadlineMs?: number,
    ): Promise<ReturnType<Api[K]>> {
      if (endedBy) return Promise.reject(endedBy);
      const id = nextId++;
      const transfer: ArrayBuffer[] = [];
      const args = given.map((each: unknown) => {
        if (!(each instanceof Uint8Array)) return each;
        const own = new Uint8Array(each);
        transfer.push(own.buffer);
        return own;
      });
      return new Promise((resolve, reject) => {
        const timer = deadlineMs === undefined ? undefined : setTimeout(expire, deadlineMs, id);
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
        send({ kind: 'call', id, name, args }, transfer);
      });
    },

    async close(): Promise<void> {
      if (!endedBy) send({ kind: 'close' });
      endedBy ??= new StoreError('unavailable', 'the store is closed');
      const timer = setTimeout(() => void worker.terminate(), CLOSE_DEADLINE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
  return { client, secret: await opened.promise };
}

// The messages between the two threads.

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

export type FromWorker =
  | { readonly kind: 'ready'; readonly secret: Uint8Array }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'damaged' | 'warning'; readonly message: string };
