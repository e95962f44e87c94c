/** The command line in an empty folder, in a narrow terminal, and with files of another user. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../../src/cli/table.ts';
import { ESIM, esimProcess, type Finished, type Folder, temporaryFolder } from './support.ts';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  chmodSync(folder.path, 0o755);
  return folder;
}

const PATH = process.env['PATH'] ?? '';
const linesOf = (text: string): string[] => stripVTControlCharacters(text).split(/\r?\n/);
/** Lines of tables. Links, coupons and notices are whole and may be longer than the terminal. */
const tableLines = (text: string): string[] =>
  linesOf(text).filter((line) => /^ *(#|\d+|Source|[a-z]+) {2,}/.test(line));

test('in an empty folder and a terminal of 80 columns, tables fit, rank shows the sample market, and no file is created', (t) => {
  const { path } = openFolder(t);
  const written = execFileSync(
    'script',
    [
      '-qec',
      `stty cols 80; ${ESIM} rank TR 7; ${ESIM} status; ${ESIM} sources; ${ESIM} snapshots`,
      '/dev/null',
    ],
    { cwd: path, env: { PATH, TERM: 'xterm' }, encoding: 'utf8' },
  );
  assert.ok(written.includes('\u001b['), 'a real terminal has colours');
  assert.ok(tableLines(written).length > 20);
  for (const line of tableLines(written)) assert.ok(displayWidth(line) <= 80, line);
  const text = linesOf(written).join('\n');
  assert.match(text, /^esim: no snapshot was published yet, so this is the bundled sample market$/m);
  assert.match(text, /^ *1 .* \$\d+\.\d\d/m);
  assert.equal(
    text.match(/^ {4}http:\/\/localhost:8080\/go\/[a-z\d.-]+\/[a-z\d.-]+\?via=api&to=TR$/gm)?.length,
    20,
  );
  assert.match(text, /^ {4}coupon [A-Z\d]+, \d+% off, included in the price: Open to everyone/m);
  assert.match(text, /^ {4}coupon [A-Z\d]+, \d+% off, \$\d+\.\d\d with it: /m);
  assert.match(text, /^Store +.*\/data: not created yet$/m);
  assert.match(text, /^no snapshot was published yet$/m);
  assert.deepEqual(readdirSync(path), []);
});

/** Root can access every file, so the tests run as another user. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const uid = stranger.uid ?? process.getuid?.();

type Command = readonly [args: readonly string[], env: Readonly<Record<string, string>>];

/** Runs all commands in one process of that user, because each of its processes compiles the program again. */
function runAsStranger<Name extends string>(
  cwd: string,
  commands: Readonly<Record<Name, Command>>,
): Readonly<Record<Name, Finished>> {
  const script = `
    const { esim } = await import(${JSON.stringify(new URL('support.ts', import.meta.url).href)});
    const finished = {};
    for (const [name, [args, env]] of Object.entries(${JSON.stringify(commands)}))
      finished[name] = await esim(args, env);
    console.log(JSON.stringify(finished));`;
  const written = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd,
    env: { PATH },
    encoding: 'utf8',
    ...stranger,
  });
  return JSON.parse(written) as Record<Name, Finished>;
}

