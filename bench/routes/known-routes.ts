/** An application without data, and the paths of all its routes. */
import type { Queries } from '../../src/answers/queries.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { BUNDLED_REFERENCE, loadReference } from '../../src/reference/load.ts';
import { App } from '../../src/service/app.ts';
import { readSettings } from '../../src/service/settings.ts';

export const knownRoutes = (): string[] => [...new Set(appWithoutData().routes)];

export function appWithoutData(): App {
  const settings = readSettings({ OPENAI_APPS_CHALLENGE: 'proof', MCP_REGISTRY_AUTH: 'proof' });
  const reference = loadReference(BUNDLED_REFERENCE);
  return new App({
    settings,
    identity: { serviceName: settings.serviceName, baseUrl: settings.baseUrl },
    queries: { reference: () => reference } as Queries,
    limiter: {} as Limiter,
    catalogue: () => null,
    hasTrackingLinks: () => false,
    lowestPrices: () => null,
    isDiscontinued: async () => false,
    onClick: () => {},
    version: '1.0.0',
    clock: Date.now,
    onFault: () => {},
    observe: () => {},
    onCrowded: () => {},
  });
}
