/** The server of the official MCP SDK: stateless, JSON responses, one server for each request, and a ready result. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ANSWER } from './answer.ts';

const { result } = JSON.parse(ANSWER.bytes.toString());

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = new Server({ name: 'peer', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, () => result);
  // With `undefined`, the SDK has no session.
  const options = { sessionIdGenerator: undefined, enableJsonResponse: true };
  const transport = new StreamableHTTPServerTransport(options as object);
  response.on('close', () => void transport.close().then(() => server.close()));
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

const server = createServer((request, response) => void respond(request, response));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