test('an unusable folder is reported with advice, by the service and by check', async (t) => {
  const { path } = openFolder(t);
  // Nobody but root may write into it.
  const closed = join(path, 'closed');
  mkdirSync(closed);
  // Everybody may write into it, but its database is closed to the stranger.
  const left = join(path, 'left');
  mkdirSync(left);
  chmodSync(left, 0o777);
  writeFileSync(join(left, 'esim.db'), '');
  chmodSync(join(left, 'esim.db'), stranger.uid === undefined ? 0 : 0o600);
  writeFileSync(join(path, 'file'), '');
  chmodSync(closed, 0o555);
  // The stranger may not even enter it.
  const secret = join(path, 'secret');
  mkdirSync(secret);
  chmodSync(secret, stranger.uid === undefined ? 0 : 0o700);
  // Nobody but root may read it.
  const providers = join(path, 'config/providers');
  mkdirSync(providers, { recursive: true });
  writeFileSync(join(dirname(providers), 'sources.json'), '{"sources": []}');
  chmodSync(providers, 0);
  const env = (store: string) => ({ STORE_URL: `file:${join(path, store)}`, PORT: '0' });
  const may = `user ${uid} may not read and write`;
  // The commands name no other file and are not recursive, because an operator pastes them as root.
  const chownAdvice = (paths: string) =>
    `give it to that user (chown ${uid} ${paths}) or set STORE_URL to another folder`;
  const createAdvice = (folder: string) =>
    `create it for that user (mkdir -p ${folder} && chown ${uid} ${folder}) or set STORE_URL to another folder`;

  const finished = runAsStranger(path, {
    inside: [['serve'], env('closed/data')],
    itself: [['ingest'], env('closed')],
    files: [['serve'], env('left')],
    through: [['serve'], env('file/data')],
    status: [['status'], env('secret')],
    below: [['status'], env('secret/data')],
    checked: [['check', '--json'], env('closed/data')],
    sources: [['check', join(dirname(providers), 'sources.json')], env('new')],
    backup: [['backup', join(left, 'copy.db')], env('left')],
    restore: [['restore', join(path, 'file')], env('left')],
    repair: [['repair'], env('left')],
  });
  for (const { code, stderr } of [finished.backup, finished.restore, finished.repair]) {
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(
        `^esim: the folder ${left} cannot be used: user ${uid} may not read [^\\n]+; give it to that user`,
      ),
    );
  }
  assert.equal(
    finished.inside.stderr,
    `esim: the folder ${closed}/data cannot be created: ${may} ${closed}; ${createAdvice(`${closed}/data`)}\n`,
  );
  assert.equal(
    finished.itself.stderr,
    `esim: the folder ${closed} cannot be used: ${may} ${closed}; ${chownAdvice(closed)}\n`,
  );
  assert.equal(
    finished.files.stderr,
    `esim: the folder ${left} cannot be used: ${may} ${left}/esim.db; ${chownAdvice(`${left}/esim.db`)}\n`,
  );
  assert.equal(
    finished.through.stderr,
    `esim: the folder ${path}/file/data cannot be used: ${path}/file is a file; set STORE_URL to a folder\n`,
  );
  assert.equal(finished.status.code, 1);
  assert.ok(
    finished.status.stdout.includes(
      `\nStore       ${secret}: the folder ${secret} cannot be used: user ${uid} may not read ${secret}; ${chownAdvice(secret)}\n`,
    ),
    finished.status.stdout,
  );
  assert.equal(finished.below.code, 1);
  assert.ok(
    finished.below.stdout.includes(
      `: the folder ${secret}/data cannot be used: user ${uid} may not enter ${secret}; let that user enter it or set STORE_URL to another folder\n`,
    ),
    finished.below.stdout,
  );
  for (const { code, stdout } of [finished.inside, finished.itself, finished.files, finished.through])
    assert.deepEqual([code, stdout], [1, '']);
  const { ok, problems } = JSON.parse(finished.checked.stdout) as {
    ok: boolean;
    problems: Record<string, unknown>[];
  };
  assert.deepEqual([finished.checked.code, ok, problems[0]?.['path']], [1, false, 'STORE_URL']);
  assert.match(
    String(problems[0]?.['message']),
    /cannot be created: .*; create it for that user \(mkdir -p /,
  );
  assert.equal(finished.sources.code, 1);
  assert.match(
    finished.sources.stderr,
    new RegExp(
      `error providers/: is not a folder that can be read: user ${uid} may not read it.*\\(${providers}\\)`,
    ),
  );
});

test('check reports all problems of settings, limits and agreements at once, with line and column', async (t) => {
  const { path } = openFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const limits = file('limits.json', '{\n  "list.minute": -1,\n  "list.dya": 3\n}\n');
  const agreements = file(
    'agreements.json',
    '[\n  {"name": "a", "networks": ["198.51.100.0/24"], "per": "person",\n   "limits": {"list.minut": 5}}\n]\n',
  );
  const env = { PORT: 'eighty', LIMITS_FILE: limits, AGREEMENTS_FILE: agreements, LOG_LEVEL: 'loud' };
  const [checked, asJson, served] = await Promise.all([
    esimProcess(['check'], env, { cwd: path }),
    esimProcess(['check', '--json'], env, { cwd: path }),
    esimProcess(['serve'], env, { cwd: path }),
  ]);
  assert.equal(checked.code, 1);
  assert.match(checked.stderr, /list\.dya is an unknown field; did you mean "list\.day"\?$/m);
  assert.match(checked.stderr, /limits\.list\.minut is an unknown field; did you mean "list\.minute"\?$/m);
  assert.deepEqual(
    checked.stderr.split('\n').map((line) => line.replace(path, '').split(': ')[0]),
    [
      'error environment',
      'error /limits.json, line 3, column 3',
      'error /limits.json, line 2, column 18',
      'error /agreements.json, line 2, column 57',
      'error /agreements.json, line 3, column 15',
      'error environment',
      '',
    ],
  );
  const { problems } = JSON.parse(asJson.stdout) as {
    problems: { file: string; line: number; column: number }[];
  };
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]),
    [
      [null, null],
      [3, 3],
      [2, 18],
      [2, 57],
      [3, 15],
      [null, null],
    ],
  );
  assert.equal(served.code, 1);
  assert.match(served.stderr, /^esim: PORT "eighty" is not valid: [^\n]+ \(and 5 more, see esim check\)\n$/);
  assert.deepEqual(readdirSync(path).toSorted(), ['agreements.json', 'limits.json']);
});
