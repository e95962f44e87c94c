import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkLink, LINK_MAX, trackLink } from './link.ts';

const hosts = ['shop.example', 'deals.example'];
const ok = (link: string) => checkLink(link, hosts).ok;

test("a link leads to one of the provider's hosts or a name below them", () => {
  assert.ok(ok('https://shop.example/plan?id=1&aff=x'));
  assert.ok(ok('https://www.shop.example/'));
  assert.ok(ok('https://DEALS.example/a'));
  assert.ok(!ok('https://myshop.example/'));
  assert.ok(!ok('https://shop.example.evil.example/'));
  assert.ok(!ok('https://other.example/?to=shop.example'));
});

test('a link that is not plain https is refused', () => {
  for (const link of [
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//shop.example/',
    '/plan/1',
    '',
    'https://user:pass@shop.example/',
    'https://shop.example@evil.example/',
    'https://shop.example:8443/',
    'https://shop.example\\@evil.example/',
    'https://sh\top.example/',
    ' https://shop.example/',
    'https://shop.example/a b',
    'https://shop.example/\t',
    'https://shop.example/\r\nX-Injected: 1',
  ])
    assert.ok(!ok(link), link);
});

test('a link longer than any browser takes is rejected, also where encoding makes it so', () => {
  assert.ok(!ok(`https://shop.example/${'a'.repeat(LINK_MAX)}`));
  assert.ok(!ok(`https://shop.example/${'ü'.repeat(LINK_MAX / 2)}`));
});

test('every accepted link is just what the URL parser makes of it', () => {
  const part = fc.string({
    unit: fc.constantFrom(...'aZ09-._~%2e/?&=+:@!()*,;$#\\"<> ü|^`{}[]'.split('')),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.constantFrom('', 'www.', 'a-b.', '1.'), part, (name, rest) => {
      const link = `https://${name}shop.example/${rest}`;
      const checked = checkLink(link, hosts);
      if (checked.ok) assert.equal(checked.href, new URL(link).href);
    }),
    { numRuns: 500 },
  );
});

test('a refused link comes with what is wrong with it', () => {
  const detailOf = (link: string) => {
    const checked = checkLink(link, hosts);
    return checked.ok ? 'accepted' : checked.detail;
  };
  const cases: readonly [string, string][] = [
    ['https://shop.example/a b', 'link contains blanks, control characters or backslashes'],
    ['/plan/1', 'link is not an absolute URL'],
    ['http://shop.example/', 'link is not https'],
    ['https://user@shop.example/', 'link contains a user or password'],
    ['https://:pass@shop.example/', 'link contains a user or password'],
    ['https://shop.example:8443/', 'link contains a port'],
    ['https://other.example/', "link leads to other.example, which the provider's hosts do not list"],
  ];
  for (const [link, detail] of cases) assert.equal(detailOf(link), detail);
  const start = 'https://shop.example/';
  assert.equal(detailOf(start.padEnd(LINK_MAX, 'a')), 'accepted');
  const tooLong = `link is longer than ${LINK_MAX} characters`;
  assert.equal(detailOf(start.padEnd(LINK_MAX + 1, 'a')), tooLong);
  assert.equal(detailOf(`${start}ü`.padEnd(LINK_MAX, 'a')), tooLong, 'encoding makes it longer');
});

test('the tracking link is refused if it is too long with the link of the plan in it', () => {
  const template = 'https://track.example/?to={link}';
  assert.deepEqual(trackLink(template, 'https://shop.example/1', 'tr', 'shop'), {
    ok: true,
    href: 'https://track.example/?to=https%3A%2F%2Fshop.example%2F1',
  });
  assert.deepEqual(trackLink(template, 'https://shop.example/'.padEnd(LINK_MAX, 'a'), 'tr', 'shop'), {
    ok: false,
    detail: `link is longer than ${LINK_MAX} characters`,
  });
});
