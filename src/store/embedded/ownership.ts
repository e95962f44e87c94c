/**
 * One serving process to a folder. The lock is a transaction held open on a small database of its own: the kernel
 * lets go of it however the process ends, so that no stale lock can ever keep a restart out.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { isBusy } from './faults.ts';

export interface Ownership {
  release(): void;
}

export function takeOwnership(folder: string): Ownership {
  const lock = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StoreError(
      'folder_in_use',
      'another process serves from this folder; for several processes use Redis (STORE_URL=redis://…)',
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}
