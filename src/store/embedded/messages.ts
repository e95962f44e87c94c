/** What the serving thread and the worker say to each other. */
import type { Edition, StoreErrorCode } from '../port.ts';
import type { Api } from './api.ts';

export interface WorkerOptions {
  readonly folder: string;
  readonly mode: 'own' | 'share';
  readonly busyTimeoutMs: number;
  readonly pollMs: number;
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
  | { readonly kind: 'watch'; readonly on: boolean }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready'; readonly secret: Uint8Array }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: Fault }
  | { readonly kind: 'damaged' | 'warning'; readonly message: string }
  | { readonly kind: 'edition'; readonly edition: Edition };
