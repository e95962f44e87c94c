/**
 * Reads a file of an operator. A pipe or a device would make the start wait forever, and a huge file would fill the
 * memory, so both are refused before anything is read.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';

const BYTES_PER_MEGABYTE = 1_000_000;
/** Far more than a list of 100,000 overrides. */
const BYTES_MAX = 32 * BYTES_PER_MEGABYTE;

export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

export function readFileText(path: string): string {
  expectUsable(statSync(path), BYTES_MAX);
  return textOf(readFileSync(path));
}

/** Like `readFileText`, without blocking the event loop. */
export async function readFileTextAsync(path: string): Promise<string> {
  expectUsable(await stat(path), BYTES_MAX);
  return textOf(await readFile(path));
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnusableFile('it is not UTF-8: save it as UTF-8');
  return bytes.toString('utf8');
}

/** A saved response of a feed, whose source has its own limit. */
export async function readFileBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  expectUsable(await stat(path), maxBytes);
  return readFile(path);
}

function expectUsable(file: Stats, maxBytes: number): void {
  if (file.isDirectory()) throw new UnusableFile('it is a folder, not a file');
  if (!file.isFile()) throw new UnusableFile('it is a pipe, a socket or a device, not a file');
  if (file.size > maxBytes) throw new UnusableFile(`it has more than ${maxBytes / BYTES_PER_MEGABYTE} MB`);
}
