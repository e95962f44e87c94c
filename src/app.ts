/** `buildApp` puts routes, error forms and the listener together into a server. It never listens. */
import type { Server } from 'node:http';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Comparison } from './comparison/comparison.ts';
import { Connections } from './http/connections.ts';
import { headerSets } from './http/headers.ts';
import { createListener, type OnAnswer, type RenderProblem, requestIds } from './http/listener.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { type Problem, renderProblem } from './http/problems.ts';
import { createRawRefusals } from './http/raw-refusals.ts';
import type { Route } from './http/route.ts';
import { countedRoutes } from './http/routes/counted.ts';
import { goRoute } from './http/routes/go.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { createHttpServer } from './http/server.ts';
import { isTrustedProxy } from './limits/caller.ts';
import type { LimitsTable } from './limits/file.ts';
import type { Guard } from './limits/guard.ts';
import { renderMcpProblem } from './mcp/problem.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { Settings } from './settings.ts';
import { contextOf } from './web/context.ts';
import { problemRenderer } from './web/problem.ts';
import { webRoutes } from './web/routes.ts';
import type { Identity } from './wire/comparison.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly comparison: Comparison;
  readonly guard: Guard;
  readonly catalogue: () => Catalogue | null;
  readonly isDiscontinued: (provider: string, plan: string) => Promise<boolean>;
  readonly version: string;
  readonly clock: () => number;
  /** Known once the service listens. */
  readonly port: () => number;
  /** True while the process cannot keep up. */
  readonly isOverloaded: () => boolean;
  readonly onFault: (error: unknown) => void;
  /** Once whenever half of all sockets have come into use. */
  readonly onCrowded: (open: number, max: number) => void;
  readonly onAnswer: OnAnswer;
}

export interface App {
  readonly server: Server;
  readonly connections: Connections;
  /** Another table is in force: every document and page that tells it is made anew. */
  useLimits(limits: LimitsTable): void;
}

export function buildApp(options: AppOptions): App {
  const { settings, guard, clock, isOverloaded, onFault, onAnswer, onCrowded } = options;
  const headers = headerSets(settings.baseUrl);
  const requestId = requestIds();
  const connections = new Connections({
    maxPerCaller: settings.limits.burst.capacity,
    callerOf: (peer) =>
      isTrustedProxy(peer, settings.trustProxy) ? null : guard.identify(peer, undefined).key,
    onCrowded,
  });
  const answering = (limits: LimitsTable) => {
    const { routes, render } = createRoutes(options, limits);
    const listener = createListener({
      guard,
      routes,
      render,
      headers,
      connections,
      isOverloaded,
      requestId,
      onFault,
      onAnswer,
    });
    return { listener, ...createRawRefusals({ headers, render, connections, clock, requestId, onAnswer }) };
  };
  let current = answering(settings.limits);
  const server = createHttpServer({
    connections,
    listener: (request, response) => current.listener(request, response),
    onClientError: (error, socket) => current.onClientError(error, socket),
    onTooMany: (socket, begun) => current.onTooMany(socket, begun),
  });
  return {
    server,
    connections,
    useLimits(limits) {
      current = answering(limits);
      connections.maxPerCaller = limits.burst.capacity;
    },
  };
}

function createRoutes(
  options: AppOptions,
  { policies }: LimitsTable,
): { routes: readonly Route[]; render: RenderProblem } {
  const { settings, identity, comparison, guard, catalogue, isDiscontinued, version, clock, port } = options;
  const { baseUrl, contact, operator, funding, baseUrlIsSet } = settings;

  const pages = { comparison, catalogue, identity, contact, operator, funding, policies, version, clock };
  const page = problemRenderer(contextOf(pages));
  const refuse = (problem: Problem) => renderProblem(problem, baseUrl);
  const render: RenderProblem = (area, problem, request) => {
    if (area === 'api') return refuse(problem);
    return area === 'mcp' ? renderMcpProblem(problem, request) : page(problem, request);
  };
  const document = openApiDocument({ serviceName: identity.serviceName, baseUrl, contact, policies });
  const mcp = mcpRoutes({
    ...{ comparison, guard, identity, baseUrlIsSet, port, version, policies, contact },
    proofs: {
      '/.well-known/openai-apps-challenge': settings.openaiAppsChallenge,
      '/.well-known/mcp-registry-auth': settings.mcpRegistryAuth,
    },
  });
  return {
    routes: [
      ...countedRoutes({ comparison, contact, clock, refuse }),
      goRoute({ catalogue, isDiscontinued, refuse: page }),
      openApiRoute(document),
      ...mcp,
      // Clients that join addresses write it with a slash.
      ...mcp.filter(({ area }) => area === 'mcp').map((route) => ({ ...route, path: `${route.path}/` })),
      ...webRoutes({ ...pages, openApi: () => document }),
    ],
    render,
  };
}
