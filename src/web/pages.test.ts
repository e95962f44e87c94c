import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Problem } from '../http/problems.ts';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { PROBLEM_CODES, PROBLEMS } from '../wire/schemas/problem.ts';
import { contextOf, type PageOptions } from './context.ts';
import { problemRenderer } from './problem.ts';
import { answered, createSite, exampleComparison, NOW } from './testing/harness.ts';

const site = createSite();
const SHORT = ['/terms', '/how-we-rank', '/privacy', '/phone', '/accessibility'];
const words = (page: string): string =>
  page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z#0-9]+;/g, ' ')
    .replace(/\s+/g, ' ');

/** The essential words of every rule of use. */
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
  assert.match(words(text), /12 comparisons in any 60 seconds and 120 a UTC day/);
  const limits = (await site.get('/docs/limits')).text.split('Limits in force here')[1] ?? '';
  for (const { name } of Object.values(DEFAULT_POLICIES)) assert.ok(limits.includes(name), name);
  assert.match(text, /id="contact"/);
  assert.match(text, /href="mailto:desk@esim\.example"/);
});

test('the terms have the same sections, rules, limits and licences in every language, and mark translations', async () => {
  const pages = await Promise.all(['en', 'de', 'es', 'tr'].map((lang) => site.get(`/terms?lang=${lang}`)));
  const [english, ...others] = pages.map(({ text }) => text);
  const shape = (text = '') => ({
    ids: [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id),
    items: text.split('<article')[1]?.match(/<li>/g)?.length,
    links: [...(text.split('<article')[1] ?? '').matchAll(/href="(?:https|mailto):[^"]*"/g)].map(
      ([link]) => link,
    ),
    code: [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code),
    rows: text.match(/<tr>/g)?.length,
  });
  assert.ok(shape(english).ids.length === 10 && (shape(english).items ?? 0) > 25);
  for (const text of others) {
    assert.deepEqual(shape(text), shape(english));
    assert.match(text, /class="banner" role="note">[^<]*(?:Übersetzung|traducción|çeviri)/);
    assert.doesNotMatch(text, /lang="en">\n?<h1|undefined/);
  }
  for (const text of pages.map((page) => page.text)) {
    assert.match(text, /mledoze\/countries[\s\S]*Open Database License \(ODbL\) 1\.0/);
    assert.match(text, /geonames\.org[\s\S]*creativecommons\.org\/licenses\/by\/4\.0/);
  }
});

test('every error code has an anchor and an explanation on the errors page', async () => {
  const { text } = await site.get('/docs/errors');
  for (const code of PROBLEM_CODES) {
    const section = text.split(`<h2 id="${code}">`)[1]?.split('<h2')[0] ?? '';
    assert.ok(words(section).length > PROBLEMS[code].title.length + 40, code);
  }
});

test('the API guide lists every address of the pages', () => {
  const guide = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  assert.ok(site.paths.length > 20);
  for (const path of site.paths) {
    const written = path.replace('/assets/:file', '/assets/…').replace(/:(\w+)/, '{$1}');
    assert.match(guide, new RegExp(`\`${RegExp.escape(written)}[\`?]`), path);
  }
});

