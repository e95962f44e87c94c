import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queries } from '../answers/queries.ts';
import { NO_REFERENCE } from '../mcp/testing/fakes.ts';
import { createSite } from './testing/harness.ts';

const site = createSite();

test('the page answers in one sentence, in every language, without a script', async () => {
  for (const [lang, sentence] of [
    ['en', 'iPhone 13: yes, unless it was sold in mainland China, Hong Kong or Macao.'],
    [
      'de',
      'iPhone 13: ja, außer es wurde auf dem chinesischen Festland, in Hongkong oder in Macau verkauft.',
    ],
    ['es', 'iPhone 13: sí, salvo que se vendiera en China continental, Hong Kong o Macao.'],
    ['tr', 'iPhone 13: evet, Çin anakarasında, Hong Kong’da veya Makao’da satılanlar hariç.'],
  ] as const) {
    const { status, text } = await site.get(`/phone?model=iphone13&lang=${lang}`);
    assert.equal(status, 200);
    assert.ok(text.includes(`<strong>${sentence}</strong>`), lang);
    assert.match(text, /\*#06#/);
  }
});

test('a name of several phones offers them as links that keep the trip', async () => {
  const { text } = await site.get('/phone?model=iphone+se&country=TR&days=7&need=normal&then=KR:4');
  assert.match(
    text,
    /href="\/phone\?country=TR&amp;days=7&amp;need=normal&amp;then=KR%3A4&amp;model=iPhone\+SE/,
  );
  assert.match(text, /href="\/compare\?country=TR&amp;days=7&amp;need=normal&amp;then=KR%3A4"/);
  assert.match(text, /<input type="hidden" name="country" value="TR">/);
});

test('the way to the check of a phone and back keeps every filter and every place that was typed', async () => {
  const sellers = Array.from({ length: 20 }, (_, at) => `seller-with-a-long-name-${10 + at}`).join();
  const trip = `country=JP&days=5&need=normal&then=KR%3A4&avoid_providers=${sellers}&place=Tokyo&place=Seoul`;
  const results = (await site.get(`/compare?${trip}`)).text;
  const [, phone = ''] = /href="(\/phone\?[^"]*)"/.exec(results) ?? [];
  const path = phone.replaceAll('&amp;', '&');
  const checked = (await site.get(`${path}&model=iPhone+15`)).text;
  const [, back = ''] = /class="go" href="(\/compare\?[^"]*)"/.exec(checked) ?? [];
  const kept = new URLSearchParams(back.replaceAll('&amp;', '&').split('?')[1]);
  const given = new URLSearchParams(trip);
  kept.sort();
  given.sort();
  assert.deepEqual([...kept], [...given]);
});

test('a requirement that an address repeats is kept beside the hotspot', async () => {
  const path = '/phone?model=Galaxy+A12&country=JP&days=5&need=light&require=5g&require=calls';
  assert.match((await site.get(path)).text, /require=5g%2Ccalls%2Chotspot">Plans that allow hotspot/);
});

test('an unknown phone gets suggestions, and an answer with a model is not cached anywhere', async () => {
  const { text, headers } = await site.get('/phone?model=13+Prro');
  assert.match(text, /Did you mean[^<]*<\/p>\n<ul class="examples">\n<li><a [^>]*>[^<]+<\/a>/);
  assert.equal(headers['Cache-Control'], 'private, no-store');
  assert.match(text, /<meta name="robots" content="noindex">/);
});

test('a model that is too short, too long or has control characters is a 422 that marks the field', async () => {
  for (const model of ['x', 'y'.repeat(200), 'a%00b']) {
    const { status, text } = await site.get(`/phone?model=${model}`);
    assert.equal(status, 422);
    assert.match(text, /aria-invalid="true"/);
  }
});

test('what a visitor types is escaped', async () => {
  const { text } = await site.get(
    '/phone?model=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&country=%22%3E%3Cb%3E',
  );
  assert.ok(!text.includes('<script>alert') && !text.includes('"><b>'));
});

test('the suggestions are a static list of names', async () => {
  const { headers, text } = await site.get('/phones.json');
  const names = JSON.parse(text) as string[];
  assert.ok(names.includes('iPhone 13') && names.includes('Samsung Galaxy S23'));
  assert.match(headers['Cache-Control'] ?? '', /public/);
});

test('without the tables the pages are 404 and nothing links to them', async () => {
  const queries = { reference: () => NO_REFERENCE } as unknown as Queries;
  const without = createSite(undefined, { queries });
  for (const path of ['/phone', '/phone?model=iphone', '/phones.json', '/data'])
    assert.equal((await without.get(path)).status, 404, path);
  const { text } = await without.get('/terms');
  assert.doesNotMatch(text, /href="\/(?:phone|data)"/);
  assert.match((await site.get('/terms')).text, /href="\/phone"[\s\S]*href="\/data"/);
});

test('a model with a control character is not repeated with it, and the message names the true reason', async () => {
  for (const [lang, reason] of [
    ['en', 'without invisible characters'],
    ['de', 'keine unsichtbaren Zeichen'],
    ['es', 'sin caracteres invisibles'],
    ['tr', 'görünmez karakter'],
  ] as const) {
    const { status, text } = await site.get(`/phone?model=iPhone%0013&lang=${lang}`);
    assert.equal(status, 422);
    assert.ok(text.includes(reason), lang);
    assert.ok(!text.includes('\u0000') && text.includes('value="iPhone13"'));
  }
});

test('for a phone without eSIM the page offers what helps, and no comparison for this phone', async () => {
  const site = createSite();
  const alone = (await site.get('/phone?model=Galaxy+A12')).text;
  assert.match(alone, /verdict-no/);
  assert.match(alone, /share its connection by hotspot/);
  assert.doesNotMatch(alone, /class="go" href/);
  const trip = (await site.get('/phone?model=Galaxy+A12&country=JP&days=5&need=light&require=5g')).text;
  assert.match(
    trip,
    /class="go" href="\/compare\?country=JP&amp;days=5&amp;need=light&amp;require=5g%2Chotspot">Plans that allow hotspot/,
  );
  assert.match(trip, /href="\/phone\?country=JP[^"]*">Check another phone/);
  const yes = (await site.get('/phone?model=iPhone+15')).text;
  assert.doesNotMatch(yes, /share its connection by hotspot/);
});

test('a page of phones never has two red buttons', async () => {
  const site = createSite();
  for (const query of [
    '',
    '?model=x',
    '?model=iPhone+15',
    '?model=Galaxy+A12&country=JP&days=5&need=light',
  ]) {
    const { text } = await site.get(`/phone${query}`);
    assert.equal(text.match(/class="go"/g)?.length, 1, query);
  }
});
