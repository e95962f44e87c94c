import type { RouteHead } from '../http/lazy.ts';

/** What `mcpRoutes` will answer, known before its code is read. */
export const MCP_HEADS: readonly RouteHead[] = [
  { path: '/mcp', method: 'POST', area: 'mcp' },
  { path: '/server.json', method: 'GET', area: 'api' },
];