test('every link between our pages has an existing target and anchor', async () => {
  const pages = site.paths.filter(
    (path) => path === '/' || path === '/esim' || SHORT.includes(path) || /^\/docs(?!.*\.md)/.test(path),
  );
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

test('documentation on a page in another language is marked as English', async () => {
  const { text, headers } = await site.get('/docs/mcp', { 'accept-language': 'tr' });
  assert.equal(headers['Content-Language'], 'tr');
  assert.match(text, /<html lang="tr"/);
  assert.match(text, /<article class="doc" lang="en">/);
  assert.match(text, /yalnızca İngilizcedir/);
});

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

test('links of llms.txt work and may be crawled; comparisons, the API and outbound links may not be crawled', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const robots = (await shop.get('/robots.txt')).text;
  const disallowed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '');
  const isDisallowed = (path: string) => disallowed.some((start) => path.startsWith(start));
  for (const path of [
    '/compare?country=TR&days=7&need=normal',
    '/go/shop/plan',
    '/api/v1/plans',
    '/api/v1/countries',
  ])
    assert.ok(isDisallowed(path), path);
  const links = [...(await shop.get('/llms.txt')).text.matchAll(/\]\(https:\/\/esim\.example([^)]*)\)/g)];
  assert.ok(links.length > 10);
  for (const [, path = ''] of links) {
    assert.ok(!isDisallowed(path), `${path} is recommended and disallowed`);
    if (path !== '/openapi.json') assert.equal((await shop.get(path || '/')).status, 200, path);
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

test('the documentation is also served as Markdown, with links that work from anywhere', async () => {
  const guides = site.paths.filter((path) => path.startsWith('/docs/') && !path.endsWith('.md'));
  assert.ok(guides.length >= 7);
  const whole = (await site.get('/llms-full.txt')).text;
  assert.ok(whole.startsWith((await site.get('/llms.txt')).text));
  for (const path of [...guides.map((guide) => `${guide}.md`), '/changelog']) {
    const { status, headers, text } = await site.get(path);
    assert.deepEqual([status, headers['Content-Type']], [200, 'text/markdown; charset=utf-8'], path);
    assert.match(text, /^# \S/, path);
    assert.doesNotMatch(text, /localhost:8080\/|<h\d|undefined/, path);
    if (path !== '/changelog') assert.ok(whole.includes(text), `${path} in llms-full.txt`);
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      assert.match(href, /^(https?:|mailto:|#)/, `${href} in ${path}`);
      const [own, anchor] = href.replace('https://esim.example', '').split('#', 2) as [string, string?];
      if (!own.startsWith('/docs/')) continue;
      assert.ok(site.paths.includes(own), `${href} in ${path}`);
      if (anchor !== undefined)
        assert.ok(
          (await site.get(own.replace('.md', ''))).text.includes(`id="${anchor}"`),
          `${href} in ${path}`,
        );
    }
  }
  const errors = (await site.get('/docs/errors.md')).text;
  for (const code of PROBLEM_CODES) assert.ok(errors.includes(`\n## \`${code}\`\n`), code);
  for (const { name } of Object.values(DEFAULT_POLICIES))
    assert.ok((await site.get('/docs/limits.md')).text.includes(`| \`${name}\` |`), name);
});

test('the names of assets contain a hash, and assets are compressed and cached permanently', async () => {
  const home = (await site.get('/')).text;
  const paths = [...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  assert.deepEqual(new Set(paths.map((path) => path.split('.').at(-1))), new Set(['css', 'js', 'woff2']));
  for (const path of paths) {
    const { status, headers } = await site.get(path, { 'accept-encoding': 'br, gzip' });
    const encoding = path.endsWith('.woff2') ? undefined : 'br';
    assert.deepEqual([status, headers['Content-Encoding']], [200, encoding], path);
    assert.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{12}\.[a-z0-9]+$/);
    assert.equal(headers['Cache-Control'], 'public, max-age=31536000, immutable');
  }
  assert.equal((await site.get('/assets/style.000000000000.css')).status, 404);
  assert.equal((await site.get('/favicon.ico')).headers['Content-Type'], 'image/x-icon');
  assert.match(
    home,
    /property="og:image" content="https:\/\/esim\.example\/assets\/card\.[0-9a-f]{12}\.png"/,
  );
});

test('every error has a page with its own status and the form, in the language of the reader, and is never cached', () => {
  const render = problemRenderer(contextOf(site.options));
  for (const code of PROBLEM_CODES) {
    const problem: Problem = { code, detail: '', headers: { Allow: 'GET' }, retryAfterSeconds: 7 };
    const { status, headers, body } = render(problem, { headers: { 'accept-language': 'tr' } });
    assert.equal(status, PROBLEMS[code].status);
    assert.equal(headers['Cache-Control'], 'no-store');
    assert.equal(headers['Allow'], 'GET');
    assert.equal(headers['Retry-After'], '7');
    assert.match(String(body), /<html lang="tr"[\s\S]*<h1>[^<]+<\/h1>[\s\S]*<form class="trip"/);
  }
  assert.match(String(render({ code: 'plan_gone', detail: '' }).body), /<form class="trip"/);
});

test('an error page keeps its path in another language, and links to no other host', () => {
  const render = problemRenderer(contextOf(site.options));
  const links = (url: string): string[] => {
    const { body } = render({ code: 'not_found', detail: '' }, { headers: {}, url });
    return [...String(body).matchAll(/href="([^"]*)" lang="/g)].map(([, href]) => href ?? '');
  };
  assert.deepEqual(
    links('/go/shop/plan?lang=tr'),
    ['en', 'de', 'es', 'tr'].map((lang) => `/go/shop/plan?lang=${lang}`),
  );
  for (const hostile of [
    '//evil.example',
    '/\\evil.example',
    '/%2f/evil',
    'https://evil.example/',
    '/a"b',
    '/a//b',
  ])
    assert.deepEqual(links(hostile)[0], '/?lang=en', hostile);
});

/** A catalogue with plans for some countries. It has only the fields that the pages use. */
const somePlans = (codes: readonly string[] = ['JP', 'TR']): PageOptions['catalogue'] => {
  const plan = {
    provider: 'shop',
    coverage: {
      scope: 'country',
      destinations: ['JP'],
      networks: { JP: [{ name: 'A', generation: '5G' }] },
      generation: null,
    },
    allowance: { model: 'total' },
  };
  const catalogue = {
    version: 'v1',
    sample: false,
    planCount: 2,
    providers: [{ id: 'shop', name: 'Shop' }],
    destinations: codes.map((code) => ({ code, plans: 2 })),
    newest: NOW,
    oldest: NOW - 3_600_000,
    destination: (code: string) => (codes.includes(code) ? { entries: [{ plan }, { plan }] } : null),
  };
  return () => catalogue as unknown as ReturnType<PageOptions['catalogue']>;
};

test('a destination has an indexed page with counts and a completed form, without prices, and takes no quota', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const { status, text } = await shop.get('/esim/JP?lang=de');
  assert.equal(status, 200);
  assert.match(words(text), /Vergleichen Sie 2 eSIM-Tarife für Japan/);
  assert.match(text, /name="country"[^>]*value="Japan"/);
  assert.match(text, /value="7"[\s\S]*value="normal" required checked/);
  assert.doesNotMatch(text, /\$\s?\d|\d\s?\$/);
  assert.deepEqual(shop.compared, []);
  assert.equal((await shop.get('/esim/japan')).headers['Location'], '/esim/JP');
  assert.equal((await shop.get('/esim/jp?lang=es')).headers['Location'], '/esim/JP?lang=es');
  for (const path of ['/esim/AQ', '/esim/nowhere']) assert.equal((await shop.get(path)).status, 404);
});

