// Loaded before anything else: an older Node cannot read TypeScript, and would say so in a way that helps nobody.
'use strict';
const NEEDED = 24;
if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(`esim needs Node ${NEEDED} or newer; this is ${process.version}. Run "npm ci" here first: it brings the right one.\n`);
  process.exit(1);
}
require('node:module').enableCompileCache?.();
