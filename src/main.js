/**
 * The way in. Plain JavaScript, so that an old Node can read it and say that it is too old: nothing of the project is
 * imported before the version is known.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
/** Where an optional package of package.json is Node itself. */
const BROUGHT_FOR = ['linux-x64', 'linux-arm64', 'win32-x64'];

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  const platform = `${process.platform}-${process.arch}`;
  const advice = BROUGHT_FOR.includes(platform)
    ? 'npm ci brings it; start with npm start or bin/esim, which use that one'
    : `npm ci does not bring it for ${platform}: install Node ${NODE_MAJOR_MIN} from nodejs.org`;
  process.stderr.write(
    `esim: needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}: ${advice}\n`,
  );
  process.exit(1);
}

// Halves the time to start. Beside the installed packages, because a folder that others may write to could be poisoned.
const compiled = fileURLToPath(new URL('../node_modules/.cache/esim', import.meta.url));
module.enableCompileCache(compiled);
// Threads look for it here: the store's and the ingest's are started by this process.
process.env['NODE_COMPILE_CACHE'] ??= compiled;

let main;
try {
  ({ main } = await import('./cli/main.ts'));
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || existsSync(new URL('../node_modules/pino', import.meta.url)))
    throw error;
  process.stderr.write('esim: its packages are not installed: run npm ci in its folder, then try again\n');
  process.exit(1);
}
await main();
