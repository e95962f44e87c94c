/**
 * Writes the plugin folder (Agent Plugins 1.0.0): the address of the MCP server and its skill, for clients that install
 * both together. `node scripts/plugin.ts --url https://esim.example [folder]`; the folder is `plugin` unless named.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { DESCRIPTION } from '../src/mcp/introduction.ts';
import { SKILL_NAME, skillText } from '../src/mcp/skill.ts';

const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';

const { version, license } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Record<'version' | 'license', string>;

/** The text of each file, by its path in the folder. */
export function pluginFiles(baseUrl: string): Readonly<Record<string, string>> {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'plugin.json': json({
      $schema: `${SCHEMAS}/plugin.schema.json`,
      name: 'esim',
      version,
      description: DESCRIPTION,
      homepage: baseUrl,
      license,
      keywords: ['travel', 'esim', 'sim-card', 'mobile-data', 'roaming', 'internet-abroad'],
    }),
    'mcp.json': json({
      $schema: `${SCHEMAS}/mcp.schema.json`,
      mcpServers: { esim: { type: 'streamable-http', url: `${baseUrl}/mcp` } },
    }),
    [`skills/${SKILL_NAME}/SKILL.md`]: skillText(baseUrl),
  };
}

function main(): number {
  const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
  const { url } = values;
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    console.error('usage: node scripts/plugin.ts --url https://esim.example [folder]');
    return 2;
  }
  const folder = positionals[0] ?? join(import.meta.dirname, '../plugin');
  for (const [path, text] of Object.entries(pluginFiles(url.replace(/\/$/, '')))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return 0;
}

if (import.meta.main) process.exitCode = main();
