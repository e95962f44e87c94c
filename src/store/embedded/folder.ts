/** The files of an embedded store, and whether this user may use their folder. Explains what to do if not. */
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { uid, userText } from '../../operator-files/unreadable.ts';

/** The database. */
export const FILE = 'esim.db';
/** The lock of the database, which only one serving process can have. */
export const LOCK = 'owner.lock';
/** The write-ahead log belongs to one file, so it is renamed with it. */
export const SUFFIXES = ['', '-wal', '-shm'] as const;
/** A first start as root leaves files that another user cannot write. */
export const STORE_FILES: readonly string[] = [...SUFFIXES.map((suffix) => FILE + suffix), LOCK];

type Access = 'read' | 'write';

/** Returns why the folder of a store cannot be used and what to do, or null if it can. It may not exist yet. */
export function storeFolderFault(folder: string, access: Access): string | null {
  const path = resolve(folder);
  const { visible: existing, isClosed } = nearestVisible(path);
  if (isClosed)
    return `the folder ${path} cannot be used: ${userText} may not enter ${existing}; let that user enter it or set STORE_URL to another folder`;
  // A command that only reads finds an empty store where no folder exists.
  if (access === 'read' && existing !== path) return null;
  if (!statSync(existing).isDirectory())
    return `the folder ${path} cannot be used: ${existing} is a file; set STORE_URL to a folder`;
  if (existing !== path) {
    const fault = faultOf(existing, access);
    if (fault === null) return creationFault(path, existing);
    return `the folder ${path} cannot be created: ${fault}; ${advice('create it for that user', `mkdir -p ${path} && chown ${uid} ${path}`)}`;
  }
  // The files of a folder that this user may not enter seem to be missing, so they follow in the next message.
  const files = STORE_FILES.map((name) => join(path, name)).filter((file) => existsSync(file));
  const blocking = [path, ...files].filter((each) => faultOf(each, access) !== null);
  const [first] = blocking;
  if (first === undefined) return null;
  return `the folder ${path} cannot be used: ${faultOf(first, access)}; ${advice('give it to that user', `chown ${uid} ${blocking.join(' ')}`)}`;
}

/**
 * `command` names only the folder and the files of the store: an operator may paste it as root, and a recursive one
 * would change the owner of a whole system if STORE_URL is a wrong folder.
 */
const advice = (remedy: string, command: string): string =>
  // Windows has no chown.
  `${uid < 0 ? 'let this user write it' : `${remedy} (${command})`} or set STORE_URL to another folder`;

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

/**
 * The path itself, or the nearest ancestor that this user sees. `isClosed`: that ancestor may not be entered, so
 * nobody knows whether the path exists.
 */
function nearestVisible(path: string): { readonly visible: string; readonly isClosed: boolean } {
  let isClosed = false;
  for (let visible = path; visible !== dirname(visible); visible = dirname(visible)) {
    try {
      statSync(visible);
      return { visible, isClosed };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      isClosed = code === 'EACCES' || code === 'EPERM';
    }
  }
  return { visible: resolve('/'), isClosed };
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
