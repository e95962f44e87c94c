/** The public server, built from routes, error formats and the request listener. `service.ts` makes it listen. */
import type { Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../answers/queries.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Slices } from '../catalogue/slices.ts';
import type { Click } from '../clicks/clicks.ts';
import { placeNames } from '../domain/places/names.ts';
import { createClientErrorHandler } from '../http/client-errors.ts';
import { Connections } from '../http/connections.ts';
import { headerSets } from '../http/headers.ts';
import type { ObserveResponse } from '../http/listener.ts';
import { createListener, type RenderProblem, requestIds, type Site } from '../http/listener.ts';
import { openApiDocument, openApiRoute } from '../http/openapi/document.ts';
import { isOverloaded } from '../http/overload.ts';
import { blockedProblem, type Problem, renderProblem } from '../http/problems.ts';
import { createRouter, type Route } from '../http/router.ts';
import { countedRoutes } from '../http/routes/counted.ts';
import { goRoute } from '../http/routes/go.ts';
import { createHttpServer } from '../http/server.ts';
import { createBurstLimit } from '../limits/burst.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { LimitsTable } from '../limits/policies.ts';
import { renderMcpProblem } from '../mcp/reply.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { contextOf, type PageOptions } from '../web/context.ts';
import { landPath } from '../web/globe.ts';
import { problemRenderer } from '../web/problem.ts';
import { webRoutes } from '../web/routes.ts';
import type { Identity } from '../wire/comparison.ts';
import { examples } from '../wire/examples.ts';
import type { Settings } from './settings.ts';

interface AppOptions {
  readonly settings: Settings;
  readonly identity: Identity;
  readonly queries: Queries;
  readonly limiter: Limiter;
  readonly catalogue: () => Catalogue | null;
  readonly lowestPrices: PageOptions['lowestPrices'];
  readonly hasTrackingLinks: PageOptions['hasTrackingLinks'];
  readonly isDiscontinued: (provider: string, plan: string) => Promise<boolean>;
  readonly onClick: (click: Click) => void;
  /** Without it, the pages show no approximate prices. */
  readonly rates?: PageOptions['rates'];
  readonly version: string;
  readonly clock: () => number;
  /** Replaces the detection of overload. While true, every request is refused. */
  readonly isOverloaded?: (() => boolean) | undefined;
  readonly onFault: (error: unknown) => void;
  /** For the metrics: called for every response. */
  readonly observe: ObserveResponse;
  /** Called when half of all connections are in use. */
  readonly onCrowded: (open: number, max: number) => void;
}

/** The public server with everything that it responds. It does not listen yet. */
export class App {
  readonly server: Server;
  readonly connections: Connections;
  /** The setting, until the service listens: then the actual port. */
  port: number;
  readonly #options: AppOptions;
  /** Replaced when the limits or the reference tables change. */
  #site: SiteWithRoutes;
  /** Increases when the pages that are being prepared are no longer wanted. */
  #preparation = 0;
  #limits: LimitsTable;

  constructor(options: AppOptions) {
    const { settings, limiter, onFault, onCrowded, observe } = options;
    const { limits } = settings;
    this.#options = options;
    this.#limits = limits;
    this.port = settings.port;
    this.#site = createSite(options, limits, () => this.port);
    this.connections = new Connections({
      maxPerCaller: limits.burst.capacity,
      peerOf: limiter.peer,
      onCrowded,
    });
    const common = {
      site: () => this.#site,
      limiter,
      headers: headerSets(settings.baseUrl),
      connections: this.connections,
      requestId: requestIds(),
      observe,
    };
    this.server = createHttpServer({
      listener: createListener({
        ...common,
        blocked: blockedProblem(settings.contact),
        isOverloaded: options.isOverloaded ?? (() => isOverloaded(this.connections.turns)),
        onFault,
      }),
      connections: this.connections,
      onClientError: createClientErrorHandler(common),
    });
  }

  /** The paths of all routes. */
  get routes(): string[] {
    return this.#site.routes.map(({ path }) => path);
  }

  /** Applies changed limits. The pages show them after `renderAgain`. */
  useLimits(limits: LimitsTable): void {
    const { limiter, clock } = this.#options;
    // New buckets are full, so they are only created if the burst limit changed.
    if (!isDeepStrictEqual(limits.burst, this.#limits.burst))
      limiter.useBurst(createBurstLimit({ clock, ...limits.burst }));
    this.connections.maxPerCaller = limits.burst.capacity;
    this.#limits = limits;
  }

  /** Creates the documents and pages again that show limits or facts for travellers. */
  renderAgain(): void {
    this.#site = createSite(this.#options, this.#limits, () => this.port);
    this.preparePages();
  }

  /** Creates the indexes of searches, pages and documents in the background, so that no request has to wait for them. */
  preparePages(): void {
    this.stopPreparing();
    this.#prepare(this.#preparation).catch(this.#options.onFault);
  }

  stopPreparing(): void {
    this.#preparation += 1;
  }

  async #prepare(preparation: number): Promise<void> {
    const { phones } = this.#options.queries.reference();
    const phoneIndex = { next: () => phones?.indexNext(1) ?? false };
    const slices = new Slices();
    for (const steps of [placeNames, phoneIndex, landPath, examples]) {
      do {
        if (slices.isOver) await slices.pause();
        if (preparation !== this.#preparation) return;
      } while (steps.next());
    }
    for (const make of this.#site.routes.flatMap((route) => route.prepare?.() ?? [])) {
      // One body in each turn of the event loop, so that requests are served in between.
      await slices.pause();
      if (preparation !== this.#preparation) return;
      const entry = make();
      await entry.body('br');
      await entry.body('gzip');
    }
  }
}

interface SiteWithRoutes extends Site {
  readonly routes: readonly Route[];
}

function createSite(options: AppOptions, limits: LimitsTable, port: () => number): SiteWithRoutes {
  const { settings, identity, queries, limiter, catalogue, isDiscontinued, onClick, version, clock } =
    options;
  const { baseUrl, contact, operator, funding, brand, baseUrlIsSet } = settings;
  const { policies } = limits;
  const pages: PageOptions = {
    queries,
    catalogue,
    lowestPrices: options.lowestPrices,
    hasTrackingLinks: options.hasTrackingLinks,
    identity,
    contact,
    operator,
    funding,
    brand,
    policies,
    version,
    clock,
    rates: options.rates ?? (async () => null),
  };
  const renderPage = problemRenderer(contextOf(pages));
  const refuse = (problem: Problem) => renderProblem(problem, baseUrl);
  const render: RenderProblem = (format, problem, request) => {
    if (format === 'api') return refuse(problem);
    return format === 'mcp' ? renderMcpProblem(problem, request) : renderPage(problem, request);
  };
  const openApi = () => openApiDocument({ serviceName: identity.serviceName, baseUrl, contact, limits });
  const routes: readonly Route[] = [
    ...countedRoutes({ queries, contact, clock, refuse }),
    goRoute({ catalogue, isDiscontinued, refuse: renderPage, onClick }),
    openApiRoute(openApi),
    ...mcpRoutes({
      queries,
      limiter,
      identity,
      baseUrlIsSet,
      port,
      version,
      clock,
      policies,
      contact,
      proofs: {
        '/.well-known/openai-apps-challenge': settings.openaiAppsChallenge,
        '/.well-known/mcp-registry-auth': settings.mcpRegistryAuth,
      },
    }),
    ...webRoutes(pages),
  ];
  return { find: createRouter(routes), render, routes };
}
