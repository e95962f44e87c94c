/**
 * Secrets: the credentials of feeds and the address of the store. A secret is the value of its variable, or the content of
 * the file that `<NAME>_FILE` names, or a credential of systemd with the name of the variable.
 */
import { join } from 'node:path';
import { readFileText, UnusableFile } from './read-file.ts';
import { whyUnreadable } from './unreadable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Its message continues the name of the variable, as the problems of other settings do. */
export class UnusableSecret extends Error {
  override readonly name = 'UnusableSecret';
  /** The variable that led to the file: `<NAME>_FILE` or `CREDENTIALS_DIRECTORY`. */
  readonly variable: string;
  constructor(variable: string, path: string, error: unknown) {
    super(`leads to ${path}, which cannot be used: ${whyUnreadable(error)}`, { cause: error });
    this.variable = variable;
  }
}

/** Returns undefined if the secret is given nowhere. Throws `UnusableSecret` if its file cannot be read or is empty. */
export function secretOf(env: Environment, name: string): string | undefined {
  const value = env[name];
  if (value !== undefined && value.trim() !== '') return value;
  const file = env[`${name}_FILE`]?.trim();
  if (file) return secretIn(file, `${name}_FILE`);
  const folder = env['CREDENTIALS_DIRECTORY'];
  if (!folder) return undefined;
  try {
    return secretIn(join(folder, name), 'CREDENTIALS_DIRECTORY');
  } catch (error) {
    const { cause } = error as UnusableSecret;
    // The unit loads no credential with this name.
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function secretIn(path: string, variable: string): string {
  try {
    const text = readFileText(path);
    if (text.trim() === '') throw new UnusableFile('it is empty');
    // Editors end a file with a line break, which is not part of the secret.
    return text.replace(/\r?\n$/, '');
  } catch (error) {
    throw new UnusableSecret(variable, path, error);
  }
}
