import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXIT } from './errors.ts';
import { createProgram, runProgram } from './program.ts';
import { testDependencies } from './testing/dependencies.ts';

const program = createProgram(testDependencies());
const names = program.commands.map((command) => command.name());

test('the help lists every command, with examples and exit codes', async () => {
  const deps = testDependencies();
  assert.equal(await runProgram(['--help'], deps), EXIT.ok);
  for (const name of names) assert.match(deps.stdout(), new RegExp(`^  ${name}\\b`, 'm'));
  assert.match(deps.stdout(), /^Examples:$/m);
  assert.match(deps.stdout(), /^Exit codes:/m);
  assert.equal(deps.stderr(), '');
});

test('every command has its own help with an example', async () => {
  for (const name of names) {
    const deps = testDependencies();
    assert.equal(await runProgram([name, '--help'], deps), EXIT.ok);
    assert.match(deps.stdout(), /Examples:\n {2}.*esim /, name);
  }
});

test('a wrong argument is reported with what it must be', async () => {
  const messages: readonly (readonly [args: readonly string[], message: string])[] = [
    [['rank'], 'the argument <country> is missing'],
    [['rank', 'TR', '91'], 'days must be a whole number from 1 to 90'],
    [['rank', 'TR', '7', 'lots'], 'need must be light, normal, heavy or unlimited'],
    [['rank', 'TR', '7', '--sort', 'dearest'], '--sort must be recommended, cheapest or fastest'],
    [['rank', 'TR', '7', '--limit', '0'], '--limit must be a whole number above 0'],
    [['explain', 'TR', '7', 'normal', 'a/b', 'a/c', 'a/d'], 'plans must be one or two plans'],
  ];
  for (const [args, message] of messages) {
    const deps = testDependencies();
    assert.equal(await runProgram(args, deps), EXIT.usage);
    assert.equal(deps.stderr(), `esim: ${message}\n`);
  }
});

test('wrong usage is one line on standard error and exit code 2', async () => {
  const wrong = [
    ['nonsense'],
    ['help', 'nonsense'],
    ['rank'],
    ['rank', 'TR', '07'],
    ['rank', 'TR', '91'],
    ['rank', 'TR', '7', 'lots'],
    ['rank', 'TR', '7', 'normal', '--sort', 'dearest'],
    ['rank', 'TR', '7', 'normal', 'extra'],
    ['rank', '--bogus', 'TR', '7'],
    ['explain', 'TR', '7', 'normal', 'a/b', 'a/c', 'a/d'],
    ['explain', 'TR', '7', 'normal'],
    ['rejects', '--limit', '0'],
    ['rejects', '--reason', 'dislike'],
    ['snapshots', 'rollback', 'one'],
    ['snapshots', 'restore'],
  ];
  for (const args of wrong) {
    const deps = testDependencies();
    assert.equal(await runProgram(args, deps), EXIT.usage, args.join(' '));
    assert.match(deps.stderr(), /^esim: [^\n]+\n$/, args.join(' '));
    assert.equal(deps.stdout(), '');
  }
});

test('an unknown command gets a suggestion and a pointer to the help', async () => {
  for (const args of [['sorces'], ['help', 'sorces']]) {
    const deps = testDependencies();
    assert.equal(await runProgram(args, deps), EXIT.usage);
    assert.equal(
      deps.stderr(),
      "esim: unknown command 'sorces' (Did you mean sources?); esim --help lists the commands\n",
    );
  }
});

test('without a command the help is shown as a usage error', async () => {
  const deps = testDependencies();
  assert.equal(await runProgram([], deps), EXIT.usage);
  assert.match(deps.stderr(), /^Usage: esim/);
});

test('docs/cli.md has a section with an example for every command, and names every option', () => {
  const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const sections = new Map(
    docs.split(/^## /m).map((section) => [/^`esim ([a-z-]+)/.exec(section)?.[1], section]),
  );
  const rules = sections.get(undefined) ?? '';
  for (const command of program.commands) {
    const section = sections.get(command.name()) ?? assert.fail(`no section for ${command.name()}`);
    assert.match(section, new RegExp(`\\$ (\\w+=\\S+ )?esim ${command.name()}`), command.name());
    // An option of several commands may be in the rules for all of them, before the first section.
    for (const { long } of command.options)
      assert.ok(`${section}${rules}`.includes(`\`${long}`), `${command.name()} ${long}`);
  }
  sections.delete(undefined);
  assert.deepEqual(new Set(sections.keys()), new Set<string | undefined>(names));
});
