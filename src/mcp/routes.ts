/**
 * The routes of the MCP interface: the endpoint and the documents for directories of servers. There are no sessions, so
 * any process can answer any message.
 */
import { readFileSync } from 'node:fs';
import type { Queries } from '../answers/queries.ts';
import type { Instant } from '../domain/plan.ts';
import type { HttpAnswer, Route } from '../http/router.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Policies } from '../limits/policies.ts';
import type { Identity } from '../wire/comparison.ts';
import { cardTexts } from './app/card-texts.ts';
import { cardsOf } from './app/resource.ts';
import { discoveryRoutes } from './discovery.ts';
import { iconsOf, instructionsFor, serverInfoOf } from './introduction.ts';
import { createEra2025 } from './protocol/2025.ts';
import { createEra2026 } from './protocol/2026-07-28.ts';
import type { ServerFacts } from './protocol/methods.ts';
import { skillOf } from './skill.ts';
import { destinationsTool } from './tools/destinations.ts';
import { searchTool } from './tools/search.ts';
import { createTransport } from './transport.ts';

export interface McpOptions {
  readonly queries: Pick<Queries, 'comparison' | 'countries' | 'providerNamed' | 'reference'>;
  readonly limiter: Pick<Limiter, 'burst'>;
  readonly identity: Identity;
  /** Without BASE_URL, the own origin is localhost with the port, which is known once the service listens. */
  readonly baseUrlIsSet: boolean;
  readonly port: () => number;
  readonly version: string;
  readonly clock: () => Instant;
  readonly policies: Policies;
  readonly contact: string;
  /** Proofs of domain ownership for directories of servers, by path. null: the operator did not set it. */
  readonly proofs: Readonly<Record<string, string | null>>;
}

export function mcpRoutes(options: McpOptions): Route[] {
  const { queries, limiter, identity, baseUrlIsSet, port, version, clock, policies, contact, proofs } =
    options;
  const { baseUrl } = identity;
  const { phones, guide } = queries.reference();
  const [checksPhones, hasGuide] = [phones !== null, guide !== null];
  const icons = iconsOf(baseUrl);
  const cards = cardsOf(cardTexts());
  const facts: ServerFacts = {
    tools: [
      searchTool({ queries, policies, icons, cardsUri: cards.resource.uri, clock }),
      destinationsTool({ queries, policies, icons }),
    ],
    serverInfo: serverInfoOf(identity, version),
    instructions: (caller) =>
      instructionsFor({ identity, policies, contact, checksPhones, hasGuide }, caller),
    contact,
    cards,
    skill: skillOf(baseUrl),
  };
  return [
    {
      path: '/mcp',
      method: 'POST',
      errorFormat: 'mcp',
      handle: createTransport({
        era2025: createEra2025(facts),
        era2026: createEra2026(facts),
        limiter,
        origin: { baseUrl, baseUrlIsSet, port },
      }),
    },
    ...discoveryRoutes(identity, version),
    fixed('/icon.png', 'image/png', ICON),
    ...Object.entries(proofs).flatMap(([path, proof]) =>
      proof === null ? [] : [fixed(path, 'text/plain', proof)],
    ),
  ];
}

const ICON = readFileSync(new URL('./app/icon.png', import.meta.url));

function fixed(path: string, type: string, body: string | Buffer): Route {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' };
  const answer: HttpAnswer = { status: 200, headers, body };
  return { path, method: 'GET', errorFormat: 'api', handle: async () => answer };
}
