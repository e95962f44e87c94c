/**
 * Tries clients of other makers against the service on a real socket: each lists the tools, asks for destinations and for
 * plans by a country's name, and must get what the protocol promises. Ends with 1 where one does not.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type TestService } from '../../test/mcp/support/service.ts';

const FOLDER = import.meta.dirname;
const TRIP = { country: 'Japan', days: 7, need: 'normal', limit: 5 };
const STEP_MS = 30_000;

/** What a client hands on of an answer, as text. */
type Try = (url: string) => Promise<{ readonly tools: readonly string[]; readonly text: string }>;

// biome-ignore lint/suspicious/noExplicitAny: packages that only this folder installs
const load = (name: string): Promise<any> => import(name);

const CLIENTS: Record<string, Try> = {
  async Genkit(url) {
    const { genkit } = await load('genkit');
    const { createMcpClient } = await load('@genkit-ai/mcp');
    const ai = genkit({});
    const client = createMcpClient({ name: 'esim', mcpServer: { url } });
    await client.ready();
    const tools = await client.getActiveTools(ai);
    const search = tools.find(({ __action }: { __action: { name: string } }) =>
      __action.name.endsWith('search_esim_plans'),
    );
    const answer = await search(TRIP);
    await client.disable();
    return {
      tools: tools.map(({ __action }: { __action: { name: string } }) => __action.name),
      text: JSON.stringify(answer),
    };
  },
  async LangChain(url) {
    const { MultiServerMCPClient } = await load('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { esim: { transport: 'http', url } } });
    const tools = await client.getTools();
    const search = tools.find(({ name }: { name: string }) => name.endsWith('search_esim_plans'));
    const answer = await search.invoke(TRIP);
    await client.close();
    return { tools: tools.map(({ name }: { name: string }) => name), text: JSON.stringify(answer) };
  },
  async 'AI SDK'(url) {
    const { createMCPClient } = await load('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: 'http', url } });
    const tools = await client.tools();
    const answer = await tools['search_esim_plans'].execute(TRIP, { toolCallId: '1', messages: [] });
    await client.close();
    return { tools: Object.keys(tools), text: JSON.stringify(answer) };
  },
  async 'OpenAI Agents'(url) {
    const { MCPServerStreamableHttp } = await load('@openai/agents');
    const server = new MCPServerStreamableHttp({ url, name: 'esim' });
    await server.connect();
    const tools = await server.listTools();
    const answer = await server.callTool('search_esim_plans', TRIP);
    await server.close();
    return { tools: tools.map(({ name }: { name: string }) => name), text: JSON.stringify(answer) };
  },
  async mcporter(url) {
    const { createRuntime } = await load('mcporter');
    const runtime = await createRuntime({
      servers: [{ name: 'esim', command: { kind: 'http', url: new URL(url) } }],
    });
    const tools = await runtime.listTools('esim');
    const answer = await runtime.callTool('esim', 'search_esim_plans', { args: TRIP });
    await runtime.close();
    return { tools: tools.map(({ name }: { name: string }) => name), text: JSON.stringify(answer) };
  },
};

/** null: all as promised. */
async function faultOf(attempt: Try, service: TestService): Promise<string | null> {
  try {
    const timeout = AbortSignal.timeout(STEP_MS);
    const late = new Promise<never>((_, reject) => {
      timeout.addEventListener('abort', () => reject(new Error('no answer')));
    });
    const { tools, text } = await Promise.race([attempt(service.mcp), late]);
    if (tools.length !== 2) return `tools: ${tools.join(', ')}`;
    const isWhole = text.includes("Read 'Japan' as JP.") && text.includes('comparable_usd');
    return isWhole ? null : text.slice(0, 300);
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
for (const [name, attempt] of Object.entries(CLIENTS)) {
  const fault = await faultOf(attempt, service);
  if (fault !== null) failed += 1;
  console.log(`${fault === null ? 'pass' : 'FAIL'}  ${name}${fault === null ? '' : `\n${fault}`}`);
}
await service.close();
// Some of these clients leave timers behind.
process.exit(failed === 0 ? 0 : 1);
