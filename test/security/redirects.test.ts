import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Comparison } from '../../src/wire/schemas/comparison.ts';
import { exchange, get } from '../faults/support/socket.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What only these files contain. */
const PRIVATE_CONTENTS = {
  'package.json': /"dependencies"/,
  '/etc/passwd': /root:/,
  'a source file': /import type/,
  '.git/config': /\[core\]/,
};

describe('redirects, paths and headers that strangers write', () => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startTestService();
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  test('a redirect of the page of results stays on the service, whatever a parameter says', async () => {
    for (const path of [
      '/compare?lang=//evil.example&country=turkey&days=07&need=normal',
      '/compare?country=turkey&days=7&need=normal&sort=//evil.example',
    ]) {
      const [answer] = await exchange(port, get(path, 'Connection: close\r\n'));
      assert.match(answer?.headers['location'] ?? 'none', /^\/(?![/\\])/, path);
    }
  });

  test('the link of a plan redirects to its shop, whatever a parameter says', async () => {
    const { orders } = await service.json<Comparison>('/api/v1/plans?country=TR&days=7&need=light');
    const { provider, plan } = orders.Recommended[0]!;
    const path = `/go/${provider.id}/${plan.id}`;
    const locationOf = async (query: string) => {
      const [answer] = await exchange(port, get(`${path}${query}`, 'Connection: close\r\n'));
      assert.equal(answer?.status, 302, query);
      return answer.headers['location'];
    };
    const shop = await locationOf('');
    assert.match(shop ?? '', /^https:\/\/[a-z.-]+\.example\//);
    for (const query of [
      '?url=https://evil.example',
      '?next=//evil.example',
      '?link=https://evil.example/&redirect=https://evil.example/',
      '?via=https://evil.example&to=//evil.example',
    ])
      assert.equal(await locationOf(query), shop, query);
  });

  test('no other path redirects', async () => {
    for (const path of [
      '//evil.example/',
      '///evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/go//evil.example',
      '/go/https:%2f%2fevil.example/x',
      '/go/evil.example/..%2f..',
      '/go/a/b?url=https://evil.example',
      '/compare?country=//evil.example&days=7&need=normal',
      '/?next=https://evil.example',
    ]) {
      const [answer] = await exchange(port, get(path, 'Connection: close\r\n'));
      assert.notEqual(answer?.status, undefined, path);
      assert.equal(answer?.headers['location'], undefined, path);
    }
  });

  test('a target may also be written whole: only its path counts, never its host', async () => {
    const absolute = get(
      'http://evil.example/api/v1/plans?country=TR&days=7&need=normal',
      'Connection: close\r\n',
    );
    const [answer] = await exchange(port, absolute);
    assert.equal(answer?.status, 200);
    assert.match(answer.body, /"country":\s*"TR"/);
    assert.doesNotMatch(answer.body, /evil/);
  });

  test('line breaks in a path or parameter never become a header of an answer', async () => {
    for (const path of [
      '/go/%0d%0aX-Injected:%201/x',
      '/compare?country=turkey%0d%0aX-Injected:%201&days=7&need=normal',
      '/compare?country=turkey&days=7&need=normal&lang=%0d%0aX-Injected:1',
      '/api/v1/plans?country=%0d%0aX-Injected:1&days=7&need=normal',
      '/assets/%0d%0aX-Injected:1',
    ]) {
      const answers = await exchange(port, get(path, 'Connection: close\r\n'));
      assert.equal(answers.length, 1, path);
      assert.equal(answers[0]?.headers['x-injected'], undefined, path);
    }
    const raw = await exchange(port, 'GET /go/a/b HTTP/1.1\r\nHost: a\r\nX-A: b\rX-Injected: 1\r\n\r\n');
    assert.ok(raw.every(({ headers }) => headers['x-injected'] === undefined));
  });

  test('no header of a request comes back in an answer', async () => {
    const planted = 'planted-7f3a';
    const names = [
      'X-Request-Id',
      'Origin',
      'Referer',
      'User-Agent',
      'Cookie',
      'X-Forwarded-Host',
      'X-Original-URL',
    ];
    const fields = names.map((name) => `${name}: ${planted}\r\n`).join('');
    for (const path of [
      '/',
      '/nothing',
      '/api/v1/countries',
      '/api/v1/nothing',
      '/compare?country=x',
      '/go/a/b',
    ]) {
      const [answer] = await exchange(port, get(path, `${fields}Connection: close\r\n`));
      assert.doesNotMatch(JSON.stringify(answer), new RegExp(planted), path);
    }
  });

  test('no path leads to a file that is not meant for visitors', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/../routes.ts',
      '/assets/..%2froutes.ts',
      '/assets/%2e%2e%2froutes.ts',
      '/assets/..%5c..%5croutes.ts',
      '/assets/%00',
      '/assets/styles',
      '/docs/../package.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/decisions/../../package.json',
      '/.env',
      '/.git/config',
      '/data/esim.db',
      '/src/main.ts',
    ]) {
      const [answer] = await exchange(port, get(path, 'Connection: close\r\n'));
      assert.ok(
        answer !== undefined && answer.status >= 400 && answer.status < 500,
        `${path}: ${answer?.status}`,
      );
      for (const [name, content] of Object.entries(PRIVATE_CONTENTS))
        assert.doesNotMatch(answer.body, content, `${path} has ${name}`);
    }
  });
});
