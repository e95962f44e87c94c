import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../operator-files/problems.ts';
import { CommandError, describeError, EXIT, UsageError } from './errors.ts';

test('a failure is one line without a stack', () => {
  const { text, exitCode } = describeError(new Error('first\n  second'), undefined);
  assert.equal(text, 'esim: first · second');
  assert.equal(exitCode, EXIT.failure);
});

test('control and invisible characters of a message, which may quote a feed, are not printed', () => {
  const { text } = describeError(new CommandError('the columns are "a\u001b[2J\u202Eb\uFE0F"'), undefined);
  assert.equal(text, 'esim: the columns are "a [2J b "');
});

test('LOG_LEVEL=debug adds the stack', () => {
  const { text } = describeError(new Error('no'), 'debug');
  assert.match(text, /^esim: no\nError: no\n {4}at /);
});

test('a usage error exits with 2, a failed command with 1', () => {
  assert.equal(describeError(new UsageError('?'), undefined).exitCode, EXIT.usage);
  assert.equal(describeError(new CommandError('!'), undefined).exitCode, EXIT.failure);
});

test('of several configuration problems, the first is shown and the others are counted', () => {
  const problem = (path: string) => ({ file: 'sources.json', path, message: 'is wrong' });
  const error = new ConfigError([problem('sources[0]'), problem('sources[1]'), problem('rates')]);
  assert.equal(
    describeError(error, undefined).text,
    'esim: sources.json: sources[0] is wrong (and 2 more, see esim check)',
  );
});
