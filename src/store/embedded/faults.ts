/** Maps errors of SQLite to messages without paths, statements or values. */
import { StoreError } from '../port.ts';

/** Primary result codes. Extended codes contain them in their low byte. */
const CODES = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

const MESSAGES: Readonly<Record<number, string>> = {
  [CODES.busy]: 'the database is locked by another process',
  [CODES.locked]: 'the database is locked by another process',
  [CODES.readOnly]: 'the database cannot be written: read-only',
  [CODES.ioError]: 'the database cannot be read or written: disk error',
  [CODES.full]: 'the database cannot be written: disk full',
  [CODES.cannotOpen]: 'the database cannot be opened',
};

/** Damage that a check found, not a failed statement. */
export class DamagedDatabase extends Error {}

/** null if the error is not of SQLite. */
function primaryCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}

export const isBusy = (error: unknown): boolean => primaryCode(error) === CODES.busy;

export function isDamage(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CODES.corrupt || code === CODES.notADatabase || error instanceof DamagedDatabase;
}

export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isDamage(error)) return new StoreError('damaged', 'the database is damaged');
  const message = MESSAGES[primaryCode(error) ?? -1];
  if (message !== undefined) return new StoreError('unavailable', message);
  // The text has only the code of the error, such as EACCES, because its message may contain a path or a statement.
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new StoreError('unavailable', `the database failed${code}`);
}
