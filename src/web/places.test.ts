import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite, NOW, somePlans, wordsOf } from './testing/harness.ts';

// `somePlans()` has two plans, each for JP and TR. Of these, only TR is in Europe.

test('a destination has an indexed page with counts and a completed form, and no price before the lowest ones are computed', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const { status, text } = await withPlans.get('/esim/JP?lang=de');
  assert.equal(status, 200);
  assert.doesNotMatch(text, /noindex/);
  assert.match(wordsOf(text), /Vergleichen Sie 2 eSIM-Tarife für Japan/);
  assert.match(text, /name="country"[^>]*value="Japan"/);
  assert.match(text, /value="7"[\s\S]*value="normal" required checked/);
  assert.doesNotMatch(text, /\$\s?\d|\d\s?\$/);
});

test('the page of a destination takes no quota', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  assert.equal((await withPlans.get('/esim/JP')).status, 200);
  assert.deepEqual(withPlans.compared, []);
});

test('another spelling of a destination is redirected to its code, and one without plans is 404', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  assert.equal((await withPlans.get('/esim/japan')).headers['Location'], '/esim/JP');
  assert.equal((await withPlans.get('/esim/jp?lang=es')).headers['Location'], '/esim/JP?lang=es');
  for (const path of ['/esim/AQ', '/esim/nowhere']) assert.equal((await withPlans.get(path)).status, 404);
});

test('while there is no catalogue, the pages of destinations and regions are 503, so that search engines keep them', async () => {
  const withoutCatalogue = createSite(undefined, { catalogue: () => null });
  for (const path of ['/esim/JP', '/esim/asia']) {
    const { status, headers } = await withoutCatalogue.get(path);
    assert.deepEqual([status, Number(headers['Retry-After']) > 0], [503, true], path);
  }
});

test('the page of a destination links trips that crawlers do not follow, and its regions', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const { text } = await withPlans.get('/esim/TR');
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
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const { status, text } = await withPlans.get('/esim/asia?lang=de');
  assert.equal(status, 200);
  assert.match(text, /<h1>Asien: Reise-eSIMs<\/h1>/);
  assert.match(wordsOf(text), /2 Tarife gelten in mindestens 1 von 2 Reisezielen/);
  const withOnePlan = createSite(undefined, { catalogue: somePlans(['JP', 'TR'], ['only']) });
  assert.match(
    wordsOf((await withOnePlan.get('/esim/asia?lang=de')).text),
    /1 Tarif gilt in mindestens 1 von 2 Reisezielen/,
  );
  for (const code of ['JP', 'TR']) assert.ok(text.includes(`href="/esim/${code}?lang=de"`), code);
  assert.equal((await withPlans.get('/esim/Asien?lang=de')).headers['Location'], '/esim/asia?lang=de');
  assert.ok((await withPlans.get('/sitemap.xml')).text.includes('<loc>https://esim.example/esim/asia</loc>'));
  assert.equal((await withPlans.get('/esim/europe')).status, 404, 'one destination is no region');
});

test('the page of a region keeps the days, the need and the travellers, also from another spelling, and compares its destinations for them', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const { text } = await withPlans.get('/esim/asia?days=30&need=heavy&travellers=2&lang=de');
  assert.match(text, /id="days"[^>]* value="30"/);
  assert.match(text, /id="travellers"[^>]* value="2"/);
  assert.match(text, /value="heavy" required checked/);
  assert.ok(text.includes('/compare?country=JP&amp;days=30&amp;need=heavy&amp;travellers=2&amp;lang=de'));
  assert.ok(text.includes('href="/esim/asia?days=30&amp;need=heavy&amp;travellers=2&amp;lang=es"'));
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.deepEqual(withPlans.compared, []);
  const otherSpelling = await withPlans.get('/esim/Asien?days=30&need=heavy&travellers=2&lang=de');
  assert.equal(otherSpelling.headers['Location'], '/esim/asia?days=30&need=heavy&travellers=2&lang=de');
  const wrong = await withPlans.get('/esim/asia?days=%22%3E%3Cb%3E&need=x&travellers=99');
  assert.match(wrong.text, /id="days"[^>]* value="7"/);
});

test('the page of a region leads to trips through its best-known destinations, with the days divided', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans(['JP', 'TH', 'TR']) });
  const { text } = await withPlans.get('/esim/asia?days=20&travellers=2');
  assert.match(
    text,
    /href="\/compare\?country=\w\w&amp;days=7&amp;need=normal&amp;then=\w\w:7,\w\w:6&amp;travellers=2"[^>]*>[^<]*, 20 days</,
  );
  assert.doesNotMatch((await withPlans.get('/esim/asia?days=2')).text, /then=/);
});