test('the page of a destination links trips that crawlers do not follow, and its regions', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const { text } = await shop.get('/esim/TR');
  const trips = [...text.matchAll(/href="(\/compare[^"]*)" rel="nofollow"><span>([^<]*)/g)].map(
    ([, href, name]) => [href, name],
  );
  assert.deepEqual(
    trips,
    ['Light', 'Normal', 'Heavy', 'Unlimited'].map((name) => [
      `/compare?country=TR&amp;days=7&amp;need=${name.toLowerCase()}`,
      name,
    ]),
  );
  assert.ok(text.includes('href="/esim/asia"'));
});

test('a region has a page with its destinations, under one address in every language', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const { status, text } = await shop.get('/esim/asia?lang=de');
  assert.equal(status, 200);
  assert.match(text, /<h1>Asien: Reise-eSIMs<\/h1>/);
  assert.match(words(text), /1 Tarif gilt in mindestens 1 von 2 Reisezielen/);
  for (const code of ['JP', 'TR']) assert.ok(text.includes(`href="/esim/${code}?lang=de"`), code);
  assert.equal((await shop.get('/esim/Asien?lang=de')).headers['Location'], '/esim/asia?lang=de');
  assert.ok((await shop.get('/sitemap.xml')).text.includes('<loc>https://esim.example/esim/asia</loc>'));
  assert.equal((await shop.get('/esim/europe')).status, 404, 'one destination is no region');
});

