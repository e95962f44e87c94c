/** Every public route and the three languages that errors are spoken in. */
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Comparison } from './comparison/comparison.ts';
import type { RenderProblem } from './http/front.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { renderProblem } from './http/render.ts';
import type { Route } from './http/route.ts';
import { countedRoutes } from './http/routes/counted.ts';
import { goRoute } from './http/routes/go.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import type { Guard } from './limits/guard.ts';
import { renderMcpProblem } from './mcp/problem.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { Settings } from './settings.ts';
import type { StoreStatus } from './store/port.ts';
import { contextOf } from './web/context.ts';
import { problemRenderer } from './web/problem.ts';
import { webRoutes } from './web/routes.ts';
import type { Identity } from './wire/comparison.ts';

export interface RoutesOptions {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly comparison: Comparison;
  readonly guard: Guard;
  readonly catalogue: () => Catalogue | null;
  readonly hasDeparted: (provider: string, plan: string) => Promise<boolean>;
  readonly storeStatus: () => StoreStatus;
  readonly version: string;
  readonly clock: () => number;
  /** Known once the service listens. */
  readonly port: () => number;
}

export interface Routes {
  readonly routes: readonly Route[];
  readonly render: RenderProblem;
}

export function createRoutes(options: RoutesOptions): Routes {
  const { settings, identity, comparison, guard, catalogue, hasDeparted, version, clock, port } = options;
  const { baseUrl, contact, limits, baseUrlIsSet } = settings;
  const { policies } = limits;

  const pages = { comparison, catalogue, identity, contact, policies, version, clock };
  const page = problemRenderer(contextOf(pages));
  const render: RenderProblem = (area, problem, request) => {
    if (area === 'api') return renderProblem(problem, baseUrl);
    return area === 'mcp' ? renderMcpProblem(problem) : page(problem, request);
  };
  const counted = {
    comparison,
    contact,
    clock,
    refuse: (problem: Parameters<typeof renderProblem>[0]) => renderProblem(problem, baseUrl),
  };

  const document = openApiDocument({ serviceName: identity.serviceName, baseUrl, contact, policies });
  return {
    routes: [
      ...countedRoutes(counted),
      goRoute({ catalogue, hasDeparted, refuse: page }),
      openApiRoute(document),
      ...mcpRoutes({ comparison, guard, identity, baseUrlIsSet, port, version, policies, contact }),
      ...webRoutes({ ...pages, openApi: () => document }),
    ],
    render,
  };
}
