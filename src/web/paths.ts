import type { RouteHead } from '../http/lazy.ts';

const PATHS = [
  '/',
  '/compare',
  '/docs',
  '/docs/api',
  '/docs/mcp',
  '/docs/ranking',
  '/docs/limits',
  '/docs/feeds',
  '/docs/sample',
  '/docs/errors',
  '/terms',
  '/assets/:file',
  '/favicon.svg',
  '/favicon.ico',
  '/robots.txt',
  '/llms.txt',
  '/.well-known/security.txt',
] as const;

/** What `webRoutes` will answer, known before its code is read. */
export const WEB_HEADS: readonly RouteHead[] = PATHS.map((path) => ({ path, method: 'GET', area: 'page' }));
