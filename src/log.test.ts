import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

test('on a screen each line is one that people read; what is worse than a notice says so', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => lines.push(text), colour: false });
  log.info('listening', { url: 'http://localhost:8080/', plans: 7000, edition: null, kept: [] });
  log.warn('a source failed', { source: 'one', code: 'tls', reason: 'first\nsecond' });
  log.error('no catalogue could be made');
  log.debug('not asked for');
  assert.deepEqual(
    lines.map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'T')),
    [
      'T listening · url http://localhost:8080/ · plans 7000\n',
      'T warning: a source failed · source one · code tls · reason first second\n',
      'T error: no catalogue could be made\n',
    ],
  );
  createLog('info', { write: (text) => lines.push(text), colour: true }).error('red');
  const [line = ''] = lines.slice(-1);
  assert.ok(line.startsWith('\u001b[31m') && line.endsWith('error: red\u001b[0m\n'));
});