test('a search for a destination redirects to its page, or to the form with an explanation', async () => {
  const withPlans = createSite(undefined, { catalogue: somePlans() });
  const led = async (q: string) =>
    (await withPlans.get(`/esim?q=${encodeURIComponent(q)}`)).headers['Location'];
  assert.equal(await led('Tokyo'), '/esim/JP');
  assert.equal(await led('asia'), '/esim/asia');
  assert.equal(await led('Congo'), '/compare?country=Congo');
  assert.equal(await led('Antarctica'), '/compare?country=Antarctica');
  assert.match((await withPlans.get('/esim?q=')).text, /name="q"/);
  assert.deepEqual(withPlans.compared, []);
});

test('pages of destinations and regions do not read the plans, of which there may be thousands', async () => {
  const catalogue = somePlans(['JP', 'TR', 'FR', 'DE'])()!;
  const counted = {
    ...catalogue,
    destination: () => assert.fail('the plans were read'),
    plans: () => assert.fail('the plans were read'),
  };
  const site = createSite(undefined, { catalogue: () => counted });
  for (const path of ['/esim/TR', '/esim/europe', '/esim/europe?days=20&need=heavy', '/esim?q=Turkey']) {
    const { status } = await site.get(path);
    assert.ok(status === 200 || status === 303, path);
  }
});

test('a region that is a destination is offered on the home page, and the form of its page has its name', async () => {
  const europe = createSite(undefined, { catalogue: somePlans(['FR', 'TR']) });
  const home = (await europe.get('/?lang=de')).text;
  assert.match(home, /<a href="\/esim\/europe\?lang=de"><b>Europa<\/b><\/a>/);
  const page = (await europe.get('/esim/europe?lang=de')).text;
  assert.match(page, /name="country"[^>]*value="Europa"/);
  const compared = createSite();
  const answer = await compared.get('/compare?country=Europa&days=7&need=normal&lang=de');
  assert.equal(answer.headers['Location'], '/compare?country=EU&days=7&need=normal&lang=de');
});

test('the page of a group of countries that is no region offers the comparison for the region that contains it', async () => {
  const site = createSite(undefined, { catalogue: somePlans(['SE', 'NO']) });
  const { text } = await site.get('/esim/scandinavia');
  assert.match(text, /<a href="\/compare\?country=EU&[^"]*" rel="nofollow">All of Europe with one plan/);
});

test('lowest prices say what they are for and when they were read, and that those of the sample market are invented', async () => {
  const byNeed = { light: 300, normal: 500, heavy: 900, unlimited: null };
  const catalogueOf = (sample: boolean, oldest: number) => () =>
    Object.assign(Object.create(somePlans()()!), { sample, oldest }) as ReturnType<
      ReturnType<typeof somePlans>
    >;
  const wordsAt = async (path: string, sample: boolean, oldest = NOW - 3_600_000) => {
    const more = {
      catalogue: catalogueOf(sample, oldest),
      lowestPrices: () => ({ computedAt: NOW, byCountry: new Map([['TR', byNeed]]) }),
    };
    return wordsOf((await createSite(undefined, more).get(`${path}?lang=en`)).text);
  };
  const home = await wordsAt('/', false);
  assert.match(home, /The lowest price for 7 days with 1 GB a day\. For one traveller\./);
  assert.match(home, /read between Nov 15, 2026, 11:00\WAM UTC and Nov 15, 2026, 12:00\WPM UTC/);
  assert.match(await wordsAt('/esim/TR', false, NOW), /Prices read on Nov 15, 2026, 12:00\WPM UTC/);
  for (const path of ['/', '/esim/TR']) {
    const words = await wordsAt(path, true);
    assert.match(words, /All sellers and prices are invented/, path);
    assert.doesNotMatch(words, /Prices read/, path);
  }
});

test('popular destinations without plans are left out, and others with plans fill a line', async () => {
  const { text } = await createSite(undefined, { catalogue: somePlans(['AD', 'JP', 'TW']) }).get('/');
  const tiles = text.split('class="place-grid"')[1]?.split('</ul>')[0] ?? '';
  assert.deepEqual(
    [...tiles.matchAll(/href="\/esim\/(\w\w)"/g)].map(([, code]) => code),
    ['JP', 'AD', 'TW'],
  );
});
