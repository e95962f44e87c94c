/** The service as it serves, on a real socket: sample market, counters, cache, routes; only the disk is left out. */

import { Answers } from '../../../src/answers/answers.ts';
import { Queries } from '../../../src/answers/queries.ts';
import { createCatalogue } from '../../../src/catalogue/catalogue.ts';
import { listen } from '../../../src/http/server.ts';
import { createBurstLimit } from '../../../src/limits/burst.ts';
import { createLimiter } from '../../../src/limits/limiter.ts';
import { createMemoryCounters } from '../../../src/limits/memory.ts';
import { NO_JOURNAL } from '../../../src/limits/testing/callers.ts';
import { BUNDLED_REFERENCE, loadReference } from '../../../src/reference/load.ts';
import { App } from '../../../src/service/app.ts';
import { readSettings } from '../../../src/service/settings.ts';
import { fastMarket } from '../../support/fast-market.ts';

const REFERENCE = loadReference(BUNDLED_REFERENCE);

export interface ServiceOptions {
  /** Figures of the limits table by name; the others stand as they are. */
  readonly limits?: Readonly<Record<string, number>>;
  readonly plans?: number;
}

export interface TestService {
  readonly origin: string;
  readonly mcp: string;
  readonly faults: readonly unknown[];
  readonly close: () => Promise<void>;
}

/** Figures that no test of anything else runs into. */
export const UNLIMITED = {
  'comparison.minute': 100_000,
  'comparison.day': 1_000_000,
  'comparison.service.day': 1_000_000,
  'comparison.uncached.day': 1_000_000,
  'list.minute': 100_000,
  'list.day': 1_000_000,
  'list.service.day': 1_000_000,
  'burst.capacity': 1_000_000,
  'burst.perSecond': 1_000_000,
} as const;

export async function startService({
  limits = UNLIMITED,
  plans = 3_000,
}: ServiceOptions = {}): Promise<TestService> {
  const clock = Date.now;
  const env = { CONTACT: 'mailto:desk@esim.example', LIMITS_FILE: 'limits.json' };
  const settings = readSettings(env, () => JSON.stringify(limits));
  const table = settings.limits;
  const secret = Buffer.alloc(32, 1);
  const counters = await createMemoryCounters({
    policies: table.policies,
    clock,
    journal: NO_JOURNAL,
    secret,
  });
  const catalogue = createCatalogue(fastMarket({ now: clock(), plans }));
  const identity = { serviceName: settings.serviceName, baseUrl: settings.baseUrl };
  const faults: unknown[] = [];
  const store = { cache: memoryCache(), leases: memoryLeases(), counters };
  const answers = new Answers({
    store,
    clock,
    scope: ['test'],
    onEvent: (_, message, error) => faults.push(message, error),
  });
  const queries = new Queries({
    catalogue: () => catalogue,
    answers,
    storeStatus: () => ({ working: true, kind: 'embedded', state: 'ok' }),
    identity,
    version: '1.0.0',
    clock,
    healthFacts: () => ({
      configured: [],
      areFilesBroken: false,
      slowSources: [],
      isSnapshotDamaged: false,
      isReferenceBroken: false,
    }),
    reference: () => REFERENCE,
  });
  const limiter = createLimiter({
    counters,
    burst: createBurstLimit({ ...table.burst, clock }),
    secret,
    trusted: [],
  });
  const app = new App({
    settings,
    identity,
    queries,
    limiter,
    catalogue: () => catalogue,
    hasTrackingLinks: () => false,
    lowestPrices: () => null,
    isDiscontinued: async () => false,
    onClick: () => {},
    version: '1.0.0',
    clock,
    isOverloaded: () => false,
    onFault: (error) => faults.push(error),
    observe: () => {},
    onCrowded: () => {},
  });
  const listening = await listen(app.server, app.connections, { host: '127.0.0.1', port: 0 }, { idleMs: 0 });
  app.port = listening.port;
  const origin = `http://127.0.0.1:${app.port}`;
  return {
    origin,
    mcp: `${origin}/mcp`,
    faults,
    close: async () => {
      await listening.close();
      await counters.close();
    },
  };
}

function memoryCache() {
  const held = new Map<string, Uint8Array>();
  return {
    get: async (key: string) => held.get(key) ?? null,
    put: async (key: string, bytes: Uint8Array) => void held.set(key, bytes),
  };
}

function memoryLeases() {
  const held = new Set<string>();
  return {
    acquire: async (name: string) => {
      if (held.has(name)) return null;
      held.add(name);
      return 'token';
    },
    renew: async () => true,
    release: async (name: string) => void held.delete(name),
  };
}
