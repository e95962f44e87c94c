/** The peers' packages: installed on first use, loaded by name so that the service itself never needs them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const resolve = createRequire(import.meta.url).resolve;

export function installPeers(): void {
  if (existsSync(`${FOLDER}node_modules`)) return;
  execFileSync('npm', ['ci'], { cwd: FOLDER, stdio: 'inherit' });
}

/** The caller states the type, because the declarations of the package exist only after its installation. */
export async function peer<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(resolve(name)).href)) as T;
}
