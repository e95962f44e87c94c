/**
 * Measures `tools/call` on a cached trip: this service, the server of the official SDK (v1, stateless, JSON responses,
 * one server per request), and bare `node:http` with the same headers and bytes. Each runs in a separate process, in turns.
 *
 * node bench/mcp.ts [seconds of each run] [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { CALL, CALL_HEADERS } from './call.ts';

interface Run {
  readonly requests: { readonly average: number; readonly total: number };
  readonly non2xx: number;
  readonly errors: number;
}
/** It comes without declarations. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Run>;

const CONNECTIONS = 32;

type Name = 'ours' | 'sdk' | 'bare';

async function serveOurs(): Promise<string> {
  const { startService } = await import('../test/mcp/support/service.ts');
  return (await startService({ plans: 7_000 })).mcp;
}

async function serveSdk({ body }: Answer): Promise<string> {
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const { StreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/streamableHttp.js'
  );
  const { CallToolRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const { result } = JSON.parse(body);
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const server = new Server({ name: 'peer', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, () => result);
    // With `undefined`, the SDK has no session.
    const options = { sessionIdGenerator: undefined, enableJsonResponse: true };
    const transport = new StreamableHTTPServerTransport(options as object);
    response.on('close', () => void transport.close().then(() => server.close()));
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  };
  return listen((request, response) => void answerOne(request, response));
}

function serveBare({ headers, body }: Answer): Promise<string> {
  const bytes = Buffer.from(body);
  return listen((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, headers).end(bytes));
  });
}

function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    );
  });
}

interface Answer {
  /** Those that Node does not add by itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function post(url: string): Promise<Answer> {
  // Not compressed, as the load asks for it.
  const headersSent = { ...CALL_HEADERS, 'Accept-Encoding': 'identity' };
  const answer = await fetch(url, { method: 'POST', headers: headersSent, body: CALL });
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _keep,
    ...headers
  } = Object.fromEntries(answer.headers);
  return { headers, body: await answer.text() };
}

const SERVERS: Record<Name, (answer: Answer) => Promise<string>> = {
  ours: serveOurs,
  sdk: serveSdk,
  bare: serveBare,
};

/** The process of a peer. It receives its name and its bytes by message, and sends its address back. */
function servePeer(): void {
  process.once('message', ({ name, answer }: { name: Name; answer: Answer }) => {
    void SERVERS[name](answer).then((url) => {
      process.send?.(url);
      process.on('message', () => process.send?.(process.cpuUsage()));
    });
  });
}

async function start(name: Name, answer: Answer): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(import.meta.filename, ['--peer']);
  const url = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string));
    child.once('exit', () => reject(new Error(`${name} did not start`)));
  });
  child.send({ name, answer });
  return { child, url: await url };
}

/** Microseconds of processor time so far, which do not depend on other work of the machine. */
const cpuMicros = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', (usage) => {
      const { user, system } = usage as NodeJS.CpuUsage;
      resolve(user + system);
    });
    child.send('cpu');
  });

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(seconds: number, rounds: number): Promise<void> {
  const ours = await start('ours', { headers: {}, body: '' });
  const answer = await post(ours.url);
  const peers = { ours, sdk: await start('sdk', answer), bare: await start('bare', answer) };
  try {
    const rates: Record<Name, number[]> = { ours: [], sdk: [], bare: [] };
    const costs: Record<Name, number[]> = { ours: [], sdk: [], bare: [] };
    for (let round = -1; round < rounds; round++) {
      for (const name of ['ours', 'sdk', 'bare'] as const) {
        const { url, child } = peers[name];
        const { body } = await post(url);
        if (JSON.stringify(JSON.parse(body).result) !== JSON.stringify(JSON.parse(answer.body).result)) {
          throw new Error(`${name} answers something else`);
        }
        const options = {
          url,
          method: 'POST',
          headers: CALL_HEADERS,
          body: CALL,
          connections: CONNECTIONS,
        } as const;
        // The first round only warms up.
        const before = await cpuMicros(child);
        const run = await autocannon({ ...options, duration: round < 0 ? 1 : seconds });
        if (run.non2xx > 0 || run.errors > 0)
          throw new Error(`${name}: ${run.non2xx} refused, ${run.errors} lost`);
        if (round < 0) continue;
        rates[name].push(run.requests.average);
        costs[name].push(((await cpuMicros(child)) - before) / run.requests.total);
      }
    }
    console.log(
      `answer ${Buffer.byteLength(answer.body)} bytes, ${CONNECTIONS} connections, ${rounds} × ${seconds} s each`,
    );
    for (const name of ['ours', 'sdk', 'bare'] as const) {
      console.log(
        `${name}: ${median(rates[name]).toFixed(0)}/s, ${median(costs[name]).toFixed(0)} µs of processor a request`,
      );
    }
    const ratio = (of: (name: Name) => number, peer: Name) => (of('ours') / of(peer)).toFixed(2);
    const rate = (name: Name) => median(rates[name]);
    const perCpu = (name: Name) => 1 / median(costs[name]);
    console.log(
      `ours ÷ sdk:  ${ratio(rate, 'sdk')} by rate, ${ratio(perCpu, 'sdk')} by processor time (goal 5)`,
    );
    console.log(
      `ours ÷ bare: ${ratio(rate, 'bare')} by rate, ${ratio(perCpu, 'bare')} by processor time (goal 0.5)`,
    );
  } finally {
    for (const { child } of Object.values(peers)) child.kill();
  }
}

if (process.argv[2] === '--peer') servePeer();
else await measure(Number(process.argv[2] ?? 3), Number(process.argv[3] ?? 3));
