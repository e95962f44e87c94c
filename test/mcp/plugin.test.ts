/** The plugin folder of the repository, and the skill that it shares with the server and the documentation. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pluginFiles } from '../../scripts/plugin.ts';
import { DRAWBACK_CODES } from '../../src/domain/ranking/drawbacks-table.ts';
import { skillText } from '../../src/mcp/skill.ts';
import { rpc, send } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

const ROOT = join(import.meta.dirname, '../..');

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.close());

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();

test('the folder in the repository is what the script writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  try {
    execFileSync(process.execPath, ['scripts/plugin.ts', '--url', 'https://esim.example', folder], {
      cwd: ROOT,
    });
    assert.deepEqual(filesIn(folder), filesIn(join(ROOT, 'plugin')));
    assert.deepEqual(filesIn(folder), Object.keys(pluginFiles('https://esim.example')).toSorted());
    for (const path of filesIn(folder)) {
      const written = readFileSync(join(folder, path), 'utf8');
      assert.equal(readFileSync(join(ROOT, 'plugin', path), 'utf8'), written, path);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the server offers the same skill with its own address, and the documentation shows its text', async () => {
  const uri = 'skill://esim/travel-esim-advice/SKILL.md';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'resources/read', 'Mcp-Name': uri };
  const { json } = await rpc(service.mcp, 'resources/read', { uri, _meta }, headers);
  const { text } = json.result.contents[0];
  assert.equal(text, skillText('http://localhost:8080'));
  assert.equal(
    text.replaceAll('http://localhost:8080', 'https://esim.example'),
    readFileSync(join(ROOT, 'plugin/skills/travel-esim-advice/SKILL.md'), 'utf8'),
  );
  const page = await send(`${service.origin}/docs/travel-esim-advice`, 'GET', {});
  assert.equal(page.status, 200);
  for (const [, heading = ''] of text.matchAll(/^## (.+)$/gm))
    assert.ok(page.text.includes(heading), heading);
});

test('the skill names the arguments, keys and tools that there are', async () => {
  const { tools } = (await rpc(service.mcp, 'tools/list')).json.result;
  const [{ inputSchema, outputSchema }] = tools;
  const known = new Set([
    ...tools.map(({ name }: { name: string }) => name),
    ...Object.keys(inputSchema.properties),
    ...inputSchema.properties.require.items.enum,
    ...Object.keys(outputSchema.properties),
    ...Object.keys(outputSchema.properties.attribution.properties),
    ...Object.keys(outputSchema.properties.plans.items.properties),
    ...Object.keys(outputSchema.properties.plans.items.properties.coupons.items.properties),
    ...Object.keys(outputSchema.properties.query.properties),
    ...Object.keys(outputSchema.properties.phone.properties),
    ...outputSchema.properties.phone.properties.verdict.enum,
    ...Object.keys(outputSchema.properties.good_to_know.items.properties),
    ...outputSchema.properties.plans.items.properties.price_status.enum,
    ...outputSchema.properties.plans.items.properties.starts.enum,
    ...DRAWBACK_CODES,
  ]);
  const page = readFileSync(join(ROOT, 'docs/travel-esim-advice.md'), 'utf8');
  const words = [...page.matchAll(/`([a-z0-9_]+)(?:: [^`]*)?`/g)].map(([, word = '']) => word);
  assert.ok(words.length > 20);
  assert.deepEqual(
    words.filter((word) => !known.has(word) && word !== 'null'),
    [],
  );
});
