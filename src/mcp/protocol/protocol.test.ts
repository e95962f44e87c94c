import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeEndpoint } from '../testing/fakes.ts';
import { PROTOCOL_VERSIONS_2025 } from './2025.ts';

const initialize = (protocolVersion: unknown, headers = {}) =>
  fakeEndpoint().post({
    body: {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    headers,
  });

test('initialize returns the requested version of 2025, or the latest of 2025 for any other, whatever the header says', async () => {
  assert.deepEqual(PROTOCOL_VERSIONS_2025, ['2025-11-25', '2025-06-18', '2025-03-26']);
  for (const version of PROTOCOL_VERSIONS_2025) {
    assert.equal((await initialize(version)).json.result.protocolVersion, version);
  }
  for (const version of ['2024-11-05', '2099-01-01', '', 'constructor']) {
    const { status, json } = await initialize(version, { 'mcp-protocol-version': version });
    assert.deepEqual([status, json.result.protocolVersion], [200, '2025-11-25']);
  }
});

test('initialize without a version is an error', async () => {
  assert.equal((await initialize(undefined)).json.error.code, -32602);
});

test('initialize returns the identity, the capabilities and the instructions of the server', async () => {
  const { result } = (await initialize('2025-11-25')).json;
  assert.deepEqual(result.serverInfo, {
    name: 'esim',
    title: 'Eşim',
    version: '1.0.0',
    description:
      'Ranked travel eSIM plans for a trip: prices with conditions and freshness. Read-only, no account.',
    websiteUrl: 'https://esim.example',
    icons: [
      { src: 'https://esim.example/icon.png', mimeType: 'image/png', sizes: ['256x256'] },
      { src: 'https://esim.example/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] },
    ],
  });
  assert.deepEqual(result.capabilities, {
    tools: { listChanged: false },
    resources: { subscribe: false, listChanged: false },
    extensions: { 'io.modelcontextprotocol/ui': {} },
  });
  for (const word of [
    'search_esim_plans',
    'list_destinations',
    'estimates',
    'condition',
    'url exactly',
    'Data by Eşim',
    '12 searches a minute',
    '120 a day',
    'wait',
  ]) {
    assert.ok(result.instructions.includes(word), word);
  }
});

test('an unsupported version header is a 400 that names the supported versions, and a missing one is accepted', async () => {
  const { post } = fakeEndpoint();
  const body = { jsonrpc: '2.0', id: 5, method: 'ping' };
  const { status, json } = await post({ body, headers: { 'mcp-protocol-version': '2024-11-05' } });
  assert.deepEqual([status, json.id, json.error.code], [400, 5, -32022]);
  assert.match(json.error.message, /2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26/);
  assert.equal(json.error.data.requested, '2024-11-05');
  assert.equal((await post({ body })).status, 200);
});

test('tools have the icons of the server', async () => {
  const { tools } = (await fakeEndpoint().post({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }))
    .json.result;
  const { icons } = (await initialize('2025-11-25')).json.result.serverInfo;
  assert.equal(icons.length, 2);
  for (const tool of tools) assert.deepEqual(tool.icons, icons, tool.name);
});

test('no name that objects inherit is a method or a tool', async () => {
  const { post, call } = fakeEndpoint();
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', '']) {
    assert.equal((await post({ body: { jsonrpc: '2.0', id: 1, method: name } })).json.error.code, -32601);
    assert.equal((await call(name, {})).json.error.code, -32602);
  }
});

test('any cursor is refused, because the list has one page', async () => {
  const { post } = fakeEndpoint();
  for (const cursor of ['abc', '', 5]) {
    const { status, json } = await post({
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor } },
    });
    assert.deepEqual([status, json.error.code], [200, -32602]);
  }
});