test('the page of a region keeps the days, the need and the travellers, and compares its destinations for them', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const { text } = await shop.get('/esim/asia?days=30&need=heavy&travellers=2&lang=de');
  assert.match(text, /id="days"[^>]* value="30"/);
  assert.match(text, /id="travellers"[^>]* value="2"/);
  assert.match(text, /value="heavy" required checked/);
  assert.ok(text.includes('/compare?country=JP&amp;days=30&amp;need=heavy&amp;travellers=2&amp;lang=de'));
  assert.ok(text.includes('href="/esim/asia?days=30&amp;need=heavy&amp;travellers=2&amp;lang=es"'));
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.deepEqual(shop.compared, []);
  const wrong = await shop.get('/esim/asia?days=%22%3E%3Cb%3E&need=x&travellers=99');
  assert.match(wrong.text, /id="days"[^>]* value="7"/);
});

test('the page of a region leads to trips through its best-known destinations, with the days divided', async () => {
  const shop = createSite(undefined, { catalogue: somePlans(['JP', 'TH', 'TR']) });
  const { text } = await shop.get('/esim/asia?days=20&travellers=2');
  assert.match(
    text,
    /href="\/compare\?country=\w\w&amp;days=7&amp;need=normal&amp;then=\w\w:7,\w\w:6&amp;travellers=2"[^>]*>[^<]*, 20 days</,
  );
  assert.doesNotMatch((await shop.get('/esim/asia?days=2')).text, /then=/);
});

test('a search for a destination redirects to its page, or to the form with an explanation', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const led = async (q: string) => (await shop.get(`/esim?q=${encodeURIComponent(q)}`)).headers['Location'];
  assert.equal(await led('Tokyo'), '/esim/JP');
  assert.equal(await led('asia'), '/esim/asia');
  assert.equal(await led('Congo'), '/compare?country=Congo');
  assert.equal(await led('Antarctica'), '/compare?country=Antarctica');
  assert.match((await shop.get('/esim?q=')).text, /name="q"/);
  assert.deepEqual(shop.compared, []);
});

test('canonical links, languages and the sitemap agree, and every page has a description', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const sitemap = (await shop.get('/sitemap.xml')).text;
  const descriptions = new Set<string>();
  const paths = ['/', '/esim', '/esim/JP', '/esim/TR', '/esim/asia', ...SHORT, '/docs', '/docs/api'];
  for (const path of paths) {
    const [plain, chosen] = [await shop.get(path), await shop.get(`${path}?lang=tr`)].map(({ text }) => text);
    const alternates = (text = '') =>
      [...text.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
        ([, lang, href]) => `${lang} ${href}`,
      );
    const canonical = (text = '') => /rel="canonical" href="([^"]+)"/.exec(text)?.[1];
    assert.equal(canonical(plain), `https://esim.example${path}`);
    assert.equal(canonical(chosen), `https://esim.example${path}?lang=tr`);
    assert.deepEqual(alternates(plain), alternates(chosen));
    assert.ok(alternates(plain).includes(`x-default ${canonical(plain)}`));
    assert.ok(alternates(plain).includes(`tr ${canonical(chosen)}`));
    assert.deepEqual(
      alternates(sitemap.split(`<loc>https://esim.example${path}</loc>`)[1]?.split('</url>')[0]),
      alternates(plain),
    );
    descriptions.add(/name="description" content="([^"]+)"/.exec(plain ?? '')?.[1] ?? '');
  }
  assert.equal(descriptions.size, paths.length);
  assert.match((await shop.get('/robots.txt')).text, /^Sitemap: https:\/\/esim\.example\/sitemap\.xml$/m);
});

test('every internal link keeps a chosen language, on every page', async () => {
  const shop = createSite(undefined, { catalogue: somePlans() });
  const pages = [
    ...shop.paths.filter((path) => !/[:.]|^\/assets|^\/favicon/.test(path)),
    '/esim/JP',
    '/compare?country=TR&days=7&need=normal',
    '/compare?country=xyz&days=0',
  ];
  assert.ok(pages.length > 14);
  for (const path of pages) {
    const { text } = await shop.get(`${path}${path.includes('?') ? '&' : '?'}lang=es`);
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)) {
      if (/^\/(go\/|openapi\.json|llms|api\/|server\.json|changelog|docs\/[\w-]+\.md)/.test(href)) continue;
      assert.match(href, /[?;]lang=(es|en|de|tr)/, `${href} on ${path}`);
    }
  }
});

