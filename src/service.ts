/** The service: opens the store, starts what serves from it, and takes everything down again. */
// First of all: it must be there before garbage is collected for the first time.
import './http/steady-ticks.ts';
import { createMemoryCounters } from './limits/memory.ts';
import { faultFacts } from './log.ts';
import type { ServiceParts } from './parts.ts';
import { startServing } from './serving.ts';
import type { Settings } from './settings.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/port.ts';

export interface Service {
  /** Where it really listens. */
  readonly port: number;
  readonly adminPort: number | null;
  /** Stops accepting, finishes what runs, writes what is due. Safe to call twice. */
  stop(): Promise<void>;
}

export async function startService(settings: Settings, parts: ServiceParts): Promise<Service> {
  const { log } = parts;
  const store = await openServiceStore(settings, parts);
  const undo: (() => Promise<void>)[] = [() => store.close()];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) => log.error('a part did not stop cleanly', faultFacts(error)));
    }
  };
  try {
    const { port, adminPort } = await startServing({ settings, store, parts, undo });
    let stopping: Promise<void> | null = null;
    return {
      port,
      adminPort,
      stop() {
        stopping ??= unwind();
        return stopping;
      },
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

function openServiceStore({ storeUrl, limits }: Settings, { log, clock }: ServiceParts): Promise<Store> {
  return openStore({
    url: storeUrl,
    mode: 'own',
    clock,
    policies: limits.policies,
    makeCounters: (journal, secret) =>
      createMemoryCounters({
        policies: limits.policies,
        clock,
        journal,
        secret,
        onEvent: (event) => log.warn('counters', event),
      }),
    onEvent: ({ level, message }) => log[level](message),
  });
}
