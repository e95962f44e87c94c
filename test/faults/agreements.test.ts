/** An agreement through the real service, by REST and MCP. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeFolder, removeFolder, type ServiceProcess, startProcess } from './support/process.ts';

const LISTED = '198.51.100.9';
const UNLISTED = '203.0.113.9';
const OWN_FIGURE = 15;
const PUBLISHED_FIGURE = 12;
const agreement = {
  name: 'an office',
  networks: ['198.51.100.0/24'],
  per: 'network',
  limits: { 'comparison.minute': OWN_FIGURE },
};

describe('an agreement', () => {
  const folder = makeFolder();
  const file = `${folder}.agreements.json`;
  let service: ServiceProcess;

  before(async () => {
    writeFileSync(file, JSON.stringify([agreement]));
    service = await startProcess({
      folder,
      env: { AGREEMENTS_FILE: file },
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

  async function call(address: string, subject: string): Promise<Response> {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'search_esim_plans',
          arguments: { country: 'TR', days: 7, need: 'normal', limit: 1 },
          _meta: { 'openai/subject': subject },
        },
      }),
    });
    await answer.arrayBuffer();
    return answer;
  }

  test('its figures apply to the listed network as one caller, whatever a client calls itself', async () => {
    const admitted = async (address: (at: number) => string) => {
      let count = 0;
      for (let at = 0; at < OWN_FIGURE + 5; at += 1)
        if ((await call(address(at), `person ${at}`)).status === 200) count += 1;
      return count;
    };
    assert.equal(await admitted((at) => `198.51.100.${at}`), OWN_FIGURE);
    assert.equal(await admitted(() => UNLISTED), PUBLISHED_FIGURE);
  });

  test('REST tells the figures and all windows', async () => {
    const answer = await fetch(`${service.url}/api/v1/plans?country=TR&days=7&need=normal`, {
      headers: { 'x-forwarded-for': LISTED },
    });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('x-ratelimit-limit'), String(OWN_FIGURE));
    assert.match(
      answer.headers.get('ratelimit') ?? '',
      /^"comparison\.minute";.*"comparison\.day";.*"comparison\.service\.day";/,
    );
  });
});
