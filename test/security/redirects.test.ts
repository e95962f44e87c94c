import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkLink } from '../../src/ingest/normalise/link.ts';
import { exchange, get } from '../faults/support/socket.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('redirects, paths and headers that strangers write', () => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startTestService();
    port = Number(new URL(service.url).port);
  });
  after(() => service.stop());

  test('no path and no parameter makes a redirect that leaves the service', async () => {
    for (const path of [
      '//evil.example/',
      '///evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/go//evil.example',
      '/go/https:%2f%2fevil.example/x',
      '/go/evil.example/..%2f..',
      '/go/a/b?url=https://evil.example',
      '/go/a/b?next=//evil.example',
      '/compare?lang=//evil.example&country=turkey&days=07&need=normal',
      '/compare?country=//evil.example&days=7&need=normal',
      '/compare?country=turkey&days=7&need=normal&sort=//evil.example',
      '/?next=https://evil.example',
    ]) {
      const [answer] = await exchange(port, get(path, 'Connection: close\r\n'));
      const location = answer?.headers['location'];
      if (location !== undefined) assert.match(location, /^\/(?![/\\])/, path);
      assert.notEqual(answer?.status, undefined, path);
    }
  });

  test('a target may also be written whole: only its path counts, never its host', async () => {
    const absolute = get(
      'http://evil.example/api/v1/plans?country=TR&days=7&need=normal',
      'Connection: close\r\n',
    );
    const [answer] = await exchange(port, absolute);
    assert.doesNotMatch(answer?.body ?? '', /evil/);
    assert.ok([200, 400, 404].includes(answer?.status ?? 0));
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
      assert.doesNotMatch(answer.body, /"dependencies"|root:|import type|\[core\]/, path);
    }
  });

  test('a feed’s link with a break, another host or another scheme never enters the catalogue', () => {
    for (const link of [
      'https://shop.example/\r\nX-Injected: 1',
      'https://shop.example/\t',
      'https://shop.example\\@evil.example/',
      'https://evil.example/',
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      'https://evilshop.example/',
      'http://shop.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      '//shop.example/',
      'https://shop.example:8443/',
    ]) {
      assert.equal(checkLink(link, ['shop.example']).ok, false, JSON.stringify(link));
    }
    assert.equal(checkLink('https://www.shop.example/a?b=c', ['shop.example']).ok, true);
  });
});
