import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exchange } from '../faults/support/socket.ts';
import { WIRE_CASES, type WireCase } from './support/cases.ts';
import { JSON_HEADERS, send } from './support/post.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.close());

const asText = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '');

interface Spoken {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** What one JSON-RPC answer says; fails where it is none. */
function said(answer: Spoken): number | 'result' | 'tool error' {
  assert.equal(answer.jsonrpc, '2.0');
  assert.notEqual('result' in answer, 'error' in answer, 'a result or an error, never both');
  if (answer.error === undefined) return answer.result?.isError === true ? 'tool error' : 'result';
  assert.ok(Number.isInteger(answer.error.code) && answer.error.message.length > 0);
  return answer.error.code;
}

async function check({ method = 'POST', body, headers = {}, status, says, id = 1 }: WireCase): Promise<void> {
  const sent = method === 'POST' ? asText(body) : '';
  const answer = await send(
    service.mcp,
    method,
    method === 'POST' ? { ...JSON_HEADERS, ...headers } : headers,
    sent,
  );
  assert.equal(answer.status, status, answer.text.slice(0, 300));
  assert.equal(answer.headers['access-control-allow-origin'], undefined);
  assert.equal(answer.headers['mcp-session-id'], undefined);
  assert.equal(answer.headers['cache-control'], 'no-store');
  if (status === 405) assert.equal(answer.headers['allow'], 'POST');
  if (says === null) return assert.equal(answer.text, '');
  assert.equal(answer.headers['content-type'], 'application/json');
  const json = JSON.parse(answer.text) as Spoken | Spoken[];
  if (Array.isArray(json)) return assert.deepEqual(json.map(said), says);
  assert.equal(said(json), says, answer.text.slice(0, 300));
  assert.equal('id' in json ? json.id : 'absent', id);
}

test('there are at least sixty cases, each with its own name', () => {
  assert.ok(WIRE_CASES.length >= 60);
  assert.equal(new Set(WIRE_CASES.map(({ name }) => name)).size, WIRE_CASES.length);
});

for (const wireCase of WIRE_CASES) {
  test(`on the wire: ${wireCase.name} → ${wireCase.status}`, () => check(wireCase));
}

test('after all of them the service still answers, and met no fault of its own', async () => {
  await check({ name: 'ping', body: { jsonrpc: '2.0', id: 1, method: 'ping' }, status: 200, says: 'result' });
  assert.deepEqual(service.faults, []);
});

test('HEAD is not offered either', async () => {
  const { status, headers } = await send(service.mcp, 'HEAD', {});
  assert.deepEqual([status, headers['allow']], [405, 'POST']);
});

test('a page of our own origin may call', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  for (const Origin of [service.origin, service.origin.replace('127.0.0.1', 'localhost')]) {
    assert.equal((await send(service.mcp, 'POST', { ...JSON_HEADERS, Origin }, body)).status, 200);
  }
});

test('a malformed body has an error of the protocol version of its request', async () => {
  const errorAt = async (version: string, body: string) => {
    const head = `POST /mcp HTTP/1.1\r\nHost: a\r\nMCP-Protocol-Version: ${version}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const [response] = await exchange(Number(new URL(service.origin).port), `${head}${body}`);
    return JSON.parse(response!.body) as Spoken;
  };
  const noChunk = 'ZZ\r\n';
  assert.equal((await errorAt('2025-06-18', noChunk)).id, null);
  for (const version of ['2025-11-25', '2026-07-28'])
    assert.ok(!('id' in (await errorAt(version, noChunk))), version);
  const longTrailer = `0\r\nX-Large: ${'a'.repeat(9_000)}\r\n\r\n`;
  assert.equal((await errorAt('2025-11-25', longTrailer)).error?.code, -32_000);
  assert.equal((await errorAt('2026-07-28', longTrailer)).error?.code, 431);
});
