/** Picks the store by `STORE_URL`. */
import { fileURLToPath } from 'node:url';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/open.ts';
import { type Store, StoreError } from './port.ts';

export interface StoreOptions extends Omit<EmbeddedStoreOptions, 'folder'> {
  /** `file:data`: a folder beside where the program was started; `file:///var/lib/esim`: an absolute one. */
  readonly url: string;
}

export async function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  const scheme = /^([a-z]+):/.exec(url)?.[1];
  if (scheme === 'file') return openEmbeddedStore({ ...options, folder: folderOf(url) });
  // The value itself may hold a password, so only its scheme is repeated.
  const got = scheme ? `"${scheme}:"` : 'a value without a scheme';
  throw new StoreError('unavailable', `STORE_URL must begin with "file:", got ${got}`);
}

export function folderOf(url: string): string {
  const rest = url.slice('file:'.length);
  if (rest === '') throw new StoreError('unavailable', 'STORE_URL "file:" names no folder');
  if (!rest.startsWith('//')) return rest;
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new StoreError('unavailable', 'STORE_URL names no folder of this machine', { cause });
  }
}
