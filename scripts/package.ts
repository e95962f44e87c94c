/**
 * Writes `dist/`, from which `npm pack` makes the package (`prepack` in package.json), and removes it (`--remove`). Node
 * strips no types below `node_modules`, so the package has JavaScript: each file without its types, in the same place.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** What the program reads beside its code. */
const DATA = ['docs', 'reference', 'sample-market', 'config', 'CHANGELOG.md', 'THIRD-PARTY.md'];

/** Folders and files of `src` that only tests use. */
const isForTests = (path: string): boolean =>
  path.endsWith('.test.ts') || /(?:^|\/)(?:testing|fixtures|expected)\//.test(path);

/** A relative path in quotes: of an import, or of the entry of a worker thread. */
const TYPESCRIPT_PATH = /(['"`])(\.{1,2}\/[^'"`\s]+)\.ts\1/g;

const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(TYPESCRIPT_PATH, '$1$2.js$1');

function writeCode(): void {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
  for (const path of files.filter((file) => !isForTests(file))) {
    const target = join(DIST, path);
    mkdirSync(dirname(target), { recursive: true });
    if (path.endsWith('.ts'))
      writeFileSync(target.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(join(ROOT, path), 'utf8')));
    else if (path === 'src/main.js')
      writeFileSync(target, readFileSync(join(ROOT, path), 'utf8').replaceAll(TYPESCRIPT_PATH, '$1$2.js$1'));
    else cpSync(join(ROOT, path), target);
  }
}

rmSync(DIST, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  writeCode();
  for (const name of DATA) cpSync(join(ROOT, name), join(DIST, name), { recursive: true });
  // Node reads the type of the modules from the nearest package.json, and the program reads its version from it.
  const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify({ name, version, type })}\n`);
}
