/** `esim backup`: a consistent copy of the data folder, also while the service runs. */
import { readSettings } from '../../settings.ts';
import { backUpFolder } from '../../store/embedded/backup.ts';
import { folderOf } from '../../store/open.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { count } from '../output.ts';

const KILOBYTE = 1024;

export function backup(file: string, { env, out }: Dependencies): void {
  const { storeUrl } = readSettings(env);
  if (!storeUrl.startsWith('file:'))
    throw new CommandError(
      'esim backup copies a data folder, but STORE_URL is a Redis: use the backup of Redis, see docs/operating.md',
    );
  const bytes = backUpFolder(folderOf(storeUrl), file);
  out.write(
    `wrote ${file}: ${count(Math.ceil(bytes / KILOBYTE))} KiB, readable by this user only; it contains the secret of the hashes\n`,
  );
}
