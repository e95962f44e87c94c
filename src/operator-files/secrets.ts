/**
 * Secrets: the credentials of feeds and the address of the store. A secret is the value of its variable, or the content of
 * the file that `<NAME>_FILE` names, or a credential of systemd with the name of the variable.
 */
import { join } from 'node:path';
import { readFileText, UnusableFile } from './read-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns undefined if the secret is given nowhere. Throws if a file that should have it cannot be read or is empty. */
export function secretOf(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value !== undefined && value.trim() !== '') return value;
  const file = env[`${name}_FILE`]?.trim();
  if (file !== undefined && file !== '') {
    const text = readFileText(file);
    if (text.trim() === '') throw new UnusableFile('it is empty');
    return withoutLineEnd(text);
  }
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (folder === undefined || folder === '') return undefined;
  try {
    return withoutLineEnd(readFileText(join(folder, name)));
  } catch (error) {
    // The unit loads no credential with this name.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Editors end a file with a line break, which is not part of the secret. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');
