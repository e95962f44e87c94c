import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly optionalDependencies: Record<string, string>;
}
interface Locked {
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly license?: string;
  readonly version?: string;
  readonly link?: boolean;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const page = read('docs/dependencies.md');

/** As it declares itself; one package has only a licence file. */
function licenceOf(name: string): string {
  const { license } = JSON.parse(read('node_modules', name, 'package.json')) as { license?: string };
  return (
    license ?? (/Open Database License/i.test(read('node_modules', name, 'LICENSE')) ? 'ODbL-1.0' : 'none')
  );
}

test('docs/dependencies.md lists every dependency with its licence, its maintainer and what its removal would cost', () => {
  const rows = new Map(
    [...page.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
      ([, name = '', ...cells]) => [name, cells],
    ),
  );
  const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  assert.deepEqual([...rows.keys()].toSorted(), direct.toSorted());
  for (const name of direct) assert.equal(rows.get(name)?.[1], licenceOf(name), name);
  for (const name of Object.keys(manifest.optionalDependencies))
    assert.ok(page.includes(`\`${name}\``), name);
});

test('every version is exact and every locked package has a checksum', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  for (const [path, { integrity }] of Object.entries(lock.packages))
    if (path !== '') assert.match(integrity ?? '', /^sha512-/, path);
});

test('nothing that is installed wants to run a script', () => {
  const wanting = Object.entries(lock.packages).filter(([, locked]) => locked.hasInstallScript === true);
  assert.deepEqual(
    wanting.map(([path]) => path),
    [],
  );
});

test('production packages have permissive licences', () => {
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const free =
    /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|ODbL-1\.0|\(?MIT OR .+\)?)$/;
  for (const [path, { license }] of production) {
    assert.match(license ?? licenceOf(path.replace('node_modules/', '')), free, path);
  }
});

test('THIRD-PARTY.md lists every package of a production installation with its version and licence', () => {
  const listed = [...read('THIRD-PARTY.md').matchAll(/^\| (\S+) \| (\d\S+) \| (\S+) \|$/gm)].map(
    ([, name, version, licence]) => [name, version, licence],
  );
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      return [name, version, license ?? licenceOf(name)];
    });
  assert.deepEqual(listed, installed);
});

const IMPORTED = /^(?:import\b.*|\}|export\b.*) from '((?:@[^/']+\/)?[^./'][^/']*)[^']*'/gm;

test('the service imports nothing that only development installs', async () => {
  const { glob } = await import('node:fs/promises');
  const production = new Set(Object.keys(manifest.dependencies));
  for await (const file of glob('src/**/*.ts', { cwd: ROOT })) {
    if (file.endsWith('.test.ts') || file.includes('testing')) continue;
    const code = read(file).replaceAll(/^(?:import|export) type [\s\S]*?;$/gm, '');
    for (const [, name = ''] of code.matchAll(IMPORTED)) {
      if (!name.startsWith('node:')) assert.ok(production.has(name), `${file} imports ${name}`);
    }
  }
});

test('the bill of materials lists every production package, from the lock file alone', () => {
  const text = execFileSync(process.execPath, [join(ROOT, 'scripts/sbom.ts')], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const bom = JSON.parse(text) as { bomFormat: string; components: { name: string; version: string }[] };
  assert.equal(bom.bomFormat, 'CycloneDX');
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    assert.ok(
      bom.components.some((part) => part.name === name && part.version === version),
      name,
    );
  }
});

test('the workflow installs without scripts, tests, asks for advisories and keeps the bill of materials', () => {
  assert.ok(existsSync(join(ROOT, '.github/workflows/ci.yml')));
  const workflow = read('.github/workflows/ci.yml');
  for (const step of [
    'npm ci --ignore-scripts',
    'npm test',
    'scripts/advisories.ts',
    'scripts/sbom.ts',
    'scripts/production.ts',
  ])
    assert.ok(workflow.includes(step), step);
  assert.match(workflow, /permissions:\n {2}contents: read/);
});
