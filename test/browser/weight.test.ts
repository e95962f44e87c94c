import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { HtmlValidate, type RuleConfig } from 'html-validate';
import { startTestService, type TestService } from '../support/service.ts';

const TRIP = '/compare?country=TR&days=7&need=normal';
/** As many stops as there may be, cut into many parts, in both ways. */
const STOPS = '/compare?country=TR&days=3&need=heavy&then=GR:3,IT:3,FR:3,ES:3,PT:3';
const PAGE_BYTES_MAX = 60_000;
const SCRIPT_BYTES_MAX = 15_000;

const RULES: RuleConfig = {
  // Anchors are those that code hosts give the same headings; HTML allows them to begin with a digit.
  'valid-id': ['error', { relaxed: true }],
  // Boxes of one question share its name.
  'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'reset', 'submit'] }],
};

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

/** Bytes as they travel. */
async function weigh(path: string): Promise<{ bytes: number; text: string }> {
  const answer = await service.get(path, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br', path);
  return { bytes: Number(answer.headers.get('content-length')), text: await answer.text() };
}

const TURKISH_FONT = 'figtree-turkish';

/** Fonts are sent as they are. */
async function sizeOf(path: string): Promise<number> {
  if (path === TURKISH_FONT || path.endsWith('.woff2')) {
    const name = path === TURKISH_FONT ? TURKISH_FONT : 'figtree-latin';
    return statSync(new URL(`../../src/web/assets/fonts/${name}.woff2`, import.meta.url)).size;
  }
  return path.endsWith('favicon.svg') ? 400 : (await weigh(path)).bytes;
}

test('a full result page with all its assets weighs at most 60 KB, its script at most 15 KB', async () => {
  for (const [trip, lang] of ['en', 'de', 'es', 'tr'].flatMap((code) =>
    [TRIP, STOPS].map((one) => [one, code]),
  )) {
    const page = await weigh(`${trip}&lang=${lang}`);
    assert.ok((page.text.match(/<li class="card/g)?.length ?? 0) >= 60, 'three full lists');
    const named = page.text.matchAll(/"(\/(?:assets\/[^"]+\.(?:css|js|woff2|svg)|favicon\.svg))"/g);
    // The style sheet names the font of the Turkish letters, which the name of the service needs.
    const paths = [...new Set([...named].map(([, path]) => path ?? '')), TURKISH_FONT];
    const assets = await Promise.all(paths.map(async (path) => ({ path, bytes: await sizeOf(path) })));
    const total = assets.reduce((sum, { bytes }) => sum + bytes, page.bytes);
    assert.ok(total <= PAGE_BYTES_MAX, `${trip} ${lang}: ${total} bytes`);
    const script = assets
      .filter(({ path }) => path.endsWith('.js'))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(script <= SCRIPT_BYTES_MAX, `${script} bytes`);
  }
});

test('every page is valid HTML, and the main pages in every language', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: RULES });
  const paths = [
    '/',
    TRIP,
    '/compare?country=JP&days=5&need=normal&then=KR:4,TW:3&require=hotspot',
    '/compare?country=AQ&days=7&need=light',
    '/compare?country=kore&days=700',
    '/compare?country=JP&days=0&then=KR:4,TW:3,TR:2,IT:3,xx:90,FR:2&require=wifi7,wifi8',
    '/nowhere',
    '/go/no/plan',
    '/esim',
    '/esim/JP',
    '/esim/europe',
    '/how-we-rank',
    '/compare?country=TR&days=7&need=normal&require=hotspot&max_usd=30&avoid_exits=PL&data_gb=5&cur=EUR',
    '/phone',
    '/guide',
    '/guide/apn',
    '/providers',
    '/providers?q=drift',
    '/providers/driftlark',
    '/privacy',
    '/accessibility',
    '/terms',
    '/docs',
  ];
  const guides = ['api', 'mcp', 'ranking', 'limits', 'errors', 'feeds', 'sample'].map(
    (name) => `/docs/${name}`,
  );
  for (const [index, path] of [...paths, ...guides].entries()) {
    for (const lang of path === '/' || path === TRIP
      ? ['en', 'de', 'es', 'tr']
      : [index % 2 === 0 ? 'en' : 'tr']) {
      const text = await (await service.get(path, { headers: { 'accept-language': lang } })).text();
      const { results } = await validator.validateString(text);
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${ruleId} ${line}: ${message}`),
      );
      assert.deepEqual(faults, [], `${path} ${lang}`);
    }
  }
});

test('the page and the API show the same plans in the same order, from one comparison each', async () => {
  const caller = '2001:db8:ffff::1';
  const page = await (await service.get(TRIP, { caller })).text();
  const api = await service.json<{ orders: Record<string, { go: string }[]> }>(
    '/api/v1/plans?country=TR&days=7&need=normal',
    { caller },
  );
  const shown = [...page.matchAll(/class="out" href="([^"?]+)/g)].map(([, href]) => href);
  const listed = ['Recommended', 'Cheapest', 'Fastest'].flatMap((order) => api.orders[order] ?? []);
  // Picks stand before the lists.
  assert.deepEqual(
    shown.slice(-listed.length),
    listed.map(({ go }) => go.split('?')[0]),
  );
  const third = await service.get(TRIP, { caller });
  assert.equal(third.headers.get('x-ratelimit-remaining'), '9', 'three comparisons were counted');
});
