import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS, type Problem } from '../http/problems.ts';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { PROBLEM_CODES } from '../wire/schemas/problem.ts';
import { contextOf } from './context.ts';
import { problemRenderer } from './problem.ts';
import { createSite, NOW } from './testing/harness.ts';

const site = createSite();
const words = (page: string): string =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z#0-9]+;/g, ' ')
    .replace(/\s+/g, ' ');

/** Every rule of use that the specification states, by the words without which it would not be stated. */
const RULES: readonly RegExp[] = [
  /ranked, read-only eSIM comparison data for a trip.*destination country, a number of days and a level of data need/,
  /JSON API at https:\/\/esim\.example\/api\/v1\/plans .*remote MCP server at https:\/\/esim\.example\/mcp \(Streamable HTTP\)/,
  /same catalogue, the same coupon conditions and the same ranking formulas/,
  /No account is required for light use, and there is no API key/,
  /does not book, does not pay, does not run code and does not browse arbitrary URLs/,
  /does not expose the credentials of provider feeds/,
  /MCP server makes no AI-model call/,
  /All prices are in US dollars/,
  /eligibility and freshness context of every price/,
  /result links of the form \/go\/… intact/,
  /Individual trip research.*Light travel-assistant integrations.*Journalistic comparisons/,
  /Bulk scraping.*Mirroring the catalogue.*Systematic enumeration of countries and dates.*Evading quotas.*Resale of raw feeds/,
  /apply equally to browsers, MCP clients and automated scraping tools/,
  /brand or name is not proof of human use/,
  /visible attribution as linked text: Data by Eşim/,
  /Do not remove coupon conditions/,
  /Do not imply that an estimated price is guaranteed at checkout/,
  /Planned research or higher-volume use requires contacting the operator first/,
  /capacity-limited.*not an unlimited data feed/,
  /Short-lived abuse-prevention counters are kept for each caller/,
];

test('the terms state every rule, the limits in force and a contact', async () => {
  const { text } = await site.get('/terms');
  for (const rule of RULES) assert.match(words(text), rule);
  assert.ok(
    text.includes('&lt;a href=&quot;https://esim.example&quot;&gt;Data by Eşim&lt;/a&gt;'),
    'HTML to copy',
  );
  for (const { name } of Object.values(DEFAULT_POLICIES)) assert.ok(text.includes(name), name);
  assert.match(text, /id="contact"/);
  assert.match(text, /href="mailto:desk@esim\.example"/);
});

test('every error code has its place and its explanation on the errors page', async () => {
  const { text } = await site.get('/docs/errors');
  for (const code of PROBLEM_CODES) {
    const section = text.split(`<h2 id="${code}">`)[1]?.split('</section>')[0] ?? '';
    assert.ok(words(section).length > PROBLEMS[code].title.length + 40, code);
  }
});

test('every link between our pages leads somewhere, its anchor too', async () => {
  const pages = site.paths.filter((path) => path === '/' || path === '/terms' || path.startsWith('/docs'));
  assert.ok(pages.length >= 9);
  const texts = new Map(
    await Promise.all(pages.map(async (path) => [path, (await site.get(path)).text] as const)),
  );
  const served = new Set([
    ...site.paths,
    '/openapi.json',
    '/compare',
    '/api/v1/plans',
    '/api/v1/countries',
    '/server.json',
    '/mcp',
  ]);
  for (const [from, text] of texts) {
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^(https?:|mailto:)/.test(href)) continue;
      assert.match(href, /^[/#]/, `${href} in ${from}`);
      const [path, anchor] = href.split('#', 2) as [string, string?];
      const page = path.split('?')[0] || from;
      assert.ok(served.has(page), `${href} in ${from}`);
      if (anchor !== undefined) assert.ok(texts.get(page)?.includes(`id="${anchor}"`), `${href} in ${from}`);
    }
  }
});

