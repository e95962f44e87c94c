import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { createLog } from './log.ts';

test('a terminal gets one line for each entry of the level, with a prefix and a colour for warnings and errors', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => lines.push(text), colour: false });
  // Facts without a value are left out.
  log.info('listening', { url: 'http://localhost:8080/', plans: 7000, snapshot: null, kept: [] });
  log.warn('a source failed', { source: 'one', code: 'tls', reason: 'first\nsecond' });
  log.error('the first catalogue could not be created');
  log.debug('below the level');
  assert.deepEqual(
    lines.map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'T')),
    [
      'T listening · url http://localhost:8080/ · plans 7000\n',
      'T warning: a source failed · source one · code tls · reason first second\n',
      'T error: the first catalogue could not be created\n',
    ],
  );
  createLog('info', { write: (text) => lines.push(text), colour: true }).error('in colour');
  const last = lines.at(-1) ?? '';
  // The codes of a terminal for red and for the normal colour.
  assert.ok(last.startsWith('\u001b[31m') && last.endsWith('error: in colour\u001b[0m\n'));
});

test('control and format characters of a quoted feed do not reach the terminal', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => lines.push(text), colour: false });
  log.warn('a source failed', { reason: 'no price in "\u001b[2JTurkey\u009b1m\u202e\u2028"\r' });
  const withoutTime = lines[0]!.slice('hh:mm:ss'.length);
  assert.equal(withoutTime, ' warning: a source failed · reason no price in " [2JTurkey 1m " \n');
});

test('if the output is no terminal, each line is JSON with a named level', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
    const log = createLog('info');
    log.info('one');
    log.warn('two', { source: 'anka' });
    log.error('three');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => {
      const { time, ...entry } = JSON.parse(line) as Record<string, unknown>;
      assert.match(String(time), /^\d{4}-\d\d-\d\dT/);
      return entry;
    }),
    [
      { level: 'info', msg: 'one' },
      { level: 'warn', msg: 'two', source: 'anka' },
      { level: 'error', msg: 'three' },
    ],
  );
});
