import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exchange, get } from '../faults/support/socket.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const PATHS = [
  TRIP,
  '/api/v1/countries',
  '/api/v1/health',
  '/openapi.json',
  '/server.json',
  '/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/',
  '/compare?country=TR&days=7&need=normal',
  '/terms',
  '/llms.txt',
  '/robots.txt',
  '/.well-known/security.txt',
] as const;

/** Headers that a cache in front does not look at: if one of them changed an answer, one visitor could choose another's. */
const UNKEYED: Readonly<Record<string, string>> = {
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Port': '81',
  'X-Forwarded-Prefix': '/evil',
  'X-Host': 'evil.example',
  'X-Original-URL': '/terms',
  'X-Rewrite-URL': '/terms',
  'X-HTTP-Method-Override': 'POST',
  Forwarded: 'host=evil.example;proto=https',
  Origin: 'https://evil.example',
  Referer: 'https://evil.example/',
  Cookie: 'lang=tr; theme=evil',
  'User-Agent': 'evil',
};

describe('nobody chooses what others are shown', () => {
  let service: TestService;
  let port: number;
  before(async () => {
    // With a clock that stands still, no comparison becomes older between two requests, and no ingest follows.
    const now = Date.now();
    service = await startTestService({ clock: () => now });
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  let asked = 0;
  /** As a caller of its own each time; what differs between two good answers is left out. */
  async function ask(path: string, host: string, fields: Readonly<Record<string, string>> = {}) {
    asked += 1;
    const lines = Object.entries({
      'X-Forwarded-For': `203.0.113.${asked % 250}`,
      ...fields,
      Connection: 'close',
    });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const [answer] = await exchange(port, get(path, head).replace('Host: service.example', `Host: ${host}`));
    assert.ok(answer !== undefined, path);
    // What differs from one request to the next, or from one caller to the other.
    const own = /^(?:x-request-id|date|cache-control|x-ratelimit-.*|ratelimit(?:-policy)?)$/;
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !own.test(name)));
    return { status: answer.status, headers, body: answer.body };
  }

  for (const path of PATHS) {
    test(`${path}: neither Host nor an unkeyed header changes a byte`, async () => {
      const plain = await ask(path, 'localhost');
      assert.equal(plain.status, 200);
      assert.deepEqual(await ask(path, 'evil.example'), plain, 'Host');
      for (const [name, value] of Object.entries(UNKEYED)) {
        assert.deepEqual(await ask(path, 'localhost', { [name]: value }), plain, name);
      }
    });

    test(`${path}: a header that does change the answer stands in Vary`, async () => {
      const plain = await ask(path, 'localhost');
      const vary = (plain.headers['vary'] ?? '').toLowerCase();
      const other = { 'Accept-Encoding': 'br', 'Accept-Language': 'tr' };
      for (const [name, value] of Object.entries(other)) {
        const changed = await ask(path, 'localhost', { [name]: value });
        if (changed.body !== plain.body) assert.ok(vary.includes(name.toLowerCase()), `${name}: ${vary}`);
      }
    });
  }

  test('counted answers are private, errors are stored by nobody', async () => {
    for (const path of [
      TRIP,
      '/api/v1/countries',
      '/api/v1/health',
      '/compare?country=TR&days=7&need=normal',
    ]) {
      const answer = await service.get(path);
      assert.match(answer.headers.get('cache-control') ?? '', /^private/, path);
      await answer.arrayBuffer();
    }
    for (const path of [
      '/nothing',
      '/api/v1/nothing',
      '/api/v1/plans',
      '/compare?country=zz',
      '/go/a/b',
      '/assets/x',
    ]) {
      const answer = await service.get(path);
      assert.ok(answer.status >= 400, path);
      assert.equal(answer.headers.get('cache-control'), 'no-store', path);
      await answer.arrayBuffer();
    }
  });
});