test('the reference shows every operation, parameter and named schema of the OpenAPI document', async () => {
  const { text } = await site.get('/docs/api');
  const document = site.options.openApi() as { paths: object; components: { schemas: object } };
  for (const path of Object.keys(document.paths)) assert.ok(text.includes(`<code>GET ${path}</code>`), path);
  for (const name of Object.keys(document.components.schemas))
    assert.ok(text.includes(`id="schema-${name}"`), name);
  for (const name of ['country', 'days', 'need', 'include'])
    assert.ok(text.includes(`<code>${name}</code>`), name);
  assert.doesNotMatch(text, /undefined|\[object|localhost/);
});

test('documentation in another language says that it is English and is marked as English', async () => {
  const { text, headers } = await site.get('/docs/mcp', { 'accept-language': 'tr' });
  assert.equal(headers['Content-Language'], 'tr');
  assert.match(text, /<html lang="tr"/);
  assert.match(text, /<article class="doc" lang="en">/);
  assert.match(text, /yalnızca İngilizcedir/);
});

test('security.txt has what RFC 9116 asks for and expires within a year', async () => {
  const { text, headers } = await site.get('/.well-known/security.txt');
  assert.equal(headers['Content-Type'], 'text/plain; charset=utf-8');
  assert.match(text, /^Contact: mailto:desk@esim\.example$/m);
  assert.match(text, /^Canonical: https:\/\/esim\.example\/\.well-known\/security\.txt$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  assert.ok(expires > NOW + 30 * 86_400_000 && expires < NOW + 365 * 86_400_000);
});

test('llms.txt names the rules, both interfaces and the documentation; robots.txt keeps crawlers off what counts', async () => {
  const { text } = await site.get('/llms.txt');
  assert.match(text, /^# Eşim\n\n> /);
  for (const part of [
    '/api/v1/plans?',
    '/mcp',
    '/openapi.json',
    '/docs/ranking',
    '/terms',
    '12 comparisons a minute',
    'Data by Eşim',
  ]) {
    assert.ok(text.includes(part), part);
  }
  const robots = (await site.get('/robots.txt')).text;
  for (const path of ['/compare', '/go/', '/api/', '/mcp'])
    assert.match(robots, new RegExp(`^Disallow: ${path}$`, 'm'));
});

test('assets are named by their content, compressed and kept for ever', async () => {
  const home = (await site.get('/')).text;
  const paths = [...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  assert.deepEqual(new Set(paths.map((path) => path.split('.').at(-1))), new Set(['css', 'js', 'json']));
  for (const path of paths) {
    const { status, headers } = await site.get(path, { 'accept-encoding': 'br, gzip' });
    assert.deepEqual([status, headers['Content-Encoding']], [200, 'br'], path);
    assert.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{12}\.[a-z]+$/);
    assert.equal(headers['Cache-Control'], 'public, max-age=31536000, immutable');
  }
  assert.equal((await site.get('/assets/style.000000000000.css')).status, 404);
  assert.equal((await site.get('/favicon.ico')).headers['Content-Type'], 'image/x-icon');
  assert.match(
    home,
    /property="og:image" content="https:\/\/esim\.example\/assets\/card\.[0-9a-f]{12}\.png"/,
  );
});

test('every refusal has a page: its own status, never cached, in the reader’s language, with a way back', () => {
  const render = problemRenderer(contextOf(site.options));
  for (const code of PROBLEM_CODES) {
    const problem: Problem = { code, detail: '', headers: { Allow: 'GET' }, retryAfterSeconds: 7 };
    const { status, headers, body } = render(problem, { headers: { 'accept-language': 'tr' } });
    assert.equal(status, PROBLEMS[code].status);
    assert.equal(headers['Cache-Control'], 'no-store');
    assert.equal(headers['Allow'], 'GET');
    assert.equal(headers['Retry-After'], '7');
    assert.match(String(body), /<html lang="tr"[\s\S]*<h1>[^<]+<\/h1>[\s\S]*<a class="back" href="\/">/);
  }
  assert.match(String(render({ code: 'plan_gone', detail: '' }).body), /<form class="trip"/);
});
