/** An agreement through the real service: people behind one listed address, by REST and MCP, and a changed file. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeFolder, removeFolder, type ServiceProcess, startProcess } from './support/process.ts';

const LISTED = '198.51.100.9';
const UNLISTED = '203.0.113.9';
const PEOPLE = 200;
const OWN_FIGURE = 3;
const agreement = (perMinute: number) => [
  {
    name: 'an assistant',
    networks: ['198.51.100.0/24'],
    per: 'subject',
    limits: { 'comparison.minute': perMinute },
    together: { 'comparison.day': 100_000 },
  },
];

describe('an agreement', () => {
  const folder = makeFolder();
  const file = `${folder}.agreements.json`;
  let service: ServiceProcess;

  before(async () => {
    writeFileSync(file, JSON.stringify(agreement(OWN_FIGURE)));
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

  async function call(address: string, subject?: string): Promise<Response> {
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
          ...(subject === undefined ? {} : { _meta: { 'openai/subject': subject } }),
        },
      }),
    });
    await answer.arrayBuffer();
    return answer;
  }

  test(`${PEOPLE} people behind a listed address have their own figures each, elsewhere 12 together`, async () => {
    const seen = { listed: 0, unlisted: 0 };
    for (let person = 0; person < PEOPLE; person += 1) {
      const statuses = [];
      for (let time = 0; time <= OWN_FIGURE; time += 1)
        statuses.push((await call(LISTED, `p${person}`)).status);
      assert.deepEqual(statuses, [200, 200, 200, 429]);
      seen.listed += OWN_FIGURE;
      if ((await call(UNLISTED, `p${person}`)).status === 200) seen.unlisted += 1;
    }
    assert.deepEqual(seen, { listed: PEOPLE * OWN_FIGURE, unlisted: 12 });
  });

  test('REST counts by address there, and tells all windows', async () => {
    const answer = await fetch(`${service.url}/api/v1/plans?country=TR&days=7&need=normal`, {
      headers: { 'x-forwarded-for': LISTED },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-ratelimit-limit'), String(OWN_FIGURE));
    assert.match(answer.headers.get('ratelimit') ?? '', /"comparison\.day\.together";r=\d+;t=\d+/);
  });
});
