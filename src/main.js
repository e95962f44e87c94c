/**
 * The way in. Plain JavaScript: an old Node can read it and say that it is too old, and a new one need not load what
 * strips types where everything else is compiled already. Nothing of the project is imported before the version is known.
 */
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `esim: needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}: run npm ci, then bin/esim\n`,
  );
  process.exit(1);
}

// Halves the time to start. Beside the installed packages, because a folder that others may write to could be poisoned.
const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module');
const compiled = fileURLToPath(new URL('../node_modules/.cache/esim', import.meta.url));
enableCompileCache(compiled);
// Threads look for it here: the store's and the ingest's are started by this process.
process.env['NODE_COMPILE_CACHE'] ??= compiled;

// Types are stripped by WebAssembly code that runs for a fraction of a second: optimising it takes longer than it saves.
// The flag is taken back when that code is there: under other flags than Node was built with, none of its own compiled
// code is usable, and every thread would compile Node's library anew.
if (isNothingCompiled()) {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  // Any small file with types will do.
  await import('./cli/exit.ts');
  // V8's own value.
  setFlagsFromString('--wasm-tiering-budget=13000000');
}

const { main } = await import('./cli/main.ts');
await main();

function isNothingCompiled() {
  const folder = getCompileCacheDir();
  return folder === undefined || process.getBuiltinModule('node:fs').readdirSync(folder).length === 0;
}
