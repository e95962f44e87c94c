/**
 * The page of plan cards that a host shows next to a result of `search_esim_plans` (MCP Apps). It is one static file with
 * the texts of all languages.
 */
import { createHash } from 'node:crypto';
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { type CardTexts, PAGE } from './card-texts.ts';

const MIME_TYPE = 'text/html;profile=mcp-app';

/** The page uses no network, so it lists no domain. A border separates it from the assistant's own text. */
const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

export interface Cards {
  readonly resource: Resource;
  readonly contents: ReadResourceResult;
}

export function cardsOf(texts: CardTexts): Cards {
  // Without "<", no text can end the script with "</script>".
  const html = PAGE.replace('{ /* texts */ }', () => JSON.stringify(texts).replaceAll('<', '\\u003c'));
  // Hosts cache a page by its address, so another version needs another address.
  const version = createHash('sha256').update(html).digest('hex').slice(0, 8);
  const uri = `ui://esim/plan-cards-${version}.html`;
  return {
    resource: {
      uri,
      name: 'plan-cards',
      title: 'Plan cards',
      description:
        'Shows the plans of search_esim_plans as cards: price, age, conditions, drawbacks and links.',
      mimeType: MIME_TYPE,
      _meta: META,
    },
    contents: { contents: [{ uri, mimeType: MIME_TYPE, text: html, _meta: META }] },
  };
}
