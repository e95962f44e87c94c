/** Checks whether this user may use the folder of an embedded store, and explains what to do if not. */
import { accessSync, constants, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { uid, userText } from '../../operator-files/unreadable.ts';

const ownershipAdvice = (path: string): string =>
  uid < 0 ? 'let this user write it' : `give it to that user (chown -R ${uid} ${path})`;

/** The files of an embedded store. A first start as root leaves files that another user cannot write. */
const STORE_FILES = ['esim.db', 'esim.db-wal', 'esim.db-shm', 'owner.lock'] as const;

/** A reader does not need to write, and a folder that does not exist yet has nothing to read. */
type Access = 'read' | 'write';

/** Returns why the folder of a store cannot be used and what to do, or null if it can. It may not exist yet. */
export function storeFolderFault(folder: string, access: Access): string | null {
  const path = resolve(folder);
  const existing = nearestExisting(path);
  if (access === 'read' && existing !== path) return null;
  const advice = (owned: string) => `${ownershipAdvice(owned)} or set STORE_URL to another folder`;
  if (!statSync(existing).isDirectory())
    return `the folder ${path} cannot be used: ${existing} is a file; set STORE_URL to a folder`;
  const fault = faultOf(existing, access);
  if (fault !== null) {
    return existing === path
      ? `the folder ${path} cannot be used: ${fault}; ${advice(path)}`
      : `the folder ${path} cannot be created: ${fault}; ${advice(existing)}`;
  }
  if (existing !== path) return creationFault(path, existing);
  const blocking = STORE_FILES.map((name) => join(path, name)).find(
    (file) => statSync(file, { throwIfNoEntry: false }) !== undefined && faultOf(file, access) !== null,
  );
  return blocking === undefined
    ? null
    : `the folder ${path} cannot be used: ${faultOf(blocking, access)}; ${advice(path)}`;
}

/** Some file systems, such as /proc, allow no new folder, whatever the permissions are. */
function creationFault(path: string, parent: string): string | null {
  try {
    rmdirSync(mkdtempSync(join(parent, '.esim-')));
    return null;
  } catch (error) {
    return `the folder ${path} cannot be created: ${writeFault(error)}; set STORE_URL to another folder`;
  }
}

/** More than SQLite writes for the counters of a second. */
const NEEDED_BYTES = 64 * 1024;

/** Returns why an existing folder accepts no more data, or null. It writes nothing. */
export function diskFault(folder: string): string | null {
  const path = resolve(folder);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < NEEDED_BYTES ? `the folder ${path} cannot be written: the disk is full` : null;
}

function writeFault(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'EROFS') return 'the disk is read-only';
  return `writing fails${code === '' ? '' : ` (${code})`}`;
}

/** The path itself, or its nearest accessible ancestor. */
function nearestExisting(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    try {
      statSync(at);
      return at;
    } catch {}
  }
  return resolve('/');
}

const { R_OK, W_OK, X_OK } = constants;

function faultOf(path: string, access: Access): string | null {
  const mode = (access === 'read' ? R_OK : R_OK | W_OK) | (statSync(path).isDirectory() ? X_OK : 0);
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
    if (isReadOnly) return `${path} is on a read-only disk`;
    return `${userText} may not read ${access === 'read' ? '' : 'and write '}${path}`;
  }
}
