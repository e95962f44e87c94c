/** Tests an agreement with the real service, by REST and MCP. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { removeFolder } from '../support/folder.ts';
import { makeFolder, type ServiceProcess, startProcess } from './support/process.ts';

const LISTED = '198.51.100.9';
const UNLISTED = '203.0.113.9';
const AGREED_LIMIT = 15;
const DEFAULT_LIMIT = 12;
const agreement = {
  name: 'an office',
  networks: ['198.51.100.0/24'],
  per: 'network',
  limits: { 'comparison.minute': AGREED_LIMIT },
};
const BLOCKED = '192.0.2.9';
const block = { name: 'a scraper', networks: ['192.0.2.0/24'], block: true };

describe('an agreement', () => {
  const folder = makeFolder();
  const file = `${folder}.agreements.json`;
  let service: ServiceProcess;

  before(async () => {
    writeFileSync(file, JSON.stringify([agreement, block]));
    service = await startProcess({
      folder,
      env: { AGREEMENTS_FILE: file, CONTACT: 'mailto:desk@esim.example' },
      limits: {
        'burst.capacity': 1_000_000,
        'burst.perSecond': 1_000_000,
        'comparison.service.day': 100_000,
      },
    });
  });
  after(async () => {
    await service.stop();
    removeFolder(folder);
    rmSync(file, { force: true });
  });

  const post = (address: string, method: string, params: object): Promise<Response> =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });

  async function search(address: string, subject: string): Promise<number> {
    const response = await post(address, 'tools/call', {
      name: 'search_esim_plans',
      arguments: { country: 'TR', days: 7, need: 'normal', limit: 1 },
      _meta: { 'openai/subject': subject },
    });
    await response.arrayBuffer();
    return response.status;
  }

  test('a blocked network gets 403 with the contact address on every route, takes no quota and gets no wait', async () => {
    for (const path of ['/api/v1/plans?country=TR&days=7&need=normal', '/api/v1/countries', '/', '/mcp']) {
      const response = await fetch(service.url + path, {
        method: path === '/mcp' ? 'POST' : 'GET',
        headers: { 'x-forwarded-for': BLOCKED, 'content-type': 'application/json' },
        ...(path === '/mcp' && { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }),
      });
      assert.equal(response.status, 403, path);
      assert.equal(response.headers.get('retry-after'), null);
      assert.equal(response.headers.get('x-ratelimit-limit'), null);
      assert.match(await response.text(), /mailto:desk@esim\.example/, path);
    }
    const answer = await fetch(`${service.url}/api/v1/countries`, {
      headers: { 'x-forwarded-for': BLOCKED },
    });
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    assert.equal(code, 'blocked');
    assert.match(detail, /has blocked requests from your network/);
  });

  test('the instructions of MCP state the limits of the caller, and to others those of the table', async () => {
    const instructionsFor = async (address: string) => {
      const response = await post(address, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      return ((await response.json()) as { result: { instructions: string } }).result.instructions;
    };
    const listed = await instructionsFor(LISTED);
    assert.match(listed, new RegExp(`\\b${AGREED_LIMIT} searches a minute`));
    assert.doesNotMatch(listed, /for each network address/i);
    const unlisted = await instructionsFor(UNLISTED);
    assert.match(unlisted, new RegExp(`\\b${DEFAULT_LIMIT} searches a minute`));
    assert.match(unlisted, /for each network address/i);
  });

  test('its limits apply to the listed network as one caller, whatever name a client sends', async () => {
    const admitted = async (address: (at: number) => string) => {
      let count = 0;
      for (let at = 0; at < AGREED_LIMIT + 5; at += 1)
        if ((await search(address(at), `person ${at}`)) === 200) count += 1;
      return count;
    };
    assert.equal(await admitted((at) => `198.51.100.${at}`), AGREED_LIMIT);
    assert.equal(await admitted(() => UNLISTED), DEFAULT_LIMIT);
  });

  test('REST responses have its limits and all windows', async () => {
    const response = await fetch(`${service.url}/api/v1/plans?country=TR&days=7&need=normal`, {
      headers: { 'x-forwarded-for': LISTED },
    });
    assert.equal(response.status, 429);
    assert.equal(response.headers.get('x-ratelimit-limit'), String(AGREED_LIMIT));
    assert.match(
      response.headers.get('ratelimit') ?? '',
      /^"comparison\.minute";.*"comparison\.day";.*"comparison\.service\.day";/,
    );
  });
});
