/**
 * Generates `src/ingest/parse/top-level-domains.json`: the endings of host names, by which a host in a name is told from
 * "St.Lucia". One package is needed only for this. Install it outside of the project:
 *
 *   npm install --prefix <folder> tlds@1.261.0
 *   NODE_PATH=<folder>/node_modules node scripts/make-top-level-domains.ts
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Reserved for examples and private networks. Programs make links of them too. */
const RESERVED = ['example', 'internal', 'invalid', 'lan', 'local', 'localhost', 'onion', 'test'];

const known = require('tlds') as readonly string[];
const all = [...new Set([...known, ...RESERVED])].toSorted();
writeFileSync(
  new URL('../src/ingest/parse/top-level-domains.json', import.meta.url),
  `${JSON.stringify(all, null, 2)}\n`,
);
