/**
 * Reads a file of an operator. A pipe or a device would make the start wait forever, and a huge file would fill the
 * memory, so both are refused before anything is read.
 */
import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

/** Far more than a list of 100,000 overrides. */
const BYTES_MAX = 32 * 1024 * 1024;

export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

export function readFileText(path: string): string {
  expectSmall(regularFile(statSync(path)));
  return readFileSync(path, 'utf8');
}

/** Like `readFileText`, without blocking the event loop. */
export async function readFileTextAsync(path: string): Promise<string> {
  expectSmall(regularFile(await stat(path)));
  return readFile(path, 'utf8');
}

/** A saved response of a feed. The reader of feeds bounds its size. */
export async function readFileBytes(path: string): Promise<Uint8Array> {
  regularFile(await stat(path));
  return readFile(path);
}

function regularFile(file: Stats): Stats {
  if (file.isDirectory()) throw new UnusableFile('it is a folder, not a file');
  if (!file.isFile()) throw new UnusableFile('it is a pipe, a socket or a device, not a file');
  return file;
}

function expectSmall({ size }: Stats): void {
  if (size > BYTES_MAX) throw new UnusableFile(`it has more than ${BYTES_MAX / 1024 / 1024} MB`);
}
