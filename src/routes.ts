/** Every public route and the three languages that errors are spoken in. */
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Comparison } from './comparison/comparison.ts';
import type { RenderProblem } from './http/front.ts';
import { lazyRoutes } from './http/lazy.ts';
import { renderProblem } from './http/render.ts';
import type { Route } from './http/route.ts';
import { countedRoutes } from './http/routes/counted.ts';
import { goRoute } from './http/routes/go.ts';
import { OPENAPI_HEAD, openApiRoute } from './http/routes/openapi.ts';
import type { Guard } from './limits/guard.ts';
import { MCP_HEADS } from './mcp/paths.ts';
import { renderMcpProblem } from './mcp/problem.ts';
import type { Settings } from './settings.ts';
import type { StoreStatus } from './store/port.ts';
import { contextOf } from './web/context.ts';
import { WEB_HEADS } from './web/paths.ts';
import { problemRenderer } from './web/problem.ts';
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
  /** Hears of code being read, which holds up the thread for a moment. */
  readonly whileReading: <Result>(reading: Promise<Result>) => Promise<Result>;
}

export interface Routes {
  readonly routes: readonly Route[];
  readonly render: RenderProblem;
  /** What no comparison needs is not read by then: each step reads some of it. */
  readonly readLater: readonly (() => Promise<void>)[];
}

export function createRoutes(options: RoutesOptions): Routes {
  const { settings, identity, comparison, guard, catalogue, hasDeparted, version, clock, port } = options;
  const { whileReading } = options;
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

  const readOpenApi = async () => {
    const { openApiDocument } = await import('./http/openapi/document.ts');
    return openApiDocument({ serviceName: identity.serviceName, baseUrl, contact, policies });
  };
  const readWeb = async () => {
    const [{ webRoutes }, document] = await Promise.all([import('./web/routes.ts'), readOpenApi()]);
    return webRoutes({ ...pages, openApi: () => document });
  };
  const readMcp = async () => {
    const { mcpRoutes } = await import('./mcp/routes.ts');
    return mcpRoutes({ comparison, guard, identity, baseUrlIsSet, port, version, policies, contact });
  };
  const web = lazyRoutes(WEB_HEADS, () => whileReading(readWeb()));
  const mcp = lazyRoutes(MCP_HEADS, () => whileReading(readMcp()));
  const openApi = lazyRoutes([OPENAPI_HEAD], async () => [openApiRoute(await whileReading(readOpenApi()))]);

  return {
    routes: [
      ...countedRoutes(counted),
      goRoute({ catalogue, hasDeparted, refuse: page }),
      ...openApi.routes,
      ...mcp.routes,
      ...web.routes,
    ],
    render,
    // The schema library first and alone: it is the largest piece, and the others stand on it.
    readLater: [async () => void (await whileReading(import('typebox'))), web.load, openApi.load, mcp.load],
  };
}
