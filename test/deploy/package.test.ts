/** The npm package, installed as a package manager installs it. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { ask } from '../cli/support.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNPACKED_BYTES_MAX = 15_000_000;

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

describe('the npm package', () => {
  let folder: string;
  let packed: Packed;
  let esim: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'esim-package-'));
    const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    [packed] = JSON.parse(output.slice(output.indexOf('['))) as [Packed];
    // Real files below node_modules, where Node runs no TypeScript. The other packages are those of this working copy.
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, 'esim'), { recursive: true });
    execFileSync('tar', [
      '-xzf',
      join(folder, packed.filename),
      '-C',
      join(modules, 'esim'),
      '--strip-components=1',
    ]);
    for (const name of Object.keys(dependencies))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    const { bin } = JSON.parse(readFileSync(join(modules, 'esim/package.json'), 'utf8')) as {
      bin: { esim: string };
    };
    esim = join(modules, 'esim', bin.esim);
    mkdirSync(join(folder, 'empty'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('has no TypeScript and no file of development, and less than 15 MB', () => {
    const paths = packed.files.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !/^(dist\/.+|package\.json|README\.md|LICENSE)$/.test(path)),
      [],
    );
    assert.deepEqual(
      paths.filter((path) =>
        /\.tsx?$|\.test\.|\/(testing|fixtures|expected|test|bench|scripts)\//.test(path),
      ),
      [],
    );
    assert.ok(packed.unpackedSize < UNPACKED_BYTES_MAX, `${packed.unpackedSize} bytes`);
  });

  test('starts in an empty folder with the sample market, and answers with its documents', async () => {
    // npx runs it by its first line.
    assert.match(readFileSync(esim, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    const service = spawn(process.execPath, [esim, 'serve'], {
      cwd: join(folder, 'empty'),
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let port = 0;
      for await (const line of createInterface({ input: service.stdout })) {
        const said = JSON.parse(line) as { msg: string; port?: number };
        if (said.msg !== 'listening') continue;
        port = said.port ?? 0;
        break;
      }
      for (const path of ['/api/v1/plans?country=TR&days=7&need=normal', '/', '/docs/ranking', '/changelog'])
        assert.equal((await ask(`http://127.0.0.1:${port}${path}`)).status, 200, path);
    } finally {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    }
  });

  test('ranks plans before anything is published', () => {
    const output = execFileSync(
      process.execPath,
      [esim, 'rank', 'TR', '7', 'normal', '--limit', '1', '--json'],
      {
        cwd: mkdtempSync(join(folder, 'empty-')),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { PATH: process.env['PATH'] ?? '' },
      },
    );
    const { orders } = JSON.parse(output) as { orders: { Recommended: unknown[] } };
    assert.equal(orders.Recommended.length, 1);
  });
});
