/** Whether this user may use a file or a folder, in words that say what to do. Nothing is made or changed by looking. */
import { accessSync, constants, mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Why a file or folder could not be read, from the error of trying. */
export function whyUnreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOENT') return 'it is not there';
  if (code === 'EACCES' || code === 'EPERM') return `${user()} may not read it: look at its owner and mode`;
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'ENOTDIR') return 'a part of its path is a file, not a folder';
  return `it cannot be read${code === '' ? '' : ` (${code})`}`;
}

/** Windows has no numbers for users, and no chown. */
const { uid } = userInfo();
const user = (): string => (uid < 0 ? 'this user' : `user ${uid}`);
const giving = (path: string): string =>
  uid < 0 ? 'let this user write it' : `give it to that user (chown -R ${uid} ${path})`;

/** What an embedded store has in its folder. Left by another user (a first start as root), each is in the way. */
const STORE_FILES = ['esim.db', 'esim.db-wal', 'esim.db-shm', 'owner.lock'] as const;

/** Why the folder of a store cannot be used, with what to do; null: it can. One that is not there yet is made. */
export function storeFolderFault(folder: string): string | null {
  const path = resolve(folder);
  const there = nearest(path);
  const advice = (owned: string) => `${giving(owned)} or set STORE_URL to another folder`;
  if (!statSync(there).isDirectory())
    return `the folder ${path} cannot be used: ${there} is a file; set STORE_URL to a folder`;
  const fault = faultOf(there);
  if (fault !== null) {
    return there === path
      ? `the folder ${path} cannot be used: ${fault}; ${advice(path)}`
      : `the folder ${path} cannot be made: ${fault}; ${advice(there)}`;
  }
  if (there !== path) return unmakeable(path, there);
  const blocking = STORE_FILES.map((name) => join(path, name)).find(
    (file) => statSync(file, { throwIfNoEntry: false }) !== undefined && faultOf(file) !== null,
  );
  return blocking === undefined
    ? null
    : `the folder ${path} cannot be used: ${faultOf(blocking)}; ${advice(path)}`;
}

/** Some file systems, such as /proc, allow a folder to nobody, whatever the permissions say. */
function unmakeable(path: string, parent: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(parent, '.esim-')));
    return null;
  } catch (error) {
    return `the folder ${path} cannot be made: ${writeFault(error)}; set STORE_URL to another folder`;
  }
}

/** More than SQLite writes at once for the counters of a second. */
const PROBE_BYTES = 64 * 1024;

/** Why an existing folder takes no more data, such as a full disk; null if it does. Writes a file for a moment. */
export function diskFault(folder: string): string | null {
  const path = resolve(folder);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const probe = join(path, `.write-test-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES));
    return null;
  } catch (error) {
    return `the folder ${path} cannot be written: ${writeFault(error)}`;
  } finally {
    rmSync(probe, { force: true });
  }
}

function writeFault(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EROFS') return 'the disk is read-only';
  return `writing fails${code === '' ? '' : ` (${code})`}`;
}

/** The path itself, or the first above it that is there and may be looked at. */
function nearest(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    try {
      statSync(at);
      return at;
    } catch {}
  }
  return resolve('/');
}

const { R_OK, W_OK, X_OK } = constants;

function faultOf(path: string): string | null {
  const wanted = statSync(path).isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK;
  try {
    accessSync(path, wanted);
    return null;
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
    return isReadOnly ? `${path} is on a read-only disk` : `${user()} may not read and write ${path}`;
  }
}
