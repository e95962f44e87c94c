/**
 * Tests the official MCP clients and those of other vendors against the service on a real socket. Each lists the tools,
 * and requests a destination and plans by the name of a country. Exits with 1 if a client fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type TestService } from '../../test/mcp/support/service.ts';

const FOLDER = import.meta.dirname;
const WHO = { name: 'esim-mcp-clients', version: '1.0.0' };
const TRIP = { country: 'Japan', days: 7, need: 'normal', limit: 5 };
const STEP_MS = 120_000;

interface Connected {
  /** The names of the tools in the client. */
  readonly tools: readonly string[];
  /** Calls a tool by its name in the service. The result may have any form. */
  readonly call: (name: string, given: object) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}
type Connect = (url: string) => Promise<Connected>;

// biome-ignore lint/suspicious/noExplicitAny: packages that only this folder installs
const load = (name: string): Promise<any> => import(name);

interface Named {
  readonly name: string;
}
const namesOf = (tools: readonly Named[]): string[] => tools.map(({ name }) => name);

/** The official client of the second generation, with its way to agree on a version. */
const officialV2 =
  (mode?: unknown): Connect =>
  async (url) => {
    const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
    const client = new Client(WHO, mode === undefined ? {} : { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return {
      tools: namesOf((await client.listTools()).tools),
      call: (name, given) => client.callTool({ name, arguments: given }),
      close: () => client.close(),
    };
  };

const CLIENTS: Record<string, Connect> = {
  async 'official SDK v1'(url) {
    const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await load(
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    );
    const client = new Client(WHO);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return {
      tools: namesOf((await client.listTools()).tools),
      call: (name, given) => client.callTool({ name, arguments: given }),
      close: () => client.close(),
    };
  },
  'official SDK v2': officialV2(),
  'official SDK v2, 2026-07-28': officialV2({ pin: '2026-07-28' }),
  async 'AI SDK'(url) {
    const { createMCPClient } = await load('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: 'http', url } });
    const tools = await client.tools();
    return {
      tools: Object.keys(tools),
      call: (name, given) => tools[name].execute(given, { toolCallId: '1', messages: [] }),
      close: () => client.close(),
    };
  },
  async LangChain(url) {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { esim: { transport: 'http', url } } });
    const tools = await client.getTools();
    return {
      tools: namesOf(tools),
      call: (name, given) => tools.find((tool: Named) => tool.name.endsWith(name)).invoke(given),
      close: () => client.close(),
    };
  },
  async 'OpenAI Agents'(url) {
    const { MCPServerStreamableHttp } = await load('@openai/agents');
    const server = new MCPServerStreamableHttp({ url, name: 'esim' });
    await server.connect();
    return {
      tools: namesOf(await server.listTools()),
      call: (name, given) => server.callTool(name, given),
      close: () => server.close(),
    };
  },
  async Mastra(url) {
    const { MCPClient } = await load('@mastra/mcp');
    const client = new MCPClient({ servers: { esim: { url: new URL(url) } } });
    const tools = await client.listTools();
    return {
      tools: Object.keys(tools),
      call: (name, given) => tools[`esim_${name}`].execute(given, {}),
      close: () => client.disconnect(),
    };
  },
  async Genkit(url) {
    const { genkit } = await load('genkit');
    const { createMcpClient } = await load('@genkit-ai/mcp');
    const client = createMcpClient({ name: 'esim', mcpServer: { url } });
    await client.ready();
    const tools = await client.getActiveTools(genkit({}));
    const nameOf = ({ __action }: { __action: Named }) => __action.name;
    return {
      tools: tools.map(nameOf),
      call: (name, given) => tools.find((tool: { __action: Named }) => nameOf(tool).endsWith(name))(given),
      close: () => client.disable(),
    };
  },
  async mcporter(url) {
    const { createRuntime } = await load('mcporter');
    const runtime = await createRuntime({
      servers: [{ name: 'esim', command: { kind: 'http', url: new URL(url) } }],
    });
    return {
      tools: namesOf(await runtime.listTools('esim')),
      call: (name, given) => runtime.callTool('esim', name, { args: given }),
      close: () => runtime.close(),
    };
  },
};

async function attempt(connect: Connect, url: string): Promise<string | null> {
  const { tools, call, close } = await connect(url);
  // Some clients put the name of the server before that of a tool.
  const isName = (name: string) => /^[\x21-\x7e]*(?:search_esim_plans|list_destinations)$/.test(name);
  if (tools.length !== 2 || !tools.every(isName)) return `tools: ${tools.join(', ')}`;
  const plans = JSON.stringify(await call('search_esim_plans', TRIP));
  const places = JSON.stringify(await call('list_destinations', { query: 'Bali' }));
  await close();
  const isWhole = plans.includes("Read 'Japan' as Japan (JP).") && plans.includes('comparable_usd');
  if (!isWhole) return plans.slice(0, 300);
  return places.includes('Bali: island in Indonesia') ? null : places.slice(0, 300);
}

/** null: no failure. */
async function faultOf(connect: Connect, service: TestService): Promise<string | null> {
  try {
    const timeout = AbortSignal.timeout(STEP_MS);
    const late = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error('no answer')));
    });
    return await Promise.race([attempt(connect, service.mcp), late]);
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

if (!existsSync(join(FOLDER, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const service = await startService();
let failed = 0;
for (const [name, connect] of Object.entries(CLIENTS)) {
  const fault = await faultOf(connect, service);
  if (fault !== null) failed += 1;
  console.log(`${fault === null ? 'pass' : 'FAIL'}  ${name}${fault === null ? '' : `\n${fault}`}`);
}
await service.close();
// Some of these clients have timers that would keep the process alive.
process.exit(failed === 0 ? 0 : 1);
