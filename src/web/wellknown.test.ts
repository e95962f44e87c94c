import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite, NOW, somePlans } from './testing/harness.ts';

const site = createSite();

test('security.txt has the fields of RFC 9116 and expires within a year', async () => {
  const { text, headers } = await site.get('/.well-known/security.txt');
  assert.equal(headers['Content-Type'], 'text/plain; charset=utf-8');
  assert.match(text, /^Contact: mailto:desk@esim\.example$/m);
  assert.match(text, /^Canonical: https:\/\/esim\.example\/\.well-known\/security\.txt$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  assert.ok(expires > NOW + 30 * 86_400_000 && expires < NOW + 365 * 86_400_000);
});

test('llms.txt names the rules, both interfaces and the documentation', async () => {
  const { text } = await site.get('/llms.txt');
  assert.match(text, /^# Eşim\n\n> /);
  for (const part of [
    '/api/v1/plans?',
    '/mcp',
    '(https://esim.example/openapi.json)',
    '(https://esim.example/docs/api.md)',
    '(https://esim.example/docs/ranking.md)',
    '(https://esim.example/esim/TR)',
    '(https://esim.example/llms-full.txt)',
    '/terms',
    '12 comparisons a minute',
    'Data by Eşim',
  ])
    assert.ok(text.includes(part), part);
});

test('llms.txt announces the lowest prices that the pages of destinations have', async () => {
  const byNeed = { light: 310, normal: 450, heavy: 990, unlimited: 1_520 };
  const withPrices = createSite(undefined, {
    catalogue: somePlans(),
    lowestPrices: () => ({ computedAt: NOW, byCountry: new Map([['TR', byNeed]]) }),
  });
  assert.match(
    (await withPrices.get('/llms.txt')).text,
    /\[Türkiye\]\(\S+\/esim\/TR\), with the lowest price of each need for 7 days/,
  );
  const page = (await withPrices.get('/esim/TR')).text;
  for (const price of ['$3.10', '$4.50', '$9.90', '$15.20']) assert.ok(page.includes(price), price);
});

test('links of llms.txt work and may be crawled; comparisons, the API and outbound links may not be crawled', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const robots = (await withPlans.get('/robots.txt')).text;
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '');
  const isDisallowed = (path: string) => disallowed.some((start) => path.startsWith(start));
  for (const path of [
    '/compare?country=TR&days=7&need=normal',
    '/go/shop/plan',
    '/api/v1/plans',
    '/api/v1/countries',
  ])
    assert.ok(isDisallowed(path), path);
  const links = [
    ...(await withPlans.get('/llms.txt')).text.matchAll(/\]\(https:\/\/esim\.example([^)]*)\)/g),
  ];
  assert.ok(links.length > 10);
  for (const [, path = ''] of links) {
    assert.ok(!isDisallowed(path), `${path} is recommended and disallowed`);
    if (path !== '/openapi.json') assert.equal((await withPlans.get(path || '/')).status, 200, path);
  }
});

test('a text document is rendered once, compressed, and may be read by every website', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt', '/docs/api.md', '/changelog', '/sitemap.xml']) {
    const first = await site.get(path, { 'accept-encoding': 'br' });
    const again = await site.get(path, { 'accept-encoding': 'br' });
    assert.equal(first.headers['Content-Encoding'], 'br', path);
    assert.equal(first.body, again.body, `${path} has the same bytes in memory`);
    assert.equal(first.headers['Access-Control-Allow-Origin'], '*', path);
    const known = await site.get(path, { 'if-none-match': first.headers['ETag'] ?? '' });
    assert.equal(known.status, 304, path);
  }
});
