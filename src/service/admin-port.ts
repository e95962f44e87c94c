/** Opens the admin port, which exists before the service has started and closes after it has stopped. */
import type { Queries } from '../answers/queries.ts';
import type { CatalogueHolder } from '../catalogue/holder.ts';
import { catalogueStatus } from '../catalogue/status.ts';
import { createAdminServer } from '../http/admin.ts';
import { listenPlainly } from '../http/server.ts';
import type { Store } from '../store/port.ts';
import type { MetricsSources } from './metrics.ts';
import type { Settings } from './settings.ts';

interface ReportedParts {
  readonly store: Store;
  readonly holder: CatalogueHolder;
  readonly queries: Queries;
}

/** What the admin port reports. */
export class Probes {
  #stage: 'starting' | 'listening' | 'stopping' = 'starting';
  #parts: ReportedParts | null = null;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The service listens with these parts. */
  startReporting(parts: ReportedParts): void {
    this.#parts = parts;
    this.#stage = 'listening';
  }

  reportStopping(): void {
    this.#stage = 'stopping';
  }

  /** Why the service is not ready, in one word; null if it is ready. */
  notReady(): string | null {
    if (this.#stage !== 'listening' || this.#parts === null) return this.#stage;
    const { store, holder } = this.#parts;
    if (!store.status().working) return 'store';
    return catalogueStatus(holder.current(), this.#clock()).status === 'failing' ? 'catalogue' : null;
  }

  /** null while the service starts. */
  health() {
    return this.#parts?.queries.healthNow() ?? null;
  }
}

interface AdminPort {
  /** The actual port. */
  readonly port: number;
  readonly addMetrics: (sources: MetricsSources) => void;
}

/** Returns null if the operator wants no admin port. */
export async function openAdminPort(
  { adminPort, adminHost }: Settings,
  probes: Probes,
  onFault: (error: unknown) => void,
  cleanup: AsyncDisposableStack,
): Promise<AdminPort | null> {
  if (adminPort === null) return null;
  // prom-client takes longer to load than most of the service, so it is loaded only if its metrics can be read.
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(() => probes.notReady() === null);
  const server = createAdminServer({
    adminHost,
    metrics,
    notReady: () => probes.notReady(),
    health: () => probes.health(),
    onFault,
  });
  const admin = await listenPlainly(server, { host: adminHost, port: adminPort });
  cleanup.defer(() => admin.close());
  return { port: admin.port, addMetrics: (sources) => metrics.addService(sources) };
}
