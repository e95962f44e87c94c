/** Reads the operator's files as text. Relative paths are relative to the sources file. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, type Problem, problemAt, type TextFile } from '../../operator-files/problems.ts';
import { readFileTextAsync } from '../../operator-files/read-file.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';

export interface ConfigFiles {
  readonly sources: TextFile;
  readonly providers: readonly TextFile[];
  readonly coupons: TextFile | null;
  readonly overrides: TextFile | null;
  /** Folder that relative paths in the sources file start from. */
  readonly folder: string;
  /** Files and folders that the sources file names and that cannot be read. */
  readonly unreadable?: readonly Problem[];
}

export async function readConfigFiles(sourcesFile: string): Promise<ConfigFiles> {
  const folder = dirname(resolve(sourcesFile));
  const sources = { name: basename(sourcesFile), text: await readText(sourcesFile, basename(sourcesFile)) };
  const paths = pathsIn(sources.text);
  const unreadable: Problem[] = [];
  const named = async (key: 'coupons' | 'overrides') => {
    const name = paths[key];
    if (name === null) return null;
    const path = resolve(folder, name);
    try {
      return { name, text: await readFileTextAsync(path) };
    } catch (error) {
      unreadable.push(problemAt(sources, [key], `cannot be read: ${whyUnreadable(error)} (${path})`));
      return null;
    }
  };
  const providers = await readFolder(resolve(folder, paths.providers), paths.providers).catch(
    (error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      unreadable.push(...error.problems);
      return [];
    },
  );
  return {
    sources,
    providers,
    coupons: await named('coupons'),
    overrides: await named('overrides'),
    folder,
    unreadable,
  };
}

/** Reads only the paths of the other files. The sources file as a whole is checked later. */
export function pathsIn(text: string) {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {}
  const { providers, coupons, overrides, rates } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const ratesFile = (rates as { readonly file?: unknown } | null | undefined)?.file;
  return {
    rates: typeof ratesFile === 'string' ? ratesFile : null,
    providers: typeof providers === 'string' ? providers : 'providers/',
    coupons: typeof coupons === 'string' ? coupons : null,
    overrides: typeof overrides === 'string' ? overrides : null,
  };
}

async function readFolder(path: string, name: string): Promise<TextFile[]> {
  let wanted: string[];
  try {
    wanted = await jsonFilesIn(path);
  } catch (error) {
    const message = `is not a folder that can be read: ${whyUnreadable(error)} (${path})`;
    throw new ConfigError([{ file: name, path: '', message }]);
  }
  return Promise.all(
    wanted.map(async (file) => {
      const shown = join(name, file);
      return { name: shown, text: await readText(join(path, file), shown) };
    }),
  );
}

async function jsonFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.json')).sort();
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readFileTextAsync(path);
  } catch (error) {
    const message = `cannot be read: ${whyUnreadable(error)} (${resolve(path)})`;
    throw new ConfigError([{ file: name, path: '', message }]);
  }
}

/** Calls back after each change of the configuration files. It polls, because not every file system reports changes. */
export function watchConfigFiles(sourcesFile: string, onChange: () => void): () => void {
  let last: string | null = null;
  const poll = async () => {
    const now = await stampOf(sourcesFile);
    if (last !== null && last !== now) onChange();
    last = now;
  };
  void poll();
  const timer = setInterval(() => void poll(), WATCH_MS).unref();
  return () => clearInterval(timer);
}

const WATCH_MS = 2000;

/**
 * Returns a text that changes with any configuration file, including the exchange rates. Only the sources file is read,
 * because it names the others. Those may be large, and this runs every few seconds in the thread that serves requests.
 */
export async function stampOf(sourcesFile: string): Promise<string> {
  const folder = dirname(resolve(sourcesFile));
  const paths = pathsIn(await readFileTextAsync(sourcesFile).catch(() => ''));
  const providers = resolve(folder, paths.providers);
  const names = await jsonFilesIn(providers).catch(() => []);
  const files = [
    resolve(sourcesFile),
    providers,
    ...names.map((name) => join(providers, name)),
    ...[paths.coupons, paths.overrides, paths.rates]
      .flatMap((name) => name ?? [])
      .map((name) => resolve(folder, name)),
  ];
  return JSON.stringify(await Promise.all(files.map(fileStamp)));
}

/** The time of the status change is part of it, because a change of the permissions makes a file readable. */
async function fileStamp(path: string): Promise<readonly (string | number)[]> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(path);
    return [path, mtimeMs, ctimeMs, size, ino];
  } catch (error) {
    return [path, whyUnreadable(error)];
  }
}
