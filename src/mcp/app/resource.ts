/**
 * The folder: the one resource, a page of plan cards that a host shows next to a result of `search_esim_plans` (MCP
 * Apps). It imports no other folder. Its constants are read once when loaded.
 */
import { readFileSync } from 'node:fs';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';

export const CARDS_URI = 'ui://esim/plan-cards.html';
const MIME_TYPE = 'text/html;profile=mcp-app';

const HTML = readFileSync(new URL('./cards.html', import.meta.url), 'utf8');

/** The page uses no network, so it lists no domain. A border separates it from the assistant's own text. */
const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

export const CARDS: Resource = {
  uri: CARDS_URI,
  name: 'plan-cards',
  title: 'Plan cards',
  description: 'Shows the plans of search_esim_plans as cards: price, age, conditions, drawbacks and links.',
  mimeType: MIME_TYPE,
  _meta: META,
};

export const CARDS_CONTENTS: ReadResourceResult = {
  contents: [{ uri: CARDS_URI, mimeType: MIME_TYPE, text: HTML, _meta: META }],
};
