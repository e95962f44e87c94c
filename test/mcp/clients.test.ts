/** The official clients of both generations, over a real socket. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as v2 from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import manifest from '../../package.json' with { type: 'json' };
import { startService, type TestService, UNLIMITED } from './support/service.ts';

const TRIP = { country: 'TR', days: 7, need: 'normal', sort: 'cheapest' };
const WHO = { name: 'test', version: '1.0.0' };

interface AnyClient {
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getInstructions(): string | undefined;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: { text?: string }[] }>;
  close(): Promise<void>;
}

const CLIENTS: Record<string, (url: URL) => Promise<AnyClient>> = {
  async v1(url) {
    const client = new ClientV1(WHO);
    // Its declarations predate exactOptionalPropertyTypes.
    await client.connect(new TransportV1(url) as Parameters<typeof client.connect>[0]);
    return client as unknown as AnyClient;
  },
  'v2, its usual way': (url) => connectV2(url),
  'v2 with the handshake of 2025': (url) => connectV2(url, 'legacy', '2025-11-25'),
  'v2 that asks first': (url) => connectV2(url, 'auto', '2026-07-28'),
  'v2 held to 2026-07-28': (url) => connectV2(url, { pin: '2026-07-28' }, '2026-07-28'),
};

type Mode = 'legacy' | 'auto' | { readonly pin: string };

async function connectV2(url: URL, mode?: Mode, version?: string): Promise<AnyClient> {
  const client = new v2.Client(WHO, mode === undefined ? {} : { versionNegotiation: { mode } });
  await client.connect(new v2.StreamableHTTPClientTransport(url));
  if (version !== undefined) assert.equal(client.getNegotiatedProtocolVersion(), version);
  return client as unknown as AnyClient;
}

for (const [generation, connect] of Object.entries(CLIENTS)) {
  describe(`the official ${generation} client`, () => {
    let service: TestService;
    let client: AnyClient;
    before(async () => {
      service = await startService({ limits: { ...UNLIMITED, 'comparison.minute': 2 } });
      client = await connect(new URL(service.mcp));
    });
    after(async () => {
      await client.close();
      await service.close();
    });

    test('connects, lists, calls with its own check of the output schema, and reads a 429', async () => {
      assert.deepEqual(client.getServerVersion()?.version, manifest.version);
      assert.match(client.getInstructions() ?? '', /search_esim_plans/);
      const [page] = (await client.listResources()).resources;
      const { contents } = await client.readResource({ uri: page!.uri });
      assert.match(contents[0]?.text ?? '', /^<!doctype html>/);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['search_esim_plans', 'list_destinations'],
      );

      const search = { name: 'search_esim_plans', arguments: TRIP };
      const { structuredContent, content } = await client.callTool(search);
      const { plans, sort } = structuredContent as { plans: unknown[]; sort: string };
      assert.deepEqual([plans.length, sort], [20, 'cheapest']);
      assert.deepEqual(JSON.parse((content as { text: string }[])[0]!.text), structuredContent);

      const mistake = await client.callTool({ name: 'search_esim_plans', arguments: { ...TRIP, days: 400 } });
      assert.equal(mistake['isError'], true);
      const list = await client.callTool({ name: 'list_destinations', arguments: { query: 'turkey' } });
      assert.equal((list['structuredContent'] as { countries: { code: string }[] }).countries[0]?.code, 'TR');

      await client.callTool(search);
      // The headers do not reach these clients' callers, so the seconds must be in the message.
      await assert.rejects(client.callTool(search), /Wait \d+ s[\s\S]*"status":429/);
      assert.equal((await client.listTools()).tools.length, 2);
    });
  });
}
