/** `esim backup`, `esim restore` and `esim repair`: copy and replace the database of the data folder. */
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../service/settings.ts';
import { backUpFolder, repairFolder, restoreFolder } from '../../store/embedded/backup.ts';
import { asStoreError } from '../../store/embedded/faults.ts';
import { storeFolderFault } from '../../store/embedded/folder.ts';
import { folderOf } from '../../store/open.ts';
import type { StoreErrorCode } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { count } from '../output.ts';
import { damageText, hasNoData } from '../store.ts';

const KILOBYTE = 1024;

/** `target`: a file that does not exist yet, or a folder, in which the file gets a name with the date and time in UTC. */
export function backup(target: string, { env, out, clock }: Dependencies): void {
  const storeUrl = folderUrl('backup', 'read', env);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isFolder ? join(target, `esim-${fileTime(clock())}.db`) : target;
  const bytes = explaining({ damaged: () => damageText(storeUrl) }, () =>
    backUpFolder(folderOf(storeUrl), file),
  );
  out.write(
    `wrote ${file}: ${count(Math.ceil(bytes / KILOBYTE))} KiB, readable by this user only; it contains the secret of the hashes\n`,
  );
}

/** "2026-11-18-0715": sorts by time, and has no character that a file system refuses. */
const fileTime = (at: number): string =>
  new Date(at).toISOString().slice(0, 16).replace('T', '-').replace(':', '');

export function restore(file: string, { env, out }: Dependencies): void {
  const storeUrl = folderUrl('restore', 'write', env);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`there is no file ${file}`);
  if (!found.isFile())
    throw new CommandError(`${file} is no file that can be restored, but a ${kindOf(found)}`);
  const messages: Messages = {
    damaged: () => `${file} is damaged or is not a backup, so nothing was changed`,
    incompatible: (message) => `${file} cannot be restored: ${message}; nothing was changed`,
    folder_in_use: inUse,
  };
  const replaced = explaining(messages, () => restoreFolder(folderOf(storeUrl), file));
  const before = replaced === null ? '' : `; the database before it is ${replaced}`;
  out.write(`restored ${file} into ${folderOf(storeUrl)}${before}; start the service now\n`);
}

const kindOf = (found: Stats): string => (found.isDirectory() ? 'folder' : 'pipe, a socket or a device');

export function repair({ env, out }: Dependencies): void {
  const storeUrl = folderUrl('repair', 'write', env);
  const folder = folderOf(storeUrl);
  out.write(`${hasNoData(storeUrl) ? `the folder ${folder} has no data yet` : repairText(folder)}\n`);
}

function repairText(folder: string): string {
  const name = explaining({ folder_in_use: inUse }, () => repairFolder(folder));
  if (name === null) return 'the database is intact; nothing was changed';
  return (
    `the database was damaged and was renamed to ${name}; restore a backup with esim restore <file>, ` +
    'or start the service, which reads the feeds again'
  );
}

/** Throws if the store is no folder, or if this user may not use it. SQLite does not say why it cannot open a file. */
function folderUrl(command: string, access: 'read' | 'write', env: Dependencies['env']): string {
  const { storeUrl } = readSettings(env);
  if (!storeUrl.startsWith('file:'))
    throw new CommandError(
      `esim ${command} needs a data folder, but STORE_URL is a Redis: use the backup of Redis, see docs/operating.md`,
    );
  const fault = storeFolderFault(folderOf(storeUrl), access);
  if (fault !== null) throw new CommandError(fault);
  return storeUrl;
}

type Messages = Partial<Record<StoreErrorCode, (message: string) => string>>;

/** Runs `work`. Of an error with one of the codes, the message says what the operator can do. */
function explaining<T>(messages: Messages, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const known = asStoreError(error);
    const explain = messages[known.code];
    throw explain === undefined ? known : new CommandError(explain(known.message));
  }
}

const inUse = () => 'a service uses this folder: stop it first';
