/**
 * Runs the commands of the documentation against a real service. A block that begins with "sh" is a script. In a block
 * that begins with "console", the lines "$ …" are commands. "needs …" after that word names what a test machine lacks.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../support/ports.ts';
import { copyPublished } from '../support/published.ts';
import { esim, type Folder, type Started, start, temporaryFolder } from './support.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What a test machine does not have. */
const NEEDS = [
  'docker',
  'a published catalogue with this plan',
  'a hidden plan',
  'two versions of the code',
  'kubernetes',
  'root',
  'a fresh clone',
  'a file of a release',
  'that client',
  'a public address',
  'a service that runs on',
  'a stopped service',
  'a damaged database',
  'a source that failed a check',
  'snapshots that differ',
];

interface Block {
  readonly page: string;
  readonly script: string;
  readonly needs: string | null;
}

/** Files that the examples use and that are not in the repository. */
const FILES: Readonly<Record<string, string>> = {
  'prices.csv': [
    'provider,country,data,days,price,link',
    'Anka,Japan,3 GB,7,$8.00,https://anka.example/jp',
    'Anka,Narnia,3 GB,7,$8.00,https://anka.example/n',
  ].join('\n'),
};

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```(sh|console)(?: needs (.+))?\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', kind, needs = null, body = '']) => {
      const lines = body.split('\n').map((line) => line.slice(indent.length));
      const commands =
        kind === 'sh' ? lines : lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
      return { page, needs, script: commands.join('\n') };
    },
  );
}

const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].toSorted();
const blocks = pages.flatMap(blocksOf);

describe('the guides', () => {
  let folder: Folder;
  let service: Started;
  const ports = { public: 0, admin: 0 };

  before(async () => {
    folder = temporaryFolder();
    for (const name of ['bin', 'src', 'scripts', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, name), join(folder.path, name));
    // Copies, because the commands of the guides change these folders. cp -r copies a link, not its files.
    for (const name of ['config', 'deploy'])
      cpSync(join(ROOT, name), join(folder.path, name), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder.path, name), text);
    mkdirSync(join(folder.path, 'data'));
    copyPublished(join(folder.path, 'data'));
    ports.public = await freePort();
    ports.admin = await freePort();
    const env = {
      STORE_URL: folder.storeUrl,
      PORT: String(ports.public),
      ADMIN_PORT: String(ports.admin),
    };
    // It must outlive dozens of commands on a busy machine.
    service = start(['serve'], env, { timeout: 800_000 });
    // Commands that run in this process read the files of the examples.
    process.chdir(folder.path);
    await service.waitForOutput('"msg":"listening"');
  });
  after(async () => {
    service.child.kill('SIGTERM');
    await service.finished;
    process.chdir(ROOT);
    folder.remove();
  });

  /** Returns null on success, and otherwise the error output. */
  async function failureOf({ page, script }: Block): Promise<string | null> {
    // A single command without anything for the shell runs in this process, which is much faster.
    const [, args] = /^esim ([\w./ -]+)$/.exec(script) ?? [];
    if (args !== undefined) {
      const env = { STORE_URL: folder.storeUrl, PORT: String(ports.public) };
      let { code, stderr } = await esim(args.split(' '), env);
      // The service ingests as well, which takes longer than the command waits if the machine is busy.
      for (let tries = 0; tries < 5 && /another process is ingesting, so/.test(stderr); tries += 1)
        ({ code, stderr } = await esim(args.split(' '), env));
      return code === 0 ? null : `${page}: ${script}\nended with ${code}: ${stderr}`;
    }
    const here = script
      .replaceAll(
        /https:\/\/esim\.example(?=\/mcp)|http:\/\/localhost:8080/g,
        `http://localhost:${ports.public}`,
      )
      .replaceAll('localhost:9090', `localhost:${ports.admin}`)
      // An error response fails the command, except that a process on a busy machine may be overloaded for a moment.
      .replaceAll(/^curl /gm, 'curl --fail --retry 10 ');
    const shell = spawn('sh', ['-e', '-c', here], {
      cwd: folder.path,
      env: {
        PATH: `${join(ROOT, 'bin')}:${process.env['PATH']}`,
        HOME: folder.path,
        STORE_URL: folder.storeUrl,
        PORT: String(ports.public),
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [code] = (await once(shell, 'close')) as [number | null];
    return code === 0 ? null : `${page}: ${script}\nended with ${code}: ${said}`;
  }

  test('every block that is not run has a known reason', () => {
    for (const { page, needs } of blocks)
      assert.ok(needs === null || NEEDS.includes(needs), `${page}: needs ${needs}`);
  });

  test('every other command succeeds', async () => {
    const waiting = blocks.filter(({ needs }) => needs === null);
    for (const page of [
      'README.md',
      'docs/operating.md',
      'docs/deploying.md',
      'docs/cli.md',
      'docs/mcp.md',
      'docs/api.md',
    ])
      assert.ok(
        waiting.some((block) => block.page === page),
        `nothing of ${page} is run`,
      );
    const faults: string[] = [];
    const work = async () => {
      for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
        const said = await failureOf(block);
        if (said !== null) faults.push(said);
      }
    };
    await Promise.all([work(), work(), work()]);
    assert.deepEqual(faults, []);
    // The files that the commands wrote have the documented content.
    const written = (name: string) => readFileSync(join(folder.path, name), 'utf8');
    assert.match(written('deploy/.env'), /^BASE_URL=https:\/\/esim\.example\nREDIS_PASSWORD=[0-9a-f]{64}\n$/);
    assert.equal(written('nginx-for-systemd.conf').match(/server 127\.0\.0\.1:808[1-6] /g)?.length, 6);
    for (const name of ['nginx-for-one-process.conf', 'Caddyfile-for-one-process'])
      assert.deepEqual(written(name).match(/\S+:80[89]\d\b/g), ['127.0.0.1:8080'], name);
    assert.equal(written('Caddyfile-for-systemd').match(/127\.0\.0\.1:808[1-6]/g)?.length, 6);
    assert.ok(written('restored/esim.db').startsWith('SQLite format 3'));
  });
});
