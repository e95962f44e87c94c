import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { publish } from '../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../src/catalogue/testing/market.ts';
import { aCoupon } from '../../src/domain/testing/builders.ts';
import { makeFolder } from '../faults/support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openBeside } from '../support/store.ts';

/** Unescaped, each of them would become a tag or an attribute named "evil". */
const MARKUP = [
  '<evil>',
  '"><evil>',
  "'><evil>",
  '" evil="1',
  "' evil='1",
  '` evil=`1',
  '</title><evil>',
  '</script><evil>',
  '--><evil>',
  ']]><evil>',
  '<svg/evil=1>',
  '<img src=x evil=1>',
  '&lt;evil&gt;',
  '&#60;evil&#62;',
  '\\u003cevil\\u003e',
] as const;
const LINKS_AND_TEMPLATES = ['[x](javascript:evil)', 'javascript:evil', '#{evil}', '{{evil}}'] as const;
const REVERSED = '\u202eevil\u202c';

/** What a hostile shop calls itself, its plans, its networks and its coupons. */
const HOSTILE = [...MARKUP, ...LINKS_AND_TEMPLATES, REVERSED] as const;

/** A tag such as `<img alt="a > b" src=x>`, whose quoted values may have every character. */
const TAG = /<[!/]?[a-zA-Z][^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>/g;

/** The tags of a page without quoted values, because a name from a feed may only be in a value or between tags. */
const markup = (page: string): string =>
  (page.match(TAG) ?? []).map((tag) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '""')).join('\n');

async function serveHostileMarket(): Promise<TestService> {
  const folder = makeFolder();
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const plans = HOSTILE.map((name, index) => ({
    ...PLAIN_PLAN,
    id: `plan-${index}`,
    externalId: name,
    name,
    provider: `shop-${index}`,
    source: `shop-${index}`,
    coverage: { ...PLAIN_PLAN.coverage, networks: { TR: [{ name, generation: '5G' as const }] } },
    price: { ...PLAIN_PLAN.price, minor: 1_000 + index, usdCents: 1_000 + index },
  }));
  const coupons = HOSTILE.map((code, index) =>
    aCoupon({
      id: `coupon-${index}`,
      provider: `shop-${index}`,
      code,
      audience: index % 2 === 0 ? 'everyone' : 'new_customers',
      verifiedAt: now,
    }),
  );
  const market = marketOf(plans, {
    observation: observedAt(now),
    coupons,
    providers: HOSTILE.map((name, index) => ({
      id: `shop-${index}`,
      name,
      homepage: 'https://shop.example/',
      brand: `shop-${index}`,
    })),
    sources: HOSTILE.map((_, index) => ({ id: `shop-${index}`, status: 'ok', lastSuccess: now, plans: 1 })),
  });
  const store = await openBeside(folder);
  await publish(store.snapshots, market, now);
  // The test holds the ingest lease. Otherwise the service would replace this market by the sample.
  assert.notEqual(await store.leases.acquire('ingest', 600_000), null);
  await store.close();
  return startTestService({
    folder,
    env: {
      SERVICE_NAME: "\"><evil name='1'>",
      CONTACT: 'https://desk.example/"><evil>',
      OPERATOR: '</p><evil>',
      FUNDING: '"><evil>',
    },
  });
}

describe('names of a hostile shop', () => {
  let service: TestService;
  before(async () => {
    service = await serveHostileMarket();
  });
  after(() => service.stop());

  const pages = ['recommended', 'cheapest', 'fastest'].flatMap((sort) =>
    ['en', 'de', 'es', 'tr'].map(
      (lang) => `/compare?country=TR&days=7&need=normal&sort=${sort}&lang=${lang}`,
    ),
  );

  test('every page shows hostile names as text, and none as markup', async () => {
    let shown = 0;
    for (const path of [
      ...pages,
      '/',
      '/?lang=tr',
      '/docs',
      '/terms',
      '/esim',
      '/esim/TR',
      '/phone',
      '/providers',
      '/providers/shop-0',
      '/privacy',
      '/accessibility',
      '/compare?country=TR&days=7&need=normal&pick=shop-0/plan-0&pick=shop-1/plan-1',
      '/compare?country=TR&days=7&need=normal&then=GR:3&require=hotspot',
      '/compare?country=TR&days=7&need=normal&stop1=%22%3E%3Cevil%3E&stop1_days=x',
      '/nothing',
      '/go/shop-0/gone',
      '/compare?country=%3Cevil%3E&days=x',
    ]) {
      let answer = await service.get(path);
      const location = answer.headers.get('location');
      if (location !== null) answer = await service.get(location);
      const page = await answer.text();
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, path);
      assert.doesNotMatch(markup(page), /evil/, path);
      assert.doesNotMatch(page, /(?:href|src)=["']?javascript:/i, path);
      // A `<` that begins no tag is not escaped, and TAG would not see what follows it.
      assert.equal((page.match(/<(?![!/a-zA-Z])/g) ?? []).length, 0, path);
      if (page.includes('&lt;evil&gt;')) shown += 1;
    }
    assert.ok(shown >= pages.length, `the names were shown on ${shown} pages only`);
  });

  test('the content security policy allows only scripts of this site', async () => {
    const [path] = pages;
    let answer = await service.get(path ?? '');
    const location = answer.headers.get('location');
    if (location !== null) answer = await service.get(location);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const directives = new Map(
      policy.split(';').map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ');
        return [name, values];
      }),
    );
    assert.deepEqual(directives.get('default-src'), ["'none'"]);
    assert.deepEqual(directives.get('script-src'), ["'self'"]);
    assert.doesNotMatch(policy, /unsafe|\*/);
    for (const tag of (await answer.text()).match(/<script\b[^>]*>/g) ?? [])
      assert.match(tag, /\ssrc="\/assets\//);
  });

  test('structured data has hostile names as text, and no tag', async () => {
    const home = await (await service.get('/')).text();
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(home) ?? [];
    assert.doesNotMatch(data, /</);
    const { '@graph': graph } = JSON.parse(data) as { '@graph': { name: string }[] };
    assert.deepEqual(
      graph.map(({ name }) => name),
      ["\"><evil name='1'>", '</p><evil>'],
    );
  });

  test('the API and MCP return hostile names unchanged, as JSON with nosniff', async () => {
    const answer = await service.get('/api/v1/plans?country=TR&days=7&need=normal');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const body = (await answer.json()) as {
      attribution: { html: string };
      orders: { Cheapest: { plan: { name: string }; coupons: { code: string }[] }[] };
    };
    const names = body.orders.Cheapest.map(({ plan }) => plan.name);
    assert.ok(names.length > 10 && names.every((name) => (HOSTILE as readonly string[]).includes(name)));
    assert.doesNotMatch(markup(body.attribution.html), /evil/);
    const call = await service.get('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'search_esim_plans',
          arguments: { country: 'TR', days: 7, need: 'normal', sort: 'cheapest' },
        },
      }),
    });
    assert.match(call.headers.get('content-type') ?? '', /^application\/json/);
    assert.ok((await call.text()).includes('<evil>'));
  });
});
