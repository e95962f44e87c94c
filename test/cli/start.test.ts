import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Folder, start, temporaryFolder } from './support.ts';

const PRELOAD = new URL('./loaded.preload.ts', import.meta.url).href;

describe('what a start reads before the service listens', () => {
  let folder: Folder;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());

  /** Starts the service, asks it for a page and a tool, ends it; answers what was read before it listened. */
  async function packagesRead(): Promise<string[]> {
    const file = join(folder.path, 'packages.json');
    const { child, finished, said } = start(['serve'], {
      STORE_URL: folder.storeUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_OPTIONS: `--import=${PRELOAD}`,
      READ_PACKAGES: file,
    });
    try {
      const line = (await said('"msg":"listening"')).split('\n').find((text) => text.includes('"listening"'));
      const origin = `http://127.0.0.1:${(JSON.parse(line ?? '{}') as { port: number }).port}`;
      const comparison = await fetch(`${origin}/api/v1/plans?country=TR&days=7&need=normal`);
      assert.equal(comparison.status, 200);
      // Asked before their code is read, or while it is: they are answered all the same.
      const [page, tools] = await Promise.all([fetch(`${origin}/`), listTools(origin)]);
      assert.match(await page.text(), /<form class="trip"/);
      assert.equal(tools.result.tools.length, 2);
      child.kill('SIGTERM');
      assert.equal((await finished).code, 0);
      return JSON.parse(readFileSync(file, 'utf8')) as string[];
    } finally {
      child.kill('SIGKILL');
      await finished;
    }
  }

  async function listTools(origin: string): Promise<{ result: { tools: unknown[] } }> {
    const answer = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return (await answer.json()) as { result: { tools: unknown[] } };
  }

  const UNNEEDED = [
    'commander',
    'typebox',
    'ioredis',
    'marked',
    'd3-scale',
    'd3-shape',
    'prom-client',
    'ajv',
  ];

  test('an empty folder needs the parsers of the sample market, and neither schemas nor pages', async () => {
    const packages = await packagesRead();
    assert.deepEqual(
      packages.filter((name) => UNNEEDED.includes(name)),
      [],
    );
    for (const name of ['fastify', 'csv-parse', 'sax']) assert.ok(packages.includes(name), name);
  });

  test('a published catalogue needs no parser either', async () => {
    const packages = await packagesRead();
    assert.deepEqual(
      packages.filter((name) => [...UNNEEDED, 'csv-parse', 'sax'].includes(name)),
      [],
    );
    assert.ok(packages.includes('fastify'), 'the test must see what it judges');
  });
});
