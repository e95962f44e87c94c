/** Picks the store by `STORE_URL`. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DEFAULT_POLICIES, type Policies } from '../limits/policies.ts';
import { storeFolderFault } from './access.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/open.ts';
import { type Store, StoreError } from './port.ts';

export interface StoreOptions extends Omit<EmbeddedStoreOptions, 'folder'> {
  /** `file:data`: a folder where the program was started; `file:///var/lib/esim`: an absolute one. */
  readonly url: string;
  /** For Redis, which counts by itself; whoever counts nothing needs none. */
  readonly policies?: Policies;
}

export async function openStore({
  url,
  policies = DEFAULT_POLICIES,
  ...options
}: StoreOptions): Promise<Store> {
  const scheme = /^([a-z+]+):/.exec(url)?.[1];
  if (scheme === 'file') {
    const folder = folderOf(url);
    // Only the operator hears of it, who named the folder.
    const fault = storeFolderFault(folder);
    if (fault !== null) throw new StoreError('unavailable', fault);
    return openEmbeddedStore({ ...options, folder });
  }
  if (scheme !== undefined && /^rediss?(\+cluster)?$/.test(scheme)) {
    // Only who uses Redis loads its client.
    const { openRedisStore } = await import('./redis/open.ts');
    const { clock, onEvent } = options;
    return openRedisStore({ url, policies, clock, random: randomBytes, onEvent });
  }
  // The value itself may hold a password, so only its scheme is repeated.
  const got = scheme ? `"${scheme}:"` : 'a value without a scheme';
  throw new StoreError('unavailable', `STORE_URL must begin with file:, redis: or rediss:, got ${got}`);
}

/** The folder of an embedded store. Throws where `file:` names none. */
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
