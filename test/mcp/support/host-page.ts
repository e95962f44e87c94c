/** A page of a host of MCP Apps, made of the official bridge (`apps-host.js`), without a server. */
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';

/** What a host must set where a resource asks for no domain. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";
const PROJECT = join(import.meta.dirname, '../../..');
export const HOST = 'https://host.example';
/** Where the browser finds the modules that the bridge imports. */
const IMPORTS = {
  '@modelcontextprotocol/client': '@modelcontextprotocol/client/dist/index.mjs',
  '@modelcontextprotocol/client/_shims': '@modelcontextprotocol/client/dist/shimsBrowser.mjs',
  '@modelcontextprotocol/core': '@modelcontextprotocol/core/dist/index.mjs',
  '@modelcontextprotocol/core/internal': '@modelcontextprotocol/core/dist/internal.mjs',
  '@modelcontextprotocol/ext-apps/app-bridge': '@modelcontextprotocol/ext-apps/dist/src/app-bridge.js',
  eventsource: 'eventsource/dist/index.js',
  'eventsource-parser': 'eventsource-parser/dist/index.js',
  'eventsource-parser/stream': 'eventsource-parser/dist/stream.js',
  'pkce-challenge': 'pkce-challenge/dist/index.browser.js',
  'zod/v4': 'zod/v4/index.js',
};
const imports = Object.entries(IMPORTS).map(([name, path]) => [name, `/node_modules/${path}`]);
const HOST_PAGE = `<!doctype html><html lang="en"><title>Host</title><body style="margin:0">
<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>
<script type="module" src="/test/mcp/support/apps-host.js"></script>`;

/** Opens the host, which shows this page of plan cards. Every other request is reported and refused. */
export async function openHost(page: Page, cards: string, onOther: (address: string) => void): Promise<void> {
  const fulfil = (route: Route): Promise<void> => {
    const { origin, pathname, href } = new URL(route.request().url());
    if (href === `${HOST}/`) return route.fulfill({ body: HOST_PAGE, contentType: 'text/html' });
    if (origin === HOST && /^\/(node_modules|test)\/.*js$/.test(pathname))
      return route.fulfill({ path: join(PROJECT, pathname), contentType: 'text/javascript' });
    if (href === 'https://sandbox.example/cards.html') {
      const headers = { 'Content-Security-Policy': POLICY };
      return route.fulfill({ body: cards, contentType: 'text/html; charset=utf-8', headers });
    }
    onOther(href);
    return route.abort();
  };
  await page.route('**/*', fulfil);
  await page.goto(`${HOST}/`);
}
