/** If Node is too old or missing, the message says what helps on this platform. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Runs bin/esim in its own folder with programs that report another platform. */
function ask(t: TestContext, machine: { system: string; processor: string; installed?: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'esim-platform-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { system, processor, installed = false } = machine;
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  if (installed) mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const programs: Record<string, string> = {
    node: 'echo v20.20.2',
    uname: `[ "$1" = -m ] && echo ${processor} || echo ${system}`,
  };
  mkdirSync(join(folder, 'path'));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, 'path', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'path', name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/esim'), ['serve'], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'path')}:/usr/bin:/bin` },
  });
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^esim: needs Node 24 or newer, this is v20\.20\.2: [^\n]+\n$/);
  return stderr;
}

test('on Linux, the message suggests npm ci unless it was already run', (t) => {
  const linux = { system: 'Linux', processor: 'x86_64' };
  assert.match(ask(t, linux), /run npm ci, which installs it$/m);
  const after = ask(t, { ...linux, installed: true });
  assert.match(after, /run npm ci without --omit=optional, or install Node 24$/m);
});

test('on macOS, the message suggests to install Node 24', (t) => {
  for (const processor of ['arm64', 'x86_64'])
    assert.match(
      ask(t, { system: 'Darwin', processor }),
      new RegExp(
        `npm ci does not install it for Darwin on ${processor}: install Node 24 from nodejs.org$`,
        'm',
      ),
    );
});

test('main.js suggests npm ci only on platforms for which package.json has a package with Node', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const supported = Object.keys(optionalDependencies).map((name) =>
    name.replace('node-', '').replace('win-', 'win32-'),
  );
  for (const platform of [...supported, 'darwin-arm64', 'win32-arm64']) {
    const [system, processor] = platform.split('-');
    const old = `Object.defineProperties(process, { versions: { value: { node: '20.20.2' } }, platform: { value: '${system}' }, arch: { value: '${processor}' } });`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, join(ROOT, 'src/main.js'), 'serve'],
      { encoding: 'utf8' },
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      supported.includes(platform) ? /: npm ci installs it; / : /: install Node 24 from nodejs\.org$/m,
    );
  }
});
