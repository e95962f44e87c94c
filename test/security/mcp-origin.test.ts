import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';

const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

const post = (service: TestService, headers: Record<string, string>) =>
  service.get('/mcp', {
    method: 'POST',
    body: CALL,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** The status of a call with this Host header, which `fetch` would replace. */
async function postWithHost(url: string, host: string, origin: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', host, origin };
  const sent = request(`${url}/mcp`, { method: 'POST', headers }).end(CALL);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('MCP calls from web pages', () => {
  let service: TestService;
  let own: string;
  before(async () => {
    service = await startTestService();
    own = service.url;
  });
  after(() => service.stop());

  test('a page of another origin gets 403, also with a similar host name', async () => {
    const { port } = new URL(own);
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost',
      `https://localhost:${port}`,
      `http://localhost:${Number(port) + 1}`,
      `http://localhost.evil.example:${port}`,
      `http://127.0.0.1.evil.example:${port}`,
      `http://evil.example:${port}`,
      `http://127.0.0.2:${port}`,
      `http://localhost:${port}/`,
      `http://localhost:${port}, http://evil.example`,
      'file://',
    ]) {
      const answer = await post(service, { origin });
      assert.equal(answer.status, 403, origin);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      assert.equal((JSON.parse(await answer.text()) as { jsonrpc: string }).jsonrpc, '2.0');
    }
  });

  test('DNS rebinding does not help, because the Host header is not used', async () => {
    const status = await postWithHost(own, 'rebound.example', 'http://rebound.example');
    assert.equal(status, 403);
  });

  test('its own pages and clients without an Origin header are served', async () => {
    assert.equal((await post(service, {})).status, 200);
    assert.equal((await post(service, { origin: own })).status, 200);
  });

  test('a form or a link cannot make a call, because only POST with JSON is accepted', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      assert.equal((await post(service, { 'content-type': type })).status, 415, type);
    }
    assert.equal((await service.get('/mcp')).status, 405);
    const preflight = await service.get('/mcp', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.status, 405);
    assert.equal(preflight.headers.get('access-control-allow-origin'), null);
  });

  test('if BASE_URL is set, loopback origins get 403', async () => {
    const published = await startTestService({ env: { BASE_URL: 'https://esim.example' } });
    try {
      assert.equal((await post(published, { origin: published.url })).status, 403);
      assert.equal((await post(published, { origin: 'http://esim.example' })).status, 403);
      assert.equal((await post(published, { origin: 'https://esim.example' })).status, 200);
    } finally {
      await published.stop();
    }
  });
});
