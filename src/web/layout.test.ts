/** What every page has: its links, its languages, and who runs the service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXT_PAGES } from './layout.ts';
import { answered, createSite, exampleComparison, type Site, somePlans, wordsOf } from './testing/harness.ts';

const textPaths = TEXT_PAGES.map((name) => `/${name}`);

test('every link between our pages has an existing target and anchor', async () => {
  const site = createSite();
  const docPaths = site.paths.filter((path) => path.startsWith('/docs') && !path.endsWith('.md'));
  assert.ok(docPaths.length > 1);
  const pages = ['/', '/esim', ...textPaths, ...docPaths];
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

test('every internal link keeps a chosen language, on every page', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const pages = [
    ...withPlans.paths.filter((path) => !/[:.]|^\/assets|^\/favicon/.test(path)),
    '/esim/JP',
    '/compare?country=TR&days=7&need=normal',
    '/compare?country=xyz&days=0',
  ];
  assert.ok(pages.length > 14);
  for (const path of pages) {
    const { text } = await withPlans.get(`${path}${path.includes('?') ? '&' : '?'}lang=es`);
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)) {
      if (/^\/(go\/|openapi\.json|llms|api\/|server\.json|changelog|docs\/[\w-]+\.md)/.test(href)) continue;
      assert.match(href, /[?;]lang=(es|en|de|tr)/, `${href} on ${path}`);
    }
  }
});

test('behind a proxy that strips a path, every internal link begins with that path', async () => {
  const identity = { serviceName: 'Eşim', baseUrl: 'https://host.example/esims' };
  const comparison = exampleComparison();
  // The example was made for a BASE_URL without a path.
  const picked = comparison.picks.map(({ result }) => result);
  for (const result of [...Object.values(comparison.orders).flat(), ...picked])
    result.go = `/esims${result.go}`;
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

test('canonical links, languages and the sitemap agree, and every page has a description', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const sitemap = (await withPlans.get('/sitemap.xml')).text;
  const descriptions = new Set<string>();
  const paths = ['/', '/esim', '/esim/JP', '/esim/TR', '/esim/asia', ...textPaths, '/docs', '/docs/api'];
  for (const path of paths) {
    const [plain, chosen] = [await withPlans.get(path), await withPlans.get(`${path}?lang=tr`)].map(
      ({ text }) => text,
    );
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
  assert.match(
    (await withPlans.get('/robots.txt')).text,
    /^Sitemap: https:\/\/esim\.example\/sitemap\.xml$/m,
  );
});

test('pages state the operator and the funding, and only the terms state that these are not stated', async () => {
  const silent = createSite(undefined, { catalogue: somePlans() });
  const open = createSite(undefined, {
    catalogue: somePlans(),
    operator: 'Example Ltd',
    funding: 'commissions',
  });
  for (const path of ['/', '/esim/JP', '/terms', '/compare?country=TR&days=7&need=normal']) {
    const unsaid = /did not say who runs[^.]*\. The operator did not say what pays/;
    assert.equal(unsaid.test(wordsOf((await silent.get(path)).text)), path === '/terms', path);
    assert.match(
      wordsOf((await open.get(path)).text),
      /run by Example Ltd\. What pays for it: commissions\./i,
      path,
    );
    assert.match(
      wordsOf((await open.get(path)).text),
      /Links to providers may earn the operator money/,
      path,
    );
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

test('the footer of every page leads to who runs the site, whether the operator says it or not', async () => {
  for (const path of ['/', '/compare?country=TR&days=7&need=normal', '/compare?country=x', '/docs', '/phone'])
    assert.match(
      (await createSite().get(path)).text.split('<footer')[1] ?? '',
      /<a href="\/terms#operator">Who runs this site<\/a>/,
      path,
    );
});

test('that links may earn money is said before the results in every language, if a setting or a source says so', async () => {
  const words = {
    en: 'Links to providers may earn',
    de: 'Links zu Anbietern können Geld',
    es: 'Los enlaces a proveedores pueden dar',
    tr: 'Sağlayıcılara giden bağlantılar',
  };
  const isBefore = async (more: Partial<Site['options']>, lang: keyof typeof words) => {
    const { text } = await createSite(undefined, more).get(
      `/compare?country=TR&days=7&need=normal&lang=${lang}`,
    );
    const at = text.indexOf(words[lang]);
    assert.ok(at > 0, 'it is said in any case');
    assert.equal(text.indexOf(words[lang], at + 1), -1, 'and once');
    return at < text.indexOf('<li class="card');
  };
  for (const lang of ['en', 'de', 'es', 'tr'] as const) {
    assert.equal(await isBefore({}, lang), false);
    assert.equal(await isBefore({ funding: 'donations' }, lang), false);
    assert.equal(await isBefore({ funding: 'commissions of some providers' }, lang), true);
    assert.equal(await isBefore({ hasTrackingLinks: () => true }, lang), true);
  }
});
