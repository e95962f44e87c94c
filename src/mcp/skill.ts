/**
 * The one skill (SEP-2640, `io.modelcontextprotocol/skills`): how to advise a traveller with the two tools. Its text is a
 * page of the documentation. The server offers it over MCP, and `scripts/plugin.ts` writes it into the plugin folder.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';

const FRONTMATTER = {
  name: 'travel-esim-advice',
  description:
    'Advises a traveller on mobile data abroad with the tools search_esim_plans and list_destinations: which facts to ask for, how to read and present plans with their conditions, drawbacks and attribution, and how to install an eSIM. Use it for questions about travel eSIMs, SIM cards for a trip, roaming or internet abroad.',
} as const;

const URI = `skill://esim/${FRONTMATTER.name}/SKILL.md`;
const MIME_TYPE = 'text/markdown';

const PAGE = readFileSync(new URL(`../../docs/${FRONTMATTER.name}.md`, import.meta.url), 'utf8');

/** A relative link of the documentation is a page of the service. */
const withAddresses = (markdown: string, baseUrl: string): string =>
  markdown
    .replaceAll(/\]\(([a-z-]+)\.md\)/g, `](${baseUrl}/docs/$1)`)
    .replaceAll('https://esim.example', baseUrl);

/** The file `SKILL.md`. JSON strings are valid YAML. */
export function skillText(baseUrl: string): string {
  const lines = Object.entries(FRONTMATTER).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${withAddresses(PAGE, baseUrl)}`;
}

export const SKILL_NAME: string = FRONTMATTER.name;

export interface Skill {
  /** An entry of `skills/list`. */
  readonly entry: {
    readonly uri: string;
    readonly frontmatter: object;
    readonly resources: readonly object[];
  };
  readonly resource: Resource;
  readonly contents: ReadResourceResult;
}

export function skillOf(baseUrl: string): Skill {
  const text = skillText(baseUrl);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const size = Buffer.byteLength(text);
  return {
    entry: { uri: URI, frontmatter: FRONTMATTER, resources: [{ uri: URI, digest, size }] },
    resource: {
      uri: URI,
      name: FRONTMATTER.name,
      title: 'Travel eSIM advice',
      description: FRONTMATTER.description,
      mimeType: MIME_TYPE,
      size,
    },
    contents: { contents: [{ uri: URI, mimeType: MIME_TYPE, text }] },
  };
}
