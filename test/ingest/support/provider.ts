/** A provider on this machine that answers as a test tells it to, well or badly. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

export interface Provider {
  readonly origin: string;
  /** Every request so far: method, path with query, headers. */
  readonly requests: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[];
  on(path: string, handler: Handler): void;
}

export async function startProvider(t: TestContext): Promise<Provider> {
  const handlers = new Map<string, Handler>();
  const requests: Provider['requests'] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString();
      requests.push({ method, url, headers, body });
      const handler = handlers.get(url.split('?')[0] ?? '') ?? notFound;
      handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    on: (path, handler) => void handlers.set(path, handler),
  };
}

const notFound: Handler = (_request, response) => response.writeHead(404).end();

export const json =
  (value: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

export const text =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);

export const redirect =
  (location: string, status = 302): Handler =>
  (_request, response) =>
    response.writeHead(status, { location }).end();
