/** A folder of an operator with one source, whose feed is a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Folder, temporaryFolder } from './support.ts';

export interface TestFolder extends Folder {
  /** Returns the path of the file. */
  readonly write: (name: string, text: string) => string;
}

export function testFolder(t: TestContext): TestFolder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const write = (name: string, text: string) => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  };
  return { ...folder, write };
}

/** Writes a sources file with one source, and returns its path. `rest`: the other members of the file. */
export function writeSource(folder: TestFolder, source: object, rest: object = {}): string {
  mkdirSync(join(folder.path, 'providers'), { recursive: true });
  const provider = { id: 'one', name: 'One', homepage: 'https://one.example/', hosts: ['one.example'] };
  folder.write('providers/one.json', JSON.stringify(provider));
  const entry = { id: 'one-feed', adapter: 'esimdb', provider: 'one', ...source };
  return folder.write('sources.json', JSON.stringify({ sources: [entry], ...rest }));
}
