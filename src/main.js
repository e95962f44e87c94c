#!/usr/bin/env node
/**
 * Entry point. It is plain JavaScript, so that an old version of Node can run it and report that it is too old. The rest
 * of the project is imported after this check.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
/** Platforms for which package.json has a package with Node. */
const INSTALLED_FOR = ['linux-x64', 'linux-arm64', 'win32-x64'];

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  const platform = `${process.platform}-${process.arch}`;
  const isPackage = import.meta.url.includes('/node_modules/');
  const comesWith = isPackage
    ? 'it comes with this package; start with npx, which uses it'
    : 'npm ci installs it; start with npm start or bin/esim, which use it';
  const advice = INSTALLED_FOR.includes(platform)
    ? comesWith
    : `npm ci does not install it for ${platform}: install Node ${NODE_MAJOR_MIN} from nodejs.org`;
  process.stderr.write(
    `esim: needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}: ${advice}\n`,
  );
  process.exit(1);
}

// The cache halves the start time. It is next to the packages, because other users must not be able to write to it.
const compiled = fileURLToPath(new URL('../node_modules/.cache/esim', import.meta.url));
module.enableCompileCache(compiled);
// Worker threads find the cache by this variable.
process.env['NODE_COMPILE_CACHE'] ??= compiled;

let main;
try {
  ({ main } = await import('./cli/main.ts'));
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || existsSync(new URL('../node_modules/pino', import.meta.url)))
    throw error;
  process.stderr.write(
    'esim: the packages are not installed: run npm ci in the project folder and try again\n',
  );
  process.exit(1);
}
await main();
