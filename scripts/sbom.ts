/** Prints the bill of materials of a production installation as CycloneDX JSON: `node scripts/sbom.ts [file]`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
// It reads only the lock file, so it needs neither an installation nor the network.
const output = execFileSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 1 << 26,
});

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}
interface Bom {
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

// `--omit dev` also drops a production package that a development package depends on, so it is filtered here.
const bom = JSON.parse(output) as Bom;
const isDevelopment = ({ properties = [] }: Component): boolean =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
const omitted = new Set(bom.components.filter(isDevelopment).map((component) => component['bom-ref']));
bom.components = bom.components.filter((component) => !omitted.has(component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => !omitted.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !omitted.has(other)) }));

const text = JSON.stringify(bom, null, 2);
const [file] = process.argv.slice(2);
if (file === undefined) console.log(text);
else {
  writeFileSync(file, text);
  console.log(`${bom.components.length} components in ${file}`);
}
