/** Explains to the operator why a file cannot be read. */
import { userInfo } from 'node:os';
import { UnusableFile } from './read-file.ts';

/** -1 on Windows, which has no numeric users and no chown. */
export const { uid } = userInfo();
export const userText = uid < 0 ? 'this user' : `user ${uid}`;

/** `error` is the error of a failed read. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EACCES' || code === 'EPERM') return `${userText} may not read it: look at its owner and mode`;
  if (code === 'EISDIR') return 'it is a folder, not a file';
  if (code === 'ENOTDIR') return 'a part of its path is a file, not a folder';
  return `it cannot be read${code === '' ? '' : ` (${code})`}`;
}
