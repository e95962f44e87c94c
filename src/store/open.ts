/** Opens the store of `STORE_URL`. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { DEADLINE_MS } from './deadline.ts';
import { storeFolderFault } from './embedded/folder.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from './embedded/open.ts';
import { type Store, StoreError } from './port.ts';

interface StoreOptions extends Omit<EmbeddedStoreOptions, 'folder'> {
  /** `file:data`: a folder relative to the working directory. `file:///var/lib/esim`: an absolute one. */
  readonly url: string;
}

/** A command waits longer for a slow server than a request, whose caller gets an error instead. */
const COMMAND_DEADLINE_MS = 10_000;

export async function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  const scheme = /^([a-z+]+):/.exec(url)?.[1];
  if (scheme === 'file') {
    const folder = folderOf(url);
    // The message contains the folder, because only the operator sees it.
    const fault = storeFolderFault(folder, options.mode === 'read' ? 'read' : 'write');
    if (fault !== null) throw new StoreError('unavailable', fault);
    return openEmbeddedStore({ ...options, folder });
  }
  if (scheme !== undefined && /^rediss?(\+cluster)?$/.test(scheme)) {
    // The Redis client is loaded only if it is used.
    const { openRedisStore } = await import('./redis/open.ts');
    const { mode, policies = DEFAULT_POLICIES, clock, onEvent } = options;
    const deadlineMs = options.deadlineMs ?? (mode === 'serve' ? DEADLINE_MS : COMMAND_DEADLINE_MS);
    return openRedisStore({ url, policies, clock, random: randomBytes, onEvent, deadlineMs });
  }
  // The value may contain a password, so the error repeats only its scheme.
  const got = scheme ? `"${scheme}:"` : 'a value without a scheme';
  throw new StoreError('unavailable', `STORE_URL must begin with file:, redis: or rediss:, got ${got}`);
}

/** The folder of an embedded store. Throws if the URL has none. */
export function folderOf(url: string): string {
  const rest = url.slice('file:'.length);
  if (rest === '') throw new StoreError('unavailable', 'STORE_URL "file:" has no folder');
  if (!rest.startsWith('//')) return rest;
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new StoreError('unavailable', 'STORE_URL is not a folder of this machine', { cause });
  }
}
