import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { completionScript, SHELLS } from './completion.ts';
import { wantsColour } from './dependencies.ts';
import { EXIT } from './failure.ts';
import { createProgram, runProgram } from './program.ts';
import { pretendDependencies } from './testing.ts';

const program = createProgram(pretendDependencies());
const names = program.commands.map((command) => command.name());

test('help lists every command, grouped, with examples and exit codes', async () => {
  const around = pretendDependencies();
  assert.equal(await runProgram(['--help'], around), EXIT.ok);
  for (const name of names) assert.match(around.stdout(), new RegExp(`^  ${name}\\b`, 'm'));
  for (const title of [
    'Serving:',
    'Comparing:',
    'Feeds:',
    'Catalogue:',
    'Shell:',
    'Examples:',
    'Exit codes:',
  ]) {
    assert.ok(around.stdout().includes(title), title);
  }
  assert.equal(around.stderr(), '');
});

test('every command has help of its own with a description and an example', async () => {
  for (const name of names) {
    const around = pretendDependencies();
    assert.equal(await runProgram([name, '--help'], around), EXIT.ok);
    assert.match(around.stdout(), /Examples:\n {2}.*esim /, name);
    assert.ok(
      (program.commands.find((command) => command.name() === name)?.description() ?? '').length > 20,
      name,
    );
  }
});

test('help keeps to the width of the screen', async () => {
  for (const name of names) {
    const around = pretendDependencies({ columns: 80 });
    await runProgram([name, '--help'], around);
    const prose = around.stdout().split('Examples:')[0] ?? '';
    for (const line of prose.split('\n')) assert.ok(line.length <= 80, `${name}: ${line}`);
  }
});

test('what is not understood is one line on standard error and exit code 2', async () => {
  const wrong = [
    ['nonsense'],
    ['rank'],
    ['rank', 'TR', '07'],
    ['rank', 'TR', '91'],
    ['rank', 'TR', '7', 'lots'],
    ['rank', 'TR', '7', 'normal', '--sort', 'dearest'],
    ['rank', 'TR', '7', 'normal', 'extra'],
    ['rank', '--bogus', 'TR', '7'],
    ['explain', 'TR', '7', 'normal', 'no-slash'],
    ['explain', 'TR', '7', 'normal', '../etc'],
    ['explain', 'TR', '7', 'normal'],
    ['verify'],
    ['rejects', '--limit', '0'],
    ['rejects', '--reason', 'dislike'],
    ['rollback', 'one'],
    ['completion', 'powershell'],
  ];
  for (const args of wrong) {
    const around = pretendDependencies();
    assert.equal(await runProgram(args, around), EXIT.usage, args.join(' '));
    assert.match(around.stderr(), /^esim: [^\n]+\n$/, args.join(' '));
    assert.equal(around.stdout(), '');
  }
});

test('a slip of the pen gets a suggestion', async () => {
  const around = pretendDependencies();
  await runProgram(['sorces'], around);
  assert.match(around.stderr(), /unknown command 'sorces' \(Did you mean sources\?\)/);
});

test('without a command the help is shown as a usage error', async () => {
  const around = pretendDependencies();
  assert.equal(await runProgram([], around), EXIT.usage);
  assert.match(around.stderr(), /^Usage: esim/);
});

test('completion knows every command, option and choice', () => {
  for (const shell of SHELLS) {
    const script = completionScript(program, shell);
    for (const command of program.commands) {
      assert.ok(script.includes(command.name()), `${shell} ${command.name()}`);
      for (const { long } of command.options) {
        assert.ok(script.includes((long ?? '').slice(2)), `${shell} ${command.name()} ${long}`);
      }
    }
    assert.ok(script.includes('light normal heavy unlimited'), shell);
    assert.ok(script.includes('recommended cheapest fastest'), shell);
  }
});

test('docs/cli.md has a section with an example for every command, and names every option', () => {
  const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const sections = new Map(
    docs.split(/^## /m).map((section) => [/^`esim ([a-z-]+)/.exec(section)?.[1], section]),
  );
  for (const command of program.commands) {
    const section = sections.get(command.name()) ?? assert.fail(`no section for ${command.name()}`);
    assert.match(section, new RegExp(`\\$ (\\w+=\\S+ )?esim ${command.name()}`), command.name());
    for (const { long } of command.options)
      assert.ok(section.includes(`${long}`), `${command.name()} ${long}`);
  }
  sections.delete(undefined);
  assert.deepEqual(new Set(sections.keys()), new Set<string | undefined>(names));
});

test('colour follows the terminal, NO_COLOR and FORCE_COLOR', () => {
  assert.equal(wantsColour({}, true), true);
  assert.equal(wantsColour({}, false), false);
  assert.equal(wantsColour({ NO_COLOR: '1' }, true), false);
  assert.equal(wantsColour({ NO_COLOR: '' }, true), true);
  assert.equal(wantsColour({ TERM: 'dumb' }, true), false);
  assert.equal(wantsColour({ FORCE_COLOR: '1' }, false), true);
  assert.equal(wantsColour({ FORCE_COLOR: '1', NO_COLOR: '1' }, false), true);
  assert.equal(wantsColour({ FORCE_COLOR: '0' }, true), false);
});
