/** The command line as a person meets it: an empty folder, a narrow terminal, somebody else's files. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../../src/cli/text/table.ts';
import { ESIM, esim, type Folder, temporaryFolder } from './support.ts';

function openFolder(t: TestContext): Folder {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  chmodSync(folder.path, 0o755);
  return folder;
}

const PATH = process.env['PATH'] ?? '';
const linesOf = (text: string): string[] => stripVTControlCharacters(text).split(/\r?\n/);
const widest = (text: string): number => Math.max(...linesOf(text).map((line) => displayWidth(line)));

test('in a terminal of 80 columns, in a folder with nothing in it, rank shows the sample market with links and conditions and leaves nothing', (t) => {
  const { path } = openFolder(t);
  const written = execFileSync(
    'script',
    [
      '-qec',
      `stty cols 80; ${ESIM} rank TR 7; ${ESIM} status; ${ESIM} sources; ${ESIM} editions`,
      '/dev/null',
    ],
    { cwd: path, env: { PATH, TERM: 'xterm' }, encoding: 'utf8' },
  );
  assert.ok(written.includes('\u001b['), 'a real terminal has colours');
  assert.ok(
    widest(written) <= 80,
    linesOf(written).find((line) => displayWidth(line) > 80),
  );
  const text = linesOf(written).join('\n');
  assert.match(text, /^esim: nothing was published yet: this is the bundled sample market$/m);
  assert.match(text, /^ *1 .* \$\d+\.\d\d/m);
  assert.equal(text.match(/^ {4}http:\/\/localhost:8080\/go\/[a-z\d.-]+\/[a-z\d.-]+$/gm)?.length, 20);
  assert.match(text, /^ {4}coupon [A-Z\d]+, \d+% off, in the price: Open to everyone/m);
  assert.match(text, /^ {4}coupon [A-Z\d]+, \d+% off, \$\d+\.\d\d with it: /m);
  assert.match(text, /^Store +.*\/data: not made yet$/m);
  assert.match(text, /^nothing has been published yet$/m);
  assert.deepEqual(readdirSync(path), []);
});

test('COLUMNS is kept to in a pipe, and without it nothing is cut or broken', async (t) => {
  const { path } = openFolder(t);
  const [narrow, whole] = await Promise.all([
    esim(['rank', 'TR', '7'], { COLUMNS: '80' }, { cwd: path }),
    esim(['rank', 'TR', '7'], {}, { cwd: path }),
  ]);
  assert.deepEqual([narrow.code, whole.code], [0, 0]);
  assert.ok(widest(narrow.stdout) <= 80);
  assert.ok(widest(whole.stdout) > 80);
  assert.ok(!whole.stdout.includes('…'));
  assert.deepEqual(readdirSync(path), []);
});

/** As somebody who owns nothing here: root may do everything, so it becomes another user. */
const stranger = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const uid = stranger.uid ?? process.getuid?.();

