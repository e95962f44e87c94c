import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder, startProcess } from '../faults/support/process.ts';
import { removeFolder } from '../support/folder.ts';

/** As long as a real one; what matters is that it is found wherever it stands. */
const SECRET = 'planted-credential-4b7e19';
const VISITOR = '203.0.113.99';
const WORDS = 'planted-words';

const PATHS = [
  '/',
  '/compare?country=TR&days=7&need=normal',
  '/api/v1/plans?country=TR&days=7&need=normal',
  '/api/v1/countries',
  '/api/v1/health',
  '/openapi.json',
  '/server.json',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/llms.txt',
  '/.well-known/security.txt',
  '/terms',
  '/docs',
  '/nothing',
  '/api/v1/nothing',
  '/api/v1/%ZZ',
  '/go/simurg/gone',
] as const;

/** One shop behind credentials, at an address that does not exist: its failure is logged, stored and shown in health. */
function writeSources(folder: string): string {
  mkdirSync(join(folder, 'providers'), { recursive: true });
  const provider = {
    id: 'simurg',
    name: 'Simurg',
    homepage: 'https://simurg.example/',
    hosts: ['simurg.example'],
  };
  writeFileSync(join(folder, 'providers/simurg.json'), JSON.stringify(provider));
  const source = {
    id: 'simurg-partner',
    adapter: 'airalo',
    provider: 'simurg',
    options: {
      url: 'https://partners.simurg.invalid/v2/packages',
      tokenUrl: 'https://partners.simurg.invalid/v2/token',
      link: 'https://simurg.example/{slug}/{id}',
    },
    credentials: { client_id: 'SIMURG_CLIENT_ID', client_secret: 'SIMURG_CLIENT_SECRET' },
  };
  const file = join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify({ providers: 'providers/', sources: [source] }));
  return file;
}

test('a credential, a visitor’s address and a visitor’s words show in no answer, log, metric or file', async (t) => {
  const folder = makeFolder();
  const settings = makeFolder();
  t.after(() => [folder, settings].map(removeFolder));
  const env = {
    SOURCES_FILE: writeSources(settings),
    SIMURG_CLIENT_ID: `${SECRET}-id`,
    SIMURG_CLIENT_SECRET: `${SECRET}-secret`,
    UNRELATED_TOKEN: `${SECRET}-unrelated`,
    LOG_LEVEL: 'trace',
  };
  const service = await startProcess({ folder, env });
  t.after(() => service.kill());
  const seen: string[] = [];
  const headers = {
    'x-forwarded-for': VISITOR,
    'user-agent': WORDS,
    authorization: `Bearer ${SECRET}-visitor`,
    cookie: `session=${SECRET}-visitor`,
  };
  for (const path of PATHS) {
    const answer = await fetch(service.url + path, { headers, redirect: 'manual' });
    seen.push(JSON.stringify([...answer.headers]), await answer.text());
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_esim_plans' } };
  const posted = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  seen.push(await posted.text());
  for (const path of ['/livez', '/readyz', '/metrics']) {
    seen.push(await (await fetch(service.adminUrl + path)).text());
  }
  await service.stop();
  seen.push(service.printed());
  for (const name of readdirSync(folder)) seen.push(readFileSync(join(folder, name)).toString('latin1'));
  assert.ok(seen.length > PATHS.length * 2 && service.printed().includes('"msg"'));

  for (const planted of [SECRET, VISITOR, WORDS, 'UNRELATED_TOKEN']) {
    const where = seen.findIndex((text) => text.includes(planted));
    assert.equal(where, -1, `${planted} stands in ${seen[where]?.slice(0, 300)}`);
  }
  // Health and errors must not help an attacker either: no path of this machine, no host of a feed.
  for (const text of seen.slice(0, PATHS.length * 2 + 1)) {
    assert.equal(
      text.includes(folder) || text.includes('simurg.invalid') || text.includes('127.0.0.1'),
      false,
      text.slice(0, 300),
    );
  }
});

test('what a visitor writes cannot forge a line of the log', async (t) => {
  const folder = makeFolder();
  t.after(() => removeFolder(folder));
  const service = await startProcess({ folder, env: { LOG_LEVEL: 'trace' } });
  t.after(() => service.kill());
  const forged = encodeURIComponent('\n{"level":30,"msg":"forged"}\n');
  for (const path of [
    `/${forged}`,
    `/go/${forged}/x`,
    `/api/v1/plans?country=${forged}`,
    `/compare?country=${forged}`,
  ]) {
    await (await fetch(service.url + path)).text();
  }
  await (
    await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"x":"\\n{\\"msg\\":\\"forged\\"}"}',
    })
  ).text();
  await service.stop();
  for (const line of service
    .printed()
    .split('\n')
    .filter((text) => text !== '')) {
    assert.doesNotMatch(String((JSON.parse(line) as { msg: unknown }).msg), /forged/);
  }
  assert.doesNotMatch(service.printed(), /forged/);
});
