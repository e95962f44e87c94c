/** Builds the HTTP server from routes, error formats and the request listener. `service.ts` makes it listen. */
import type { Server } from 'node:http';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Comparison } from './comparison/comparison.ts';
import { createClientErrorHandler } from './http/client-errors.ts';
import { Connections } from './http/connections.ts';
import { headerSets } from './http/headers.ts';
import type { ObserveResponse } from './http/listener.ts';
import { createListener, type RenderProblem, requestIds, type Site } from './http/listener.ts';
import { openApiDocument, openApiRoute } from './http/openapi.ts';
import { type Problem, renderProblem } from './http/problems.ts';
import { createRouter, type Route } from './http/router.ts';
import { countedRoutes } from './http/routes/counted.ts';
import { goRoute } from './http/routes/go.ts';
import { createHttpServer } from './http/server.ts';
import type { Limiter } from './limits/limiter.ts';
import type { LimitsTable } from './limits/policies.ts';
import { renderMcpProblem } from './mcp/reply.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { Settings } from './settings.ts';
import { contextOf, type PageOptions } from './web/context.ts';
import { mcpCardTexts } from './web/mcp-cards.ts';
import { problemRenderer } from './web/problem.ts';
import { webRoutes } from './web/routes.ts';
import type { Identity } from './wire/comparison.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly comparison: Comparison;
  readonly limiter: Limiter;
  readonly catalogue: () => Catalogue | null;
  readonly lowestPrices: PageOptions['lowestPrices'];
  readonly isDiscontinued: (provider: string, plan: string) => Promise<boolean>;
  /** Without it, the pages show no approximate prices. */
  readonly rates?: PageOptions['rates'];
  readonly version: string;
  readonly clock: () => number;
  /** Known when the service listens. */
  readonly port: () => number;
  /** While true, every request is refused. */
  readonly isOverloaded: () => boolean;
  readonly onFault: (error: unknown) => void;
  /** For the metrics: called for every response. */
  readonly observe: ObserveResponse;
  /** Called when half of all connections are in use. */
  readonly onCrowded: (open: number, max: number) => void;
}

export interface App {
  readonly server: Server;
  readonly connections: Connections;
  /** Applies changed limits. Documents and pages that show limits are created again. */
  useLimits(limits: LimitsTable): void;
}

export function buildApp(options: AppOptions): App {
  const { settings, limiter, isOverloaded, onFault, onCrowded, observe } = options;
  const headers = headerSets(settings.baseUrl);
  const requestId = requestIds();
  const connections = new Connections({
    maxPerCaller: settings.limits.burst.capacity,
    peerOf: limiter.peer,
    onCrowded,
  });
  const site = createSite(options, settings.limits);
  const listener = createListener({
    site,
    limiter,
    headers,
    connections,
    isOverloaded,
    requestId,
    onFault,
    observe,
  });
  const onClientError = createClientErrorHandler({ site, headers, connections, requestId, observe });
  return {
    server: createHttpServer({ listener, connections, onClientError }),
    connections,
    useLimits(limits) {
      Object.assign(site, createSite(options, limits));
      connections.maxPerCaller = limits.burst.capacity;
    },
  };
}

function createSite(options: AppOptions, limits: LimitsTable): Site {
  const { policies } = limits;
  const {
    settings,
    identity,
    comparison,
    limiter,
    catalogue,
    lowestPrices,
    isDiscontinued,
    version,
    clock,
    port,
  } = options;
  const { baseUrl, contact, operator, funding, baseUrlIsSet } = settings;

  const rates = options.rates ?? (async () => null);
  const pages = {
    ...{
      comparison,
      catalogue,
      lowestPrices,
      identity,
      contact,
      operator,
      funding,
      policies,
      version,
      clock,
      rates,
    },
  };
  const page = problemRenderer(contextOf(pages));
  const refuse = (problem: Problem) => renderProblem(problem, baseUrl);
  const render: RenderProblem = (format, problem, request) => {
    if (format === 'api') return refuse(problem);
    return format === 'mcp' ? renderMcpProblem(problem, request) : page(problem, request);
  };
  const document = openApiDocument({ serviceName: identity.serviceName, baseUrl, contact, limits });
  const mcp = mcpRoutes({
    ...{ comparison, limiter, identity, baseUrlIsSet, port, version, clock, policies, contact },
    reference: () => comparison.reference(),
    cardTexts: mcpCardTexts(),
    proofs: {
      '/.well-known/openai-apps-challenge': settings.openaiAppsChallenge,
      '/.well-known/mcp-registry-auth': settings.mcpRegistryAuth,
    },
  });
  const routes: readonly Route[] = [
    ...countedRoutes({ comparison, contact, clock, refuse }),
    goRoute({ catalogue, isDiscontinued, refuse: page }),
    openApiRoute(document),
    ...mcp,
    // Some clients add a slash when they join addresses.
    ...mcp
      .filter(({ errorFormat }) => errorFormat === 'mcp')
      .map((route) => ({ ...route, path: `${route.path}/` })),
    ...webRoutes({ ...pages, openApi: () => document }),
  ];
  return { find: createRouter(routes), render };
}
