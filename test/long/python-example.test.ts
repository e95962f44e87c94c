/** Installs httpx from the package index and runs the Python example of docs/api.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService } from '../support/service.ts';

const run = promisify(execFile);

test('the Python example prints the plans of a trip', async () => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, example] = /```python\n([\s\S]+?)```/.exec(guide) ?? assert.fail('no example');
  const folder = mkdtempSync(join(tmpdir(), 'esim-python-'));
  const service = await startTestService();
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin/pip'), ['install', '--quiet', 'httpx']);
    writeFileSync(join(folder, 'example.py'), example!.replace('http://localhost:8080', service.url));
    const { stdout } = await run(join(folder, 'bin/python'), ['example.py'], { cwd: folder });
    assert.match(stdout, /^\d+(\.\d+)? .+\/go\/.+\n/);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});
