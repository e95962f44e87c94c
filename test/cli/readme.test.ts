import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { ask, temporaryFolder } from './support.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (page: string): string => readFileSync(new URL(page, ROOT), 'utf8');
const readme = read('README.md');

/** The first JSON of a page. */
const shownIn = (page: string): unknown =>
  JSON.parse(/```json\n([\s\S]+?)\n```/.exec(read(page))?.[1] ?? assert.fail(`${page} shows no JSON`));

test('what the README says to type starts the service and gets the answer that it shows', async () => {
  const path = /curl 'http:\/\/localhost:8080(\/[^']+)'/.exec(readme)?.[1] ?? assert.fail('no curl command');
  const folder = temporaryFolder();
  // In a group of its own, because npm starts it through a shell.
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, STORE_URL: folder.storeUrl, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    let port = 0;
    for await (const line of createInterface({ input: npm.stdout })) {
      const said = JSON.parse(line) as { msg: string; port?: number };
      if (said.msg !== 'listening') continue;
      port = said.port ?? 0;
      break;
    }
    const answer = await ask(`http://127.0.0.1:${port}${path}`);
    assert.equal(answer.status, 200);
    const real: unknown = await answer.json();
    assertShown(shownIn('README.md'), real, 'README.md');
    // The guide of the API has a longer part of the same response.
    assertShown(shownIn('docs/api.md'), real, 'docs/api.md');
  } finally {
    if (npm.pid !== undefined && npm.exitCode === null) {
      const ended = once(npm, 'exit');
      process.kill(-npm.pid, 'SIGTERM');
      await ended;
    }
    folder.remove();
  }
});

/** Every field that the README shows is there, and every plain text or flag of it is the same. */
function assertShown(shown: unknown, real: unknown, at: string): void {
  if (shown === '…') return;
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(real), at);
    for (const [index, item] of shown.entries()) assertShown(item, real[index], `${at}[${index}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [name, value] of Object.entries(shown)) {
      if (name === '…') continue;
      assert.ok(typeof real === 'object' && real !== null && name in real, `${at}.${name}`);
      assertShown(value, (real as Record<string, unknown>)[name], `${at}.${name}`);
    }
    // Figures move with the market's calendar and links with the port; their kind does not.
  } else if (typeof shown === 'number' || /^http/.test(String(shown)))
    assert.equal(typeof real, typeof shown, at);
  else assert.deepEqual(real, shown, at);
}
