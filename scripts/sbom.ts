/** The bill of materials of a production install, as CycloneDX JSON: `node scripts/sbom.ts [file]`, else to the terminal. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
  '--omit',
  'dev',
];
// From the lock file alone, so that it needs neither an install nor the network.
const text = execFileSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 1 << 26,
});
const bom = JSON.parse(text) as { bomFormat: string; components: object[] };
const [file] = process.argv.slice(2);
if (file === undefined) console.log(text);
else {
  writeFileSync(file, text);
  console.log(`${bom.components.length} components in ${file}`);
}
