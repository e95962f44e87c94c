/** What SQLite reports, in the words of the store: no path, no statement, no value. */
import { StoreError } from '../port.ts';

/** Primary result codes; the extended ones carry them in their low byte. */
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

const SENTENCES: Readonly<Record<number, string>> = {
  [CODES.busy]: 'the database is held by another process',
  [CODES.locked]: 'the database is held by another process',
  [CODES.readOnly]: 'the database cannot be written: read-only',
  [CODES.ioError]: 'the database cannot be read or written: disk error',
  [CODES.corrupt]: 'the database is damaged',
  [CODES.full]: 'the database cannot be written: disk full',
  [CODES.cannotOpen]: 'the database cannot be opened',
  [CODES.notADatabase]: 'the database is damaged',
};

function primaryCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}

export const isBusy = (error: unknown): boolean => primaryCode(error) === CODES.busy;

export function isDamage(error: unknown): boolean {
  const code = primaryCode(error);
  return code === CODES.corrupt || code === CODES.notADatabase || error instanceof DamagedDatabase;
}

/** Found by a check of ours rather than by a statement that failed. */
export class DamagedDatabase extends Error {}

export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isDamage(error)) return new StoreError('unavailable', SENTENCES[CODES.corrupt]!);
  const sentence = SENTENCES[primaryCode(error) ?? -1];
  if (sentence) return new StoreError('unavailable', sentence);
  const system = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new StoreError('unavailable', `the database failed${system}`);
}