test('a folder that cannot be used is named with what to do, at the start and by check, also for another user', async (t) => {
  const { path } = openFolder(t);
  const closed = join(path, 'closed');
  mkdirSync(closed);
  const left = join(path, 'left');
  mkdirSync(left);
  chmodSync(left, 0o777);
  writeFileSync(join(left, 'esim.db'), '');
  chmodSync(join(left, 'esim.db'), stranger.uid === undefined ? 0 : 0o600);
  writeFileSync(join(path, 'file'), '');
  chmodSync(closed, 0o555);
  const providers = join(path, 'config/providers');
  mkdirSync(providers, { recursive: true });
  writeFileSync(join(dirname(providers), 'sources.json'), '{"sources": []}');
  chmodSync(providers, 0);
  const env = (store: string) => ({ STORE_URL: `file:${join(path, store)}`, PORT: '0' });
  const as = { ...stranger, cwd: path };
  const may = `user ${uid} may not read and write`;
  const advice = (folder: string) =>
    `give it to that user (chown -R ${uid} ${folder}) or set STORE_URL to another folder`;

  const [inside, itself, files, through, checked, sources] = await Promise.all([
    esim(['serve'], env('closed/data'), as),
    esim(['ingest'], env('closed'), as),
    esim(['serve'], env('left'), as),
    esim(['serve'], env('file/data'), as),
    esim(['check', '--json'], env('closed/data'), as),
    esim(['check', join(dirname(providers), 'sources.json')], env('new'), as),
  ]);
  assert.equal(
    inside.stderr,
    `esim: the folder ${closed}/data cannot be made: ${may} ${closed}; ${advice(closed)}\n`,
  );
  assert.equal(
    itself.stderr,
    `esim: the folder ${closed} cannot be used: ${may} ${closed}; ${advice(closed)}\n`,
  );
  assert.equal(
    files.stderr,
    `esim: the folder ${left} cannot be used: ${may} ${left}/esim.db; ${advice(left)}\n`,
  );
  assert.equal(
    through.stderr,
    `esim: the folder ${path}/file/data cannot be used: ${path}/file is a file; set STORE_URL to a folder\n`,
  );
  for (const { code, stdout } of [inside, itself, files, through]) assert.deepEqual([code, stdout], [1, '']);
  const { ok, problems } = JSON.parse(checked.stdout) as { ok: boolean; problems: Record<string, unknown>[] };
  assert.deepEqual([checked.code, ok, problems[0]?.['path']], [1, false, 'STORE_URL']);
  assert.match(String(problems[0]?.['message']), /cannot be made: .*; give it to that user \(chown/);
  assert.equal(sources.code, 1);
  assert.match(
    sources.stderr,
    new RegExp(
      `bad providers/: is not a folder that can be read: user ${uid} may not read it.*\\(${providers}\\)`,
    ),
  );
});

test('check names every fault of settings, limits and agreements at once, with line and column, and nothing is started', async (t) => {
  const { path } = openFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const limits = file('limits.json', '{\n  "list.minute": -1,\n  "burst": 3\n}\n');
  const agreements = file(
    'agreements.json',
    '[\n  {"name": "a", "networks": ["198.51.100.0/24"], "per": "person",\n   "limits": {}}\n]\n',
  );
  const env = { PORT: 'eighty', LIMITS_FILE: limits, AGREEMENTS_FILE: agreements, LOG_LEVEL: 'loud' };
  const [checked, asJson, served] = await Promise.all([
    esim(['check'], env, { cwd: path }),
    esim(['check', '--json'], env, { cwd: path }),
    esim(['serve'], env, { cwd: path }),
  ]);
  assert.equal(checked.code, 1);
  assert.deepEqual(
    checked.stderr.split('\n').map((line) => line.replace(path, '').slice(0, 70)),
    [
      'bad environment: PORT "eighty" is not usable: give a whole number from',
      'bad /limits.json, line 2, column 18: list.minute must be a whole numbe',
      'bad /limits.json, line 3, column 12: "burst" is no limit (the names ar',
      'bad /agreements.json, line 2, column 57: per must be "address", "netwo',
      'bad /agreements.json, line 3, column 14: limits must name at least one',
      'bad environment: LOG_LEVEL "loud" is not usable: give one of fatal, er',
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
      [2, 18],
      [3, 12],
      [2, 57],
      [3, 14],
      [null, null],
    ],
  );
  assert.equal(served.code, 1);
  assert.match(served.stderr, /^esim: PORT "eighty" is not usable: [^\n]+ \(and 3 more: see esim check\)\n$/);
  assert.deepEqual(readdirSync(path).toSorted(), ['agreements.json', 'limits.json']);
});

test('completion in a real bash knows commands, options, choices and the sources that are configured now', async (t) => {
  const { path } = openFolder(t);
  const complete = (...words: readonly string[]) =>
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _esim; echo "\${COMPREPLY[@]}"`;
  const script = [
    'source <(esim completion bash)',
    complete('esim', 'sta'),
    complete('esim', 'rank', 'TR', '7', 'he'),
    complete('esim', 'accept', 'drift'),
    complete('esim', 'ingest', '--only', 'driftlark', 'odd'),
    complete('esim', 'try', 'feed.csv', '--source', 'quill'),
    complete('esim', 'ingest', '--dr'),
  ].join('\n');
  const said = execFileSync('bash', ['--norc', '-c', script], {
    cwd: path,
    env: { PATH: `${dirname(ESIM)}:${PATH}` },
    encoding: 'utf8',
  });
  assert.deepEqual(said.trimEnd().split('\n'), [
    'status',
    'heavy',
    'driftlark',
    'oddbeacon',
    'quillroam',
    '--dry-run',
  ]);
  assert.deepEqual(readdirSync(path), []);
});
