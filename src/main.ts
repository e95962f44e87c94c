/** The way in. Nothing of the project is imported before the runtime is known to be new enough to read it. */
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `esim: needs Node ${NODE_MAJOR_MIN} or newer, this is ${process.version}: run npm ci, then bin/esim\n`,
  );
  process.exit(1);
}

// Halves the time to start. Beside the installed packages, because a folder that others may write to could be poisoned.
const { enableCompileCache } = await import('node:module');
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/esim', import.meta.url)));

const { main } = await import('./cli/main.ts');
await main();
