/** The admin port: probes, health and metrics, for the operator only. It opens before the service has started. */
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import { createServer } from './node-http.ts';
import { NO_DATA_RETRY_SECONDS } from './problems.ts';

interface AdminOptions {
  /** The setting ADMIN_HOST. */
  readonly adminHost: string;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** The reason in one word, or null if the service is ready. */
  readonly notReady: () => string | null;
  /** The current health document; null while the service starts. Reading it takes no quota. */
  readonly health: () => { readonly status: 'ok' | 'degraded' | 'failing' } | null;
  readonly onFault: (error: unknown) => void;
}

export function createAdminServer({ adminHost, metrics, notReady, health, onFault }: AdminOptions): Server {
  return createServer((request, response) => {
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8') => {
      response.setHeader('Content-Type', type).setHeader('Cache-Control', 'no-store');
      if (status === 503) response.setHeader('Retry-After', NO_DATA_RETRY_SECONDS);
      response.writeHead(status).end(body);
    };
    // A proxy and this server could each use another one of several hosts.
    if ((request.headersDistinct['host']?.length ?? 0) > 1) return send(400, 'send one Host header\n');
    if (!isOwnHost(request.headers.host, adminHost))
      return send(421, 'use an IP address, localhost, a name without a dot, or ADMIN_HOST\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'use GET\n');
    const path = request.url?.split('?', 1)[0];
    if (path === '/livez') return send(200, 'alive\n');
    if (path === '/readyz') {
      const reason = notReady();
      return reason === null ? send(200, 'ready\n') : send(503, `not ready: ${reason}\n`);
    }
    if (path === '/health') {
      const document = health();
      if (document === null) return send(503, 'not ready: starting\n');
      return send(document.status === 'failing' ? 503 : 200, JSON.stringify(document), 'application/json');
    }
    if (path !== '/metrics') return send(404, 'livez, readyz, health or metrics\n');
    metrics.text().then(
      (text) => send(200, text, metrics.contentType),
      (error: unknown) => {
        onFault(error);
        send(503, 'metrics could not be read\n');
      },
    );
  });
}

/** A name or an address with an optional port. Not empty, and without user information ("user@localhost"). */
const HOST = /^[\w.:[\]-]+$/;

/**
 * Against DNS rebinding: a website lets its own domain resolve to a private address, and the browser of the operator then
 * sends that domain as host. Such a domain has a dot. A client without a host is not a browser.
 */
function isOwnHost(header: string | undefined, adminHost: string): boolean {
  if (header === undefined) return true;
  if (!HOST.test(header)) return false;
  const host = header
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  return isIP(host) !== 0 || !host.includes('.') || host === adminHost.toLowerCase();
}
