/**
 * The lock of a folder, which only one serving process can have: an open transaction on a small second database. The
 * kernel releases it however the process ends.
 */
import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { isBusy, isDamage } from './faults.ts';
import { FILE, LOCK } from './folder.ts';

export interface Ownership {
  release(): void;
}

export function takeOwnership(folder: string): Ownership {
  const path = join(folder, LOCK);
  const isMissing = !existsSync(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  restrict(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isDamage(error)) {
      const message = `${LOCK} in the store's folder is not the lock of this program: if no service runs there, delete that file and start again`;
      throw new StoreError('unavailable', message, { cause: error });
    }
    if (!isBusy(error)) throw error;
    throw new StoreError(
      'folder_in_use',
      'another process serves from this folder; for several processes use Redis (STORE_URL=redis://…)',
      { cause: error },
    );
  }
  if (isMissing && isServedWithoutLock(join(folder, FILE))) {
    lock.close();
    // The next process must notice it too.
    rmSync(path);
    throw new StoreError(
      'folder_in_use',
      `${LOCK} was deleted while a process uses the database in this folder: stop that process first`,
    );
  }
  return { release: () => lock.close() };
}

/**
 * A serving process gives its database an application id and never deletes the lock. So if there is an id but no lock,
 * somebody deleted the lock, perhaps of a running process. Leaving the WAL mode fails as busy if another process has the
 * database open, which is the test. The store sets the mode again.
 */
function isServedWithoutLock(database: string): boolean {
  if (!existsSync(database)) return false;
  const db = new DatabaseSync(database, { timeout: 0 });
  try {
    if (db.prepare('PRAGMA application_id').get()?.['application_id'] === 0) return false;
    db.exec('PRAGMA journal_mode = DELETE');
    return false;
  } catch (error) {
    // The caller handles a damaged database.
    return isBusy(error);
  } finally {
    db.close();
  }
}

/** Returns whether a process has the lock. It changes nothing in the folder. */
export function isOwned(folder: string): boolean {
  const path = join(folder, LOCK);
  if (!existsSync(path)) return false;
  const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    lock.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    lock.close();
  }
}

/** Removes the access of other users, unless the file belongs to another user. */
export function restrict(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
