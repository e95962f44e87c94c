/**
 * Requests of the MCP versions before 2026-07-28, and an endpoint with fake tools. Its responses never change, so that
 * `recorded.test.ts` can compare them with recorded ones.
 */
import { setImmediate } from 'node:timers/promises';
import { bodyPieces } from '../../../src/http/router.ts';
import { createBurstLimit } from '../../../src/limits/burst.ts';
import { cardsOf } from '../../../src/mcp/app/resource.ts';
import { createEra2025 } from '../../../src/mcp/protocol/2025.ts';
import { createEra2026 } from '../../../src/mcp/protocol/2026-07-28.ts';
import { skillOf } from '../../../src/mcp/skill.ts';
import { admitted, NOW, refused } from '../../../src/mcp/testing/fakes.ts';
import type { McpTool, ToolOutcome } from '../../../src/mcp/tools/tool.ts';
import { createTransport } from '../../../src/mcp/transport.ts';

export interface Exchange {
  /** The name of its response in `recorded/era-2025.json`. */
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, and any other value as JSON. */
  readonly body: unknown;
}

const rpc = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });
const call = (name: unknown, id: unknown = 1) => rpc('tools/call', { name, arguments: { a: 1 } }, id);
const at = (version: string) => ({ 'mcp-protocol-version': version });
const metaOf = (version: string) => ({ _meta: { 'io.modelcontextprotocol/protocolVersion': version } });
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

export const EXCHANGES: readonly Exchange[] = [
  ...[...VERSIONS, '2024-11-05', '2026-07-28', '2099-01-01'].map((protocolVersion) => ({
    name: `initialize ${protocolVersion}`,
    // `initialize` negotiates the version, so the header is ignored, even with a version that is not supported.
    headers: at('2024-11-05'),
    body: rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
  })),
  { name: 'initialize without a version', body: rpc('initialize', {}) },
  ...VERSIONS.flatMap((version) => [
    { name: `ping at ${version}`, headers: at(version), body: rpc('ping', undefined, 'ş') },
    { name: `tools/list at ${version}`, headers: at(version), body: rpc('tools/list') },
    { name: `a call at ${version}`, headers: at(version), body: call('answers') },
    { name: `a batch at ${version}`, headers: at(version), body: [rpc('ping'), call('answers', 2)] },
  ]),
  { name: 'a null cursor', body: rpc('tools/list', { cursor: null }) },
  { name: 'a cursor', body: rpc('tools/list', { cursor: 'x' }) },
  { name: 'an unknown tool', body: call('buy') },
  { name: 'a tool without a name', body: call(undefined) },
  { name: 'an invalid argument', body: call('mistakes') },
  { name: 'a call over the limit', body: call('refuses') },
  { name: 'a tool without data', body: call('fails') },
  { name: 'an answer that comes later', body: call('waits') },
  { name: 'an unknown method', body: rpc('prompts/list') },
  { name: 'server/discover without a version', body: rpc('server/discover') },
  { name: 'server/discover with an old version', body: rpc('server/discover', metaOf('2025-11-25')) },
  { name: 'a ping with an old version in _meta', body: rpc('ping', metaOf('2025-06-18')) },
  { name: 'a ping with other _meta', body: rpc('ping', { _meta: { progressToken: 1 } }) },
  { name: 'a notification', body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
  { name: 'a call without id', body: { jsonrpc: '2.0', method: 'tools/call', params: { name: 'answers' } } },
  { name: 'a response', body: { jsonrpc: '2.0', id: 1, result: {} } },
  { name: 'an unsupported version', headers: at('2024-11-05'), body: rpc('ping') },
  {
    name: 'a notification of an unsupported version',
    headers: at('1'),
    body: { jsonrpc: '2.0', method: 'x' },
  },
  { name: 'no JSON', body: '{' },
  { name: 'no JSON-RPC', body: {} },
  { name: 'a null id', body: rpc('ping', undefined, null) },
  { name: 'an empty batch', body: [] },
  { name: 'a batch with refusals', body: [call('answers'), call('refuses', 2), { jsonrpc: '2.0' }] },
  { name: 'a batch of refusals', body: [call('refuses'), call('refuses', 2)] },
  { name: 'a batch of notifications', body: [{ jsonrpc: '2.0', method: 'x' }] },
  { name: 'a batch with initialize', body: [rpc('initialize')] },
  { name: 'another origin', headers: { origin: 'https://other.example' }, body: rpc('ping') },
  { name: 'another type', headers: { 'content-type': 'text/plain' }, body: rpc('ping') },
  { name: 'JSON not accepted', headers: { accept: 'text/html' }, body: rpc('ping') },
];

const tool = (name: string, call: McpTool['call']): McpTool => ({
  definition: { name, inputSchema: { type: 'object' } },
  describe: () => 'A tool.',
  call,
});
const ANSWER: ToolOutcome = { kind: 'answer', json: Buffer.from('{"content":[]}'), decision: admitted() };

export const FACTS = {
  tools: [
    tool('answers', async () => ANSWER),
    tool('waits', async () => {
      await setImmediate();
      return ANSWER;
    }),
    tool('mistakes', async () => ({ kind: 'mistake', faults: ['Wrong.'] })),
    tool('refuses', async () => refused),
    tool('fails', async () => ({ kind: 'unavailable', cause: 'data' })),
  ],
  serverInfo: { name: 'test', version: '1' },
  instructions: () => 'Be kind.',
  contact: 'mailto:desk@esim.example',
  cards: cardsOf({}),
  skill: skillOf('https://esim.example'),
} as const;

export function exchangeEndpoint() {
  const bucket = createBurstLimit({ clock: () => NOW, maxCallers: 10 });
  const handle = createTransport({
    era2025: createEra2025(FACTS),
    era2026: createEra2026(FACTS),
    limiter: { burst: (caller, count, taken) => bucket.take(caller.key, count, taken) },
    origin: { baseUrl: 'https://esim.example', baseUrlIsSet: true, port: () => 8080 },
  });
  return async ({ headers = {}, body }: Exchange) => {
    const answer = await handle({
      method: 'POST',
      params: {},
      query: '',
      headers: { 'content-type': 'application/json', ...headers },
      caller: { key: 'a-caller' },
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      nextTurn: async () => {},
    });
    const text = bodyPieces(answer).join('');
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
}
