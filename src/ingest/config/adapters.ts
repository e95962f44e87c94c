/** All adapters. They are found by scanning the folder, so a new format only needs a new file there. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter, AdapterFormat } from '../adapter.ts';

const FOLDER = join(import.meta.dirname, '..', 'adapters');

async function loadAdapter(file: string): Promise<Adapter> {
  const { default: format } = (await import(pathToFileURL(join(FOLDER, file)).href)) as {
    readonly default: AdapterFormat;
  };
  return { id: basename(file, '.ts'), ...format };
}

/** Without tests, whose names have a second dot, and without folders. */
const files = readdirSync(FOLDER).filter((name) => /^[a-z0-9-]+\.ts$/.test(name));
const adapters = await Promise.all(files.sort().map(loadAdapter));

/** By id. */
export const ADAPTERS: Readonly<Record<string, Adapter>> = Object.fromEntries(
  adapters.map((adapter) => [adapter.id, adapter]),
);