test('pages with prices state the operator and the funding, or that these are not stated', async () => {
  const silent = createSite(undefined, { catalogue: somePlans() });
  const open = createSite(undefined, {
    catalogue: somePlans(),
    operator: 'Example Ltd',
    funding: 'commissions',
  });
  for (const path of ['/', '/esim/JP', '/terms', '/compare?country=TR&days=7&need=normal']) {
    assert.match(
      words((await silent.get(path)).text),
      /did not say who runs[^.]*\. The operator did not say what pays/,
      path,
    );
    assert.match(
      words((await open.get(path)).text),
      /run by Example Ltd\. What pays for it: commissions\./i,
      path,
    );
    assert.match(words((await open.get(path)).text), /Links to providers may earn the operator money/, path);
  }
});

test('in every language, result pages state the operator, the funding and the address for wrong prices', async () => {
  const open = createSite(undefined, { operator: 'Example Ltd', funding: 'commissions' });
  const expected = {
    en: [/Run by Example Ltd\. What pays for it: commissions\./, 'Report a wrong price'],
    de: [/Betrieben von Example Ltd\. Finanzierung: commissions\./, 'Falschen Preis melden'],
    es: [/Gestionado por Example Ltd\. Financiación: commissions\./, 'Avisar de un precio incorrecto'],
    tr: [/İşleten: Example Ltd\. Finansman: commissions\./, 'Yanlış fiyat bildirin'],
  } as const;
  for (const [lang, [who, report]] of Object.entries(expected)) {
    const { text } = await open.get(`/compare?country=TR&days=7&need=normal&lang=${lang}`);
    assert.match(text, who);
    assert.ok(text.includes(`<a href="/terms?lang=${lang}#wrong-price">${report}</a>`), lang);
  }
});

test('without CONTACT the pages advise what to do, and with it they show it', async () => {
  const dead = createSite(undefined, { contact: 'https://esim.example/terms#contact' });
  assert.match(words((await dead.get('/terms')).text), /has given no address\. If a price is wrong/);
  assert.match(
    words((await dead.get('/privacy?lang=de')).text),
    /keine Adresse angegeben\. Ist ein Preis falsch/,
  );
  assert.match((await site.get('/privacy')).text, /href="mailto:desk@esim\.example"/);
});

test('without CONTACT neither a 429 nor llms.txt refers to a contact', async () => {
  const problem: Problem = { code: 'rate_limited', detail: '', retryAfterSeconds: 7 };
  const texts = async (contact: string) => {
    const some = createSite(undefined, { contact });
    const page = String(problemRenderer(contextOf(some.options))(problem).body);
    return [page.split('<footer')[0] ?? '', (await some.get('/llms.txt')).text];
  };
  for (const text of await texts('https://esim.example/contact'))
    assert.ok(text.includes('https://esim.example/contact'), text);
  for (const text of await texts('https://esim.example/terms#contact'))
    assert.doesNotMatch(text, /terms#contact|write first/);
});

test('behind a proxy that strips a path, every internal link begins with that path', async () => {
  const identity = { serviceName: 'Eşim', baseUrl: 'https://host.example/esims' };
  const comparison = exampleComparison();
  for (const result of Object.values(comparison.orders).flat()) result.go = `/esims${result.go}`;
  const below = createSite(() => answered(comparison), { identity, catalogue: somePlans() });
  for (const path of [
    '/',
    '/esim/JP',
    '/compare?country=TR&days=7&need=normal',
    '/docs/api',
    '/terms',
    '/compare?country=x',
  ]) {
    const { text } = await below.get(path);
    for (const [, address = ''] of text.matchAll(/ (?:href|src|action|data-places)="(\/[^"]*)"/g))
      assert.match(address, /^\/esims\//, `${address} on ${path}`);
  }
  assert.equal(
    (await below.get('/compare?country=turkey')).headers['Location'],
    '/esims/compare?country=TR&days=7&need=normal',
  );
});
